/** The log, and the events that concern the player above the board. */

import { oneAtATime, useShape } from "../board/layout.js";
import { memory } from "../shared/memory.js";
import { h, html, useCallback, useEffect, useRef, useState } from "../shared/preact.js";
import { ToEnd, useEnd } from "../shared/scroll.js";
import { plural } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").LogLine} LogLine */
/** @typedef {import("../shared/wire.js").State} State */

/** Lines drawn at first; the rest when asked for. */
const SHOWN = 300;

/** The most sentences in which a bot's whole turn is told. */
const HEADLINES = 3;

/** After how many lines the reader last made a move, null for no move. @param {State | null} state */
export const ownMoveAt = (state) => state?.acted ?? null;

/** How many lines have come since the reader's last move. @param {State | null} state @param {LogLine[]} lines */
export const newLines = (state, lines) => lines.length - (ownMoveAt(state) ?? lines.length);

/**
 * Where seats changed hands, and what the log says there.
 * @param {State | null} state @param {string[]} names @param {number} own the reader's seat
 */
export const seatChanges = (state, names, own) =>
  (state?.handed ?? []).map(({ seat, lines }) => ({
    lines,
    text:
      seat === own
        ? "You took over this seat from another player at this point."
        : `${names[seat]} took over this seat from another player at this point.`,
  }));

/**
 * @param {{lines: LogLine[], acted: number | null, handed: ReturnType<typeof seatChanges>, bots: Set<number>,
 *   head?: import("../shared/preact.js").Child}} props
 *   acted: how many lines there were after the reader's last move, null for no such move; handed: where seats changed
 *   hands; bots: the seats that bots play; head: what stands above the lines.
 */
export function Log({ lines, acted, handed, bots, head }) {
  const [all, setAll] = useState(false);
  const end = useEnd(lines);
  const from = useRef(0);
  // What is being read is not taken away.
  if (end.fresh === null) from.current = Math.max(0, lines.length - SHOWN);
  const before = all ? 0 : Math.min(from.current, lines.length);
  const first = Math.max(before, acted ?? lines.length);
  const since = first < lines.length ? [{ lines: first, text: "Since your last move" }] : [];
  const marks = [...handed.filter((one) => one.lines >= before), ...since].sort((a, b) => a.lines - b.lines);
  const cuts = [before, ...marks.map((one) => one.lines), lines.length];
  return html`<div class="log-lines" ref=${end.ref} tabindex="0" role="log" aria-live="off" aria-label="Game log">
    <div>
      ${head}
      ${
        before
          ? html`<button type="button" class="button small" onClick=${() => setAll(true)}>
              Show all ${lines.length} lines
            </button>`
          : null
      }
      <ol>
        ${cuts
          .slice(1)
          .map((to, k) => [
            k ? html`<li key=${`mark ${marks[k - 1].text}`} class="mark"><span>${marks[k - 1].text}</span></li>` : null,
            paragraphs(lines, cuts[k], to, bots).map((one) => paragraph(lines, one, one[0] < first ? "" : "fresh")),
          ])}
      </ol>
      ${lines.length ? null : html`<p class="quiet">Nothing has happened yet.</p>`}
    </div>
    ${h(ToEnd, end)}
  </div>`;
}

/**
 * Where paragraphs begin and end: a bot's whole turn is one, every other line is one of its own.
 * @param {LogLine[]} lines @param {number} from @param {number} to @param {Set<number>} bots
 * @returns {[number, number][]}
 */
function paragraphs(lines, from, to, bots) {
  /** @type {[number, number][]} */
  const found = [];
  for (let at = from; at < to; at += 1) {
    const { seat, turn } = lines[at];
    const last = found.at(-1);
    if (last && seat !== null && bots.has(seat) && lines[last[0]].turn === turn) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}

/**
 * One line, or a bot's turn: its headlines, which open the whole.
 * @param {LogLine[]} lines @param {[number, number]} where @param {string} kind
 */
function paragraph(lines, [from, to], kind) {
  if (to - from === 1) return html`<li key=${from} class=${kind}>${lines[from].text}</li>`;
  const turn = lines.slice(from, to);
  const headlines = turn.filter(({ headline }) => headline).slice(0, HEADLINES);
  const told = headlines.length ? headlines : turn.slice(0, 1);
  const more = turn.length - told.length;
  const text = told.map((line) => line.text).join(" ");
  if (!more) return html`<li key=${from} class=${kind}>${text}</li>`;
  return html`<li key=${from} class=${`turn ${kind}`}>
    <details>
      <summary><span>${text} <span class="more">and ${plural(more, "more step")}</span></span></summary>
      <ol>${turn.map((line, k) => html`<li key=${from + k}>${line.text}</li>`)}</ol>
    </details>
  </li>`;
}

// * What others did to the player or answered, since the player last acted: above the board until it is closed. A
// screen reader is told by table/announcer.js.

/** So many sentences are shown; the log has those before. */
const SENTENCES = 3;
/** In windows of less height (pixels) the board needs the room: one sentence is shown. */
const ROOMY = 800;

/**
 * @param {string} table its id @param {LogLine[]} log @param {number} seat the player's, -1 for none
 * @returns {{said: string[], onSeen: (lines: number) => void}} onSeen: the first so many lines have been seen
 */
export function useConcerns(table, log, seat) {
  const key = `seen:${table}`;
  const [seen, setSeen] = useState(Number(memory.read(key, "0")));
  const onSeen = useCallback(
    (/** @type {number} */ lines) => {
      setSeen(lines);
      memory.write(key, String(lines));
    },
    [key],
  );
  useEffect(() => {
    if (log.length && seen > log.length) onSeen(log.length); // lines were taken back
  }, [log, seen, onSeen]);
  const own = log.findLastIndex((line) => line.seat === seat); // the player may have acted on another page
  const said = seat < 0 ? [] : log.slice(Math.max(seen, own + 1)).flatMap(({ you }) => you || []);
  return { said, onSeen };
}

/** @param {{said: string[], onClose: () => void}} props */
export function Concerns({ said, onClose }) {
  const some = oneAtATime(useShape()) || innerHeight < ROOMY ? 1 : SENTENCES;
  if (!said.length) return null;
  const more = said.length - some;
  return html`<section class="concerns" aria-label="What happened to you">
    <ul>
      ${more > 0 ? html`<li class="quiet">${more} more in the log</li>` : null}
      ${said.slice(-some).map((text, k) => html`<li key=${k}>${text}</li>`)}
    </ul>
    <button type="button" class="close" aria-label="Close" onClick=${onClose}>✕</button>
  </section>`;
}

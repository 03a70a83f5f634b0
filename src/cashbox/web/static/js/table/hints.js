/** The hint: what the expert bot would do, for a player whose opponents are all bots. Hints are counted. */

import { post } from "../shared/api.js";
import { openPanel } from "../shared/focus.js";
import { h, html, useEffect, useLayoutEffect, useRef, useState } from "../shared/preact.js";
import { Button } from "../shared/ui.js";
import { withNames } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").Advice} Advice */
/** @typedef {import("../shared/wire.js").Form} Form */
/** @typedef {import("../shared/wire.js").Hint} Answer */
/** @typedef {import("../shared/wire.js").Table} Table */
/** @typedef {import("../shared/preact.js").VNode} VNode */

/**
 * A question and its answer. mark: of the state that it is about; may: what the player could do then; stale: the
 * question was refused because the table had changed already; again: the answer is a better one than the first.
 * @typedef {{mark: string, may: string, answer?: Answer, fault?: string, stale?: boolean, again?: boolean}} HintState
 */

/**
 * The button that asks for a hint, the panel with the answer (null while it is closed), and the suggested action that
 * the board marks: the best at first, then the one that the player chose in the panel.
 * Bots may act while the player thinks: the panel stays open while the player can still do the same things.
 * @param {Pick<import("../table.js").Table, "table" | "state" | "seat" | "myTurn" | "names" | "board">} now
 * @returns {{button: VNode | null, panel: VNode | null, suggested: Form | null}}
 */
export function useHint(now) {
  const { table, names, myTurn, board } = now;
  const mark = now.state?.mark ?? "";
  const may = JSON.stringify(now.state?.legal.map(({ action }) => action));
  const [hint, setHint] = useState(/** @type {HintState | null} */ (null));
  const [chosen, setChosen] = useState("");
  const close = () => setHint(null);
  const ask = async () => {
    const question = { mark, may };
    setHint(question);
    setChosen("");
    // An answer goes to any question that still waits, a refusal only to its own.
    /** @param {Partial<HintState>} what */
    const tell = (what) =>
      setHint((asked) => (asked && (what.answer || asked === question) ? { ...question, ...what } : asked));
    try {
      const answer = await post(`/api/tables/${table.id}/hint`, { at: mark });
      tell({ answer, mark: answer.mark });
    } catch (error) {
      const { code, message } = /** @type {import("../shared/api.js").Fault} */ (error);
      tell({ fault: message, stale: code === "stale" });
    }
  };
  useRefinement(table.id, hint, setHint);
  useEffect(() => {
    if (!hint) return;
    if (!myTurn) close();
    else if (hint.mark !== mark && hint.stale) void ask();
    else if (hint.mark !== mark && hint.answer && hint.may !== may) close();
  }, [hint, mark, may, myTurn]);
  if (!table.hints || now.seat < 0) return { button: null, panel: null, suggested: null };
  /** @param {Advice} one */
  const play = async (one) => {
    if (!board) return;
    try {
      await board.act([one.action]);
    } catch {
      return; // The player has changed their mind, or has been told what went wrong.
    }
    document.getElementById("board")?.focus({ preventScroll: true });
    close();
  };
  const button = h(
    Button,
    {
      size: "small",
      kind: "plain",
      class: "ask-expert",
      label: "Hint",
      hint: "Hint",
      disabled: !myTurn,
      why: "You can ask for a hint on your turn.",
      onPress: () => void ask(),
    },
    lamp,
  );
  const best = hint?.answer?.best ?? [];
  const marked = Math.max(
    0,
    best.findIndex(({ action }) => JSON.stringify(action) === chosen),
  );
  /** @param {number} k */
  const setMarked = (k) => setChosen(JSON.stringify(best[k].action));
  const inside = hint?.answer
    ? h(Best, { answer: hint.answer, names, marked, setMarked, busy: !board || board.busy, onPlay: play })
    : h(NoAnswer, { fault: hint?.stale ? "" : hint?.fault, onAgain: ask });
  const panel = hint ? h(Panel, { onClose: close, again: !!hint.again }, inside) : null;
  return { button, panel, suggested: best[marked]?.action ?? null };
}

/**
 * While a hint is open, ask for a better one until there is none.
 * @param {string} table
 * @param {HintState | null} hint
 * @param {(change: (hint: HintState | null) => HintState | null) => void} setHint
 */
function useRefinement(table, hint, setHint) {
  useEffect(() => {
    const answer = hint?.answer;
    if (!answer?.refining) return;
    /** @param {Answer} better */
    const tell = (better) => setHint((now) => (now?.answer === answer ? { ...now, answer: better, again: true } : now));
    post(`/api/tables/${table}/hint`, { at: hint?.mark, refine: true }).then(
      tell,
      () => tell({ ...answer, refining: false }), // The answer that is shown still holds.
    );
  }, [hint]);
}

/**
 * The panel beside or below the board, which stays usable. The focus is on its heading first, and goes back to where it
 * was when the panel closes, unless the player has moved it.
 * @param {{onClose: () => void, again: boolean, children?: import("../shared/preact.js").Child}} props again: the
 *   answer has
 *   been read aloud, and a better one is not
 */
function Panel({ onClose, again, children }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    root.current?.querySelector("h2")?.focus({ preventScroll: true });
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (openPanel() && !root.current?.contains(/** @type {Node} */ (event.target))) return;
      // What lies on the board stays open.
      event.stopPropagation();
      event.preventDefault();
      close.current();
    };
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("keydown", press);
      if (root.current?.contains(document.activeElement)) before?.focus({ preventScroll: true });
    };
  }, []);
  return html`<section id="advice" class="advice" aria-labelledby="advice-title" ref=${root}>
    <header>
      <h2 id="advice-title" tabindex="-1">Hint</h2>
      <button type="button" class="close" aria-label="Close hint" onClick=${onClose}>✕</button>
    </header>
    <div class="inside" aria-live=${again ? "off" : "polite"}>${children}</div>
  </section>`;
}

/** @param {{fault?: string, onAgain: () => Promise<void>}} props fault: why there is no answer, "" before there is */
function NoAnswer({ fault, onAgain }) {
  if (!fault) return html`<p>The expert bot is thinking…</p>`;
  return html`<p class="fault">${fault}</p>${h(Button, { size: "small", onPress: () => void onAgain() }, "Try again")}`;
}

/**
 * The suggested actions, each with its reason; the board marks the one that is pressed.
 * @param {{answer: Answer, names: string[], marked: number, setMarked: (k: number) => void, busy: boolean,
 *   onPlay: (one: Advice) => Promise<void>}} props
 */
function Best({ answer: { best, asked, sureness, refining }, names, marked, setMarked, busy, onPlay }) {
  return html`
    <ol class="options">
      ${best.map((one, k) => {
        const label = withNames(one.label, names);
        /** @type {"primary" | ""} */
        const kind = k ? "" : "primary";
        return html`<li key=${JSON.stringify(one.action)} class=${k === marked ? "marked" : ""}>
          <button
            type="button" class="option" aria-pressed=${k === marked ? "true" : "false"} title="Show on the board"
            onClick=${() => setMarked(k)}>
            <b>${label}</b> ${one.odds ? html`<span class="tag">${one.odds}</span>` : null}
          </button>
          <p>${withNames(one.why, names)}</p>
          ${h(
            Button,
            { kind, size: "small", label: `Play it: ${label}`, disabled: busy, onPress: () => void onPlay(one) },
            "Play it",
          )}
        </li>`;
      })}
    </ol>
    <p class="quiet small">
      ${best.length > 1 ? "Select an option to see it on the board. " : ""}
      ${best[0]?.odds ? `The numbers show how many of 100 games you would win. ${sureness} ` : ""}
      ${refining ? "The expert bot is still thinking. " : ""}Hints used: ${asked} (shown with the result)
    </p>
  `;
}

/** How often players asked, in the result. @param {{table: Table}} props */
export function HintCounts({ table }) {
  if (!table.asked.length) return null;
  return html`<ul class="stood-in quiet small asked-for">
    ${table.asked.map((one) => html`<li key=${one.seat}>${one.text}</li>`)}
  </ul>`;
}

const lamp = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M7 14c0-2-3-3-3-6.500a6 6 0 0 1 12 0C16 11 13 12 13 14zM7.500 17h5" fill="none" stroke="currentColor"
    stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
</svg>`;

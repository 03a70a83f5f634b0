/** How each draw of a game came about, a few at a time. */

import { h, html, useState } from "../shared/preact.js";
import { Button, Panel } from "../shared/ui.js";
import { amount, list, plural } from "../shared/words.js";

/** @typedef {import("./verifydraws.js").Draw} Draw */
/** @typedef {import("./journal.js").Journal} Journal */
/** @typedef {import("./records.js").Entry} Entry */

/** Draws on a page. */
const MANY = 20;
/** Kinds of draws to choose from. */
const KINDS = 40;

/** Which entries come from the game that this one goes on from. @param {bigint} count */
export const takenOver = (count) => `${count > 1n ? `Entries 0 to ${count - 1n} come` : "Entry 0 comes"}`;

/** @param {{found: import("./verify.js").Findings, journal: Journal, names: string[]}} props */
export function DrawList({ found, journal, names }) {
  const [of, setOf] = useState("");
  const [from, setFrom] = useState(0);
  const wrong = found.draws.filter(({ answer, right }) => answer !== right);
  const shown = of === "" ? found.draws : of === "wrong" ? wrong : found.draws.filter(({ n }) => String(n) === of);
  const page = shown.slice(from, from + MANY);
  return h(
    Panel,
    { title: "All draws", level: 3, class: "draws" },
    html`
      <p>
        For draw k, the first 8 bytes of <code>HMAC-SHA256(key, "k.attempt")</code> are read as a number x. With n
        possible results, the result is x mod n, counted from 0. For example, a die that shows 4 is result 3.
      </p>
      ${h(OfTheOther, { journal })}
      <dl class="proof"><dt>Key, made from the secret and the shares</dt><dd class="mono">${found.key}</dd></dl>
      <p class="field">
        <label for="draws-of">Show</label>
        <select
          id="draws-of" value=${of}
          onChange=${(/** @type {{currentTarget: HTMLSelectElement}} */ event) => {
            setOf(event.currentTarget.value);
            setFrom(0);
          }}>
          <option value="">All ${amount(found.draws.length)}</option>
          ${wrong.length ? html`<option value="wrong">Wrong: ${amount(wrong.length)}</option>` : null}
          ${kindsOf(found.draws).map(
            ([n, count]) => html`<option key=${n} value=${n}>One of ${n}: ${amount(count)}</option>`,
          )}
        </select>
      </p>
      <ol>${page.map((draw) => h(OneDraw, { key: draw.k, draw, entry: journal.entries[draw.entry], names }))}</ol>
    `,
    shown.length > MANY ? h(Pages, { count: shown.length, from, onTurn: setFrom }) : null,
  );
}

/** Which chance is not this game's, where it goes on from another one. @param {{journal: Journal}} props */
function OfTheOther({ journal: { header, entries } }) {
  const { taken_over: taken } = header;
  if (!taken) return null;
  const draws = entries.slice(0, Number(taken)).reduce((sum, { chance }) => sum + chance.length, 0);
  const theirs = draws
    ? `Their ${plural(draws, "draw")} belong to that game and aren't listed here. `
    : "They contain no draws. ";
  return html`<p>
    ${takenOver(taken)} from another game. ${theirs}After that, this game's draws are numbered from 0.
  </p>`;
}

/** How many draws there are of each kind, the commonest first. @param {Draw[]} draws */
function kindsOf(draws) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { n } of draws) counts.set(String(n), (counts.get(String(n)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, KINDS);
}

/** @param {{count: number, from: number, onTurn: (from: number) => void}} props */
function Pages({ count, from, onTurn }) {
  const last = Math.min(from + MANY, count);
  return html`<p class="row">
    ${h(Button, { onPress: () => onTurn(from - MANY), disabled: from === 0, size: "small" }, "Earlier draws")}
    <span role="status">${amount(from + 1)} to ${amount(last)} of ${amount(count)}</span>
    ${h(Button, { onPress: () => onTurn(last), disabled: last === count, size: "small" }, "Later draws")}
  </p>`;
}

/** @param {{draw: Draw, entry: Entry, names: string[]}} props */
function OneDraw({ draw, entry, names }) {
  const { k, n, answer, right, attempt, word } = draw;
  const bytes = word.toString(16).padStart(16, "0");
  return html`<li>
    <b>Draw ${k}: one of ${String(n)}, result ${String(answer)}</b>
    <span>${whose(entry, names)}</span>
    <span class="mono">"${k}.${attempt}" → ${bytes} = ${String(word)}; mod ${String(n)} = ${String(right)}</span>
    ${
      attempt
        ? html`<span>
            The first ${plural(attempt, "attempt")} ${attempt === 1 ? "was" : "were"} skipped because such large numbers
            would make some results more likely.
          </span>`
        : null
    }
    ${
      answer === right
        ? null
        : html`<b class="wrong">The journal has ${String(answer)}, but the secret gives ${String(right)}.</b>`
    }
  </li>`;
}

/** Which entry it belongs to, and who did it. @param {Entry} entry @param {string[]} names */
function whose({ n, seat, do: done, by, anew }, names) {
  /** @param {number} at */
  const nameOf = (at) => names[at] ?? `Seat ${at + 1}`;
  if (n === 0n) return "Entry 0: the start";
  if (anew) return `Entry ${n}: redeals the cards that ${list(seatsOf(anew).map(nameOf))} couldn't know`;
  const name = nameOf(Number(seat));
  const how = by === "stand-in" ? "(played by a bot)" : by === "lapse" ? "(time ran out)" : "";
  return `Entry ${n}: ${name}${how}, ${String(done?.get("type") ?? "").replaceAll("-", " ")}`;
}

/** The seats of a mask. @param {bigint} mask */
function seatsOf(mask) {
  return [...mask.toString(2)].reverse().flatMap((bit, seat) => (bit === "1" ? [seat] : []));
}

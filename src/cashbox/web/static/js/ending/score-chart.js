/** The score of every player over time, as a chart and as a table. */

import { h, html, useLayoutEffect, useMemo, useRef } from "../shared/preact.js";
import { amount } from "../shared/words.js";
import { SheetMark } from "./score-sheets.js";

/** @typedef {import("./score-sheets.js").Marks} Marks */
/** @typedef {import("../shared/wire.js").GameEnding} GameEnding */

/** Colors for players of a game that gives them none. */
const COLOURS = ["red", "blue", "green", "yellow", "purple", "orange", "teal", "gray"];
/** Strokes by number, so that lines differ by more than color. */
const DASHES = ["", "7 4", "2 4", "12 4 2 4", "", "7 4", "2 4", "12 4 2 4"];

/** The most parts of a game that are named under the chart. */
const NAMED = 4;

/** Pixels between the names of two parts. */
const GAP = 6;

/** Where things lie in the chart, as parts of a hundred. @param {GameEnding} ending */
function measured({ curve }) {
  const scores = curve.flatMap((point) => point.scores);
  const [low, high] = [Math.min(0, ...scores), Math.max(1, ...scores)];
  const last = Math.max(1, curve[curve.length - 1].n);
  /** @param {number} n */
  const x = (n) => (100 * n) / last;
  /** @param {number} score */
  const y = (score) => 100 - (100 * (score - low)) / (high - low);
  return { low, high, x, y };
}

/** A player's line: it goes up and down in steps. @param {GameEnding} ending @param {number} k
 * @param {ReturnType<typeof measured>} scale */
function path({ curve }, k, { x, y }) {
  const [first, ...rest] = curve;
  const steps = rest.map(({ n, scores }) => `H${x(n).toFixed(2)}V${y(scores[k]).toFixed(2)}`);
  return `M${x(first.n).toFixed(2)} ${y(first.scores[k]).toFixed(2)}${steps.join("")}`;
}

/** Where each part of the game begins; of many only some. @param {GameEnding} ending */
function parts({ curve, parts: names }) {
  const starts = names.map((text, part) => ({ text, n: curve.find((point) => point.part >= part)?.n ?? 0 }));
  const every = Math.ceil(starts.length / NAMED);
  return starts.filter((_, k) => k % every === 0);
}

/** The color of a player's line, which is that of the player's mark. @param {Marks} marks @param {number} seat */
const colorOf = ({ module, view }, seat) => module.colorOf?.(view, seat) ?? COLOURS[seat % 8];

/** Hide the names of parts that would overlap others: the first and the last one always stay. */
function useRoom() {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const { current: row } = list;
    if (!row) return undefined;
    const measure = () => {
      const names = /** @type {HTMLElement[]} */ ([...row.children]);
      const last = names.at(-1)?.getBoundingClientRect();
      let taken = -Infinity;
      for (const name of names) {
        const { left, right } = name.getBoundingClientRect();
        const fits = left > taken && (name === names.at(-1) || right < (last?.left ?? Infinity));
        name.style.visibility = fits || name === names.at(-1) ? "" : "hidden";
        if (fits) taken = right + GAP;
      }
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(row);
    return () => sizes.disconnect();
  });
  return list;
}

/** A number beside the chart. @param {{score: number, at: number}} props at: where it lies, of a hundred */
function Level({ score, at }) {
  return html`<span class="level" style=${{ top: `${at}%` }}>${amount(score)}</span>`;
}

/** @param {Marks & {ending: GameEnding}} props */
export function ScoreChart({ ending, module, view }) {
  const scale = useMemo(() => measured(ending), [ending]);
  const marks = useMemo(() => parts(ending), [ending]);
  const named = useRoom();
  const { low, high, x, y } = scale;
  const levels = low < 0 ? [high, 0, low] : [high, 0];
  const order = ending.sheets.map(({ seat }) => seat).reverse();
  return html`<figure class="curve">
    <figcaption>${ending.measure}</figcaption>
    <div class="curve-plot">
      <div class="levels" aria-hidden="true">
        ${levels.map((one) => h(Level, { key: one, score: one, at: y(one) }))}
      </div>
      <div class="curve-area">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          ${levels.map((one) => html`<path key=${one} class="rule" d=${`M0 ${y(one)}H100`} />`)}
          ${marks.map(({ n }) => html`<path key=${n} class="rule" d=${`M${x(n)} 0V100`} />`)}
          ${ending.names.map(
            (_, k) =>
              html`<path
                key=${k} class="series" data-colour=${colorOf({ module, view }, k)} stroke-dasharray=${DASHES[k % 8]}
                d=${path(ending, k, scale)} />`,
          )}
        </svg>
        ${ending.swings.map(
          ({ n, seat, after }, k) =>
            html`<span
              key=${n} class="swing-mark" aria-hidden="true" style=${{ left: `${x(n)}%`, top: `${y(after)}%` }}
              data-colour=${colorOf({ module, view }, seat)}>
              ${k + 1}
            </span>`,
        )}
      </div>
      <ol class="parts" aria-hidden="true" ref=${named}>
        ${marks.map(
          ({ text, n }) =>
            html`<li key=${n} class=${x(n) > 75 ? "late" : ""} style=${{ left: `${x(n)}%` }}>${text}</li>`,
        )}
      </ol>
    </div>
    <ul class="legend" aria-hidden="true">
      ${order.map(
        (k) =>
          html`<li key=${k}>
            <svg viewBox="0 0 32 8" width="32" height="8" data-colour=${colorOf({ module, view }, k)}>
              <path class="series" d="M0 4H32" stroke-dasharray=${DASHES[k % 8]} />
            </svg>
            ${h(SheetMark, { module, view, seat: k })} ${ending.names[k]}
          </li>`,
      )}
    </ul>
    ${h(Figures, { ending })}
  </figure>`;
}

/** The same in numbers: how everybody stood when each part was over. @param {{ending: GameEnding}} props */
function Figures({ ending: { curve, names, parts: texts, measure } }) {
  const rows = texts.map((text, part) => ({ text, point: curve.findLast((one) => one.part === part) }));
  return html`<details class="figures">
    <summary>Show numbers</summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${measure}>
      <table>
        <caption class="visually-hidden">${measure}, at the end of each part of the game</caption>
        <thead>
          <tr><th scope="col">After</th>${names.map((name, k) => html`<th key=${k} scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ text, point }) =>
              point &&
              html`<tr key=${text}>
                <th scope="row">${text}</th>
                ${point.scores.map((score, k) => html`<td key=${k}>${amount(score)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

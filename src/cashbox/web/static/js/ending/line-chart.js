/** A chart of one number of every player over the game: a line in steps for each, and the same in a table. */

import { h, html, useLayoutEffect, useRef } from "../shared/preact.js";
import { SheetMark } from "./score-sheets.js";

/** @typedef {import("./score-sheets.js").Marks} Marks */
/** @typedef {import("../shared/preact.js").Child} Child */
/** Where everyone stood after a step. @typedef {{n: number, values: readonly number[]}} Point */
/** A part of the game, and the step at which it begins. @typedef {{text: string, n: number}} Part */
/** Where things lie in the chart, as parts of a hundred. @typedef {ReturnType<typeof scaleOf>} Scale */

/** Colors for players of a game that gives them none. */
const COLOURS = ["red", "blue", "green", "yellow", "purple", "orange", "teal", "gray"];
/** Strokes by number, so that lines differ by more than color. */
const DASHES = ["", "7 4", "2 4", "12 4 2 4", "", "7 4", "2 4", "12 4 2 4"];

/** The most parts of a game that are named under the chart. */
const NAMED = 4;

/** Pixels between the names of two parts. */
const GAP = 6;

/** @param {{last: number, low: number, high: number}} ends last: the last step; low, high: the least and the most */
export function scaleOf({ last, low, high }) {
  /** @param {number} n */
  const x = (n) => (100 * n) / Math.max(1, last);
  /** @param {number} value */
  const y = (value) => 100 - (100 * (value - low)) / (high - low);
  return { x, y };
}

/** Points to which a line goes in steps; through more it goes straight, which is easier to follow. */
const STEPS = 60;

/** A player's line. @param {readonly Point[]} points @param {number} k @param {Scale} scale */
function path([first, ...rest], k, { x, y }) {
  const [across, up] = rest.length < STEPS ? ["H", "V"] : ["L", " "];
  const steps = rest.map(({ n, values }) => `${across}${x(n).toFixed(2)}${up}${y(values[k]).toFixed(2)}`);
  return `M${x(first.n).toFixed(2)} ${y(first.values[k]).toFixed(2)}${steps.join("")}`;
}

/** The color of a player's line, which is that of the player's mark. @param {Marks} marks @param {number} seat */
export const colorOf = ({ module, view }, seat) => module.colorOf?.(view, seat) ?? COLOURS[seat % 8];

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

/**
 * @param {Marks & {caption: string, names: string[], points: readonly Point[], scale: Scale, levels: number[],
 *   write: (value: number) => string, parts: readonly Part[], order: readonly number[], over?: Child, under?: Child,
 *   children?: Child}} props
 *   levels: numbers that have a line and are written beside it; parts: of them only some are named; order: the players
 *   in the legend; over: what lies over the lines; under: what lies between them and the names of the parts
 */
export function LineChart({ caption, names, points, scale, levels, write, parts, order, over, under, ...props }) {
  const { children, ...marks } = props;
  const { x, y } = scale;
  const every = Math.ceil(parts.length / NAMED);
  const named = parts.filter((_, k) => k % every === 0);
  const row = useRoom();
  return html`<figure class="curve">
    <figcaption>${caption}</figcaption>
    <div class="curve-plot">
      <div class="levels" aria-hidden="true">
        ${levels.map((one) => html`<span key=${one} class="level" style=${{ top: `${y(one)}%` }}>${write(one)}</span>`)}
      </div>
      <div class="curve-area">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          ${levels.map((one) => html`<path key=${one} class="rule" d=${`M0 ${y(one)}H100`} />`)}
          ${named.map(({ n }) => html`<path key=${n} class="rule" d=${`M${x(n)} 0V100`} />`)}
          ${names.map(
            (_, k) =>
              html`<path
                key=${k} class="series" data-colour=${colorOf(marks, k)} stroke-dasharray=${DASHES[k % 8]}
                d=${path(points, k, scale)} />`,
          )}
        </svg>
        ${over}
      </div>
      ${under}
      <ol class="parts" aria-hidden="true" ref=${row}>
        ${named.map(
          ({ text, n }) =>
            html`<li key=${n} class=${x(n) > 75 ? "late" : ""} style=${{ left: `${x(n)}%` }}>${text}</li>`,
        )}
      </ol>
    </div>
    <ul class="legend" aria-hidden="true">
      ${order.map(
        (k) =>
          html`<li key=${k}>
            <svg viewBox="0 0 32 8" width="32" height="8" data-colour=${colorOf(marks, k)}>
              <path class="series" d="M0 4H32" stroke-dasharray=${DASHES[k % 8]} />
            </svg>
            ${h(SheetMark, { ...marks, seat: k })} ${names[k]}
          </li>`,
      )}
    </ul>
    ${children}
  </figure>`;
}

/**
 * The same in numbers: how everyone stood after each part of the game.
 * @param {{label: string, names: string[], rows: {text: string, values: readonly number[]}[],
 *   write: (value: number) => string}} props label: what the numbers are
 */
export function Figures({ label, names, rows, write }) {
  return html`<details class="figures">
    <summary>Show numbers</summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${label}>
      <table>
        <caption class="visually-hidden">${label}, at the end of each part of the game</caption>
        <thead>
          <tr><th scope="col">After</th>${names.map((name, k) => html`<th key=${k} scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ text, values }, k) =>
              html`<tr key=${k}>
                <th scope="row">${text}</th>
                ${values.map((value, seat) => html`<td key=${seat}>${write(value)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

/** The chart of everyone's chances of winning over the game, with the draws and decisions that changed them. */

import { Figures, LineChart, scaleOf } from "../ending/line-chart.js";
import { h, html, useMemo } from "../shared/preact.js";
import { luckOf, points } from "./analysis.js";

/** @typedef {import("../ending/score-sheets.js").Marks} Marks */
/** @typedef {import("../ending/line-chart.js").Scale} Scale */
/** @typedef {import("../shared/wire.js").Analysis} Analysis */
/** @typedef {import("../shared/wire.js").AnalyzedMoment} AnalyzedMoment */
/** The parts of the game, and its last step. @typedef {{chapters: {text: string, n: number}[], last: number}} Course */

/** The least chance that has a bar, and the least that a bar of full height stands for. */
const LEAST = 0.005;
const FULL = 0.1;
/** In the table, where the game has no parts, one row for so many moments. */
const ROWS = 12;

/** What the chart is drawn of. @param {Analysis} analysis @param {Course | null} course */
function measured({ start, moments }, course) {
  const played = moments.filter(({ n }) => n >= 0);
  const after = played.map(({ n, chances: values }) => ({ n, values }));
  const ends = after.length ? after[after.length - 1].n : 1;
  const parts = (course?.chapters ?? []).filter(({ n }, k) => !k || n <= ends);
  const rows = parts.flatMap(({ text }, k) => {
    const next = parts[k + 1]?.n ?? Infinity;
    const point = after.findLast(({ n }) => n < next);
    return point ? [{ text, values: point.values }] : [];
  });
  const every = Math.ceil(after.length / ROWS);
  const steps = after.filter((_, k) => k % every === 0 || k === after.length - 1);
  return {
    scale: scaleOf({ last: Math.max(course?.last ?? 0, ends), low: 0, high: 1 }),
    points: [{ n: 0, values: start }, ...after],
    parts,
    rows: rows.length > 1 ? rows : steps.map(({ n, values }) => ({ text: `Step ${n}`, values })),
    ...barsOf(played),
  };
}

/** A bar for each draw and each error that matters, as tall as it is big. @param {AnalyzedMoment[]} moments */
function barsOf(moments) {
  const draws = moments.map((one) => Math.max(...one.chances.map((_, seat) => Math.abs(luckOf(one, seat)))));
  const errors = moments.map(({ judged }) => judged?.error ?? 0);
  const full = Math.max(FULL, ...draws, ...errors);
  /** @param {number[]} sizes */
  const bars = (sizes) =>
    sizes.flatMap((size, k) => (size < LEAST ? [] : [{ n: moments[k].n, height: (100 * size) / full }]));
  return { draws: bars(draws), errors: bars(errors) };
}

/**
 * The chances of all players, of 100 games.
 * @param {Marks & {analysis: Analysis, course: Course | null, names: string[], at: number | null}} props
 *   at: the step that the reader looks at
 */
export function ChancesChart({ analysis, course, names, at, module, view }) {
  const { rows, draws, errors, ...drawn } = useMemo(() => measured(analysis, course), [analysis, course]);
  const { scale } = drawn;
  const caption = "Chance of winning, in percent";
  const here = html`<span class="now-mark" aria-hidden="true" style=${{ left: `${scale.x(at ?? 0)}%` }} />`;
  const under = html`<div class="causes" aria-hidden="true">
    ${h(Cause, { text: "Draws", kind: "draws", bars: draws, scale })}
    ${h(Cause, { text: "Errors", kind: "errors", bars: errors, scale })}
  </div>`;
  return h(
    LineChart,
    {
      caption,
      names,
      ...drawn,
      levels: [1, 0.5, 0],
      write: points,
      order: names.map((_, seat) => seat),
      over: at === null ? null : here,
      under,
      module,
      view,
    },
    html`<p class="quiet small causes-key" aria-hidden="true">
      Below the lines: how much each draw changed the chances, and how much each decision cost.
    </p>`,
    h(Figures, { label: caption, names, rows, write: points }),
  );
}

/**
 * A row of bars below the lines.
 * @param {{text: string, kind: string, bars: {n: number, height: number}[], scale: Scale}} props
 */
function Cause({ text, kind, bars: all, scale: { x } }) {
  return html`<div class=${`cause of-${kind}`}>
    <span class="level">${text}</span>
    <svg viewBox="0 0 100 100" preserveAspectRatio="none">
      ${all.map(({ n, height }) => html`<path key=${n} d=${`M${x(n).toFixed(2)} 100V${(100 - height).toFixed(1)}`} />`)}
    </svg>
  </div>`;
}

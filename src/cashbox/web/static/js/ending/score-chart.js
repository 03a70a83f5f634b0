/** The score of every player over time, with the turning points. */

import { h, html, useMemo } from "../shared/preact.js";
import { amount } from "../shared/words.js";
import { colorOf, Figures, LineChart, scaleOf } from "./line-chart.js";

/** @typedef {import("./score-sheets.js").Marks} Marks */
/** @typedef {import("../shared/wire.js").GameEnding} GameEnding */

/** What the chart is drawn of. @param {GameEnding} ending */
function measured({ curve, parts }) {
  const scores = curve.flatMap((point) => point.scores);
  const [low, high] = [Math.min(0, ...scores), Math.max(1, ...scores)];
  return {
    scale: scaleOf({ last: curve[curve.length - 1].n, low, high }),
    levels: low < 0 ? [high, 0, low] : [high, 0],
    points: curve.map(({ n, scores: values }) => ({ n, values })),
    parts: parts.map((text, part) => ({ text, n: curve.find((point) => point.part >= part)?.n ?? 0 })),
    rows: parts.flatMap((text, part) => {
      const point = curve.findLast((one) => one.part === part);
      return point ? [{ text, values: point.scores }] : [];
    }),
  };
}

/** @param {Marks & {ending: GameEnding}} props */
export function ScoreChart({ ending, module, view }) {
  const { rows, ...drawn } = useMemo(() => measured(ending), [ending]);
  const { x, y } = drawn.scale;
  const { measure, names, sheets, swings } = ending;
  const over = swings.map(
    ({ n, seat, after }, k) =>
      html`<span
        key=${n} class="swing-mark" aria-hidden="true" style=${{ left: `${x(n)}%`, top: `${y(after)}%` }}
        data-colour=${colorOf({ module, view }, seat)}>
        ${k + 1}
      </span>`,
  );
  const order = sheets.map(({ seat }) => seat).reverse();
  return h(
    LineChart,
    { caption: measure, names, ...drawn, write: amount, order, over, module, view },
    h(Figures, { label: measure, names, rows, write: amount }),
  );
}

/** The analysis of each player's game: the sum, the errors, costly decisions, and lucky and unlucky draws. */

import { SheetMark } from "../ending/score-sheets.js";
import { tryFrom } from "../replay/continue.js";
import { h, html, useState } from "../shared/preact.js";
import { Button, toastFault } from "../shared/ui.js";
import { amount, named, signed, withNames } from "../shared/words.js";
import { luckOf, points, signedPoints, wholePoints } from "./analysis.js";

/** @typedef {import("../ending/score-sheets.js").Marks} Marks */
/** @typedef {import("../shared/wire.js").Analysis} Analysis */
/** @typedef {import("../shared/wire.js").AnalyzedMoment} AnalyzedMoment */
/** @typedef {import("../shared/wire.js").GameAnalysis} GameAnalysis */

/**
 * What leads to a step: its address, what happened there, and what a press does instead of following the address.
 * table: whose game can be continued; undefined until it is known.
 * @typedef {{address: (n: number) => string, text: (n: number) => string, onSee?: (n: number) => void,
 *   table: import("../shared/wire.js").Table | undefined}} Steps
 */

/**
 * @param {Marks & {analysis: Analysis, answer: GameAnalysis, names: string[], mine: number, steps: Steps}} props
 *   mine: the reader's seat
 */
export function Players({ analysis, answer, names, mine, steps, module, view }) {
  const order = analysis.seats.map((_, seat) => seat);
  if (mine > 0) order.unshift(...order.splice(mine, 1)); // one's own game comes first
  return html`<div class="final-sheets">
    ${order.map((seat) =>
      h(PlayerSheet, { key: seat, analysis, answer, names, seat, mine: seat === mine, steps, module, view }),
    )}
  </div>`;
}

/**
 * @param {Marks & {analysis: Analysis, answer: GameAnalysis, names: string[], seat: number, mine: boolean,
 *   steps: Steps}} props
 */
function PlayerSheet({ analysis, answer: { why, errors }, names, seat, mine, steps, module, view }) {
  const one = analysis.seats[seat];
  const whole = wholePoints(one);
  const at = new Map(analysis.moments.map((moment) => [moment.n, moment]));
  /** @param {number[]} numbers */
  const moments = (numbers) => numbers.flatMap((n) => at.get(n) ?? []);
  return html`<section class="final-sheet luck-sheet" aria-label=${`Luck and skill: ${names[seat]}`}>
    <h4>${h(SheetMark, { module, view, seat })} <span class="name">${named(names[seat], mine)}</span></h4>
    <ul class="lines">
      ${h(Part, { text: "Start", number: amount(whole.start) })}
      ${h(Part, { text: "Luck", number: signed(whole.luck) })}
      ${h(Part, { text: "Own decisions", number: signed(whole.own) })}
      ${h(Part, { text: "Others' decisions", number: signed(whole.others) })}
    </ul>
    <p class="total"><span>Result</span> <span class="by">${amount(whole.result)}</span></p>
    <p class="without">
      Without luck, ${mine ? "you" : names[seat]} would have won ${points(one.without_luck)} of 100 games.
    </p>
    ${one.grade ? html`<p class="grade">Grade: <b>${one.grade}</b></p>` : null}
    <p class="small">${errors[seat]}</p>
    ${h(Decisions, { moments: moments(one.costliest), mine, names, why, steps })}
    ${h(Draws, { lucky: moments(one.luckiest), unlucky: moments(one.unluckiest), seat, steps })}
  </section>`;
}

/** A line of the sum. @param {{text: string, number: string}} props */
function Part({ text, number }) {
  return html`<li>
    <span class="line">${text} <span class=${`by ${number.startsWith("−") ? "minus" : ""}`}>${number}</span></span>
  </li>`;
}

/** @param {{moments: AnalyzedMoment[], mine: boolean, names: string[], why: Record<number, string>,
 *   steps: Steps}} props */
function Decisions({ moments, mine, names, why, steps }) {
  if (!moments.length) return null;
  return html`<details open=${mine}>
    <summary>Costliest decisions</summary>
    <ol class="causes-list">
      ${moments.map(({ n, seat, judged }) => {
        if (!judged) return null;
        const [played, best] = [judged.played, judged.best].map((label) => withNames(label, names));
        return html`<li key=${n}>
          <span class="by minus">${signedPoints(-(judged.error ?? 0))}</span>
          <div>
            <p>${played}</p>
            <p class="small"><b>Better:</b> ${best}</p>
            ${why[n] ? html`<p class="small quiet">${why[n]}</p>` : null}
            <p class="row">
              ${h(PositionLink, { n, what: played, steps })} ${h(TryIt, { n, seat, what: played, steps })}
            </p>
          </div>
        </li>`;
      })}
    </ol>
    ${
      mine && steps.table
        ? html`<p class="small">
            <a href=${`/practice/${steps.table.game}?table=${steps.table.id}`}>Practice your mistakes</a>
          </p>`
        : null
    }
  </details>`;
}

/** @param {{lucky: AnalyzedMoment[], unlucky: AnalyzedMoment[], seat: number, steps: Steps}} props */
function Draws({ lucky, unlucky, seat, steps }) {
  if (!lucky.length && !unlucky.length) return null;
  const draws = [...lucky, ...[...unlucky].reverse()]; // from the luckiest to the unluckiest
  return html`<details>
    <summary>Luckiest and unluckiest draws</summary>
    <ul class="causes-list">
      ${draws.map((moment) => {
        const gain = luckOf(moment, seat);
        const text = moment.n ? steps.text(moment.n) || `Step ${moment.n}` : "The deal";
        return html`<li key=${moment.n}>
          <span class=${`by ${gain < 0 ? "minus" : ""}`}>${signedPoints(gain)}</span>
          <div><p>${text}</p>${h(PositionLink, { n: moment.n, what: text, steps })}</div>
        </li>`;
      })}
    </ul>
  </details>`;
}

/** @param {{n: number, what: string, steps: Steps}} props what: happened there */
function PositionLink({ n, what, steps: { address, onSee } }) {
  /** @param {MouseEvent} event */
  const see = (event) => {
    if (!onSee || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onSee(n);
  };
  return html`<a class="small" href=${address(n)} onClick=${see}>
    View position<span class="visually-hidden">: step ${n}, ${what}</span>
  </a>`;
}

/** Plays on from before a decision. @param {{n: number, seat: number, what: string, steps: Steps}} props */
function TryIt({ n, seat, what, steps: { table } }) {
  const [busy, setBusy] = useState(false);
  if (!table) return null;
  const begin = async () => {
    setBusy(true);
    try {
      await tryFrom(table, n, seat);
    } catch (fault) {
      toastFault(fault);
      setBusy(false);
    }
  };
  return h(
    Button,
    {
      size: "small",
      disabled: busy,
      onPress: () => void begin(),
      label: `Try it from here: step ${n}, ${what}`,
      hint: "Play on from this position against bots, with hidden cards redealt",
    },
    "Try it from here",
  );
}

// The score sheet of the trading rounds: every firm's line adds up from left to right.

import { FIRMS, classes, dollars, h, html, named, signed, tip, useState } from "./kit.js";
import { FirmMark } from "./marks.js";

/** @typedef {import("./types.js").Props} Props */
/** @typedef {import("./types.js").Round} Round */
/** @typedef {import("./types.js").Line} Line */

/** @type {[keyof Line, string][]} the steps of the score, in the order of the rules */
const STEPS = [
  ["tabled", "Tabled cash"],
  ["doubled", "Venture Capital"],
  ["held", "Cash in hand"],
  ["bears", "Bear cards"],
  ["taxed", "The Taxman"],
];

/** Why a round ended. @param {Round} round @param {string[]} names */
function why(round, names) {
  if (round.why === "stopped") return `${names[round.stopper]} stopped trading`;
  return `no ${round.why === "turns" ? "turns" : "cards"} were left`;
}

/** One firm's line. @param {{line: Line, name: string, seat: number}} props */
function LineRow({ line, name, seat }) {
  return html`<tr role="row" data-colour=${FIRMS[seat].colour}>
    <th scope="row" role="rowheader"><${FirmMark} seat=${seat} quiet /> ${name}</th>
    ${STEPS.map(
      ([key, label]) =>
        html`<td role="cell" key=${key} data-step=${key} class=${classes({ none: !line[key], minus: line[key] < 0 })}>
          <span class="step" aria-hidden="true">${label}</span>
          ${signed(line[key])}
        </td>`,
    )}
    <td role="cell" class="total" data-step="total">
      <span class="step" aria-hidden="true">This round</span>
      ${dollars(line.total)}
    </td>
    <td role="cell" data-step="before"><span class="step" aria-hidden="true">Before</span>${dollars(line.before)}</td>
    <td role="cell" class="capital" data-step="capital">
      <span class="step" aria-hidden="true">Capital</span>
      ${dollars(line.capital)}
    </td>
  </tr>`;
}

/** A round's sheet. @param {{round: Round, names: string[], seat: number}} props */
function RoundSheet({ round, names, seat }) {
  const order = round.lines.map((_, k) => k).sort((a, b) => round.lines[b].capital - round.lines[a].capital);
  return html`<table role="table" class="round-sheet" data-round=${round.number}>
    <caption>Trading round ${round.number}: ${why(round, names)}.</caption>
    <thead role="rowgroup">
      <tr role="row" data-tips="">
        <th scope="col" role="columnheader">Firm</th>
        ${STEPS.map(
          ([key, label], k) =>
            html`<th scope="col" role="columnheader" key=${key} ...${tip(`score.${key}`, undefined, !k)}>${label}</th>`,
        )}
        <th scope="col" role="columnheader" ...${tip("score.total", undefined, false)}>This round</th>
        <th scope="col" role="columnheader" ...${tip("score.before", undefined, false)}>Before</th>
        <th scope="col" role="columnheader" ...${tip("score.after", undefined, false)}>Capital</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${order.map((k) => h(LineRow, { key: k, line: round.lines[k], name: named(names[k], k === seat), seat: k }))}
    </tbody>
  </table>`;
}

/**
 * The sheet of a round, and a way to the others.
 * @param {Props & {first?: number}} props first: the number of the round shown at first
 */
export function Score({ view, names, seat, first }) {
  const { rounds } = view;
  const [shown, setShown] = useState(first ?? rounds.length);
  const round = rounds[shown - 1] ?? rounds[rounds.length - 1];
  if (!round) return html`<section class="cash-score"><p class="quiet">No trading round is over yet.</p></section>`;
  return html`<section class="cash-score">
    ${h(RoundSheet, { round, names, seat })}
    ${
      rounds.length > 1
        ? html`<p class="rounds" role="group" aria-label="Trading rounds">
            ${rounds.map(
              ({ number }) =>
                html`<button
                  type="button" key=${number}
                  class=${classes({ button: true, small: true, primary: number === round.number })}
                  aria-pressed=${number === round.number ? "true" : "false"} aria-label=${`Trading round ${number}`}
                  onClick=${() => setShown(number)}>
                  ${number}
                </button>`,
            )}
          </p>`
        : null
    }
  </section>`;
}

/**
 * What the viewer's firm would make if trading stopped now.
 * @param {{line: Line, taxman: boolean}} props taxman: somebody has The Taxman
 */
export function IfStopped({ line, taxman }) {
  const parts = STEPS.filter(([key]) => line[key]);
  return html`<p class="if-stopped" ...${tip("stopped", undefined, true)}>
    <span>If trading stopped now:</span> ${parts.map(
      ([key, label]) =>
        html`<span class=${classes({ part: true, minus: line[key] < 0 })} key=${key}>
          ${signed(line[key])} <small>${label.toLowerCase()}</small>
        </span>`,
    )}
    <b data-line=${line.total}>${parts.length ? "= " : ""}${dollars(line.total)}</b>
    <span class="sum">capital ${dollars(line.capital)}${taxman ? ", before The Taxman" : ""}</span>
  </p>`;
}

// The score sheet of the trading rounds: every firm's line adds up from left to right.

import { FIRMS, classes, dollars, h, html, named, signed, tip, told, useState, withNames } from "./kit.js";
import { FirmMark } from "./marks.js";

/** @typedef {import("./types.js").Props} Props */
/** @typedef {import("./types.js").Round} Round */
/** @typedef {import("./types.js").Line} Line */

/** @type {(keyof Line)[]} the steps of the score, as a line has them */
const STEPS = ["tabled", "doubled", "held", "bears", "taxed"];

/** What a column of the sheet is called. @param {Props["tips"]} tips @param {string} column */
function called(tips, column) {
  return told(tips, `score.${column}`).name;
}

/** One firm's line. @param {{line: Line, name: string, seat: number, tips: Props["tips"]}} props */
function LineRow({ line, name, seat, tips }) {
  return html`<tr role="row" data-colour=${FIRMS[seat].colour}>
    <th scope="row" role="rowheader"><${FirmMark} seat=${seat} quiet /> ${name}</th>
    ${STEPS.map(
      (key) =>
        html`<td role="cell" key=${key} data-step=${key} class=${classes({ none: !line[key], minus: line[key] < 0 })}>
          <span class="step" aria-hidden="true">${called(tips, key)}</span>
          ${signed(line[key])}
        </td>`,
    )}
    <td role="cell" class="total" data-step="total">
      <span class="step" aria-hidden="true">${called(tips, "total")}</span>
      ${dollars(line.total)}
    </td>
    <td role="cell" data-step="before">
      <span class="step" aria-hidden="true">${called(tips, "before")}</span>
      ${dollars(line.before)}
    </td>
    <td role="cell" class="capital" data-step="capital">
      <span class="step" aria-hidden="true">${called(tips, "after")}</span>
      ${dollars(line.capital)}
    </td>
  </tr>`;
}

/** A round's sheet. @param {{round: Round, names: string[], seat: number, tips: Props["tips"]}} props */
function RoundSheet({ round, names, seat, tips }) {
  return html`<table role="table" class="round-sheet" data-round=${round.number}>
    <caption>Trading round ${round.number}: ${withNames(round.said, names)}.</caption>
    <thead role="rowgroup">
      <tr role="row" data-tips="">
        <th scope="col" role="columnheader">Firm</th>
        ${STEPS.map(
          (key, k) =>
            html`<th scope="col" role="columnheader" key=${key} ...${tip(`score.${key}`, undefined, !k)}>
              ${called(tips, key)}
            </th>`,
        )}
        <th scope="col" role="columnheader" ...${tip("score.total", undefined, false)}>${called(tips, "total")}</th>
        <th scope="col" role="columnheader" ...${tip("score.before", undefined, false)}>${called(tips, "before")}</th>
        <th scope="col" role="columnheader" ...${tip("score.after", undefined, false)}>${called(tips, "after")}</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${round.order.map((k) =>
        h(LineRow, { key: k, line: round.lines[k], name: named(names[k], k === seat), seat: k, tips }),
      )}
    </tbody>
  </table>`;
}

/**
 * The sheet of a round, and a way to the others.
 * @param {Props & {first?: number}} props first: the number of the round shown at first
 */
export function Score({ view, names, seat, tips, first }) {
  const { rounds } = view;
  const [shown, setShown] = useState(first ?? rounds.length);
  const round = rounds[shown - 1] ?? rounds[rounds.length - 1];
  if (!round) return html`<section class="cash-score"><p class="quiet">No trading rounds finished yet.</p></section>`;
  return html`<section class="cash-score">
    ${h(RoundSheet, { round, names, seat, tips })}
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
 * @param {{play: import("./kit.js").Play, mine: import("./types.js").Mine}} props
 */
export function IfStopped({ play, mine: { line, before_tax: before } }) {
  const { tips } = play.props;
  const parts = STEPS.filter((key) => line[key]);
  return html`<p class="if-stopped" ...${tip("stopped", undefined, true)}>
    <span>If the round ended now:</span> ${parts.map(
      (key) =>
        html`<span class=${classes({ part: true, minus: line[key] < 0 })} key=${key}>
          ${signed(line[key])} <small>${called(tips, key).toLowerCase()}</small>
        </span>`,
    )}
    <b data-line=${line.total}>${parts.length ? "= " : ""}${dollars(line.total)}</b>
    <span class="sum">capital ${dollars(line.capital)}${before ? `, before ${called(tips, "taxed")}` : ""}</span>
  </p>`;
}

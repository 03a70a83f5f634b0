/** The final ranking of a finished game, with scores. */

import { h, html } from "../shared/preact.js";
import { Kind, SeatMark } from "../shared/ui.js";
import { amount, named } from "../shared/words.js";
import { NameLink } from "../social/people.js";

/**
 * Who came where, with how much.
 * @param {{table: import("../shared/wire.js").Table, seat: number, names: string[],
 *   module: import("../board/props.js").BoardModule, view: any}} props seat: the reader's
 */
export function Ranking({ table, seat, names, module, view }) {
  return html`<ol class="ranking">
    ${table.ranking.map(
      ({ seat: one, name, score, won }) => html`<li key=${one} class=${won ? "winner" : ""}>
        ${module.Mark ? h(module.Mark, { view, seat: one }) : h(SeatMark, { seat: one })}
        <span class="name">
          ${name || h(NameLink, { table, seat: one }, named(names[one], one === seat))}
          ${name ? null : h(Kind, { one: table.seats[one] })}
          ${won ? html`<span class="visually-hidden">, won</span>` : null}
          ${table.outcome?.abandoned?.includes(one) ? html` <span class="kind">no result</span>` : null}
        </span>
        <span class="number">${amount(score)}</span>
      </li>`,
    )}
  </ol>`;
}

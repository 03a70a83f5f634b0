// The score sheet: money less debt, and the projects completed on the way.

import { classes, dollars, h, html, named, tip } from "./kit.js";
import { Pawn } from "./marks.js";

/** @param {import("./types.js").Props} props */
export function Score({ view, names, seat }) {
  return html`<section class="consultants-score">
    <table>
      <caption>${view.phase === "over" ? "After" : "In"} round ${view.round}</caption>
      <thead>
        <tr data-tips="">
          <th scope="col">Boss</th>
          <th scope="col" ...${tip("completed", undefined, true)}>Com­pleted</th>
          <th scope="col" ...${tip("money", undefined, false)}>Money</th>
          <th scope="col" class="debt" ...${tip("debt", undefined, false)}>Debt</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        ${view.order.map((k) => {
          const { money, debt, completed, total } = view.players[k];
          return html`<tr key=${k} class=${classes({ own: k === seat })}>
            <th scope="row">${h(Pawn, { seat: k, quiet: true })} ${named(names[k], k === seat)}</th>
            <td>${completed}</td>
            <td>${dollars(money)}${debt ? html` <small class="owed">debt ${dollars(debt)}</small>` : null}</td>
            <td class=${classes({ debt: true, none: !debt })}>${debt ? dollars(-debt) : "–"}</td>
            <td class="total" data-total=${total}>${dollars(total)}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </section>`;
}

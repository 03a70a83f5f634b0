// What the header says of a boss: dollars, and the cards in hand by rank.

import { Figure, classes, count, dollars, h, html } from "./kit.js";

/** @param {{view: import("./types.js").SeatView, seat: number}} props */
export function Chip({ view, seat }) {
  const boss = view.players[seat];
  if (!boss) return null;
  const { total, seniors, principals } = boss;
  return html`<span class="consultants-chip">
    <b class=${classes({ dollars: true, debt: total < 0 })} data-purse=${seat}>
      ${h(Figure, { value: dollars(total), label: count(total, "dollar") })}
    </b>
    <span class="in-hand" data-place=${`hand ${seat}`}>
      ${h(Figure, {
        value: html`<i>${seniors}</i><i class="principal">${principals}</i>`,
        label: `in hand: ${count(seniors, "senior")}, ${count(principals, "principal")}`,
      })}
    </span>
  </span>`;
}

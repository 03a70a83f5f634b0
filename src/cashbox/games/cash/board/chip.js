// What a player's chip in the page's header says: capital and cards in hand.

import { Figure } from "/static/js/board/layout.js";
import { count, dollars, h, html } from "./kit.js";
import { Back } from "./cards.js";

const COIN = html`<svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
  <path
    d="M2 17.500h16M4 15V8M8 15V8M12 15V8M16 15V8M2 7l8-5 8 5z" fill="none" stroke="currentColor" stroke-width="1.8"
    stroke-linejoin="round" />
</svg>`;

/** @param {{view: import("./view.js").SeatView, seat: number}} props */
export function Chip({ view, seat }) {
  const { capital, hand } = view.players[seat];
  return html`<span class="cash-chip" data-capital=${capital} data-hand=${hand}>
    ${h(Figure, { mark: COIN, value: dollars(capital), label: `capital ${dollars(capital)}` })}
    ${h(Figure, { mark: h(Back, { count: undefined }), value: hand, label: `${count(hand, "card")} in hand` })}
  </span>`;
}

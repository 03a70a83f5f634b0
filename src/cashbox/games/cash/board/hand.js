// A hand laid open, for whoever looks back with all hands open.

import { counted, facesOf, h, html } from "./kit.js";
import { Chip } from "./cards.js";

/** The cards that a seat holds. @param {import("./types.js").Props} props view: that seat's own */
export function Hand({ content, view, seat, names }) {
  const faces = facesOf(content, view.crimes);
  const hand = view.mine?.hand ?? [];
  if (!hand.length) return html`<p class="cash-hand quiet">no cards</p>`;
  return html`<ul class="cash-hand" aria-label=${`${names[seat]}'s hand`}>
    ${counted(hand).map(([card, count]) => html`<li key=${card}>${h(Chip, { face: faces[card], count })}</li>`)}
  </ul>`;
}

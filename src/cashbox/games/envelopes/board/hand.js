// A hand laid open, for whoever looks back with all hands open.

import { COLOURS, h, html } from "./kit.js";
import { KindMark, kindName, useName } from "./cards.js";
import { modelOf } from "./model.js";
import { cardTip } from "./tips.js";

/** @typedef {import("./types.js").Props} Props */
/** @typedef {import("./kit.js").Model} Model */

/** Cards by name, after what they are. @param {{what: string, cards: number[], model: Model}} props */
function Some({ what, cards, model }) {
  if (!cards.length) return null;
  return html`
    <li class="what">${what}</li>
    ${cards.map((number) => {
      const card = model.cards[number];
      return html`<li
        key=${number} class="held" data-kind=${card.kind}
        data-colour=${card.region >= 0 ? COLOURS[card.region] : undefined}
        ...${cardTip(card, kindName(card, model), useName(card), true)}>
        ${h(KindMark, { kind: card.kind, region: card.region })} ${card.name}
      </li>`;
    })}
  `;
}

/** The cards that a seat holds and keeps for later. @param {Props} props view: that seat's own */
export function Hand({ content, view, seat, names }) {
  const { hand = [], stash = [] } = view.mine ?? {};
  const model = modelOf(content, view.idle);
  if (!hand.length && !stash.length) return html`<p class="eoc-hand quiet">no cards</p>`;
  return html`<ul class="eoc-hand" aria-label=${`${names[seat]}'s cards`}>
    ${h(Some, { what: "Hand", cards: hand, model })}
    ${h(Some, { what: "Stash", cards: stash, model })}
  </ul>`;
}

// A hand laid open, for whoever looks back with all hands open.

import { COLOURS, count, counted, html, h, kindName, tip } from "./kit.js";
import { Shape, Star } from "./marks.js";

/** The consultants that a seat holds. @param {import("./types.js").Props} props view: that seat's own */
export function Hand({ view, seat, names }) {
  const hand = view.mine?.hand ?? [];
  if (!hand.length) return html`<p class="consultants-hand quiet">no consultants</p>`;
  return html`<ul class="consultants-hand" aria-label=${`${names[seat]}'s hand`}>
    ${counted(hand).map(
      ([kind, n]) =>
        html`<li key=${kind} ...${tip("consultant", { name: kindName(kind), principal: kind & 1 })}>
          <i data-colour=${COLOURS[kind >> 1].tone}>
            ${h(Shape, { colour: kind >> 1 })}
            ${kind & 1 ? h(Star, {}) : null}
          </i>
          ${count(n, kindName(kind))}
        </li>`,
    )}
  </ul>`;
}

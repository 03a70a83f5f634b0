// Where everyone stands in something that goes round.

import { classes, html, seatsFrom } from "./kit.js";

/** @typedef {import("./types.js").Play} Play */

/**
 * Where everyone stands in something that goes round, starting player first.
 * @param {{play: Play, label: string, stands: (seat: number) => string}} props
 */
export function Order({ play, label, stands }) {
  const { view, names } = play;
  if (view.players.length < 2) return null;
  const seats = seatsFrom(view.chain, view.players.length);
  return html`<ol class="order" aria-label=${label}>
    ${seats.map(
      (s) =>
        html`<li key=${s} class=${classes({ now: view.acting.includes(s) })}>
          ${s === play.seat ? "you" : names[s]}: ${stands(s)}
        </li>`,
    )}
  </ol>`;
}

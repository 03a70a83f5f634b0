/** All hands open: every player's own cards, with the way to the table as that player saw it. */

import { h, html } from "./preact.js";
import { Button, SeatMark } from "./ui.js";

/** @typedef {import("./board.js").BoardModule} BoardModule */
/** @typedef {import("./board.js").BoardProps} BoardProps */
/** @typedef {import("./wire.js").Moment} Moment */

/**
 * A watcher's view in which each player's entry is as that player sees it.
 * @param {Moment} moment
 */
export function viewOf({ view, hands }) {
  if (!hands || !Array.isArray(view?.players)) return view;
  /** @param {unknown} entry @param {number} seat */
  const own = (entry, seat) => hands[seat]?.players?.[seat] ?? entry;
  return { ...view, players: view.players.map(own) };
}

/**
 * @param {{hands: any[], module: BoardModule, board: BoardProps, onEyes: (eyes: string) => void}} props
 *   hands: each seat's own view
 */
export function Hands({ hands, module, board, onEyes }) {
  return html`<section class="panel hands" aria-label="All hands">
    ${hands.map(
      (view, seat) => html`<div key=${seat} class="hand-of">
        <div class="whose">
          ${module.Mark ? h(module.Mark, { view, seat }) : h(SeatMark, { seat })}
          ${h(Button, { kind: "plain", size: "small", onPress: () => onEyes(String(seat)) }, board.names[seat])}
        </div>
        ${module.Hand ? h(module.Hand, { ...board, view, seat }) : null}
      </div>`,
    )}
  </section>`;
}

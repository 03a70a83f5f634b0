/** Shows hands above the board: those of all players, or the last one of a finished game. */

import { h, html } from "../shared/preact.js";
import { Button, SeatMark } from "../shared/ui.js";

/** @typedef {import("../board/props.js").BoardModule} BoardModule */
/** @typedef {import("../board/props.js").BoardProps} BoardProps */
/** @typedef {import("../shared/wire.js").Moment} Moment */

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
 * Cards laid open, a row for each player.
 * @param {{hands: {seat: number, view: any}[], module: BoardModule, board: BoardProps,
 *   onEyes?: (eyes: string) => void}} props
 *   hands: whose, each with that seat's own view; onEyes: leads to the table as that player sees it
 */
export function Hands({ hands, module, board, onEyes }) {
  return html`<section class="hands" tabindex="0" aria-label=${hands.length > 1 ? "All hands" : "Hand"}>
    ${hands.map(
      ({ seat, view }) => html`<div key=${seat} class="hand-of">
        <div class="whose">
          ${module.Mark ? h(module.Mark, { view, seat }) : h(SeatMark, { seat })}
          ${
            onEyes
              ? h(Button, { kind: "plain", size: "small", onPress: () => onEyes(String(seat)) }, board.names[seat])
              : html`<b>${board.names[seat]}</b>`
          }
        </div>
        ${module.Hand ? h(module.Hand, { ...board, view, seat }) : null}
      </div>`,
    )}
  </section>`;
}

/**
 * The hand of the player through whose eyes a finished game is seen: boards show no hand then.
 * @param {{module: BoardModule, board: BoardProps | null}} props
 */
export function LastHand({ module, board }) {
  if (!board || board.seat < 0 || !module.Hand) return null;
  return h(Hands, { hands: [{ seat: board.seat, view: board.view }], module, board });
}

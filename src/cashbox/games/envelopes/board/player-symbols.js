// The symbols and colors of the players.

import { Figure } from "/static/js/board/layout.js";
import { Buck, SYMBOLS, Star, count, drawing, h, html } from "./kit.js";

/** @typedef {import("./kit.js").Player} Player */

const SHAPES = [
  "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z",
  "M12 1.5 23 21.500H1z",
  "M2.5 2.500h19v19h-19z",
  "M8.5 1.500h7v7h7v7h-7v7h-7v-7h-7v-7h7z",
];

/** For who has not chosen a home yet. */
const NONE = "M3 11h18v2H3z";

/** The outline of a symbol in a box of 24 x 24; a dash while none is chosen. @param {number} symbol */
export function symbolPath(symbol) {
  return SHAPES[symbol] ?? NONE;
}

/** What a symbol is called. @param {number} symbol */
export function symbolName(symbol) {
  return SYMBOLS[symbol] ?? "no home yet";
}

/** A symbol by itself; quiet where the name stands beside it. @param {{symbol: number, quiet?: boolean}} props */
export function SymbolMark({ symbol, quiet }) {
  return html`<span class="symbol" data-symbol=${symbol} ...${drawing(symbolName(symbol), quiet)}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${symbolPath(symbol)} /></svg>
  </span>`;
}

/** The colors of the symbols, as css/tokens.css has them for the seats. */
const COLOURS = ["yellow", "red", "green", "blue"];

/**
 * A player's symbol; a seat beyond the last is Bubba.
 * @param {import("./types.js").SeatView} view
 * @param {number} seat
 */
const symbolOf = (view, seat) => view.players[seat]?.symbol ?? view.bubba?.symbol ?? -1;

/** A player's color. @param {import("./types.js").SeatView} view @param {number} seat */
export const colorOf = (view, seat) => COLOURS[symbolOf(view, seat)] ?? "any";

/**
 * A player's symbol for the list of players around the board; a seat beyond the last is Bubba.
 * @param {{view: import("./types.js").SeatView, seat: number}} props
 */
export function Mark({ view, seat }) {
  const symbol = symbolOf(view, seat);
  return html`<svg
    viewBox="0 0 24 24" width="22" height="22" role="img" aria-label=${symbolName(symbol)}
    style=${`fill: var(--seat-${symbol}, currentColor); flex: none; margin: 3px`}>
    <path d=${symbolPath(symbol)} />
  </svg>`;
}

/**
 * Stars and bucks for the player's chip in the header; a seat beyond the last is Bubba, who has no bucks.
 * @param {{view: import("./types.js").SeatView, seat: number}} props
 */
export function Chip({ view, seat }) {
  const player = view.players[seat];
  const { stars } = player ?? view.bubba ?? { stars: 0 };
  return html`
    ${h(Figure, { value: h(Star, { count: stars, quiet: true }), label: count(stars, "star") })}
    ${
      player
        ? h(Figure, { value: h(Buck, { count: player.bucks, quiet: true }), label: count(player.bucks, "buck") })
        : null
    }
  `;
}

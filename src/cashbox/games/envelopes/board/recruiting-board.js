// A player's Recruiting Board: five positions to fill. Your own is open; the others are closed until the end.

import { POSITIONS, POSITION_NAMES, Star, classes, html } from "./kit.js";
import { tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */

/**
 * A player's board: its positions by number, the marked ones first, and its stars now; null where it is closed.
 * @param {Play} play
 * @param {number} seat
 */
function boardOf(play, seat) {
  const { view, props } = play;
  const { board: number, board_stars: stars } = seat === play.seat && view.mine ? view.mine : view.players[seat];
  const board = props.content.boards?.board[number];
  return board ? { wanted: board.positions.map((name) => POSITIONS.indexOf(name)), stars } : null;
}

/** A small paper with five boxes to tick. @param {{play: Play, seat: number}} props */
export function RecruitingBoard({ play, seat }) {
  const { view } = play;
  if (!view.rules.boards) return null;
  const board = boardOf(play, seat);
  const mine = seat === play.seat;
  if (!board) {
    return html`<p class="recruiting closed" ...${tip("board")}>
      <b>Recruiting Board</b> <span>hidden until the end</span>
    </p>`;
  }
  const { wanted, stars } = board;
  const { board_all, board_marked, marked } = view.rules;
  const have = wanted.map((position) => view.players[seat].standing.positions[position] > 0);
  return html`<section class="recruiting" aria-label="Recruiting Board">
    <h3 ...${tip("board", undefined, true)}>
      Recruiting Board${mine && view.phase !== "over" ? html` <small>only you can see it</small>` : null}
    </h3>
    <ol>
      ${wanted.map(
        (position, k) => html`<li key=${position} class=${classes({ ticked: have[k], marked: k < marked })}>
          <span class="box" aria-hidden="true">${have[k] ? "✓" : ""}</span>
          <b aria-hidden="true">${POSITIONS[position]}</b>
          <span class="visually-hidden">
            ${POSITION_NAMES[position]}${k < marked ? ", marked" : ""}: ${have[k] ? "signed" : "not yet"}
          </span>
        </li>`,
      )}
    </ol>
    <p class="tally">
      <span>All ${wanted.length} score ${board_all}. Just the ${marked} marked ones score ${board_marked}.</span>
      <b><${Star} count=${stars} /></b>
    </p>
  </section>`;
}

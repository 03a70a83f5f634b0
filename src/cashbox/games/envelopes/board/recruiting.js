// The Recruiting Boards of the online rules: five positions wished for, one's own open, the others' closed until the
// end.

import { POSITIONS, POSITION_NAMES, Star, classes, html } from "./kit.js";
import { tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */

/** What all five positions of a board are worth, and what its first three are. */
const ALL = 15;
const MARKED = 5;

/**
 * The positions of a player's board by number, the marked ones first; null where it is closed.
 * @param {Play} play
 * @param {number} seat
 */
function positionsOf(play, seat) {
  const { view, props } = play;
  const number = seat === play.seat && view.mine ? view.mine.board : view.players[seat].board;
  const board = props.content.boards?.board[number];
  return board ? board.positions.map((name) => POSITIONS.indexOf(name)) : null;
}

/** A small paper with five boxes to tick. @param {{play: Play, seat: number}} props */
export function RecruitingBoard({ play, seat }) {
  const { view } = play;
  if (!view.rules.boards) return null;
  const wanted = positionsOf(play, seat);
  const mine = seat === play.seat;
  if (!wanted) {
    return html`<p class="recruiting closed" ...${tip("board")}>
      <b>Recruiting Board</b> <span>closed until the end</span>
    </p>`;
  }
  const have = wanted.map((position) => view.players[seat].recruits.some((r) => r.position === position));
  const stars = have.every(Boolean) ? ALL : have.slice(0, 3).every(Boolean) ? MARKED : 0;
  return html`<section class="recruiting" aria-label="Recruiting Board">
    <h3 ...${tip("board", undefined, true)}>
      Recruiting Board${mine && view.phase !== "over" ? html` <small>only you see it</small>` : null}
    </h3>
    <ol>
      ${wanted.map(
        (position, k) => html`<li key=${position} class=${classes({ ticked: have[k], marked: k < 3 })}>
          <span class="box" aria-hidden="true">${have[k] ? "✓" : ""}</span>
          <b aria-hidden="true">${POSITIONS[position]}</b>
          <span class="visually-hidden">
            ${POSITION_NAMES[position]}${k < 3 ? ", marked" : ""}: ${have[k] ? "signed" : "not yet"}
          </span>
        </li>`,
      )}
    </ol>
    <p class="tally"><span>All five ${ALL}, else the three marked ${MARKED}</span><b><${Star} count=${stars} /></b></p>
  </section>`;
}

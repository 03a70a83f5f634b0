// The table of IT's all in the game: event, decks and bosses above, the projects in the middle, the hand at the bottom
// edge.

import { aimsOf, h, html, useBoard, useEffect, useKeptFocus } from "./kit.js";
import { ProjectBoard } from "./project.js";
import { BossMat, EventCard, Supply } from "./table.js";
import { Tray } from "./tray.js";

export { Hand } from "./hand.js";
export { PLACED as placed } from "./kit.js";
export { Mark } from "./marks.js";
export { Score } from "./score.js";

/** Style sheets that the page loads with the board. */
export const css = ["/static/css/boards.css", "board.css"];

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Pick} Pick */

/** What can be heard. @param {import("./view.js").View} view @returns {import("/static/js/sounds.js").Heard} */
export const heard = (view) => ({
  cards: `${view.players.map(({ seniors, principals, completed }) => [seniors, principals, completed])}`,
  money: `${view.players.map(({ total }) => total)}`,
});

/** @param {import("./types.js").Props} props */
export default function Board(props) {
  const { content, view } = props;
  const { root, pickNow, play: begun } = useBoard(props, /** @type {Pick | null} */ (null));
  const { pick } = begun;
  useKeptFocus(root, begun.acted);
  const turn = begun.legal.has("pass");
  const held = pick?.kind === "card" && view.mine?.hand.includes(pick.consultant);
  // What is not in the hand any more, or was meant for a turn gone by, is not picked.
  useEffect(() => pickNow((now) => (turn && (held || now?.kind !== "card") ? now : null)), [turn, held]);

  const aims = aimsOf(props.legal, pick?.kind === "card" ? pick.consultant : -1);
  /** @type {Play} */
  const play = { ...begun, props, content, aims };
  return html`<div
    class="consultants" ref=${root} data-phase=${view.phase} data-round=${view.round} data-acted=${play.acted}
    data-seats=${view.seats} aria-busy=${play.busy ? "true" : "false"}>
    <div class="top">${h(EventCard, { play })}${h(Supply, { play })}</div>
    <div class="bosses">${view.players.map((_, k) => h(BossMat, { key: k, play, seat: k }))}</div>
    <ol class="projects" aria-label="Projects">
      ${view.places.map((_, number) => h(ProjectBoard, { key: number, play, number }))}
    </ol>
    ${h(Tray, { play })}
  </div>`;
}

// The table of IT's all in the game: event, decks and bosses above, the projects in the middle, the hand at the bottom
// edge.

import { useFlights } from "/static/js/flights.js";
import { useTips } from "/static/js/tips.js";
import { aimsOf, h, html, useActing, useEffect, useKeptFocus, useRef, useState } from "./kit.js";
import { ProjectBoard } from "./project.js";
import { BossMat, EventCard, Supply } from "./table.js";
import { Tray } from "./tray.js";

export { Mark } from "./marks.js";
export { Score } from "./score.js";

/** Style sheets that the page loads with the board. */
export const css = ["/static/css/boards.css", "board.css"];

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Pick} Pick */

/** @param {import("./types.js").Props} props */
export default function Board(props) {
  const { content, view, seat, names } = props;
  const acting = useActing(props);
  const [pick, setPick] = useState(/** @type {Pick | null} */ (null));
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useFlights(root, view);
  useTips(props.tips, view.rules);
  useKeptFocus(root, acting.acted);
  const turn = acting.legal.has("pass");
  const held = pick?.kind === "card" && view.mine?.hand.includes(pick.consultant);
  // What is not in the hand any more, or was meant for a turn gone by, is not picked.
  useEffect(() => setPick((now) => (turn && (held || now?.kind !== "card") ? now : null)), [turn, held]);

  /** @type {Play} */
  const play = {
    ...acting,
    props,
    content,
    view,
    seat,
    names,
    pick,
    me: seat < 0 ? null : view.players[seat],
    aims: aimsOf(view, props.legal, pick?.kind === "card" ? pick.consultant : -1),
    setPick: (next) => {
      acting.say("");
      setPick(next);
    },
  };
  return html`<div
    class="consultants" ref=${root} data-phase=${view.phase} data-round=${view.round} data-acted=${acting.acted}
    data-seats=${view.seats} aria-busy=${acting.busy ? "true" : "false"}>
    <div class="top">${h(EventCard, { play })}${h(Supply, { play })}</div>
    <div class="bosses">${view.players.map((_, k) => h(BossMat, { key: k, play, seat: k }))}</div>
    <ol class="projects" aria-label="Projects">
      ${view.places.map((_, number) => h(ProjectBoard, { key: number, play, number }))}
    </ol>
    ${h(Tray, { play })}
  </div>`;
}

// The table of IT's all in the game: the projects in the middle, the event and the bosses beside them, the hand and
// what it can do at the bottom edge.

import {
  COLOURS,
  RANKS,
  Regions,
  aimsOf,
  h,
  html,
  useBoard,
  useEffect,
  useFront,
  useKeptFocus,
  useMoney,
} from "./kit.js";
import { payments } from "./money.js";
import { Bosses, OwnMat } from "./boss.js";
import { ProjectBoard } from "./project.js";
import { EventCard, Supply } from "./round.js";
import { Tray } from "./tray.js";

export { Chip } from "./chip.js";
export { Hand } from "./hand.js";
export { PLACED as placed } from "./kit.js";
export { Mark, colorOf } from "./marks.js";
export { Score } from "./score.js";

/** Style sheets that the page loads with the board. */
export const css = ["/static/css/boards.css", "board.css"];

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Pick} Pick */

/**
 * What can be heard.
 * @param {import("./view.js").SeatView} view
 * @returns {import("/static/js/table/sounds.js").Heard}
 */
export const heard = (view) => ({
  cards: `${view.players.map(({ seniors, principals, completed }) => [seniors, principals, completed])}`,
  money: `${view.players.map(({ total }) => total)}`,
});

/** The words of the regions. */
const LABELS = { board: "Projects", mine: "You", others: "Bosses" };

/**
 * The projects, and the event over them where there is no column for it.
 * @param {{play: Play, event: boolean}} props
 */
function Projects({ play, event }) {
  const { places } = play.view;
  return html`
    ${event ? h(EventCard, { play }) : html`<h2 class="visually-hidden">Projects</h2>`}
    <ol class="projects" aria-label="Projects" data-count=${places.length}>
      ${places.map((_, number) => h(ProjectBoard, { key: number, play, number }))}
    </ol>
  `;
}

/**
 * Where something that an action is done to lies on the board.
 * @param {import("/static/js/shared/wire.js").Form} form
 */
function placeOf({ type, place, desk, colour, rank }) {
  if (place !== undefined) return `[data-place="desk ${place} ${desk}"]`;
  const k = COLOURS.findIndex(({ name }) => name === colour);
  if (k < 0) return "";
  if (type === "take") return `.taking[data-colour="${COLOURS[k].tone}"]`;
  return `.hand [data-consultant="${2 * k + RANKS.indexOf(String(rank))}"]`;
}

/** @param {import("./types.js").Props} props */
export default function Board(props) {
  const { content, view, shape = "middle" } = props;
  const { root, pickNow, play: begun } = useBoard(props, /** @type {Pick | null} */ (null), placeOf);
  const { pick } = begun;
  useKeptFocus(root, begun.acted);
  useMoney(root, view, payments);
  const [front, onFront] = useFront(root, props);
  const turn = begun.legal.has("pass");
  const held = pick?.kind === "card" && view.mine?.hand.includes(pick.consultant);
  // What is not in the hand anymore, or was meant for a turn gone by, is not picked.
  useEffect(() => pickNow((now) => (turn && (held || now?.kind !== "card") ? now : null)), [turn, held]);

  const aims = aimsOf(props.legal, pick?.kind === "card" ? pick.consultant : -1);
  /** @type {Play} */
  const play = { ...begun, props, content, aims };
  const wide = shape === "wide";
  return h(Regions, {
    shape,
    labels: LABELS,
    front,
    onFront,
    board: h(Projects, { play, event: !wide }),
    mine: play.me ? h(OwnMat, { play }) : null,
    others: html`<div class="office">
      ${wide ? h(EventCard, { play }) : null}
      ${h(Supply, { play })}
      ${h(Bosses, { play })}
    </div>`,
    controls: view.phase === "over" ? null : h(Tray, { play }),
    more: {
      class: "consultants",
      ref: root,
      "data-phase": view.phase,
      "data-round": view.round,
      "data-acted": play.acted,
      "data-seats": view.seats,
      "aria-busy": play.busy ? "true" : "false",
    },
  });
}

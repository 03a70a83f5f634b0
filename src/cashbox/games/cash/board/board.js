// The table of CASH: the market, one's own firm, the other firms, and the desk; js/board/layout.js lays them out.

import { Regions, oneAtATime, useFront } from "/static/js/board/layout.js";
import { Dialog, facesOf, h, html, othersOf, useBoard, useEffect, useKeptFocus, useRef } from "./kit.js";
import { Desk } from "./desk.js";
import { FirmMat } from "./firm.js";
import { DumpList, Market } from "./market.js";
import { IfStopped, Score } from "./score.js";
import { ComposerDialog } from "./trade.js";

export { Score };
export { Chip } from "./chip.js";
export { Hand } from "./hand.js";
export { PLACED as placed } from "./kit.js";
export { Mark, colorOf } from "./marks.js";

/** Style sheets that the page loads with the board. */
export const css = ["/static/css/boards.css", "board.css"];

/** @typedef {import("./types.js").Props} Props */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Pick} Pick */
/** @typedef {import("/static/js/board/layout.js").Region} Region */

/**
 * What can be heard.
 * @param {import("./view.js").SeatView} view
 * @returns {import("/static/js/table/sounds.js").Heard}
 */
export const heard = (view) => ({
  cards: `${view.deck} ${view.dump.length} ${view.players.map(({ hand, assets }) => [hand, assets.length])}`,
  money: `${view.players.map(({ tabled, capital }) => [tabled, capital])}`,
});

/** Where one looks to decide, where one region is seen at a time. @type {Record<string, Region>} */
const LOOKS = { insure: "mine", clear: "mine", target: "board", take: "board" };

/** How many other firms stand side by side, by how many they are. */
const ACROSS = [1, 1, 2, 3, 2, 3, 3, 4, 4];

/**
 * What is shown after a round, and what a decision speaks of.
 * @param {Props} props @param {(pick: Pick | null | ((now: Pick | null) => Pick | null)) => void} pickNow
 * @param {(id: Region) => void} onFront
 */
function useComings({ view, past, legal }, pickNow, onFront) {
  const hand = view.mine?.hand.join() ?? "";
  // What was picked from a hand that is another one now is not picked anymore.
  useEffect(() => pickNow((now) => (now?.kind === "card" ? null : now)), [hand, view.turn, view.phase]);
  const over = useRef(view.rounds.length);
  useEffect(() => {
    if (view.rounds.length > over.current && view.phase !== "over" && !past) {
      pickNow({ kind: "score", round: view.rounds.length });
    }
    over.current = view.rounds.length;
  }, [view.rounds.length]);
  const looks = legal.length ? LOOKS[view.phase] : undefined;
  useEffect(() => {
    if (looks && !past) onFront(looks);
  }, [looks, view.turn]);
}

/** The other firms. @param {{play: Play}} props */
function Others({ play }) {
  const { others } = play;
  return html`<div class="others" style=${`--across: ${ACROSS[others.length]}`}>
    ${others.map((other) => h(FirmMat, { key: other, play, seat: other }))}
  </div>`;
}

/** One's own firm, and what it would make now. @param {{play: Play}} props */
function Mine({ play }) {
  const { view, seat } = play;
  return h(
    FirmMat,
    { play, seat },
    view.mine && view.phase !== "over" ? h(IfStopped, { play, mine: view.mine }) : null,
  );
}

/** What lies over the table. @param {{play: Play}} props */
function Lids({ play }) {
  const { pick, setPick, props } = play;
  const close = () => setPick(null);
  return html`
    ${h(ComposerDialog, { play })}
    ${h(
      Dialog,
      { title: "Dumped deals, newest on top", open: pick?.kind === "dump", onClose: close },
      pick?.kind === "dump" ? h(DumpList, { play }) : null,
    )}
    ${h(
      Dialog,
      { title: "Score sheets", wide: true, open: pick?.kind === "score", onClose: close },
      pick?.kind === "score" ? h(Score, { ...props, first: pick.round, key: pick.round }) : null,
    )}
  `;
}

/**
 * Where something that an action is done to lies on the board.
 * @param {import("/static/js/shared/wire.js").Form} form
 */
function placeOf({ type, card, seat }) {
  if (type === "offer") return `.firm[data-seat="${seat}"] .trade`;
  if (seat !== undefined) return `.firm[data-seat="${seat}"]`;
  return card === undefined ? "" : `.hand .card[data-card="${card}"]`;
}

/** @param {Props} props */
export default function Board(props) {
  const { content, view, seat, shape } = props;
  const { root, pickNow, play: begun } = useBoard(props, /** @type {Pick | null} */ (null), placeOf);
  const [front, onFront] = useFront(root, props);
  useComings(props, pickNow, onFront);
  useKeptFocus(root, begun.acted);

  /** @type {Play} */
  const play = {
    ...begun,
    props,
    faces: facesOf(content, view.crimes, props.tips),
    others: othersOf(view, seat),
    front,
    onFront,
  };
  const one = oneAtATime(shape);
  const more = {
    class: "cash",
    ref: root,
    "data-shape": shape,
    "data-phase": view.phase,
    "data-round": view.round,
    "data-turn": view.turn,
    "data-acted": play.acted,
    "data-seats": view.seats,
    "data-few": seat >= 0 && view.seats < 4 ? view.seats : undefined,
    "aria-busy": play.busy ? "true" : "false",
  };
  return h(
    Regions,
    {
      shape,
      board: one
        ? html`<div class="tableau">${h(Market, { play })}${h(Others, { play })}</div>`
        : html`${h(Market, { play })}`,
      mine: seat >= 0 ? h(Mine, { play }) : null,
      others: one ? null : h(Others, { play }),
      controls: view.phase === "over" ? null : h(Desk, { play }),
      labels: { board: one ? "The table" : "Market", mine: "Your firm", others: "The other firms" },
      front,
      onFront,
      more,
    },
    h(Lids, { play }),
  );
}

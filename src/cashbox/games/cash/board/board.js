// The table of CASH: the firms around it, the market in the middle, the hand at the bottom edge.

import { Dialog, facesOf, h, html, othersOf, useBoard, useEffect, useKeptFocus, useRef } from "./kit.js";
import { Desk } from "./desk.js";
import { FirmMat } from "./firm.js";
import { DumpList, Market } from "./market.js";
import { IfStopped, Score } from "./score.js";
import { ComposerDialog } from "./trade.js";

export { Score };
export { Hand } from "./hand.js";
export { PLACED as placed } from "./kit.js";
export { Mark } from "./marks.js";

/** Style sheets that the page loads with the board. */
export const css = ["/static/css/boards.css", "board.css"];

/** @typedef {import("./types.js").Props} Props */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Pick} Pick */

/** What can be heard. @param {import("./view.js").View} view @returns {import("/static/js/sounds.js").Heard} */
export const heard = (view) => ({
  cards: `${view.deck} ${view.dump.length} ${view.players.map(({ hand, assets }) => [hand, assets.length])}`,
  money: `${view.players.map(({ tabled, capital }) => [tabled, capital])}`,
});

/** @param {Props} props */
export default function Board(props) {
  const { content, view, seat } = props;
  const { root, pickNow, play: begun } = useBoard(props, /** @type {Pick | null} */ (null));
  const faces = facesOf(content, view.crimes);
  const hand = view.mine?.hand.join() ?? "";
  // What was picked from a hand that is another one now is not picked any more.
  useEffect(() => pickNow((now) => (now?.kind === "card" ? null : now)), [hand, view.turn, view.phase]);
  const over = useRef(view.rounds.length);
  useEffect(() => {
    if (view.rounds.length > over.current && view.phase !== "over" && !props.past) {
      pickNow({ kind: "score", round: view.rounds.length });
    }
    over.current = view.rounds.length;
  }, [view.rounds.length]);
  useKeptFocus(root, begun.acted);

  /** @type {Play} */
  const play = { ...begun, props, faces, others: othersOf(view, seat) };
  const { pick } = play;
  const crowded = view.seats > 5; // then the market lies among the firms
  return html`<div
    class="cash" ref=${root} data-phase=${view.phase} data-round=${view.round} data-turn=${view.turn}
    data-acted=${play.acted} data-seats=${view.seats} aria-busy=${play.busy ? "true" : "false"}>
    <div class="others">
      ${play.others.map((other) => h(FirmMat, { key: other, play, seat: other }))}
      ${crowded ? h(Market, { play }) : null}
    </div>
    <div class=${crowded ? "home alone" : "home"}>
      ${crowded ? null : h(Market, { play })}
      ${
        seat >= 0
          ? h(
              FirmMat,
              { play, seat },
              view.mine && view.phase !== "over" ? h(IfStopped, { play, mine: view.mine }) : null,
            )
          : null
      }
    </div>
    ${h(Desk, { play })}
    ${h(ComposerDialog, { play })}
    ${h(
      Dialog,
      { title: "Dumped deals, the last on top", open: pick?.kind === "dump", onClose: () => pickNow(null) },
      pick?.kind === "dump" ? h(DumpList, { play }) : null,
    )}
    ${h(
      Dialog,
      { title: "Score sheets", wide: true, open: pick?.kind === "score", onClose: () => pickNow(null) },
      pick?.kind === "score" ? h(Score, { ...props, first: pick.round, key: pick.round }) : null,
    )}
  </div>`;
}

// The table of CASH: the firms around it, the market in the middle, the hand at the bottom edge.

import { useFlights } from "/static/js/flights.js";
import { useTips } from "/static/js/tips.js";
import { Dialog, facesOf, h, html, othersOf, useActing, useEffect, useKeptFocus, useRef, useState } from "./kit.js";
import { Desk } from "./desk.js";
import { FirmMat } from "./firm.js";
import { DumpList, Market } from "./market.js";
import { IfStopped, Score } from "./score.js";
import { ComposerDialog } from "./trade.js";

export { Score };
export { Mark } from "./marks.js";

/** Style sheets that the page loads with the board. */
export const css = ["/static/css/boards.css", "board.css"];

/** @typedef {import("./types.js").Props} Props */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Pick} Pick */

/** @param {Props} props */
export default function Board(props) {
  const { content, view, seat, names } = props;
  const acting = useActing(props);
  const [pick, setPick] = useState(/** @type {Pick | null} */ (null));
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const faces = facesOf(content);
  useFlights(root, view);
  useTips(props.tips, view.rules);
  const hand = view.mine?.hand.join() ?? "";
  // What was picked from a hand that is another one now is not picked any more.
  useEffect(() => setPick((now) => (now?.kind === "card" ? null : now)), [hand, view.turn, view.phase]);
  const over = useRef(view.rounds.length);
  useEffect(() => {
    if (view.rounds.length > over.current && view.phase !== "over") {
      setPick({ kind: "score", round: view.rounds.length });
    }
    over.current = view.rounds.length;
  }, [view.rounds.length]);
  useKeptFocus(root, acting.acted);

  /** @type {Play} */
  const play = {
    ...acting,
    props,
    faces,
    view,
    seat,
    names,
    pick,
    me: seat < 0 ? null : view.players[seat],
    others: othersOf(view, seat),
    setPick: (next) => {
      acting.say("");
      setPick(next);
    },
  };
  const line = view.mine?.line;
  const crowded = view.seats > 5; // then the market lies among the firms
  return html`<div
    class="cash" ref=${root} data-phase=${view.phase} data-round=${view.round} data-turn=${view.turn}
    data-acted=${acting.acted} data-seats=${view.seats} aria-busy=${acting.busy ? "true" : "false"}>
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
              line && view.phase !== "over" ? h(IfStopped, { line, taxman: view.players.some((p) => p.taxman) }) : null,
            )
          : null
      }
    </div>
    ${h(Desk, { play })}
    ${h(ComposerDialog, { play })}
    ${h(
      Dialog,
      { title: "Dumped deals, the last on top", open: pick?.kind === "dump", onClose: () => setPick(null) },
      pick?.kind === "dump" ? h(DumpList, { play }) : null,
    )}
    ${h(
      Dialog,
      { title: "Score sheets", wide: true, open: pick?.kind === "score", onClose: () => setPick(null) },
      pick?.kind === "score" ? h(Score, { ...props, first: pick.round, key: pick.round }) : null,
    )}
  </div>`;
}

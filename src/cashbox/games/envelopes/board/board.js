// The table of Envelopes of Cash: map, what lies over it, the players' areas, and the desk at the bottom edge.

import { Dialog, Die, POSITIONS, count, h, html, useBoard, useEffect, useRef, useState } from "./kit.js";
import { Desk } from "./desk.js";
import { Hint, hintTab } from "./hint.js";
import { Legend, MapBoard } from "./map.js";
import { MyArea, Others } from "./player.js";
import { Score } from "./score.js";
import { noteDice } from "./dice.js";
import { modelOf } from "./model.js";
import { Sheet, hasSheet, sheetName } from "./sheets.js";
import { tip } from "./tips.js";

export { Score };
export { Hand } from "./hand.js";
export { PLACED as placed } from "./kit.js";
export { Mark } from "./marks.js";

/** Hints of lessons lie beside what they speak of. */
export const ownHints = true;

/** Style sheets that the page loads with the board. */
export const css = ["/static/css/boards.css", "board.css"];

/** @typedef {import("./types.js").Props} Props */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Pick} Pick */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Board} Drawing */

/** @type {Promise<import("./types.js").Board> | null} */
let drawing = null;

function loadMap() {
  drawing ??= fetch(new URL("map.json", import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`the map cannot be read (${answer.status})`);
    return answer.json();
  });
  drawing.catch(() => {
    drawing = null;
  });
  return drawing;
}

/** The drawing of the map, once it is there; else what hinders it. */
function useMap() {
  const [board, setBoard] = useState(/** @type {Drawing | null} */ (null));
  const [fault, setFault] = useState("");
  useEffect(() => {
    loadMap().then(setBoard, (error) => setFault(String(error.message ?? error)));
  }, []);
  return { board, fault };
}

/**
 * Which part of the page is in front.
 * @param {View} view
 * @param {() => void} onPhase something else is to be done now
 */
function useParts(view, onPhase) {
  const [tab, setTab] = useState("map");
  const [mapShown, setMapShown] = useState(false);
  const [hinted, setHinted] = useState(false);
  // A new phase lays its own sheet on the table; what was picked in the old one goes away.
  useEffect(() => {
    setMapShown(false);
    onPhase();
    if (hasSheet(view.phase)) setTab("map");
  }, [view.phase, view.month]);
  // A new hint leads to what it speaks of, where a narrow page shows a part at a time.
  const said = view.hint?.say;
  useEffect(() => {
    if (!said) return;
    setHinted(true);
    const part = hintTab(view, hasSheet(view.phase));
    if (part) setTab(part);
  }, [said]);
  return { tab, setTab, mapShown, setMapShown, hinted };
}

/** Whether what was picked lies where the paper would cover it. @param {Play} play @param {Drawing} board */
function liesEast({ pick, model }, board) {
  const space = pick?.kind === "recruit" ? model.slots[pick.slot].space : pick?.kind === "space" ? pick.space : -1;
  const at = board.spaces[model.spaces[space]?.id ?? ""];
  return !!at && at.x > board.width * 0.56;
}

/** The map with its legend. @param {{play: Play, board: Drawing, hidden: boolean}} props */
function Under({ play, board, hidden }) {
  const { view, model, legal } = play;
  /** @param {{space?: number, slot?: number}} target */
  const pressed = ({ space, slot }) => {
    if (slot !== undefined) return play.setPick({ kind: "recruit", slot });
    if (space === undefined) return undefined;
    const { id } = model.spaces[space];
    const go = legal.get({ type: "fly", space: id }) ?? legal.get({ type: "move", space: id });
    play.setPick(go ? null : { kind: "space", space });
    return go ? void play.act(go.action) : undefined;
  };
  const rolled = view.phase === "month" && view.dice.some(Boolean);
  return html`<div class="under" hidden=${hidden}>
    ${h(MapBoard, { play, board, onPress: pressed })}
    ${h(Legend, { play }, rolled ? h(RolledDice, { play }) : null)}
  </div>`;
}

/** What can be heard. @param {import("./view.js").View} view @returns {import("/static/js/sounds.js").Heard} */
export const heard = (view) => ({
  dice: view.dice.some(Boolean) ? `${view.month} ${view.dice}` : "",
  cards: `${view.players.map((seat) => [seat.hand, seat.stash, seat.in_play.length, seat.recruits.length])}`,
  money: `${view.players.map(({ bucks, envelopes }) => [bucks, envelopes])}`,
});

/** @param {Props} props */
export default function Board(props) {
  const { content, view } = props;
  const { root, pickNow, play: begun } = useBoard(props, /** @type {Pick | null} */ (null));
  const { board, fault } = useMap();
  const { tab, setTab, mapShown, setMapShown, hinted } = useParts(view, () => {
    pickNow((now) => (now?.kind === "score" ? now : null));
    begun.say("");
  });
  const [hintClosed, setHintClosed] = useState("");
  const model = modelOf(content, view.idle);
  useEffect(() => noteDice(view), []);

  const signing = useNewRecruit(view);
  const sheet = hasSheet(view.phase) && !mapShown;
  /** @type {Play} */
  const play = {
    ...begun,
    props,
    model,
    hinted,
    hintClosed,
    closeHint: setHintClosed,
    covered: hasSheet(view.phase),
    drawn: !!board,
  };
  const { pick } = play;
  return html`<div
    class="eoc" ref=${root} data-tab=${tab} data-phase=${view.phase} data-month=${view.month} data-acted=${play.acted}
    data-hint=${view.hint && hintClosed !== view.hint.say ? view.hint.point : undefined}
    aria-busy=${play.busy ? "true" : "false"}>
    <section class="stage" aria-label=${sheet ? undefined : "Map"} data-point="map">
      ${h(Hint, { play, place: "stage" })}
      <div class="top">
        ${
          hasSheet(view.phase)
            ? html`<button type="button" class="button small flip" onClick=${() => setMapShown(!mapShown)}>
                ${mapShown ? `Back to ${sheetName(view.phase)}` : "Look at the map"}
              </button>`
            : null
        }
        ${sheet ? html`<div class="cover">${h(Sheet, { play })}</div>` : null}
        ${signing ? h(Rolled, { key: `${signing.seat}:${signing.recruit.slot}`, play, signing }) : null}
        ${
          board
            ? h(Under, { play, board, hidden: sheet })
            : html`<p class="quiet pad">${fault ? `The map is missing: ${fault}` : "Unrolling the map…"}</p>`
        }
      </div>
    </section>
    ${h(MyArea, { play })}
    ${h(Others, { play })}
    ${h(Desk, { play, tab, onTab: setTab, left: !!board && liesEast(play, board) })}
    ${h(
      Dialog,
      { title: "Why so many stars?", wide: true, open: pick?.kind === "score", onClose: () => pickNow(null) },
      pick?.kind === "score" ? h(Score, { ...props, first: pick.seat, key: pick.seat }) : null,
    )}
  </div>`;
}

/** @typedef {{seat: number, recruit: import("./types.js").Signed}} Signing */

/** More recruits than this do not sign between two views of a game that is played: somebody pages through it. */
const AT_ONCE = 8;

/**
 * The recruit that somebody has just signed, for some seconds.
 * @param {View} view
 * @returns {Signing | null}
 */
function useNewRecruit(view) {
  const known = useRef(view.players.map((p) => p.recruits.length));
  const [signing, setSigning] = useState(/** @type {Signing | null} */ (null));
  useEffect(() => {
    const before = known.current;
    known.current = view.players.map((p) => p.recruits.length);
    view.players.forEach(({ recruits }, seat) => {
      const fresh = recruits.slice(before[seat] ?? 0);
      const recruit = fresh.pop();
      if (recruit && fresh.length < AT_ONCE) setSigning({ seat, recruit });
    });
  }, [view]);
  useEffect(() => {
    if (!signing) return undefined;
    const timer = setTimeout(() => setSigning(null), 5000);
    return () => clearTimeout(timer);
  }, [signing]);
  return signing;
}

/**
 * What the Value Modifier Die did: up, down or nothing; what it showed, which cards and the least of 1 star may change,
 * stands in the log.
 * @param {{play: Play, signing: Signing}} props
 */
function Rolled({ play, signing }) {
  const { seat, recruit } = signing;
  const { slot, position, stars, die = 0, doubled } = recruit;
  const how = [die ? ` ${die > 0 ? "+" : "−"} ${Math.abs(die)}` : "", doubled ? ", doubled" : ""].filter(Boolean);
  return html`<p class="vmd" role="status">
    ${
      play.view.rules.die
        ? html`<svg viewBox="0 0 48 48" aria-hidden="true">
            <path d="M24 2 41 10l6 17-11 17H12L1 27 7 10z" />
            <path class="face" d="M24 11 37 21l-5 15H16l-5-15z" />
            <text x="24" y="31">${die > 0 ? "▲" : die < 0 ? "▼" : "="}</text>
          </svg>`
        : null
    }
    <span>
      <b>${seat === play.seat ? "You sign" : `${play.names[seat]} signs`}</b> the ${POSITIONS[position]} of ${
        play.model.slots[slot].name
      }
      : ${how.length ? `${play.view.values[slot]}${how.join("")} = ` : ""}<b>${count(stars, "star")}</b>
    </span>
  </p>`;
}

/** The dice of this month, small, while it is played out. @param {{play: Play}} props */
function RolledDice({ play }) {
  return html`<li class="rolled" ...${tip("rolled", undefined, false)}>
    <span class="visually-hidden">This month's dice:</span>
    ${play.view.dice.map((value, colour) => h(Die, { key: colour, value, colour }))}
  </li>`;
}

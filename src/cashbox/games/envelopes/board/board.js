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
export { PLACED as placed } from "./kit.js";
export { Mark } from "./marks.js";

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

  const roll = useNewRecruit(view);
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
        ${roll ? h(Rolled, { key: `${roll.seat}:${roll.slot}`, play, roll }) : null}
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

/** @typedef {{seat: number, slot: number, printed: number, die: number, doubled: number}} Roll */

/**
 * The recruit that somebody has just signed, for some seconds, with what the Value Modifier Die did.
 * @param {import("./types.js").View} view
 * @returns {Roll | null}
 */
function useNewRecruit(view) {
  const known = useRef(view.players.map((p) => p.sheet.length));
  const [roll, setRoll] = useState(/** @type {Roll | null} */ (null));
  useEffect(() => {
    const before = known.current;
    known.current = view.players.map((p) => p.sheet.length);
    view.players.forEach((player, seat) => {
      const fresh = player.sheet.slice(before[seat] ?? 0);
      const signed = fresh.filter((entry) => entry.source === "recruit").pop();
      if (!signed || fresh.length > 24) return;
      /** @param {string} source */
      const part = (source) =>
        fresh.filter((e) => e.source === source && e.ref === signed.ref).reduce((all, e) => all + e.stars, 0);
      setRoll({ seat, slot: signed.ref, printed: signed.stars, die: part("die"), doubled: part("double") });
    });
  }, [view]);
  useEffect(() => {
    if (!roll) return undefined;
    const timer = setTimeout(() => setRoll(null), 5000);
    return () => clearTimeout(timer);
  }, [roll]);
  return roll;
}

/**
 * What the Value Modifier Die did: up, down or nothing; what it showed, which cards and the least of 1 star may change,
 * stands in the log.
 * @param {{play: Play, roll: Roll}} props
 */
function Rolled({ play, roll }) {
  const { seat, slot, printed, die, doubled } = roll;
  const stars = printed + die + doubled;
  const position = POSITIONS[play.view.recruits[slot]];
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
      <b>${seat === play.seat ? "You sign" : `${play.names[seat]} signs`}</b> the ${position} of ${
        play.model.slots[slot].name
      }
      : ${printed}${die ? ` ${die > 0 ? "+" : "−"} ${Math.abs(die)}` : ""}${doubled ? `, doubled,` : ""}
      ${die || doubled ? " = " : " "}<b>${die || doubled ? count(stars, "star") : stars === 1 ? "star" : "stars"}</b>
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

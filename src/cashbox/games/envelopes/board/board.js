// The table of Envelopes of Cash: map, what lies over it, the players' areas, and the desk at the bottom edge.

import {
  Dialog,
  Die,
  POSITIONS,
  count,
  h,
  html,
  useBoard,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "./kit.js";
import { keyOf } from "/static/js/shared/keys.js";
import { Regions, useFront } from "/static/js/board/layout.js";
import { memory } from "/static/js/shared/memory.js";
import { Desk } from "./desk.js";
import { useFull } from "./full.js";
import { Hint, hintRegion } from "./hint.js";
import { Legend, MapBoard } from "./map.js";
import { MyArea } from "./mine.js";
import { Others, hasOthers, othersName } from "./player.js";
import { Score } from "./score.js";
import { noteDice } from "./dice.js";
import { modelOf } from "./model.js";
import { Sheet, hasSheet, sheetName, sheetTitle } from "./sheets.js";
import { tip } from "./tips.js";

export { Score };
export { Hand } from "./hand.js";
export { PLACED as placed } from "./kit.js";
export { Chip, Mark, colorOf } from "./player-symbols.js";

/** Hints of lessons lie beside what they speak of. */
export const ownHints = true;

/** Style sheets that the page loads with the board. */
export const css = ["/static/css/boards.css", "board.css", "draft.css", "regions.css"];

/** @typedef {import("./types.js").Props} Props */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Pick} Pick */
/** @typedef {import("./types.js").SeatView} SeatView */
/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").Board} Drawing */

/** Where the map is of tables whose content has no drawing: they began before it had one. It never changes. */
const FIRST_MAP = "/games/envelopes/board/first-map.json";

/** @type {Promise<Drawing> | null} */
let firstMap = null;

function loadFirstMap() {
  firstMap ??= fetch(FIRST_MAP).then((answer) => {
    if (!answer.ok) throw new Error(`the server returned ${answer.status}`);
    return answer.json();
  });
  firstMap.catch(() => {
    firstMap = null;
  });
  return firstMap;
}

/** The drawing of the map, from the content of the table; else what hinders it. @param {Content} content */
function useMap({ drawing }) {
  const [first, setFirst] = useState(/** @type {Drawing | null} */ (null));
  const [fault, setFault] = useState("");
  useEffect(() => {
    if (!drawing) loadFirstMap().then(setFirst, (error) => setFault(String(error.message ?? error)));
  }, [drawing]);
  return { board: drawing ?? first, fault };
}

/**
 * Which part of the table is in front.
 * @param {Props} props
 * @param {{current: HTMLElement | null}} root
 * @param {() => void} onPhase something else is to be done now
 */
function useParts(props, root, onPhase) {
  const { view } = props;
  const sheets = hasSheet(props);
  const [front, setFront] = useFront(root, props);
  const [mapShown, setMapShown] = useState(false);
  const [hinted, setHinted] = useState(false);
  // A new phase lays its own sheet on the table; what was picked in the old one goes away.
  useEffect(() => {
    setMapShown(false);
    onPhase();
    if (sheets) setFront("board");
  }, [view.phase, view.month]);
  // A new hint leads to what it speaks of, where one part is shown at a time.
  const said = view.hint?.say;
  useEffect(() => {
    if (!said) return;
    setHinted(true);
    const part = hintRegion(view, sheets);
    if (part) setFront(part);
  }, [said]);
  return { front, setFront, mapShown, setMapShown, hinted };
}

/**
 * The key that changes between the map and what lies over it.
 * @param {boolean} there whether anything lies over the map in this phase
 * @param {() => void} flip
 */
function useMapKey(there, flip) {
  useEffect(() => {
    if (!there) return undefined;
    /** @param {KeyboardEvent} event */
    const hear = (event) => {
      const at = /** @type {HTMLElement} */ (event.target);
      const busy = !!document.querySelector("dialog[open]");
      if (keyOf(event) !== "m" || busy || at.closest("input, textarea, select, [contenteditable]")) return;
      if (memory.read("keys", "on") === "on") flip();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [there, flip]);
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

/**
 * What can be heard.
 * @param {import("./view.js").SeatView} view
 * @returns {import("/static/js/table/sounds.js").Heard}
 */
export const heard = (view) => ({
  dice: view.dice.some(Boolean) ? `${view.month} ${view.dice}` : "",
  cards: `${view.players.map((seat) => [seat.hand, seat.stash, seat.in_play.length, seat.recruits.length])}`,
  money: `${view.players.map(({ bucks, envelopes }) => [bucks, envelopes])}`,
});

/**
 * Where something that an action is done to lies on the board.
 * @param {import("/static/js/shared/wire.js").Form} form
 */
function placeOf({ type, space, recruit, card, colour }) {
  if (space) return `[data-space="${space}"]`;
  if (recruit !== undefined) return `[data-recruit="${recruit}"]`;
  if (card !== undefined) return `.card[data-card="${card}"]`;
  return type === "die" ? `.pick[data-die="${colour}"]` : "";
}

/**
 * What the parts of the table share.
 * @param {Props} props
 */
function useTable(props) {
  const { content, view } = props;
  const { root, pickNow, play: begun } = useBoard(props, /** @type {Pick | null} */ (null), placeOf);
  const { board, fault } = useMap(content);
  const parts = useParts(props, root, () => {
    pickNow((now) => (now?.kind === "score" ? now : null));
    begun.say("");
  });
  const [hintClosed, setHintClosed] = useState("");
  const full = useFull(root);
  useEffect(() => noteDice(view), []);
  const flip = () => {
    pickNow(null);
    parts.setFront("board");
    parts.setMapShown((before) => !before);
  };
  const sheets = hasSheet(props);
  useMapKey(sheets, flip);
  /** @type {Play} */
  const play = {
    ...begun,
    props,
    model: modelOf(content, view.idle),
    shape: props.shape ?? "wide",
    full,
    hinted: parts.hinted,
    hintClosed,
    closeHint: setHintClosed,
    covered: sheets,
    drawn: !!board,
  };
  return { root, pickNow, play, parts, flip, board, fault };
}

/**
 * Map, and what lies over it.
 * @param {{play: Play, sheet: boolean, flip: () => void, board: Drawing | null, fault: string}} props
 */
function Stage({ play, sheet, flip, board, fault }) {
  const { view } = play;
  const { prompt, undo } = play.props;
  const signing = useNewRecruit(view);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const pressed = useRef(false);
  useLayoutEffect(() => {
    // the key lies elsewhere now and keeps the focus
    if (pressed.current) /** @type {HTMLElement | null | undefined} */ (root.current?.querySelector(".flip"))?.focus();
    pressed.current = false;
  }, [sheet]);
  const press = () => {
    pressed.current = true;
    flip();
  };
  const key = play.covered
    ? html`<button type="button" class="button small flip" aria-keyshortcuts="m" onClick=${press}>
        ${sheet ? "Look at the map" : `Back to ${sheetName(view.phase)}`} <kbd aria-hidden="true">m</kbd>
      </button>`
    : null;
  return html`<div class="stage" data-point="map" ref=${root}>
    ${h(Hint, { play, place: "stage" })}
    ${
      play.full.on
        ? html`<div class="asks">
            <p>${prompt}</p>
            ${
              undo
                ? html`<button type="button" class="button small" disabled=${play.busy} onClick=${() => void undo(1)}>
                    Undo
                  </button>`
                : null
            }
          </div>`
        : null
    }
    <div class="top">
      ${sheet ? html`<div class="cover" tabindex="-1" data-decide="">${key}${h(Sheet, { play })}</div>` : key}
      ${signing ? h(Rolled, { key: `${signing.seat}:${signing.recruit.slot}`, play, signing }) : null}
      ${
        board
          ? h(Under, { play, board, hidden: sheet })
          : html`<p class="quiet pad">${fault ? `Couldn't load the map: ${fault}` : "Loading the map…"}</p>`
      }
    </div>
  </div>`;
}

/** @param {Props} props */
export default function Board(props) {
  const { view } = props;
  const { root, pickNow, play, parts, flip, board, fault } = useTable(props);
  const { pick, hintClosed } = play;
  const sheet = play.covered && !parts.mapShown;
  const hint = view.hint && hintClosed !== view.hint.say ? view.hint.point : undefined;
  return h(
    Regions,
    {
      shape: play.shape,
      board: h(Stage, { play, sheet, flip, board, fault }),
      mine: play.me ? h(MyArea, { play }) : null,
      others: hasOthers(play) ? h(Others, { play }) : null,
      controls: h(Desk, { play }),
      labels: { board: sheet ? sheetTitle(view.phase) : "Map", mine: "My area", others: othersName(play) },
      front: parts.front,
      onFront: parts.setFront,
      more: {
        class: "eoc",
        ref: root,
        "data-phase": view.phase,
        "data-month": view.month,
        "data-acted": play.acted,
        "data-hint": hint,
        "data-sheet": sheet ? view.phase : undefined,
        "data-full": play.full.on ? "" : undefined,
        "aria-busy": play.busy ? "true" : "false",
      },
    },
    h(
      Dialog,
      { title: "Why so many stars?", wide: true, open: pick?.kind === "score", onClose: () => pickNow(null) },
      pick?.kind === "score" ? h(Score, { ...props, first: pick.seat, key: pick.seat }) : null,
    ),
  );
}

/** @typedef {{seat: number, recruit: import("./types.js").Signed}} Signing */

/** More recruits than this do not sign between two views of a game that is played: someone pages through it. */
const AT_ONCE = 8;

/**
 * The recruit that someone has just signed, for some seconds.
 * @param {SeatView} view
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
  return html`<p class="vmd">
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
      <b>${seat === play.seat ? "You sign" : `${play.names[seat]} signs`}</b> the ${POSITIONS[position]} from ${
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

// The map: states, roads, recruits, buses; what glows may be done. Pan and zoom by touch, buttons and keys.

import {
  COLOURS,
  LETTERS,
  POSITIONS,
  POSITION_NAMES,
  classes,
  count,
  envelopeText,
  h,
  html,
  list,
  regionText,
  signerOf,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "./kit.js";
import { coveredCorner, useCamera, wholeOf } from "./camera.js";
import { besideAll } from "./beside.js";
import { Bus, Ground, Names, NextMark, PrepaidMarks, SpaceMark, Tether, Thread, Token } from "./ground.js";
import { markSize, reachOf, sizesAt, spread } from "./spread.js";
import { colourTip, spaceTip, tip } from "./tips.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("/static/js/shared/preact.js").VNode} VNode */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Space} Space */
/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./spread.js").Lies} Lies */
/** @typedef {{key: string, x: number, y: number, glows: boolean}} Target */

/** "Iowa, Midwest, quarterback, 4 stars, costs 3 blue envelopes". @param {Play} play @param {number} slot */
export function recruitText(play, slot) {
  const { model, view, names } = play;
  const space = model.spaces[model.slots[slot].space];
  const owner = signerOf(play, slot);
  const what = `${POSITION_NAMES[view.recruits[slot]]}, ${count(view.values[slot], "star")}`;
  const who = `${model.slots[slot].name}, ${regionText(model, space)}, ${what}`;
  if (owner) return `${who}, signed by ${owner.name}`;
  const prepaid = view.players.map((player, seat) => {
    const mine = player.prepaid.find((p) => p.slot === slot);
    return mine
      ? `, ${seat === play.seat ? "you have" : `${names[seat]} has`} prepaid ${envelopeText(mine.envelopes)}`
      : "";
  });
  const can = play.legal.get({ type: "sign", recruit: slot })
    ? ", you can sign him"
    : play.legal.get({ type: "runner", recruit: slot })
      ? ", you can send a runner"
      : "";
  const next = view.bubba?.next === slot ? `, ${view.bubba.name} takes him next` : "";
  return `${who}, costs ${envelopeText(view.costs[slot])}${prepaid.join("")}${next}${can}`;
}

/** @param {Play} play @param {Space} space */
function spaceText(play, space) {
  const { view, names } = play;
  const kind =
    { state: "", border: "border state", start: "headquarters", circle: "stop on the road" }[space.kind] ?? "";
  const regions = space.regions.length ? `, ${regionText(play.model, space)}` : "";
  const buses = view.players
    .map((p, seat) => (p.space === space.index ? (seat === play.seat ? "your bus" : `${names[seat]}'s bus`) : ""))
    .filter(Boolean);
  const can = play.legal.get({ type: "move", space: space.id }) || play.legal.get({ type: "fly", space: space.id });
  const here = buses.length ? `, ${list(buses)} here` : "";
  return `${space.name}${kind ? `, ${kind}` : ""}${regions}${here}${can ? `, you can go there: ${can.label}` : ""}`;
}

/**
 * What can be pressed on the map: spaces by number, then the recruits beside them.
 * @param {Play} play
 * @param {Board} board
 * @param {Lies} lies
 */
function targetsOf({ model, legal }, board, { at }) {
  /** @type {Target[]} */
  const targets = [];
  for (const space of model.spaces) {
    const glows = !!(legal.get({ type: "move", space: space.id }) || legal.get({ type: "fly", space: space.id }));
    targets.push({ key: `s${space.index}`, ...pointOf(board, space), glows });
  }
  for (const { slot } of model.slots) {
    const where = at.get(`r${slot}`);
    const glows = !!(legal.get({ type: "sign", recruit: slot }) || legal.get({ type: "runner", recruit: slot }));
    if (where) targets.push({ key: `r${slot}`, x: where.x, y: where.y, glows });
  }
  return targets;
}

/** Where a space lies; the middle of the sheet for none. @param {Board} board @param {Space | undefined} space */
function pointOf(board, space) {
  return board.spaces[space?.id ?? ""] ?? { x: board.width / 2, y: board.height / 2 };
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The nearest target in a direction.
 * @param {Target[]} targets
 * @param {Target} from
 * @param {number[]} way
 * @returns {Target | undefined}
 */
function nearest(targets, from, way) {
  let best;
  let least = Infinity;
  for (const t of targets) {
    if (t.key === from.key) continue;
    const along = (t.x - from.x) * way[0] + (t.y - from.y) * way[1];
    const aside = Math.abs((t.x - from.x) * way[1]) + Math.abs((t.y - from.y) * way[0]);
    if (along > 2 && along + aside * 2 < least) {
      least = along + aside * 2;
      best = t;
    }
  }
  return best;
}

/**
 * One target at a time is a stop of the keyboard; arrows lead to the next, Enter presses, plus and minus zoom.
 * @param {{targets: Target[], home: number, camera: import("./camera.js").View, onPress: (key: string) => void}} given
 */
function useRoving({ targets, home, camera, onPress }) {
  const [focus, setFocus] = useState("");
  const known = targets.find((t) => t.key === focus);
  const roving = known ?? targets.find((t) => t.glows) ?? targets[Math.max(home, 0)];
  /** @param {string} key */
  const press = (key) => {
    if (camera.dragged.current) return;
    setFocus(key);
    onPress(key);
  };
  /** @param {KeyboardEvent & {currentTarget: Element}} event */
  const onKeyDown = (event) => {
    const way = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (way) {
      event.preventDefault();
      const some = targets.some((t) => t.glows) && !event.shiftKey;
      const to = nearest(some ? targets.filter((t) => t.glows) : targets, roving, way);
      if (!to) return;
      setFocus(to.key);
      camera.show(to);
      /** @type {SVGElement | null} */ (event.currentTarget.querySelector(`[data-key="${to.key}"]`))?.focus({
        preventScroll: true,
      });
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      camera.dragged.current = false;
      press(roving.key);
    } else if (event.key === "+" || event.key === "=") camera.glide({ ...camera.look, k: camera.look.k * 1.4 });
    else if (event.key === "-") camera.glide({ ...camera.look, k: camera.look.k / 1.4 });
  };
  return { roving: roving.key, press, setFocus, onKeyDown };
}

/**
 * What a target of the map is told. larger: how many times as large as on the printed sheet; said: what it is in words,
 * from which all that is drawn there follows.
 * @typedef {{play: Play, target: Target, picked: boolean, larger: number, said: string, about: object}} SpotProps
 */

/**
 * A space of the map.
 * @param {SpotProps & {space: Space, reach: number}} props about: its attributes as something that can be pressed;
 *   reach: how far around it a press means it
 */
function Spot({ play, space, target, picked, larger, reach, said, about }) {
  return html`<g
    data-key=${target.key} data-space=${space.id}
    class=${classes({ space: true, [space.kind]: true, glows: target.glows, picked })}
    transform=${`translate(${target.x} ${target.y}) scale(${larger})`} role="button"
    ...${spaceTip(play.model, space, said)} ...${about}>
    <text class="said">${said}</text>
    <circle class="hit" r=${Math.min(24, reach / larger)} />
    <circle class="halo" r=${space.kind === "start" ? 23 : space.kind === "border" ? 24 : 19} />
    <g aria-hidden="true">${h(SpaceMark, { space })}</g>
    <circle class="ring" r="25" />
  </g>`;
}

/** A recruit beside his state. @param {SpotProps & {slot: number, beside: import("./beside.js").Beside}} props */
function RecruitSpot({ play, slot, target, picked, larger, said, about, beside }) {
  const { view, legal } = play;
  const sign = !!legal.get({ type: "sign", recruit: slot });
  return html`<g
    data-key=${target.key} data-recruit=${slot}
    class=${classes({ recruit: true, sign, runner: target.glows && !sign, picked })}
    transform=${`translate(${target.x} ${target.y}) scale(${larger})`} role="button"
    ...${tip(view.signed_by[slot] < 0 ? "recruit" : "gone", { who: said })} ...${about}>
    <text class="said">${said}</text>
    <rect class="halo" x="-25" y="-18.5" width="50" height="37" rx="8" />
    <g aria-hidden="true">
      ${h(Token, { play, slot })}
      ${h(PrepaidMarks, { play, slot, places: beside.pills.get(slot) ?? [] })}
      ${view.bubba?.next === slot ? h(NextMark, { symbol: view.bubba.symbol, place: beside.flag }) : null}
    </g>
    <rect class="ring" x="-26" y="-19.5" width="52" height="39" rx="9" />
  </g>`;
}

/**
 * What glows at the places where one can go, and behind recruits whom one can sign.
 * @param {{play: Play, targets: Target[], sizes: import("./spread.js").Sizes}} props sizes: how large they are
 */
function Pulse({ play, targets, sizes }) {
  const { tokens } = sizes;
  const there = targets.filter(
    ({ key, glows }) => glows && (key[0] === "s" || play.legal.get({ type: "sign", recruit: Number(key.slice(1)) })),
  );
  return html`<g class="pulse" aria-hidden="true">
    ${there.map(({ key, x, y }) =>
      key[0] === "s"
        ? html`<circle
            key=${key} cx=${x} cy=${y} r=${30 * markSize(play.model.spaces[Number(key.slice(1))].kind, sizes)} />`
        : html`<rect
            key=${key} x=${x - 31 * tokens} y=${y - 24 * tokens} width=${62 * tokens} height=${48 * tokens}
            rx=${10 * tokens} />`,
    )}
  </g>`;
}

/**
 * Lines from the buses to their spaces, under all that can be read.
 * @param {{play: Play, board: Board, beside: import("./beside.js").Beside}} props
 */
function Tethers({ play: { view, model }, board, beside }) {
  return html`<g class="tethers" aria-hidden="true">
    ${[...beside.buses].map(([seat, from]) => {
      const { space, symbol } = view.players[seat];
      return h(Tether, { key: seat, symbol, from, to: pointOf(board, model.spaces[space]) });
    })}
  </g>`;
}

/**
 * Everyone's bus, one's own on top.
 * @param {{play: Play, beside: import("./beside.js").Beside, larger: number}} props
 */
function Buses({ play, beside, larger }) {
  const own = (/** @type {number} */ seat) => Number(seat === play.seat);
  const buses = [...beside.buses].sort(([a], [b]) => own(a) - own(b));
  return html`<g class="buses" aria-hidden="true">
    ${buses.map(([seat, at]) => h(Bus, { key: `bus${seat}`, play, seat, at, larger }))}
  </g>`;
}

/**
 * Threads to the recruits whom there was no room for beside their states.
 * @param {{play: Play, board: Board, lies: Lies}} props
 */
function Threads({ play, board, lies }) {
  const far = lies.sizes.tokens * 14;
  return html`<g class="threads" aria-hidden="true">
    ${play.model.slots.map(({ slot, space }) => {
      const lie = lies.at.get(`r${slot}`);
      if (!lie || Math.hypot(lie.x - lie.home.x, lie.y - lie.home.y) < far) return null;
      return h(Thread, { key: slot, from: lie, to: pointOf(board, play.model.spaces[space]) });
    })}
  </g>`;
}

/**
 * Keeps what was drawn for as long as all stays the same that it follows from: the map has many places, and few change.
 * @returns {(key: unknown, follows: unknown[], draw: () => VNode) => VNode}
 */
function useKept() {
  const kept = useRef(/** @type {Map<unknown, {follows: unknown[], node: VNode}>} */ (new Map()));
  return (key, follows, draw) => {
    const known = kept.current.get(key);
    if (known?.follows.every((one, k) => one === follows[k])) return known.node;
    const node = draw();
    kept.current.set(key, { follows, node });
    return node;
  };
}

/**
 * The map.
 * @param {{play: Play, board: Board, onPress: (target: {space?: number, slot?: number}) => void}} props
 */
export function MapBoard({ play, board, onPress }) {
  const { view, model, legal, seat, pick } = play;
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  const home = view.players[Math.max(seat, 0)].space;
  /** The bus and every space that a road leads to. */
  const near = [home, ...(model.roads[home] ?? [])].map((space) => pointOf(board, model.spaces[space]));
  const whole = wholeOf(board);
  const camera = useCamera(frame, board, ({ narrow, around }) => (narrow ? around(near) : whole));
  useFollowing(camera, { home, near, flying: legal.has("fly"), whole });
  const lies = spread(board, model, sizesAt(camera.scale), coveredCorner(camera, board));
  const { marks, tokens } = lies.sizes;
  const targets = targetsOf(play, board, lies);
  const beside = useMemo(() => besideAll(play, board, lies), [view, board, lies]);
  /** @param {string} key */
  const pressed = (key) => onPress(key[0] === "s" ? { space: Number(key.slice(1)) } : { slot: Number(key.slice(1)) });
  const { roving, press, setFocus, onKeyDown } = useRoving({ targets, home, camera, onPress: pressed });
  const picked = pick?.kind === "recruit" ? `r${pick.slot}` : pick?.kind === "space" ? `s${pick.space}` : "";
  useShowing(
    camera,
    targets.find((t) => t.key === picked),
  );
  const keep = useKept();
  const latest = useRef(press);
  latest.current = press;
  const words = model.spaces.map((space) => spaceText(play, space));
  /** @param {Target} target */
  const spot = (target) => {
    const { key, x, y, glows } = target;
    const [space, slot] = [model.spaces[Number(key.slice(1))], Number(key.slice(1))];
    const isSpace = key[0] === "s";
    const said = isSpace ? words[slot] : `${POSITIONS[view.recruits[slot]]} from ${recruitText(play, slot)}`;
    const larger = isSpace ? markSize(space.kind, lies.sizes) : tokens;
    const stop = roving === key;
    const around = isSpace ? "" : JSON.stringify([beside.pills.get(slot), view.bubba?.next === slot && beside.flag]);
    return keep(key, [said, x, y, glows, larger, stop, picked === key, model, around], () => {
      const about = { tabindex: stop ? 0 : -1, onClick: () => latest.current(key), onFocus: () => setFocus(key) };
      const props = { key, play, target, picked: picked === key, larger, said, about };
      return isSpace
        ? h(Spot, { ...props, space, reach: reachOf(board, space.id) })
        : h(RecruitSpot, { ...props, slot, beside });
    });
  };
  return html`<div class="map" ref=${frame}>
    <svg
      viewBox=${camera.box} role="group" class=${classes({ zoomed: camera.zoomed })}
      data-layer=${camera.zoomed ? "enlarged" : undefined}
      aria-label="Map. Arrow keys move between glowing places, Shift+arrow keys between all. Press Enter to choose."
      ...${camera.hears} onKeyDown=${onKeyDown}>
      ${keep("ground", [board, model], () => h(Ground, { board, play }))}
      ${keep("threads", [board, lies, model], () => h(Threads, { play, board, lies }))}
      <g class="shapes" aria-hidden="true">
        ${board.shapes.map((shape) => {
          const space = /** @type {Space} */ (model.byId.get(shape.id));
          const { key, glows } = targets[space.index];
          const said = words[space.index];
          return keep(
            shape,
            [glows, said, model],
            () =>
              html`<path
                d=${shape.path} class=${classes({ area: true, glows })} onClick=${() => latest.current(key)}
                ...${spaceTip(model, space, said)} />`,
          );
        })}
      </g>
      ${h(Pulse, { play, targets, sizes: lies.sizes })}
      ${h(Tethers, { play, board, beside })}
      ${targets.map(spot)}
      ${keep("names", [board, lies], () => h(Names, { board, lies }))}
      ${h(Buses, { play, beside, larger: marks })}
    </svg>
    ${h(Zoom, { play, camera, whole, around: () => camera.around(near) })}
  </div>`;
}

/**
 * The map goes with the bus, and shows all of itself to a player who may fly.
 * @param {import("./camera.js").View} camera
 * @param {{home: number, near: {x: number, y: number}[], flying: boolean, whole: Camera}} given near: the bus first
 */
function useFollowing(camera, { home, near, flying, whole }) {
  const seen = useRef(home);
  useEffect(() => {
    if (seen.current !== home && camera.narrow && camera.look.k > 1.2) camera.glide(camera.around(near));
    else if (seen.current !== home && camera.moved) camera.show(near[0]);
    seen.current = home;
  }, [home]);
  useEffect(() => {
    if (flying && camera.narrow) camera.glide(whole);
  }, [flying]);
}

/**
 * What is picked stays in sight when a paper takes room away.
 * @param {import("./camera.js").View} camera
 * @param {Target | undefined} picked
 */
function useShowing(camera, picked) {
  const { w, h: tall } = camera.size;
  useEffect(() => {
    if (picked && camera.zoomed) camera.show(picked);
  }, [picked?.key, w, tall]);
}

/** What the colors of the map mean, in words. @param {{play: Play, children?: any}} props */
export function Legend({ play, children }) {
  return html`<ul class="legend" aria-label="Regions" data-tips="">
    ${play.model.regions.map(
      (name, c) =>
        html`<li data-colour=${COLOURS[c]} ...${tip("colour", colourTip(play.model, c), !c)}>
          <span class="swatch" aria-hidden="true">${LETTERS[c]}</span>
          <span class="word">${name}</span>
        </li>`,
    )}
    ${children}
  </ul>`;
}

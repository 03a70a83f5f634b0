// The map: states, roads, recruits, buses; what glows may be done. Pan and zoom by touch, buttons and keys.

import {
  BUBBA,
  COLOURS,
  LETTERS,
  POSITIONS,
  POSITION_NAMES,
  classes,
  count,
  envelopeText,
  h,
  html,
  recruitCost,
  regionText,
  signerOf,
  slotName,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "./kit.js";
import { symbolPath } from "./marks.js";
import { colourTip, spaceTip, tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Space} Space */
/** @typedef {{x: number, y: number, k: number}} Camera the point in the middle, and how many times larger than the whole sheet */
/** @typedef {{key: string, x: number, y: number, glows: boolean}} Target */

const TOKEN_W = 46;
const TOKEN_H = 34;
const BUS_PLACES = [
  [[0, -7]],
  [
    [-15, -9],
    [15, -5],
  ],
  [
    [-16, -15],
    [16, -11],
    [0, 12],
  ],
  [
    [-16, -15],
    [16, -11],
    [-16, 10],
    [16, 14],
  ],
];

/** "Iowa, Midwest, quarterback, 4 stars, costs 3 blue envelopes". @param {Play} play @param {number} slot */
export function recruitText(play, slot) {
  const { model, view, names } = play;
  const space = model.spaces[model.slots[slot].space];
  const owner = signerOf(play, slot);
  const who = `${slotName(model, slot)}, ${regionText(model, space)}, ${POSITION_NAMES[view.recruits[slot]]}, ${count(view.values[slot], "star")}`;
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
  const next = view.bubba?.next === slot ? `, ${BUBBA.name} takes him next` : "";
  return `${who}, costs ${envelopeText(recruitCost(model, view, slot))}${prepaid.join("")}${next}${can}`;
}

/** @param {Play} play @param {Space} space */
function spaceText(play, space) {
  const { view, names } = play;
  const kind =
    { state: "", border: "border state", start: "headquarters", circle: "stop on the road" }[space.kind] ?? "";
  const regions = space.regions.length ? `, ${regionText(play.model, space)}` : "";
  const buses = view.players
    .map((p, seat) => (p.space === space.index ? (seat === play.seat ? "your bus" : `bus of ${names[seat]}`) : ""))
    .filter(Boolean);
  const can = play.legal.get({ type: "move", space: space.id }) || play.legal.get({ type: "fly", space: space.id });
  return `${space.name}${kind ? `, ${kind}` : ""}${regions}${buses.length ? `, ${buses.join(", ")} here` : ""}${can ? `, you can go there: ${can.label}` : ""}`;
}

/** What never changes: land, shapes, roads, names. @param {{board: Board, play: Play}} props */
function Ground({ board, play }) {
  const { model } = play;
  return useMemo(() => {
    /** @param {string} id */
    const paint = (id) => {
      const { regions } = /** @type {Space} */ (model.byId.get(id));
      return regions.length === 2
        ? `url(#eoc-${COLOURS[regions[0]]}-${COLOURS[regions[1]]})`
        : `var(--env-${COLOURS[regions[0]]}-soft)`;
    };
    const pairs = new Map(model.spaces.filter((s) => s.kind === "border").map((s) => [s.regions.join(), s.regions]));
    return html`<g class="ground">
      <defs>
        ${[...pairs.values()].map(
          ([a, b]) => html`<pattern
            id=${`eoc-${COLOURS[a]}-${COLOURS[b]}`} width="20" height="20" patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)">
            <rect width="20" height="20" style=${`fill: var(--env-${COLOURS[a]}-soft)`} />
            <rect x="0" width="10" height="20" style=${`fill: var(--env-${COLOURS[b]}-soft)`} />
          </pattern>`,
        )}
      </defs>
      <rect class="sea" x="-600" y="-600" width="2800" height="2200" />
      <path class="abroad" d=${board.land} />
      ${board.insets.map((inset) => html`<path class="inset" d=${inset.path} />`)}
      ${board.shapes.map((shape) => html`<path class="land" d=${shape.path} style=${`fill: ${paint(shape.id)}`} />`)}
      ${board.regions.map((region) => html`<path class="region" d=${region.path} data-colour=${region.id} />`)}
      ${board.leaders.map((path) => html`<path class="leader" d=${path} />`)}
      ${board.roads.map((road) => html`<path class=${road.lane ? "road lane" : "road"} d=${road.path} />`)}
      ${Object.entries(board.labels).map(
        ([, label]) =>
          html`<text class="place" x=${label.x} y=${label.y} font-size=${label.size}>
            ${label.lines.map(
              (line, k) => html`<tspan x=${label.x} y=${label.y + k * label.size * 1.05}>${line}</tspan>`,
            )}
          </text>`,
      )}
    </g>`;
  }, [board, model]);
}

/** The mark of a space. @param {{space: Space}} props */
function SpaceMark({ space }) {
  if (space.kind === "circle") return html`<circle class="mark" r="9" />`;
  if (space.kind === "start")
    return html`<g data-symbol=${space.seat}>
      <circle class="mark hq" r="17" />
      <path class="sym" d=${symbolPath(space.seat)} transform="translate(-10.5 -10.5) scale(0.875)" />
    </g>`;
  if (space.kind === "state") {
    return html`<g data-colour=${COLOURS[space.regions[0]]}>
      <rect class="mark" x="-11" y="-11" width="22" height="22" rx="4" />
      <text class="letter" y="5.5">${LETTERS[space.regions[0]]}</text>
    </g>`;
  }
  return html`<g>
    <rect class="mark half" x="-16" y="-11" width="32" height="22" rx="4" />
    ${space.regions.map(
      (c, k) =>
        html`<g data-colour=${COLOURS[c]}>
          <path
            class="mark"
            d=${k ? "M0-11H12a4 4 0 0 1 4 4V7a4 4 0 0 1-4 4H0z" : "M0-11H-12a4 4 0 0 0-4 4V7a4 4 0 0 0 4 4H0z"} />
          <text class="letter" x=${k ? 8 : -8} y="5.5">${LETTERS[c]}</text>
        </g>`,
    )}
  </g>`;
}

/** A recruit beside his state: position, stars, cost; or the symbol of who signed him. @param {{play: Play, slot: number}} props */
function Token({ play, slot }) {
  const { view, model } = play;
  const position = POSITIONS[view.recruits[slot]];
  const owner = signerOf(play, slot);
  const cost = recruitCost(model, view, slot);
  const colours = COLOURS.map((_, c) => c).filter((c) => cost[c] > 0);
  return html`<g class=${classes({ token: true, gone: owner })}>
    <rect class="paper" x=${-TOKEN_W / 2} y=${-TOKEN_H / 2} width=${TOKEN_W} height=${TOKEN_H} rx="5" />
    <text class=${position.length > 2 ? "position long" : "position"} x="-20" y="-2.5">${position}</text>
    <g class="value">
      <text class="stars" x="11" y="-2.5">${view.values[slot]}</text>
      <path
        class="starry" d="M12 1.800l3.1 6.6 7.2.9-5.3 5 1.4 7.100L12 17.900l-6.4 3.500L7 14.3 1.7 9.300l7.2-.9z"
        transform="translate(10.8 -13.4) scale(0.44)" />
    </g>
    ${
      owner
        ? null
        : colours.map(
            (c, k) => html`<g
              data-colour=${COLOURS[c]} transform=${`translate(${colours.length === 1 ? 0 : k ? 10.5 : -10.5} 8)`}>
              <rect class="env" x="-9.5" y="-6.5" width="19" height="13" rx="1.5" />
              <text class="owed" y="4.3">${cost[c]}${LETTERS[c]}</text>
            </g>`,
          )
    }
    ${
      owner
        ? html`<g data-symbol=${owner.symbol}>
            <path class="sym" d=${symbolPath(owner.symbol)} transform="translate(-9 -4) scale(0.8)" />
          </g>`
        : null
    }
  </g>`;
}

/** Envelopes waiting beside a recruit: whose, and how many. @param {{play: Play, slot: number}} props */
function PrepaidMarks({ play, slot }) {
  const owners = play.view.players.filter((p) => p.prepaid.some((one) => one.slot === slot));
  return owners.map((player, k) => {
    const n = /** @type {import("./types.js").Prepaid} */ (
      player.prepaid.find((one) => one.slot === slot)
    ).envelopes.reduce((a, b) => a + b, 0);
    return html`<g
      class="prepaid" ...${tip("prepaid")} data-symbol=${player.symbol} transform=${`translate(${12 - 25 * k} -22)`}>
      <rect class="pill" x="-12" y="-8" width="24" height="16" rx="8" />
      <path class="sym" d=${symbolPath(player.symbol)} transform="translate(-10 -5.5) scale(0.46)" />
      <text x="5.5" y="4.4">${n}</text>
    </g>`;
  });
}

/** The flag on the recruit whom Bubba takes next; higher where envelopes lie beside him. @param {{high: boolean}} props */
function NextMark({ high }) {
  return html`<g class="bubba-flag" ...${tip("bubba.next")} data-symbol=${BUBBA.symbol}>
    <rect class="aim" x="-27" y="-21" width="54" height="42" rx="8" />
    <g transform=${`translate(-3 ${high ? -45 : -31})`}>
      <path class="pole" d="M-25-12V22" />
      <path class="flag" d="M-25-13H37L29-1.500 37 10H-25z" />
      <path class="sym" d=${symbolPath(BUBBA.symbol)} transform="translate(-22 -9) scale(0.6)" />
      <text x="10" y="4">next</text>
    </g>
  </g>`;
}

/** @param {{play: Play, seat: number, at: {x: number, y: number}, place: number[]}} props */
function Bus({ play, seat, at, place }) {
  const { symbol } = play.view.players[seat];
  return html`<g
    class=${classes({ bus: true, mine: seat === play.seat })} data-symbol=${symbol}
    style=${`transform: translate(${at.x + place[0]}px, ${at.y + place[1]}px)`}>
    <path class="body" d="M-17-11H11c4 0 6 3 6 8V7h-34z" />
    <path class="glass" d="M7-8h4c2 0 3 2 3 5H7z" />
    <circle class="wheel" cx="-9" cy="8" r="3.6" />
    <circle class="wheel" cx="9" cy="8" r="3.6" />
    <path class="badge" d=${symbolPath(symbol)} transform="translate(-14.5 -9) scale(0.62)" />
  </g>`;
}

/**
 * The map.
 * @param {{play: Play, board: Board, onPress: (target: {space?: number, slot?: number}) => void}} props
 */
export function MapBoard({ play, board, onPress }) {
  const { view, model, legal, seat } = play;
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const [size, setSize] = useState({ w: 1000, h: 625 });
  const home = view.players[Math.max(seat, 0)].space;
  /** @param {number} space @returns {{x: number, y: number}} */
  const at = (space) => board.spaces[model.spaces[space]?.id ?? ""] ?? { x: board.width / 2, y: board.height / 2 };

  // -- where one looks -------------------------------------------------------------------------------------------------
  const whole = Math.min(size.w / board.width, size.h / board.height);
  const least = 1;
  const narrow = whole < 0.45;
  const [camera, setCamera] = useState(/** @type {Camera | null} */ (null));
  /** The bus and every space that a road leads to, as large as they fit. @returns {Camera} */
  const around = () => {
    const points = [home, ...(model.roads[home] ?? [])].map(at);
    const left = Math.min(...points.map((p) => p.x)) - 60;
    const right = Math.max(...points.map((p) => p.x)) + 60;
    const top = Math.min(...points.map((p) => p.y)) - 50;
    const bottom = Math.max(...points.map((p) => p.y)) + 90;
    const fits = Math.min(size.w / (right - left), size.h / (bottom - top));
    return { x: (left + right) / 2, y: (top + bottom) / 2, k: Math.min(0.85, Math.max(fits, 0.4)) / whole };
  };
  const start = narrow ? around() : { x: board.width / 2, y: board.height / 2, k: 1 };
  const look = clamp(camera ?? start, whole, size, board, least);
  const flight = useRef(0);
  const current = useRef(look);
  current.current = look;

  /** @param {Camera} to */
  const glide = (to) => {
    cancelAnimationFrame(flight.current);
    const goal = clamp(to, whole, size, board, least);
    const from = current.current;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return setCamera(goal);
    const began = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const t = Math.min(1, (now - began) / 260);
      const e = 1 - (1 - t) ** 3;
      setCamera({
        x: from.x + (goal.x - from.x) * e,
        y: from.y + (goal.y - from.y) * e,
        k: from.k + (goal.k - from.k) * e,
      });
      if (t < 1) flight.current = requestAnimationFrame(step);
    };
    flight.current = requestAnimationFrame(step);
    return undefined;
  };
  /** @param {number} x @param {number} y */
  const show = (x, y) => {
    const scale = whole * look.k;
    const dx = Math.abs(x - look.x) * scale;
    const dy = Math.abs(y - look.y) * scale;
    if (dx > size.w * 0.36 || dy > size.h * 0.36) glide({ x, y, k: look.k });
  };

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => {
      const box = element.getBoundingClientRect();
      if (box.width > 0)
        setSize((before) =>
          before.w === box.width && before.h === box.height ? before : { w: box.width, h: box.height },
        );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const seen = useRef(home);
  useEffect(() => {
    if (seen.current !== home && narrow && look.k > 1.2) glide(around());
    else if (seen.current !== home && camera) show(at(home).x, at(home).y);
    seen.current = home;
  }, [home]);

  const flying = legal.has("fly");
  useEffect(() => {
    if (flying && narrow) glide({ x: board.width / 2, y: board.height / 2, k: least });
  }, [flying]);

  // -- fingers and mouse -----------------------------------------------------------------------------------------------
  const fingers = useRef(/** @type {Map<number, {x: number, y: number}>} */ (new Map()));
  const dragged = useRef(false);
  /** @param {PointerEvent} event */
  const down = (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (!fingers.current.size) dragged.current = false;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  /** @param {PointerEvent} event */
  const moved = (event) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!dragged.current && Math.hypot(now.x - before.x, now.y - before.y) < 7) return;
    const others = [...fingers.current.entries()].filter(([id]) => id !== event.pointerId);
    const { x, y, k } = current.current;
    const scale = whole * k;
    dragged.current = true;
    svg.current?.setPointerCapture(event.pointerId);
    if (others.length) {
      const other = others[0][1];
      const grown =
        Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      setCamera(
        clamp(
          { x: x - (now.x - before.x) / scale / 2, y: y - (now.y - before.y) / scale / 2, k: k * grown },
          whole,
          size,
          board,
          least,
        ),
      );
    } else if (k > least + 0.001) {
      setCamera(
        clamp({ x: x - (now.x - before.x) / scale, y: y - (now.y - before.y) / scale, k }, whole, size, board, least),
      );
    }
    fingers.current.set(event.pointerId, now);
  };
  /** @param {PointerEvent} event */
  const up = (event) => void fingers.current.delete(event.pointerId);
  /** @param {WheelEvent} event */
  const wheel = (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    setCamera(clamp({ ...look, k: look.k * Math.exp(-event.deltaY / 300) }, whole, size, board, least));
  };

  // -- what can be pressed -----------------------------------------------------------------------------------------------
  /** @type {Target[]} */
  const targets = [];
  for (const space of model.spaces) {
    const glows = !!(legal.get({ type: "move", space: space.id }) || legal.get({ type: "fly", space: space.id }));
    targets.push({ key: `s${space.index}`, ...at(space.index), glows });
  }
  for (const { slot, space } of model.slots) {
    const where = board.tokens[model.spaces[space].id]?.[slot >= 24 ? slot % 2 : 0];
    const glows = !!(legal.get({ type: "sign", recruit: slot }) || legal.get({ type: "runner", recruit: slot }));
    if (where) targets.push({ key: `r${slot}`, x: where.x, y: where.y, glows });
  }
  const [focus, setFocus] = useState("");
  const known = targets.find((t) => t.key === focus);
  const roving = known ? focus : (targets.find((t) => t.glows) ?? targets[Math.max(home, 0)]).key;
  /** @param {string} key */
  const press = (key) => {
    if (dragged.current) return;
    setFocus(key);
    onPress(key[0] === "s" ? { space: Number(key.slice(1)) } : { slot: Number(key.slice(1)) });
  };
  /** @param {KeyboardEvent} event */
  const keyed = (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = targets.find((t) => t.key === roving);
    if (way && from) {
      event.preventDefault();
      const some = targets.some((t) => t.glows) && !event.shiftKey;
      let best = "";
      let nearest = Infinity;
      for (const t of targets) {
        if (t.key === from.key || (some && !t.glows)) continue;
        const along = (t.x - from.x) * way[0] + (t.y - from.y) * way[1];
        const aside = Math.abs((t.x - from.x) * way[1]) + Math.abs((t.y - from.y) * way[0]);
        if (along > 2 && along + aside * 2 < nearest) {
          nearest = along + aside * 2;
          best = t.key;
        }
      }
      if (best) {
        setFocus(best);
        const to = /** @type {Target} */ (targets.find((t) => t.key === best));
        show(to.x, to.y);
        /** @type {SVGElement | null | undefined} */ (svg.current?.querySelector(`[data-key="${best}"]`))?.focus({
          preventScroll: true,
        });
      }
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      dragged.current = false;
      press(roving);
    } else if (event.key === "+" || event.key === "=") glide({ ...look, k: look.k * 1.4 });
    else if (event.key === "-") glide({ ...look, k: look.k / 1.4 });
  };

  const w = size.w / (whole * look.k);
  const hgt = size.h / (whole * look.k);
  const picked =
    play.pick?.kind === "recruit" ? `r${play.pick.slot}` : play.pick?.kind === "space" ? `s${play.pick.space}` : "";
  return html`<div class="map" ref=${frame}>
    <svg
      ref=${svg} viewBox=${`${look.x - w / 2} ${look.y - hgt / 2} ${w} ${hgt}`} role="group"
      class=${classes({ zoomed: look.k > least + 0.001 })}
      aria-label="Map. Arrow keys lead from one glowing place to the next, with Shift to any place; Enter acts."
      onPointerDown=${down} onPointerMove=${moved} onPointerUp=${up} onPointerCancel=${up} onWheel=${wheel}
      onKeyDown=${keyed}>
      ${h(Ground, { board, play })}
      <g class="shapes" aria-hidden="true">
        ${board.shapes.map((shape) => {
          const space = /** @type {Space} */ (model.byId.get(shape.id));
          return html`<path
            d=${shape.path} class=${classes({ area: true, glows: targets[space.index].glows })}
            onClick=${() => press(`s${space.index}`)} ...${spaceTip(model, space, spaceText(play, space))} />`;
        })}
      </g>
      ${model.spaces.map((space) => {
        const target = targets[space.index];
        return html`<g
          key=${target.key} data-key=${target.key} data-space=${space.id}
          class=${classes({ space: true, [space.kind]: true, glows: target.glows, picked: picked === target.key })}
          transform=${`translate(${target.x} ${target.y})`} role="button"
          ...${spaceTip(model, space, spaceText(play, space))} tabindex=${roving === target.key ? 0 : -1}
          onClick=${() => press(target.key)} onFocus=${() => setFocus(target.key)}>
          <text class="said">${spaceText(play, space)}</text>
          <circle class="hit" r="24" />
          <circle class="halo" r=${space.kind === "start" ? 23 : space.kind === "border" ? 24 : 19} />
          <g aria-hidden="true">${h(SpaceMark, { space })}</g>
          <circle class="ring" r="25" />
        </g>`;
      })}
      ${targets.slice(model.spaces.length).map((target) => {
        const slot = Number(target.key.slice(1));
        const sign = !!legal.get({ type: "sign", recruit: slot });
        const said = `${POSITIONS[view.recruits[slot]]} of ${recruitText(play, slot)}`;
        return html`<g
          key=${target.key} data-key=${target.key} data-recruit=${slot}
          class=${classes({ recruit: true, sign, runner: target.glows && !sign, picked: picked === target.key })}
          transform=${`translate(${target.x} ${target.y})`} role="button"
          ...${tip(view.signed_by[slot] < 0 ? "recruit" : "gone", { who: said })}
          tabindex=${roving === target.key ? 0 : -1} onClick=${() => press(target.key)}
          onFocus=${() => setFocus(target.key)}>
          <text class="said">${said}</text>
          <rect class="halo" x="-27" y="-21" width="54" height="42" rx="8" />
          <g aria-hidden="true">
            ${h(Token, { play, slot })}
            ${h(PrepaidMarks, { play, slot })}
            ${
              view.bubba?.next === slot
                ? h(NextMark, { high: view.players.some((p) => p.prepaid.some((one) => one.slot === slot)) })
                : null
            }
          </g>
          <rect class="ring" x="-28" y="-22" width="56" height="44" rx="9" />
        </g>`;
      })}
      <g class="buses" aria-hidden="true">
        ${[...view.players.keys()]
          .filter((s) => s !== seat)
          .concat(seat >= 0 ? [seat] : [])
          .filter((s) => view.players[s].space >= 0)
          .map((s) => {
            const { space } = view.players[s];
            const here = [...view.players.keys()].filter((o) => view.players[o].space === space);
            return h(Bus, {
              key: `bus${s}`,
              play,
              seat: s,
              at: at(space),
              place: BUS_PLACES[here.length - 1][here.indexOf(s)],
            });
          })}
      </g>
    </svg>
    <div class="zoom">
      <button type="button" aria-label="Zoom in" onClick=${() => glide({ ...look, k: look.k * 1.5 })}>+</button>
      <button type="button" aria-label="Zoom out" onClick=${() => glide({ ...look, k: look.k / 1.5 })}>−</button>
      <button type="button" aria-label=${seat >= 0 ? "Go to my bus" : "Go to a bus"} onClick=${() => glide(around())}>
        <svg viewBox="-20 -14 40 28" aria-hidden="true">
          <path d="M-17-11H11c4 0 6 3 6 8V7h-34z" />
          <circle cx="-9" cy="8" r="4" />
          <circle cx="9" cy="8" r="4" />
        </svg>
      </button>
      <button
        type="button" aria-label="Show the whole map"
        onClick=${() => glide({ x: board.width / 2, y: board.height / 2, k: least })}>
        <svg viewBox="-12 -12 24 24" aria-hidden="true">
          <path d="M-9-3v-6h6M9-3v-6H3M-9 3v6h6M9 3v6H3" fill="none" stroke="currentColor" stroke-width="2.5" />
        </svg>
      </button>
    </div>
  </div>`;
}

/**
 * Keep the sheet in the frame: never smaller than it must be, never shown beside itself.
 * @param {Camera} camera @param {number} whole @param {{w: number, h: number}} size @param {Board} board @param {number} least @returns {Camera}
 */
function clamp(camera, whole, size, board, least) {
  const k = Math.min(Math.max(camera.k, least), 2.4 / whole);
  const w = size.w / (whole * k) / 2;
  const hgt = size.h / (whole * k) / 2;
  /** @param {number} v @param {number} half @param {number} all */
  const hold = (v, half, all) => (half * 2 >= all ? all / 2 : Math.min(Math.max(v, half), all - half));
  return { x: hold(camera.x, w, board.width), y: hold(camera.y, hgt, board.height), k };
}

/** What the colours of the map mean, in words. @param {{play: Play, children?: any}} props */
export function Legend({ play, children }) {
  return html`<ul class="legend" aria-label="Regions" data-tips="">
    ${play.model.regions.map(
      (name, c) =>
        html`<li data-colour=${COLOURS[c]} ...${tip("colour", colourTip(play.model, c), !c)}>
          <span class="swatch" aria-hidden="true">${LETTERS[c]}</span>
          ${name}
        </li>`,
    )}
    ${children}
  </ul>`;
}

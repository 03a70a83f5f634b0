// Where one looks on the map, and how fingers, the mouse and buttons move that.

import { useEffect, useLayoutEffect, useRef, useState } from "./kit.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {{x: number, y: number}} Point */
/** corner: the room that the controls take at the right and the bottom. @typedef {{w: number, h: number}} Room */
/** @typedef {Room & {corner: Room}} Size */
/** k: how many times larger than the whole sheet; x, y: the point in the middle. */
/** @typedef {{x: number, y: number, k: number}} Camera */

/** Pixels between the controls and the edge of the map, and free around them. */
const EDGE = 12;

/**
 * The part of the sheet that lies under the controls, in steps of 10 units, while the whole sheet is in sight.
 * @param {View} camera
 * @param {Board} board
 * @returns {{x: number, y: number} | null} its upper left corner
 */
export function coveredCorner({ size, scale, zoomed }, board) {
  const { w, h, corner } = size;
  if (zoomed || corner.w === 0) return null;
  /** @param {number} units @param {number} pixels */
  const at = (units, pixels) => Math.floor((units / 2 + pixels / scale) / 10) * 10;
  return { x: at(board.width, w / 2 - corner.w - EDGE), y: at(board.height, h / 2 - corner.h - EDGE) };
}

/** The camera that shows the whole sheet. @param {Board} board @returns {Camera} */
export function wholeOf(board) {
  return { x: board.width / 2, y: board.height / 2, k: LEAST };
}

const LEAST = 1;
/** Where the whole sheet is smaller than that, one looks at a part of it. */
const NARROW = 0.36;
/** The least and the most that a part of it is enlarged at first. */
const NEAR = [0.6, 0.9];
/** The most that anything is enlarged, in pixels of the screen for one of the sheet. */
const MOST = 2.4;

/**
 * What the map is seen through.
 * @typedef {object} View
 * @property {Camera} look
 * @property {boolean} narrow the sheet does not fit so that it can be read
 * @property {boolean} moved one looks at a place of one's own choice
 * @property {boolean} zoomed
 * @property {Size} size of the frame
 * @property {number} scale pixels of the screen for one unit of the sheet, where the camera came to rest
 * @property {string} box for the drawing
 * @property {(to: Camera) => void} glide
 * @property {(point: Point) => void} show glides only where the point lies at the edge or outside
 * @property {(points: Point[]) => Camera} around all of these, as large as they fit
 * @property {{current: boolean}} dragged whether the last press was a pull
 * @property {Record<string, (event: any) => void>} hears what the drawing listens to
 */

/**
 * @param {{current: HTMLElement | null}} frame
 * @param {Board} board
 * @param {(see: Pick<View, "narrow" | "around">) => Camera} begin where one looks until one chooses
 * @returns {View}
 */
export function useCamera(frame, board, begin) {
  const size = useSize(frame);
  const [camera, setCamera] = useState(/** @type {Camera | null} */ (null));
  const whole = Math.min(size.w / board.width, size.h / board.height);
  const narrow = whole < NARROW;
  /** @param {Camera} to */
  const held = (to) => clamp(to, whole, size, board);
  /** @param {Point[]} points @returns {Camera} */
  const around = (points) => {
    const left = Math.min(...points.map((p) => p.x)) - 60;
    const right = Math.max(...points.map((p) => p.x)) + 60;
    const top = Math.min(...points.map((p) => p.y)) - 50;
    const bottom = Math.max(...points.map((p) => p.y)) + 90;
    const fits = Math.min(size.w / (right - left), size.h / (bottom - top));
    const k = Math.min(NEAR[1], Math.max(fits, NEAR[0])) / whole;
    return { x: (left + right) / 2, y: (top + bottom) / 2, k };
  };
  const look = held(camera ?? begin({ narrow, around }));
  const current = useRef(look);
  current.current = look;
  const glide = useGlide(current, held, setCamera);
  const { dragged, hears } = useFingers(current, whole, (to) => setCamera(held(to)));
  /** @param {Point} point */
  const show = ({ x, y }) => {
    const scale = whole * look.k;
    const [dx, dy] = [Math.abs(x - look.x) * scale, Math.abs(y - look.y) * scale];
    if (dx > size.w * 0.36 || dy > size.h * 0.36) glide({ x, y, k: look.k });
  };
  const w = size.w / (whole * look.k);
  const tall = size.h / (whole * look.k);
  const box = `${look.x - w / 2} ${look.y - tall / 2} ${w} ${tall}`;
  const zoomed = look.k > LEAST + 0.001;
  const scale = useRest(whole * look.k, size);
  return { look, size, narrow, moved: !!camera, zoomed, scale, box, glide, show, around, dragged, hears };
}

/**
 * A number once it has come to rest; at once where the frame is another one.
 * @param {number} now
 * @param {Size} frame
 */
function useRest(now, frame) {
  const rest = useRef({ now, frame });
  const [, setRests] = useState(0);
  if (rest.current.frame !== frame) rest.current = { now, frame };
  useEffect(() => {
    if (rest.current.now === now) return undefined;
    const timer = setTimeout(() => {
      rest.current = { now, frame };
      setRests((before) => before + 1);
    }, 90);
    return () => clearTimeout(timer);
  }, [now]);
  return rest.current.now;
}

/** The size of the frame and of the controls in its corner. @param {{current: HTMLElement | null}} frame */
function useSize(frame) {
  const [size, setSize] = useState({ w: 1000, h: 625, corner: { w: 0, h: 0 } });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => {
      const { width: w, height: h } = element.getBoundingClientRect();
      if (w === 0) return;
      const controls = /** @type {HTMLElement | null} */ (element.querySelector(".zoom"));
      const corner = { w: controls?.offsetWidth ?? 0, h: controls?.offsetHeight ?? 0 };
      const now = { w, h, corner };
      setSize((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}

/**
 * Moves the camera in a quarter of a second; at once for those who want no motion.
 * @param {{current: Camera}} current
 * @param {(to: Camera) => Camera} held
 * @param {(to: Camera) => void} set
 */
function useGlide(current, held, set) {
  const flight = useRef(0);
  /** @param {Camera} to */
  return (to) => {
    cancelAnimationFrame(flight.current);
    const goal = held(to);
    const from = current.current;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return set(goal);
    const began = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const t = Math.min(1, (now - began) / 260);
      const e = 1 - (1 - t) ** 3;
      set({
        x: from.x + (goal.x - from.x) * e,
        y: from.y + (goal.y - from.y) * e,
        k: from.k + (goal.k - from.k) * e,
      });
      if (t < 1) flight.current = requestAnimationFrame(step);
    };
    flight.current = requestAnimationFrame(step);
    return undefined;
  };
}

/**
 * One finger pulls an enlarged map, two enlarge it, the wheel does with Ctrl.
 * @param {{current: Camera}} current
 * @param {number} whole pixels of the screen for one of the sheet where all of it is shown
 * @param {(to: Camera) => void} set
 */
function useFingers(current, whole, set) {
  const fingers = useRef(/** @type {Map<number, Point>} */ (new Map()));
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
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    const [dx, dy] = [(now.x - before.x) / scale, (now.y - before.y) / scale];
    if (others.length) {
      const other = others[0][1];
      const far = Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      set({ x: x - dx / 2, y: y - dy / 2, k: (k * Math.hypot(now.x - other.x, now.y - other.y)) / far });
    } else if (k > LEAST + 0.001) {
      set({ x: x - dx, y: y - dy, k });
    }
    fingers.current.set(event.pointerId, now);
  };
  /** @param {PointerEvent} event */
  const up = (event) => void fingers.current.delete(event.pointerId);
  /** @param {WheelEvent} event */
  const wheel = (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    set({ ...current.current, k: current.current.k * Math.exp(-event.deltaY / 300) });
  };
  return {
    dragged,
    hears: { onPointerDown: down, onPointerMove: moved, onPointerUp: up, onPointerCancel: up, onWheel: wheel },
  };
}

/**
 * Keeps the sheet in the frame: never smaller than it must be, never shown beside itself.
 * @param {Camera} camera
 * @param {number} whole
 * @param {Size} size
 * @param {Board} board
 * @returns {Camera}
 */
function clamp(camera, whole, size, board) {
  const k = Math.min(Math.max(camera.k, LEAST), MOST / whole);
  /** @param {number} v @param {number} half @param {number} all */
  const hold = (v, half, all) => (half * 2 >= all ? all / 2 : Math.min(Math.max(v, half), all - half));
  const scale = whole * k * 2;
  return { x: hold(camera.x, size.w / scale, board.width), y: hold(camera.y, size.h / scale, board.height), k };
}

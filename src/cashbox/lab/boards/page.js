/** The page on which the suite of boards shows positions, and tries what a player can do there. */

import { keyOf } from "/static/js/board/play.js";
import { forgetDrafts } from "/static/js/shared/memory.js";
import { h, options, render } from "/static/js/shared/preact.js";
import { controls, nameOf } from "./controls.js";
import { Explorer } from "./explore.js";

/** @typedef {import("/static/js/board/props.js").BoardModule} BoardModule */
/** @typedef {import("/static/js/board/props.js").BoardProps} BoardProps */
/** @typedef {import("/static/js/board/props.js").Form} Form */
/** @typedef {import("./controls.js").Way} Way */

/** @type {BoardModule} */
let board;
/** @type {{content: any, positions: any[]}} */
let given;
/** What the board asked for since that was last looked at: actions that belong together. @type {Form[][]} */
const asked = [];
/** What is drawn now. @type {any} */
let shown = null;

// The page has a clock of its own: what would happen in a moment, in a task of its own, or with the next frame happens
// as soon as the suite waits for it. So nothing is painted in between, which takes most of the time.

/** @type {(() => void)[]} */
const tasks = [];
/** The longest wait that counts as a moment, in milliseconds. */
const MOMENT = 20;
/** Tasks that are done at once: an animation without an end goes on with the next wait. */
const MOST_TASKS = 50;

/** A channel whose messages are tasks. */
class Channel {
  constructor() {
    this.port1 = { onmessage: /** @type {((event: {data: unknown}) => void) | null} */ (null), close: () => {} };
    this.port2 = { postMessage: (/** @type {unknown} */ data) => tasks.push(() => this.port1.onmessage?.({ data })) };
  }
}

const { requestAnimationFrame: nextFrame, setTimeout: later } = window;
/** @type {Set<number>} */
const cancelled = new Set();
let latest = 0;

Object.assign(window, {
  MessageChannel: Channel,
  requestAnimationFrame: (/** @type {FrameRequestCallback} */ run) => {
    latest -= 1;
    const own = latest;
    tasks.push(() => cancelled.delete(own) || run(performance.now()));
    return own;
  },
  cancelAnimationFrame: (/** @type {number} */ which) => void cancelled.add(which),
  setTimeout: (/** @type {() => void} */ run, wait = 0) => {
    if (wait > MOMENT) return later.call(window, run, wait);
    tasks.push(run);
    return 0;
  },
});
/** @type {any} */ (options).requestAnimationFrame = (/** @type {() => void} */ run) => queueMicrotask(run);

const root = () => /** @type {HTMLElement} */ (document.querySelector("#board"));

/** Wait until what was asked for is drawn. */
async function drawn() {
  for (let task = 0; task < MOST_TASKS; task += 1) {
    for (let promise = 0; promise < 8; promise += 1) await null; // what waits for promises that are kept
    const next = tasks.shift();
    if (!next) return;
    next();
  }
}

/** The properties of a position, with a server that refuses everything. @returns {BoardProps} */
const propsOf = () => ({
  ...shown,
  content: given.content,
  busy: false,
  past: false,
  announce: () => {},
  explain: async () => "",
  act: (/** @type {Form[]} */ forms) => {
    asked.push(forms);
    return Promise.reject(Object.assign(new Error("refused"), { code: "refused" }));
  },
  shape: /** @type {any} */ (globalThis).shapeOf(innerWidth, innerHeight),
});

const draw = () => render(h(board.default, propsOf()), root());

/** Load the board of a game. @param {string} game @param {string} what `given` as JSON */
export async function load(game, what) {
  given = JSON.parse(what);
  board = await import(`/games/${game}/board/board.js`);
  const folder = new URL(`/games/${game}/board/`, location.href);
  await Promise.all(
    (board.css ?? []).map(
      (sheet) =>
        new Promise((onload, onerror) => {
          const href = new URL(sheet, folder).href;
          const failed = () => onerror(new Error(`css: ${sheet} can't be loaded`));
          const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload });
          link.onerror = failed;
          document.head.append(link);
        }),
    ),
  );
  await document.fonts.ready;
  addEventListener("resize", () => shown && draw());
}

/** Show a position, by its number, as a player finds it. @param {number} n */
export async function show(n) {
  render(null, root());
  forgetDrafts("");
  shown = given.positions[n].props;
  draw();
  await drawn();
}

/** Of more legal actions in a position than this, a sample is tried: some of each type. */
const SAMPLE = 20;

/** The legal actions to try in a position, by their places in the list. @param {number} n @returns {number[]} */
function sampleOf(n) {
  /** @type {{action: Form}[]} */
  const legal = given.positions[n].props.legal;
  /** @type {Map<unknown, number[]>} */
  const byType = new Map();
  legal.forEach(({ action: { type } }, k) => byType.set(type, [...(byType.get(type) ?? []), k]));
  // other ones of a type in other positions
  const rows = [...byType.values()].map((row) => row.map((_, k) => row[(k + n) % row.length] ?? 0));
  const turns = legal.flatMap((_, turn) => rows.flatMap((row) => row[turn] ?? []));
  return turns.slice(0, Math.max(SAMPLE, rows.length));
}

/** Wait until the page was laid out and its size is known to who watches it. */
export const laidOut = () => new Promise((done) => nextFrame.call(window, done));

/**
 * The legal actions that a player can't take, by their places in the list.
 * @param {number} n @param {Way} way
 * @returns {Promise<number[]>}
 */
export async function unreachable(n, way) {
  const { legal } = given.positions[n].props;
  const wanted = new Map(sampleOf(n).map((k) => [keyOf(legal[k].action), k]));
  const page = { begin: () => show(n), drawn, asked: () => asked.splice(0) };
  const explorer = new Explorer(page, way, wanted.keys(), keyOf);
  try {
    await explorer.explore();
  } catch {
    return []; // what the board throws is reported where the position is shown
  }
  return [...explorer.left].map((key) => wanted.get(key) ?? -1);
}

/** Whether an element is there for screen readers or the keyboard alone, until it has the focus. @param {Element} e */
function isCut(e) {
  for (let up = /** @type {Element | null} */ (e); up && up !== root(); up = up.parentElement) {
    if (getComputedStyle(up).clipPath.includes("50%")) return true;
  }
  return false;
}

/** Controls that are too small for a finger. @param {number} least pixels */
export function small(least) {
  return [...controls().values()]
    .filter(
      (e) => !e.closest("svg") && !isCut(e) && e.matches("button, a[href], input, select, summary, [role=button]"),
    )
    .map((e) => ({ e, box: (e.closest("label") ?? e).getBoundingClientRect() }))
    .filter(({ box }) => box.width >= 1 && Math.min(box.width, box.height) < least - 0.5)
    .map(({ e, box }) => `${nameOf(e)} is only ${Math.round(box.width)} by ${Math.round(box.height)} pixels`);
}

/** How much text is enlarged or reduced. @param {Element} e */
function scaleOf(e) {
  const larger = (/** @type {DOMMatrix} */ { a, b }) => Math.hypot(a, b) || 1; // turned or not
  let by = e instanceof SVGGraphicsElement ? larger(e.getScreenCTM() ?? new DOMMatrix()) : 1;
  for (let at = e instanceof SVGElement ? null : e; at; at = at.parentElement) {
    by *= larger(new DOMMatrix(getComputedStyle(at).transform));
  }
  return by;
}

/** Text that is too small to read. @param {number} least pixels */
export function tiny(least) {
  const text = (/** @type {Element} */ e) =>
    [...e.childNodes].some((one) => one.nodeType === 3 && one.textContent?.trim());
  return [...root().querySelectorAll("*")]
    .filter((e) => text(e) && e.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter(
      (e) => !e.closest('.visually-hidden, option, [data-layer="enlarged"]') && e.getBoundingClientRect().width > 1,
    )
    .map((e) => ({ e, size: parseFloat(getComputedStyle(e).fontSize) * scaleOf(e) }))
    .filter(({ size }) => size < least - 0.1)
    .map(({ e, size }) => `the text ${nameOf(e)} is only ${size.toFixed(1)} pixels high`);
}

/** The page on which the suite of boards shows positions, and tries what a player can do there. */

import { h, options, render } from "/static/js/shared/preact.js";

/** @typedef {import("/static/js/board/props.js").BoardModule} BoardModule */
/** @typedef {import("/static/js/board/props.js").BoardProps} BoardProps */
/** @typedef {import("/static/js/board/props.js").Form} Form */
/** @typedef {"pointer" | "keyboard"} How */

const CONTROLS =
  "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [tabindex]";
/** Clicks that are tried in one position, and walks of several clicks in a row. */
const MOST = 200;
const WALKS = 10;
const STEPS = 12;

/** @type {BoardModule} */
let board;
/** @type {{content: any, positions: any[]}} */
let given;
/** The actions that the board asked for since they were last looked at. @type {Form[]} */
let asked = [];
/** What is drawn now. @type {any} */
let shown = null;

// Effects run at once, so that a position is complete before anything is looked at.
/** @type {any} */ (options).requestAnimationFrame = (/** @type {() => void} */ run) => queueMicrotask(run);

const root = () => /** @type {HTMLElement} */ (document.querySelector("#board"));

/** Wait until what was asked for is drawn. */
const drawn = () =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => setTimeout(done);
    port2.postMessage(0);
  });

/** The properties of a position, with a server that refuses everything. @returns {BoardProps} */
const propsOf = () => ({
  ...shown,
  content: given.content,
  busy: false,
  past: false,
  announce: () => {},
  explain: async () => "",
  act: (/** @type {Form[]} */ forms) => {
    asked.push(...forms);
    return Promise.reject(Object.assign(new Error("refused"), { code: "refused" }));
  },
  shape: /** @type {any} */ (globalThis).shapeOf(innerWidth, innerHeight),
});

const draw = () => render(h(board.default, propsOf()), root());

/** Load the board of a game. @param {string} game @param {typeof given} what */
export async function load(game, what) {
  given = what;
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
  shown = given.positions[n].props;
  draw();
  await drawn();
}

/** What a control is called. @param {Element} e */
export function nameOf(e) {
  const words = (e.ariaLabel ?? /** @type {HTMLElement} */ (e).textContent ?? "").replace(/\s+/g, " ").trim();
  const kind = (e.getAttribute("class") ?? "").trim().split(/\s+/)[0];
  return `${e.tagName.toLowerCase()}${kind ? `.${kind}` : ""} "${words.slice(0, 60)}"`;
}

/** The controls that can be seen and used now, by a name that is each one's own. @returns {Map<string, HTMLElement>} */
function controls() {
  const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
  const found = new Map();
  for (const e of /** @type {Iterable<HTMLElement>} */ ((modal ?? root()).querySelectorAll(CONTROLS))) {
    const off = e.ariaDisabled === "true" || /** @type {any} */ (e).disabled || e.closest("[inert], [hidden]");
    if (off || !e.checkVisibility({ visibilityProperty: true })) continue;
    const data = Object.entries(e.dataset).filter(([key]) => key !== "asked");
    const name = `${nameOf(e)} ${data.join()} ${e.ariaPressed ?? ""} ${e.ariaExpanded ?? ""}`;
    let own = name;
    for (let k = 2; found.has(own); k += 1) own = `${name} ${k}`;
    found.set(own, e);
  }
  return found;
}

/** Whether the focus can come to a control: by Tab, or by arrow keys in a group. @param {HTMLElement} e */
function canHaveFocus(e) {
  if (e.tabIndex >= 0) return true;
  for (let up = e.parentElement; up && up !== root(); up = up.parentElement) {
    if (up.querySelector("[tabindex='0']")) return e.hasAttribute("tabindex");
  }
  return false;
}

/** Use a control with the mouse or a finger, as far as it can be hit. @param {HTMLElement} e */
function press(e) {
  e.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { left, top, right, bottom } = e.getBoundingClientRect();
  const [clientX, clientY] = [(left + right) / 2, (top + bottom) / 2];
  const at = document.elementFromPoint(clientX, clientY);
  const target = at && (e.contains(at) || e.closest("label")?.contains(at)) ? at : e;
  if (target === e && at && !at.contains(e) && at !== e && !e.closest("svg")) return;
  const where = { bubbles: true, cancelable: true, clientX, clientY, view: window };
  target.dispatchEvent(new PointerEvent("pointerdown", where));
  target.dispatchEvent(new MouseEvent("mousedown", where));
  if (canHaveFocus(e)) e.focus({ preventScroll: true });
  target.dispatchEvent(new PointerEvent("pointerup", where));
  target.dispatchEvent(new MouseEvent("mouseup", where));
  target.dispatchEvent(new MouseEvent("click", where));
}

/** Use a control with the keyboard, as far as the focus can come there. @param {HTMLElement} e */
function type(e) {
  if (!canHaveFocus(e)) return;
  e.focus({ preventScroll: true });
  if (document.activeElement !== e) return;
  if (e.matches("button, a[href], summary, input")) {
    e.click();
    return;
  }
  for (const kind of ["keydown", "keyup"]) {
    e.dispatchEvent(new KeyboardEvent(kind, { key: "Enter", code: "Enter", bubbles: true, cancelable: true }));
  }
}

/** Fill in a field. @param {HTMLInputElement | HTMLSelectElement} e @param {string} value */
function write(e, value) {
  e.value = value;
  for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, { bubbles: true }));
}

/** The first, a middle, and the last value of a field. @param {HTMLInputElement | HTMLSelectElement} e */
function valuesOf(e) {
  const choices = e instanceof HTMLSelectElement ? [...e.options].filter((one) => !one.disabled) : [];
  const [least, most] = e instanceof HTMLSelectElement ? [0, choices.length - 1] : [Number(e.min), Number(e.max || 9)];
  const values = [...new Set([least, Math.floor((least + most) / 2), most])];
  return values.map((value) => choices[value]?.value ?? String(value));
}

/** Tries to take an action of every type that is legal in a position. */
class Player {
  /** @param {number} n @param {How} how */
  constructor(n, how) {
    this.n = n;
    this.how = how;
    /** Types that were not taken yet. @type {Set<string>} */
    this.left = new Set(given.positions[n].props.legal.map((/** @type {any} */ one) => one.action.type));
    this.clicks = 0;
    /** @type {Set<string>} */
    this.tried = new Set();
  }

  get done() {
    return !this.left.size || this.clicks >= MOST;
  }

  /** Use a control. @param {string} name @returns {Promise<boolean>} whether it was there */
  async use(name) {
    const [own, value] = name.split("\n");
    const e = controls().get(own ?? "");
    if (!e) return false;
    this.clicks += 1;
    if (value !== undefined) write(/** @type {HTMLInputElement} */ (e), value);
    else if (this.how === "pointer") press(e);
    else type(e);
    await drawn();
    for (const form of asked) this.left.delete(String(form.type));
    asked = [];
    return true;
  }

  /** The controls of now; a field for numbers counts once for each value that is tried. @returns {string[]} */
  names() {
    return [...controls()].flatMap(([name, e]) =>
      e.matches("input[type=number], input[type=range], select")
        ? valuesOf(/** @type {HTMLInputElement} */ (e)).map((value) => `${name}\n${value}`)
        : [name],
    );
  }

  /** Go to where some controls in a row lead. @param {string[]} path */
  async go(path) {
    await show(this.n);
    for (const name of path) await this.use(name);
  }

  /** Try every control, and every control that these bring forward. */
  async look() {
    /** @type {string[][]} */
    const paths = [[]];
    for (let path = paths.shift(); path && !this.done; path = paths.shift()) {
      await this.go(path);
      await this.lookFrom(path, paths);
    }
  }

  /** @param {string[]} path @param {string[][]} paths those to go later */
  async lookFrom(path, paths) {
    const here = this.names();
    const was = here.join();
    for (const name of here) {
      const field = name.includes("\n");
      if (this.done || (!field && this.tried.has(name))) continue;
      this.tried.add(name);
      if (this.names().join() !== was) await this.go(path);
      if (!(await this.use(name))) continue;
      const now = this.names();
      if (path.length < 4 && (field ? !path.includes(name) : now.some((one) => !here.includes(one)))) {
        if (field) paths.unshift([...path, name]);
        else paths.push([...path, name]);
        if (field) this.tried = new Set([...this.tried].filter((one) => !here.includes(one)));
      }
    }
  }

  /** Use controls one after the other, as they come, for actions that are put together from several. */
  async wander() {
    for (let walk = 0; walk < WALKS && this.left.size; walk += 1) {
      await this.go([]);
      for (let step = 0; step < STEPS && this.left.size; step += 1) {
        const names = this.names();
        const at = (7919 * (walk + 1) + 104729 * (step + 1) * (walk + 2)) % Math.max(1, names.length);
        await this.use(names[at] ?? "");
      }
    }
  }
}

/**
 * The types of legal actions that a player can't take.
 * @param {number} n @param {How} how
 * @returns {Promise<string[]>}
 */
export async function unreachable(n, how) {
  const player = new Player(n, how);
  try {
    await player.look();
  } catch {
    return []; // what the board throws is reported where the position is shown
  }
  if (player.left.size) await player.wander();
  return [...player.left];
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

/** The controls of a page: what each is called, and how a player uses it by mouse, by touch, and by keyboard. */

/** @typedef {"mouse" | "touch" | "keyboard"} Way */

const PRESSABLE =
  "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option]";
const CONTROLS = `${PRESSABLE}, [tabindex]`;
const FIELDS = "input[type=number], input[type=range], select";
const ARROWS = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];

const root = () => /** @type {HTMLElement} */ (document.querySelector("#board"));

/** What a control is called. @param {Element} e */
export function nameOf(e) {
  const words = (e.ariaLabel ?? /** @type {HTMLElement} */ (e).textContent ?? "").replace(/\s+/g, " ").trim();
  const kind = (e.getAttribute("class") ?? "").trim().split(/\s+/)[0];
  return `${e.tagName.toLowerCase()}${kind ? `.${kind}` : ""} "${words.slice(0, 60)}"`;
}

/**
 * The controls that can be seen and used now, by a name that is each one's own: what it is called, and after a tab the
 * state that it is in.
 * @returns {Map<string, HTMLElement>}
 */
export function controls() {
  const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
  const found = new Map();
  const count = new Map();
  for (const e of /** @type {Iterable<HTMLElement>} */ ((modal ?? root()).querySelectorAll(CONTROLS))) {
    const off = e.ariaDisabled === "true" || /** @type {any} */ (e).disabled || e.closest("[inert], [hidden]");
    if (off || !e.checkVisibility({ visibilityProperty: true })) continue;
    const data = Object.entries(e.dataset).filter(([key]) => key !== "asked" && key !== "pressed");
    const name = `${nameOf(e)} ${data.join()}`;
    const same = (count.get(name) ?? 0) + 1;
    count.set(name, same);
    const state = [e.ariaPressed, e.ariaExpanded, e.ariaSelected, /** @type {any} */ (e).checked].join();
    found.set(`${name}${same > 1 ? ` ${same}` : ""}\t${state}`, e);
  }
  return found;
}

/** @param {Element} e */
export const isField = (e) => e.matches(FIELDS);

/** Whether a control is there to be used, and not only to be explained. @param {Element} e */
export const isPressable = (e) => e.matches(PRESSABLE);

/** The values that a field can have: its ends first. @param {HTMLElement} e @returns {string[]} */
export function valuesOf(e) {
  if (e instanceof HTMLSelectElement) return [...e.options].filter((one) => !one.disabled).map((one) => one.value);
  const { min, max, step } = /** @type {HTMLInputElement} */ (e);
  const [least, most, by] = [Number(min), Number(max || 9), Number(step) || 1];
  const all = Array.from({ length: Math.min(64, Math.floor((most - least) / by) + 1) }, (_, k) => least + k * by);
  return [...new Set([least, most, ...all])].map(String);
}

/** Fill in a field. @param {HTMLElement} e @param {string} value */
export function write(e, value) {
  /** @type {HTMLInputElement} */ (e).value = value;
  for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, { bubbles: true }));
}

/** Where a control is free, its middle first. @param {HTMLElement} e @returns {{x: number, y: number} | null} */
function freePoint(e) {
  const box = e.getClientRects()[0];
  if (!box?.width || !box.height) return null;
  const parts = [0.5, 0.25, 0.75, 0.1, 0.9];
  for (const down of parts) {
    for (const across of parts) {
      const [x, y] = [box.left + across * box.width, box.top + down * box.height];
      const at = document.elementFromPoint(x, y);
      if (at && (e.contains(at) || e.closest("label")?.contains(at))) return { x, y };
    }
  }
  return null;
}

/** Where the mouse or a finger can meet a control, once it is scrolled to. @param {HTMLElement} e */
export function pointOf(e) {
  for (const block of /** @type {ScrollLogicalPosition[]} */ (["nearest", "center"])) {
    e.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
    const point = freePoint(e);
    if (point) return point;
  }
  return null;
}

/** Give the focus to what a press focuses. @param {Element} target */
function focusAround(target) {
  for (let up = /** @type {any} */ (target); up; up = up.parentElement) {
    if (up.tabIndex >= 0 || up.hasAttribute("tabindex")) return up.focus({ preventScroll: true });
  }
  return undefined;
}

/** Use a control with the mouse or a finger, where it can be met. @param {HTMLElement} e @param {Way} way */
function press(e, way) {
  const at = pointOf(e);
  if (!at) return false;
  const target = /** @type {Element} */ (document.elementFromPoint(at.x, at.y));
  const touch = way === "touch";
  const where = { bubbles: true, cancelable: true, composed: true, clientX: at.x, clientY: at.y, view: window };
  const pointer = { ...where, pointerId: 1, pointerType: touch ? "touch" : "mouse", isPrimary: true };
  target.dispatchEvent(new PointerEvent("pointerover", pointer));
  target.dispatchEvent(new PointerEvent("pointermove", pointer));
  target.dispatchEvent(new PointerEvent("pointerdown", { ...pointer, buttons: 1 }));
  const finger = touch ? [new Touch({ identifier: 1, target, clientX: at.x, clientY: at.y })] : [];
  if (touch) target.dispatchEvent(new TouchEvent("touchstart", { ...where, touches: finger, changedTouches: finger }));
  const mouse = () => {
    target.dispatchEvent(new MouseEvent("mousedown", where));
    focusAround(target);
  };
  if (!touch) mouse();
  target.dispatchEvent(new PointerEvent("pointerup", pointer));
  if (touch) {
    const end = new TouchEvent("touchend", { ...where, touches: [], changedTouches: finger });
    if (!target.dispatchEvent(end)) return true;
    mouse();
  }
  target.dispatchEvent(new MouseEvent("mouseup", where));
  target.dispatchEvent(new PointerEvent("click", { ...pointer, detail: 1 }));
  return true;
}

/** Press and release a key. @param {Element} e @param {string} key @returns {boolean} whether nobody took it */
function hit(e, key) {
  const about = { key, code: key === " " ? "Space" : key, bubbles: true, cancelable: true, composed: true };
  const free = e.dispatchEvent(new KeyboardEvent("keydown", about));
  e.dispatchEvent(new KeyboardEvent("keyup", about));
  return free;
}

/** What arrow keys were found to lead to. @type {WeakSet<Element>} */
const byArrows = new WeakSet();

/**
 * Whether the focus can come to a control: by Tab, or from there by arrow keys.
 * @param {HTMLElement} e @param {() => Promise<unknown>} drawn
 */
async function takesFocus(e, drawn) {
  if (e.tabIndex >= 0 || byArrows.has(e)) return true;
  let stop = /** @type {HTMLElement | null} */ (null);
  for (let up = e.parentElement; up && up !== document.body && !stop; up = up.parentElement) {
    stop = up.querySelector(":is(button, [tabindex]):not([tabindex='-1'])");
  }
  const known = new Set(stop ? [stop] : []);
  for (const from of known) {
    for (const key of ARROWS) {
      if (document.activeElement !== from) {
        from.focus({ preventScroll: true });
        await drawn();
      }
      if (document.activeElement !== from) break; // it went away
      hit(from, key);
      await drawn();
      const now = /** @type {HTMLElement} */ (document.activeElement);
      if (now !== document.body) known.add(now);
    }
    for (const one of known) byArrows.add(one);
    if (byArrows.has(e)) return true;
  }
  return false;
}

/**
 * Use a control with the keyboard, as far as the focus can come there.
 * @param {HTMLElement} e @param {() => Promise<unknown>} drawn
 */
async function type(e, drawn) {
  if (!(await takesFocus(e, drawn))) return false;
  if (document.activeElement !== e) {
    e.focus({ preventScroll: true });
    await drawn();
  }
  if (document.activeElement !== e) return false;
  const native = e.matches("button, a[href], summary, input");
  if (hit(e, e.matches("input") ? " " : "Enter") && native) e.click();
  return true;
}

/**
 * Use a control.
 * @param {HTMLElement} e @param {Way} way @param {() => Promise<unknown>} drawn waits until the page is drawn
 * @returns {Promise<boolean>} whether it can be met that way
 */
export async function use(e, way, drawn) {
  const met = way === "keyboard" ? await type(e, drawn) : press(e, way);
  await drawn();
  return met;
}

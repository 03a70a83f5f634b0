/** What a thing on the table is, in one sentence with the heading of its rule: on hover, on focus, by a tap or a long press. */

import { useEffect } from "./preact.js";

/** @typedef {string | number | boolean | readonly number[]} Fact */
/** @typedef {Record<string, Fact>} Facts */
/** @typedef {{name: string, say: string, rule: string, with?: string[], if?: string}} Tip */

const HOVER = 450;
const FOCUS = 250;
const PRESS = 500;
const LINGER = 160;
const GAP = 8;

/** @param {string} key @param {Facts} facts @returns {Fact} */
function look(key, facts) {
  const [name, index] = key.split(".");
  const value = facts[name];
  return value === undefined
    ? ""
    : index === undefined
      ? value
      : /** @type {readonly number[]} */ (value)[Number(index)];
}

/** A fact as people read it: 12,000; true. @param {Fact} fact */
function said(fact) {
  return typeof fact === "number" ? fact.toLocaleString("en-US") : String(fact);
}

/** @param {string} text @param {Facts} facts */
function insert(text, facts) {
  return text.replace(/\{([\w.]+)(?: ([^{}]+))?\}/g, (_, key, noun) => {
    const value = look(key, facts);
    return noun ? `${said(value)} ${noun}${value === 1 ? "" : "s"}` : said(value);
  });
}

/**
 * A template filled in: {name} is a fact, a number as in 12,000; {name.0} one number of a list, {name buck} "1 buck" or "2 bucks"; a piece
 * in brackets stands only where its condition holds, [name:..], [!name:..], [name=value:..] or [name!=value:..]. `fill` of the engine's
 * helping.py does the same.
 * @param {string} text @param {Facts} facts
 */
export function fill(text, facts) {
  const piece = /\[(!?)([\w.]+)(?:(!?=)([^:[\]]*))?:([^[\]]*)\]/;
  for (let found = piece.exec(text); found; found = piece.exec(text)) {
    const [whole, not, key, compare, value, inside] = found;
    const fact = look(key, facts);
    const holds = compare ? (said(fact) === insert(value, facts)) === (compare === "=") : !fact === (not === "!");
    text = text.replace(whole, () => (holds ? inside : ""));
  }
  return insert(text, facts).replace(/ +/g, " ").trim();
}

/** @type {Promise<Record<string, Tip>> | null} */
let reading = null;
/** @type {Record<string, Tip>} */
let tips = {};

/** The board's sentences, read once. @param {URL} file */
function readTips(file) {
  reading ??= fetch(file).then((answer) => (answer.ok ? answer.json() : {}));
  reading.then(
    (found) => {
      tips = found;
    },
    () => {
      reading = null;
    },
  );
}

/**
 * The attributes of a thing that explains itself. stop: the keyboard stops at it (once in a group, where the arrow keys lead on).
 * @param {string} key of help.json @param {Facts} [facts] what this one thing is, besides what the table plays by
 * @param {boolean} [stop]
 */
export function tip(key, facts, stop) {
  return {
    "data-tip": key,
    "data-facts": facts && JSON.stringify(facts),
    tabindex: stop === undefined ? undefined : stop ? 0 : -1,
  };
}

// -- the slip of paper ---------------------------------------------------------------------------------------------------

/** One for the page: it moves to what it explains. */
class Slip {
  /** @param {() => Facts} rules what the table plays by, now */
  constructor(rules) {
    this.rules = rules;
    this.paper = document.createElement("div");
    this.paper.className = "tip-slip";
    this.paper.id = "tip-slip";
    this.paper.setAttribute("role", "tooltip");
    this.paper.setAttribute("popover", "manual");
    /** @type {Element | null} */
    this.target = null;
    this.timer = 0;
    this.closed = 0;
    this.inside = 0;
  }

  get open() {
    return !!this.target && this.paper.matches(":popover-open");
  }

  /** Says it to those who listen at once, shows it after a while. @param {Element} target @param {number} delay */
  offer(target, delay) {
    if (target === this.target) {
      clearTimeout(this.timer);
      if (!this.open) this.later(() => this.show(), delay);
      return;
    }
    this.close();
    const { tip: key = "", facts } = /** @type {HTMLElement} */ (target).dataset;
    const found = tips[key];
    if (!found) return;
    const known = { ...this.rules(), ...(facts ? JSON.parse(facts) : {}) };
    const name = document.createElement("b");
    const say = document.createElement("span");
    const rule = document.createElement("cite");
    name.textContent = fill(found.name, known);
    say.textContent = fill(found.say, known);
    rule.textContent = fill(found.rule, known);
    this.paper.replaceChildren(name, " ", say, " ", rule);
    // A modal dialog lies above everything else, so the paper goes into it.
    (target.closest("dialog") ?? document.body).append(this.paper);
    this.target = target;
    target.setAttribute("aria-describedby", this.paper.id);
    this.later(() => this.show(), performance.now() - this.closed < 300 ? 0 : delay);
  }

  /** @param {() => void} then @param {number} delay */
  later(then, delay) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(then, delay);
  }

  show() {
    if (!this.target?.isConnected) return this.close();
    const box = this.target.getBoundingClientRect();
    this.paper.showPopover();
    const { width, height } = this.paper.getBoundingClientRect();
    const at = place(box, width, height);
    this.paper.style.left = `${at.x}px`;
    this.paper.style.top = `${at.y}px`;
    this.inside = 0;
    return undefined;
  }

  close() {
    clearTimeout(this.timer);
    if (this.open) {
      this.closed = performance.now();
      this.paper.hidePopover();
    }
    this.target?.removeAttribute("aria-describedby");
    this.target = null;
  }

  /** Whether a point lies on the paper, or between it and what it explains. @param {number} x @param {number} y */
  holds(x, y) {
    if (!this.open) return false;
    const box = this.paper.getBoundingClientRect();
    return x > box.left - GAP && x < box.right + GAP && y > box.top - GAP - 2 && y < box.bottom + GAP + 2;
  }
}

/** Beside what it explains, never over it: above, else below, else at a side. @param {DOMRect} box @param {number} w @param {number} h */
function place(box, w, h) {
  const wide = document.documentElement.clientWidth;
  const high = window.innerHeight;
  /** @param {number} v @param {number} size @param {number} all */
  const hold = (v, size, all) => Math.max(GAP, Math.min(v, all - size - GAP));
  const x = hold((box.left + box.right - w) / 2, w, wide);
  const y = hold((box.top + box.bottom - h) / 2, h, high);
  if (box.top - GAP - h >= 0) return { x, y: box.top - GAP - h };
  if (box.bottom + GAP + h <= high) return { x, y: box.bottom + GAP };
  if (box.right + GAP + w <= wide) return { x: box.right + GAP, y };
  if (box.left - GAP - w >= 0) return { x: box.left - GAP - w, y };
  return { x, y: box.top > high - box.bottom ? GAP : high - h - GAP };
}

const PRESSABLE = "button, a, summary, input, select, [role=button]";

/** @param {EventTarget | null} at */
function tipAt(at) {
  return at instanceof Element ? at.closest("[data-tip]") : null;
}

/** Arrow keys lead from one thing of a group to the next. @param {KeyboardEvent} event */
function lead(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const from = tipAt(event.target);
  const group = from?.closest("[data-tips]");
  if (!step || !group || from !== event.target || !from?.hasAttribute("tabindex")) return;
  const all = [...group.querySelectorAll("[data-tip][tabindex]")].filter(
    (one) => one.closest("[data-tips]") === group && one.getClientRects().length,
  );
  const to = /** @type {HTMLElement | undefined} */ (all[all.indexOf(from) + step]);
  if (to) {
    event.preventDefault();
    to.focus();
  }
}

/** @param {Slip} slip @param {AbortSignal} signal */
function listen(slip, signal) {
  /** @param {string} type @param {(event: any) => void} then @param {boolean} [capture] */
  const on = (type, then, capture = false) => document.addEventListener(type, then, { signal, capture });
  let held = 0; // the timer of a long press
  let swallow = false;
  let touched = false;
  let from = { x: 0, y: 0 };
  let pressed = /** @type {Element | null} */ (null); // who has pressed a thing knows it
  on("pointermove", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "touch") {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > GAP) clearTimeout(held);
      return;
    }
    if (event.buttons) return;
    if (slip.holds(event.clientX, event.clientY) && !slip.target?.contains(/** @type {Node} */ (event.target))) {
      clearTimeout(slip.timer); // one may go over to the paper to read it in peace
      slip.inside ||= performance.now();
      return;
    }
    slip.inside = 0;
    const target = tipAt(event.target);
    if (target !== pressed) pressed = null;
    if (target && target !== pressed) slip.offer(target, HOVER);
    else if (slip.target && !slip.target.matches(":focus-visible")) slip.later(() => slip.close(), LINGER);
  });
  on("focusin", (event) => {
    const target = tipAt(event.target);
    if (target && target === event.target && target.matches(":focus-visible")) slip.offer(target, FOCUS);
    else slip.close();
  });
  on("focusout", () => slip.close());
  on(
    "keydown",
    (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && slip.open) {
        slip.close();
        event.stopPropagation();
        event.preventDefault();
      } else lead(event);
    },
    true,
  );
  on(
    "pointerdown",
    (/** @type {PointerEvent} */ event) => {
      const target = tipAt(event.target);
      swallow = slip.inside > 0 && performance.now() - slip.inside > 300; // the press is meant for the paper
      touched = event.pointerType === "touch";
      from = { x: event.clientX, y: event.clientY };
      pressed = touched ? null : target;
      slip.close();
      clearTimeout(held);
      if (!touched || !target) return;
      held = window.setTimeout(() => {
        swallow = true;
        slip.offer(target, 0);
      }, PRESS);
    },
    true,
  );
  on("pointerup", () => clearTimeout(held));
  on("pointercancel", () => clearTimeout(held));
  on("contextmenu", (event) => {
    if (touched && tipAt(event.target)) event.preventDefault();
  });
  on(
    "click",
    (event) => {
      if (swallow) {
        swallow = false;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const target = tipAt(event.target);
      if (touched && target && !target.closest(PRESSABLE)) slip.offer(target, 0);
    },
    true,
  );
  on(
    "scroll",
    (event) => {
      if (!slip.open || !event.target.contains(slip.target)) return;
      if (slip.target?.matches(":focus-visible")) slip.show();
      else slip.close();
    },
    true,
  );
  addEventListener("resize", () => slip.close(), { signal });
}

/** @type {Slip | null} */
let slip = null;
/** What the table plays by. @type {Facts} */
let plays = {};

/**
 * Things of the page explain themselves while this component is shown.
 * @param {URL} file where the board's sentences stand: by key of the tip {name, say, rule}, templates for `fill` @param {object} rules what the table plays by
 */
export function useTips(file, rules) {
  plays = { .../** @type {Facts} */ (rules) };
  useEffect(() => {
    readTips(file);
    const own = new AbortController();
    slip = new Slip(() => plays);
    listen(slip, own.signal);
    return () => {
      own.abort();
      slip?.close();
      slip?.paper.remove();
      slip = null;
    };
  }, []);
  useEffect(() => {
    if (slip?.target && !slip.target.isConnected) slip.close();
  }, [rules]);
}

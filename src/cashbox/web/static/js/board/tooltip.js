/** Tooltips: when they open (hover, focus, tap, or long press), and where they appear. */

import { moveInGroup } from "../shared/arrow-keys.js";
import { SHOWN } from "../shared/older.js";

/** How far it keeps from things and from the window's edge, in pixels. */
export const GAP = 8;

/** @typedef {{name: string, say: string, rule: string}} Said what stands on it */

/** One for the page: it moves to what it explains. */
export class Tooltip {
  /**
   * @param {(key: string, facts: string | undefined) => Said | null} say what there is to say of a thing
   * @param {(action: string) => Promise<string>} whyNot why an action cannot be taken now, "" if it can
   */
  constructor(say, whyNot) {
    this.say = say;
    this.whyNot = whyNot;
    this.paper = document.createElement("div");
    this.paper.className = "tip-slip";
    this.paper.id = "tip-slip";
    this.paper.dataset.layer = "over";
    this.paper.setAttribute("role", "tooltip");
    this.paper.setAttribute("popover", "manual");
    /** @type {Element | null} */
    this.target = null;
    this.timer = 0;
    this.closed = 0;
    this.inside = 0;
  }

  get open() {
    return !!this.target && this.paper.matches(SHOWN);
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
    const said = this.say(key, facts);
    if (!said) return;
    const name = document.createElement("b");
    const say = document.createElement("span");
    const rule = document.createElement("cite");
    const reason = document.createElement("em");
    reason.className = "reason";
    reason.setAttribute("aria-live", "polite");
    name.textContent = said.name;
    say.textContent = said.say;
    rule.textContent = said.rule;
    this.paper.replaceChildren(name, " ", say, " ", reason, " ", rule);
    // A modal dialog lies above everything else, so the paper goes into it.
    (target.closest("dialog, main") ?? document.body).append(this.paper);
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
    this.paper.showPopover();
    this.lay(this.target);
    void this.explain(this.target);
    return undefined;
  }

  /** Lies beside a thing. @param {Element} target */
  lay(target) {
    const box = target.getBoundingClientRect();
    const { width, height } = this.paper.getBoundingClientRect();
    const at = place(box, width, height);
    this.paper.style.left = `${at.x}px`;
    this.paper.style.top = `${at.y}px`;
    this.inside = 0;
  }

  /** Adds why the thing cannot be used now, once that is known. @param {Element} target */
  async explain(target) {
    const { why } = /** @type {HTMLElement} */ (target).dataset;
    const told = this.paper.querySelector("em");
    if (!why || !told || told.textContent) return;
    const reason = await this.whyNot(why);
    if (!reason || !told.isConnected || this.target !== target || !this.open) return;
    told.textContent = `Not now: ${reason}`;
    this.lay(target);
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

/**
 * Beside what it explains, never over it: above, else below, else at a side.
 * @param {DOMRect} box
 * @param {number} w
 * @param {number} h
 */
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

// When tips open: on hover, on focus, by a tap, or by a long press.

const HOVER = 450;
const FOCUS = 250;
const PRESS = 500;
const LINGER = 160;

const PRESSABLE = "button, a, summary, input, select, [role=button]";

/** @param {EventTarget | null} at */
function tipAt(at) {
  return at instanceof Element ? at.closest("[data-tip]") : null;
}

/**
 * @typedef {object} Hand what a mouse or a finger is doing
 * @property {number} held the timer of a long press
 * @property {boolean} swallow the click to come is meant for the slip
 * @property {boolean} touched it is a finger
 * @property {{x: number, y: number}} from where it came down
 * @property {Element | null} pressed who has pressed a thing knows it
 */

/**
 * A mouse passes over things, a finger moves on.
 * @param {Tooltip} slip @param {Hand} hand @param {PointerEvent} event
 */
function passing(slip, hand, event) {
  const { clientX: x, clientY: y } = event;
  if (event.pointerType === "touch") {
    if (Math.hypot(x - hand.from.x, y - hand.from.y) > GAP) clearTimeout(hand.held);
    return;
  }
  if (event.buttons) return;
  if (slip.holds(x, y) && !slip.target?.contains(/** @type {Node} */ (event.target))) {
    clearTimeout(slip.timer); // one may go over to the paper to read it in peace
    slip.inside ||= performance.now();
    return;
  }
  slip.inside = 0;
  const target = tipAt(event.target);
  if (target !== hand.pressed) hand.pressed = null;
  if (target && target !== hand.pressed) slip.offer(target, HOVER);
  else if (slip.target && !slip.target.matches(":focus-visible")) slip.later(() => slip.close(), LINGER);
}

/**
 * A press begins; a long one of a finger asks what this is.
 * @param {Tooltip} slip
 * @param {Hand} hand
 * @param {PointerEvent} event
 */
function pressing(slip, hand, event) {
  const target = tipAt(event.target);
  hand.swallow = slip.inside > 0 && performance.now() - slip.inside > 300; // the press is meant for the paper
  hand.touched = event.pointerType === "touch";
  hand.from = { x: event.clientX, y: event.clientY };
  hand.pressed = hand.touched ? null : target;
  slip.close();
  clearTimeout(hand.held);
  if (!hand.touched || !target) return;
  hand.held = window.setTimeout(() => {
    hand.swallow = true;
    slip.offer(target, 0);
  }, PRESS);
}

/** A press is over. @param {Tooltip} slip @param {Hand} hand @param {Event} event */
function pressed(slip, hand, event) {
  if (hand.swallow) {
    hand.swallow = false;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const target = tipAt(event.target);
  if (hand.touched && target && !target.closest(PRESSABLE)) slip.offer(target, 0);
}

/** @param {Tooltip} slip @param {AbortSignal} signal */
export function listen(slip, signal) {
  /** @type {Hand} */
  const hand = { held: 0, swallow: false, touched: false, from: { x: 0, y: 0 }, pressed: null };
  /** @param {string} type @param {(event: any) => void} then @param {boolean} [capture] */
  const on = (type, then, capture = false) => document.addEventListener(type, then, { signal, capture });
  on("pointermove", (event) => passing(slip, hand, event));
  on("pointerdown", (event) => pressing(slip, hand, event), true);
  on("pointerup", () => clearTimeout(hand.held));
  on("pointercancel", () => clearTimeout(hand.held));
  on("click", (event) => pressed(slip, hand, event), true);
  on("contextmenu", (event) => {
    if (hand.touched && tipAt(event.target)) event.preventDefault();
  });
  on("focusin", (event) => {
    const target = tipAt(event.target);
    if (target && target === event.target && target.matches(":focus-visible")) slip.offer(target, FOCUS);
    else slip.close();
  });
  on("focusout", () => slip.close());
  /** @param {KeyboardEvent} event */
  const keyed = (event) => {
    if (event.key === "Escape" && slip.open) {
      slip.close();
      event.stopPropagation();
      event.preventDefault();
    } else moveInGroup(event);
  };
  on("keydown", keyed, true);
  /** @param {any} event */
  const scrolled = (event) => {
    if (!slip.open || !event.target.contains(slip.target)) return;
    if (slip.target?.matches(":focus-visible")) slip.show();
    else slip.close();
  };
  on("scroll", scrolled, true);
  addEventListener("resize", () => slip.close(), { signal });
}

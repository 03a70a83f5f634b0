/** When things explain themselves: on hover, on focus, by a tap or a long press. */

import { moveInGroup } from "../shared/arrow-keys.js";
import { GAP } from "./tooltip.js";

/** @typedef {import("./tooltip.js").Slip} Slip */

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

/** A mouse passes over things, a finger moves on. @param {Slip} slip @param {Hand} hand @param {PointerEvent} event */
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
 * @param {Slip} slip
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

/** A press is over. @param {Slip} slip @param {Hand} hand @param {Event} event */
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

/** @param {Slip} slip @param {AbortSignal} signal */
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

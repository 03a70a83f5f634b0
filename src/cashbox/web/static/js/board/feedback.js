/**
 * Immediate feedback on a click: the control shows it in the next frame (data-pressed) until the action is done.
 * Changes that arrive together are drawn together, but never before the click is visible.
 */

import { options, useEffect, useLayoutEffect, useState } from "../shared/preact.js";
import { settle } from "../shared/translation.js";

/** What can be pressed; and what else, where it is in none of these. */
const CONTROLS = "button, summary, a, [role=button]";
const OTHERS = "[data-card], .area";
/** For how many milliseconds a press is seen at least. */
const LEAST = 120;
/** After how many it is over, where it changes nothing. */
const MOST = 600;

/** @type {Element | null} */
let pressed = null;
/** Whether the table has to answer it. */
let waits = false;
/** Whether it has to be seen before anything is drawn. */
let unseen = false;
/** Whether someone is doing something just now. */
let doing = false;
let since = 0;
let timer = 0;

function release() {
  clearTimeout(timer);
  pressed?.removeAttribute("data-pressed");
  pressed = null;
}

/** Does something as a task of its own. @param {() => void} work */
function soon(work) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(0);
}

/**
 * The press ends in so many milliseconds, when it has been seen, unless the table has to answer.
 * @param {number} after
 */
function endIn(after) {
  const own = pressed;
  const go = () => pressed === own && !waits && release();
  clearTimeout(timer);
  timer = setTimeout(() => requestAnimationFrame(() => soon(go)), after);
}

function end() {
  endIn(Math.max(0, since + LEAST - performance.now()));
}

/** @param {Event} event */
function press({ target }) {
  const control = target instanceof Element && (target.closest(CONTROLS) ?? target.closest(OTHERS));
  if (!control || control.matches("[aria-disabled=true], :disabled")) return;
  if (control !== pressed) release();
  control.setAttribute("data-pressed", "");
  pressed = control;
  since = performance.now();
  endIn(MOST);
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const writes = event.target instanceof Element && event.target.matches("input, textarea, select");
  if ((event.key === "Enter" || event.key === " ") && !writes) press(event);
}

/** The table is asked: the press is seen first, and till the table has answered. */
export function sendToTable() {
  waits = true;
  unseen = !!pressed;
}

/**
 * Draws when the press has been seen, if it has to be.
 * @param {() => void} draw
 * @param {(draw: () => void) => void} how
 */
function seenFirst(draw, how) {
  if (!unseen || document.visibilityState === "hidden") {
    how(draw);
    return;
  }
  let seen = false;
  const go = () => {
    if (seen) return;
    seen = true;
    unseen = false;
    soon(draw);
  };
  requestAnimationFrame(go);
  setTimeout(go, MOST); // a window that is covered has no frames
}

/**
 * Draws all that has changed: what someone does as soon as that is done, what comes from the table in a task of its
 * own.
 * @param {() => void} draw
 */
function drawSoon(draw) {
  if (doing) queueMicrotask(() => seenFirst(draw, (now) => now()));
  else seenFirst(draw, soon);
}

/** Someone does something. */
function note() {
  if (doing) return;
  doing = true;
  soon(() => {
    doing = false;
  });
}

/** A press is over when the table has answered it. @param {boolean} busy whether it has not yet */
export function useClickFeedback(busy) {
  useLayoutEffect(() => {
    waits = busy;
    if (!busy) end();
  });
}

for (const kind of ["pointerdown", "click", "keydown", "input", "change"]) addEventListener(kind, note, true);
for (const kind of ["pointerdown", "click"]) addEventListener(kind, press, true);
addEventListener("keydown", pressKey, true);
addEventListener("pointercancel", release, true);
options.debounceRendering = (draw) =>
  drawSoon(() => {
    settle();
    draw();
  });

/** After how many milliseconds without an answer what was sent is said to be on its way. */
const SLOW = 700;

/** Whether something that is being sent takes so long that the reader is told. @param {boolean} sending */
export function useSlow(sending) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!sending) return undefined;
    const wait = setTimeout(() => setSlow(true), SLOW);
    return () => {
      clearTimeout(wait);
      setSlow(false);
    };
  }, [sending]);
  return slow;
}

/**
 * A press is answered at once: what was pressed shows it in the next frame (data-pressed), and what the press changes
 * is drawn after that. Changes that come together are drawn together.
 */

import { options, useLayoutEffect } from "./preact.js";

/** What can be pressed. */
const CONTROLS = "button, summary, a, [role=button], [data-card], .area";
/** For how many milliseconds a press is seen at least. */
const LEAST = 120;
/** After how many it is over, where it changes nothing. */
const MOST = 600;

/** @type {Element | null} */
let pressed = null;
/** Whether nobody has seen it yet. */
let fresh = false;
/** Whether the table has to answer it. */
let waits = false;
let since = 0;
let timer = 0;

function release() {
  clearTimeout(timer);
  pressed?.removeAttribute("data-pressed");
  pressed = null;
}

/** The press ends in so many milliseconds, unless the table has to answer. @param {number} after */
function end(after) {
  clearTimeout(timer);
  timer = setTimeout(() => waits || release(), after);
}

/** @param {Event} event */
function press({ target }) {
  const control = target instanceof Element && target.closest(CONTROLS);
  if (!control || control.matches("[aria-disabled=true], :disabled")) return;
  release();
  control.setAttribute("data-pressed", "");
  pressed = control;
  since = performance.now();
  fresh = true;
  end(MOST);
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const native = event.target instanceof Element && event.target.matches("button, summary, a, input, textarea, select");
  if ((event.key === "Enter" || event.key === " ") && !native) press(event); // of the others comes a click
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

/** Draws what has changed: all of it at once, and after the frame that shows a press. @param {() => void} draw */
function drawLater(draw) {
  const work = () => {
    draw();
    if (pressed && !fresh) end(Math.max(0, since + LEAST - performance.now()));
  };
  if (!fresh || document.visibilityState === "hidden") {
    soon(work);
    return;
  }
  requestAnimationFrame(() => {
    fresh = false;
    soon(work);
  });
}

/** A press is seen till the table has answered it. @param {boolean} busy whether the table has not answered yet */
export function usePressed(busy) {
  useLayoutEffect(() => {
    waits = busy;
    if (!busy) end(Math.max(0, since + LEAST - performance.now()));
  }, [busy]);
}

addEventListener("click", press, true);
addEventListener("keydown", pressKey, true);
options.debounceRendering = drawLater;

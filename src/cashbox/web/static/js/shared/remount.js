/**
 * Draw the page again after a fault. An extension that moves or removes elements may break the tree that Preact keeps,
 * and without help the page would go on showing an old state without a word.
 */

import { isOwn, settle } from "./translation.js";

/** @typedef {import("../../vendor/preact.mjs").Child} Child */
/** @typedef {typeof import("../../vendor/preact.mjs").options} Options */
/** @typedef {typeof import("../../vendor/preact.mjs").render} Render */

/** The page is drawn again so many times in so many milliseconds. */
const MOST = 3;
const WITHIN = 10_000;

/** What is drawn, by its place on the page. @type {Map<Element | DocumentFragment, Child>} */
const roots = new Map();
/** When the page was drawn again. @type {number[]} */
let redrawn = [];
let waiting = false;

/**
 * A `render` that knows what to draw again.
 * @param {Render} render
 * @returns {Render}
 */
export function remembering(render) {
  return (node, place) => {
    settle();
    roots.set(place, node);
    render(node, place);
  };
}

/** Draw the page again where it cannot be drawn. @param {Options} options @param {Render} render */
export function redrawAfterFaults(options, render) {
  const boundaries = options.__e;
  options.__e = (fault, ...more) => {
    // what the DOM refuses is nothing that a part of the page could have caused
    if (!(fault instanceof DOMException)) {
      try {
        boundaries?.(fault, ...more);
        return;
      } catch {
        // no part of the page has an answer to it
      }
    }
    if (!redraw(render, fault)) {
      offerReload();
      boundaries?.(fault, ...more);
    }
  };
}

/** Draw everything again, soon; returns whether that is worth a try. @param {Render} render @param {unknown} fault */
function redraw(render, fault) {
  if (waiting) return true;
  const now = performance.now();
  redrawn = [...redrawn.filter((time) => time > now - WITHIN), now];
  if (redrawn.length > MOST) return false;
  waiting = true;
  console.warn("The page was restored:", fault);
  queueMicrotask(() => {
    waiting = false;
    settle();
    for (const place of roots.keys()) render(null, place);
    // what the broken tree had lost sight of
    for (const element of document.body.querySelectorAll("*")) if (isOwn(element)) element.remove();
    for (const [place, node] of roots) {
      if (place.isConnected) render(node, place);
      else roots.delete(place);
    }
  });
  return true;
}

/** Say that the page does not go on by itself. */
function offerReload() {
  if (document.getElementById("broken")) return;
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload" });
  button.className = "button small";
  button.addEventListener("click", () => location.reload());
  const bar = Object.assign(document.createElement("div"), { id: "broken", className: "outdated" });
  bar.setAttribute("role", "alert");
  bar.append("This page can't be displayed. ", button);
  document.body.prepend(bar);
}

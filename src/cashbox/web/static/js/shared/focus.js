/**
 * Keyboard focus: when the focused element goes away, the focus moves to something nearby, never to the top of the
 * page; and one key leads to the next decision.
 */

/** What the keyboard stops at. */
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex='0']";
/** What can be chosen, the best first: what a paper asks, what glows, what else acts. */
const CHOICES = [
  ".float .button:not([aria-disabled=true])",
  ":is(.glow, .can, .ready, .aim)",
  ":is([data-action], .primary):not([aria-disabled=true])",
  "button",
];
/** A panel that lies over the board until it is closed. */
const PANEL = "#board .float:has(> header > .close)";

/** The panel that lies over the board, where the reader has opened one. @returns {HTMLElement | null} */
export const openPanel = () => document.querySelector(PANEL);

/** Milliseconds in which whatever took something away may put the focus elsewhere by itself. */
const PATIENCE = 150;

/** Whether the keyboard can be there. @param {HTMLElement} one */
function isThere(one) {
  return one.isConnected && one.checkVisibility() && !one.matches(":disabled") && !one.closest("[inert]");
}

/** @param {Iterable<Element>} all @returns {HTMLElement | undefined} */
const first = (all) => /** @type {HTMLElement[]} */ ([...all]).find(isThere);

/**
 * Where the keyboard goes on.
 * @param {HTMLElement[]} around what it was on, and what lay around that, the nearest first
 */
function nearby(around) {
  const home = document.getElementById("board") ?? document.getElementById("main");
  for (const one of around) {
    if (one === home || one.contains(home)) break;
    if (!isThere(one)) continue;
    if (one === around[0] || one.hasAttribute("tabindex")) return one;
    // on a board not to something that acts: it would be pressed by a key that is held too long
    const stop = first(one.querySelectorAll(home?.contains(one) ? ":is(h2, h3)[tabindex]" : STOPS));
    if (stop) return stop;
  }
  return home && isThere(home) ? home : document.getElementById("main");
}

/** Has the keyboard go on nearby whenever what it was on goes away. */
export function keepFocus() {
  /** @type {HTMLElement[]} */
  let around = [];
  let timer = 0;
  const look = () => {
    timer = 0;
    if (!around.length || document.activeElement !== document.body) return;
    nearby(around)?.focus({ preventScroll: true });
  };
  addEventListener("focusin", ({ target }) => {
    around = [];
    for (let at = /** @type {HTMLElement | null} */ (target); at && at !== document.body; at = at.parentElement) {
      around.push(at);
    }
  });
  // a press on nothing takes the focus away, and is meant to
  addEventListener("pointerdown", () => (around = []), true);
  const hear = () => {
    if (!timer && around.length && !isThere(around[0])) timer = setTimeout(look, PATIENCE);
  };
  const attributeFilter = ["disabled", "hidden", "inert", "open", "class", "style"];
  new MutationObserver(hear).observe(document.body, {
    childList: true,
    attributes: true,
    attributeFilter,
    subtree: true,
  });
}

/** To what is to be decided: a board says with data-decide where that is. */
export function toDecision() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("#board [data-decide]"));
  if (!place) return;
  const panel = openPanel();
  if (panel) {
    // Not to a button in it, which the next key would press.
    /** @type {HTMLElement | null} */ (panel.querySelector("h3"))?.focus();
    return;
  }
  for (const choice of CHOICES) {
    const found = first(place.querySelectorAll(choice));
    if (!found) continue;
    found.focus();
    return;
  }
  place.focus();
}

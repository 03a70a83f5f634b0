/**
 * A rulebook: one chapter at a time, a search, and worked examples. Without this module, all chapters are on the page.
 */

import { Search } from "./search.js";

/** What an address points at, as in #drafting-dice. @param {string} hash */
export const named = (hash) => decodeURIComponent(hash.replace(/^#/, ""));

/**
 * Scrolls to a part, but nothing around what scrolls there: the table beside it stays where it is.
 * @param {HTMLElement} part
 */
function intoSight(part) {
  for (let box = part.parentElement; box && box !== document.body; box = box.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(box).overflowY) || box.scrollHeight <= box.clientHeight) continue;
    const above = parseFloat(getComputedStyle(part).scrollMarginTop) || 0;
    box.scrollTop += part.getBoundingClientRect().top - box.getBoundingClientRect().top - above;
    return;
  }
  part.scrollIntoView({ block: "start" });
}

/** The rules of a game on a page. */
export class Rulebook {
  /**
   * @param {Element} root of `rulebook.html`
   * @param {(id: string) => void} [onGo] a link in it was followed, where the page's address is not to say so
   */
  constructor(root, onGo) {
    this.root = root;
    this.onGo = onGo;
    /** @type {HTMLElement[]} */
    this.chapters = [...root.querySelectorAll(/** @type {"div"} */ ("[data-chapter]"))];
    this.at = this.chapters[0];
    this.search = new Search(root, () => this.show());
    for (const one of root.querySelectorAll("[data-stepper]")) Examples.begin(one);
    root.addEventListener("click", (event) => this.follow(/** @type {MouseEvent} */ (event)));
    this.show();
  }

  /** The part of the rules with this anchor. @param {string} id */
  find(id) {
    return id ? /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-at="${CSS.escape(id)}"]`)) : null;
  }

  /** Shows a heading, or a chapter. Whether there is one. @param {string} id */
  go(id) {
    const part = this.find(id);
    const chapter = /** @type {HTMLElement | null} */ (part?.closest("[data-chapter]") ?? null);
    if (!part || !chapter) return false;
    this.at = chapter;
    this.search.clear();
    this.show();
    const sight = part === chapter ? part : (part.querySelector("h2, h3") ?? part);
    sight.setAttribute("tabindex", "-1");
    /** @type {HTMLElement} */ (sight).focus({ preventScroll: true });
    intoSight(part);
    return true;
  }

  show() {
    const searching = this.search.on;
    for (const chapter of this.chapters) {
      chapter.hidden = searching ? !chapter.querySelector("[data-section]:not([hidden])") : chapter !== this.at;
    }
    for (const link of this.root.querySelectorAll(".contents a")) {
      const here = !searching && link.parentElement?.dataset.of === this.at?.dataset.at;
      if (here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  /** @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {Element} */ (event.target).closest("a[href^='#']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const id = named(link.getAttribute("href") ?? "");
    if (!this.go(id)) return;
    event.preventDefault();
    if (this.onGo) this.onGo(id);
    else if (named(location.hash) !== id) history.pushState(null, "", `#${id}`);
  }
}

// Worked examples: one sentence at a time, with the figures at that point.

/** One example. */
export class Examples {
  /** @param {Element} root with a list of `[data-step]` */
  static begin(root) {
    if (!root.querySelector(".stepping")) new Examples(root).show(0);
  }

  /** @param {Element} root */
  constructor(root) {
    /** @type {HTMLElement[]} */
    this.steps = [...root.querySelectorAll(/** @type {"li"} */ ("[data-step]"))];
    this.now = 0;
    this.place = document.createElement("span");
    this.back = button("Back", () => this.show(this.now - 1));
    this.next = button("Next step", () => this.show(this.now + 1));
    const bar = document.createElement("p");
    bar.className = "stepping";
    bar.append(this.back, this.place, this.next);
    const list = root.querySelector(".steps");
    list?.setAttribute("aria-live", "polite");
    list?.after(bar);
  }

  /** @param {number} n */
  show(n) {
    this.now = Math.max(0, Math.min(this.steps.length - 1, n));
    for (const [k, step] of this.steps.entries()) step.hidden = k !== this.now;
    this.place.textContent = `Step ${this.now + 1} of ${this.steps.length}`;
    off(this.back, !this.now);
    off(this.next, this.now === this.steps.length - 1);
  }
}

/** A button that has nothing to do keeps the focus. @param {HTMLButtonElement} one @param {boolean} nothing */
function off(one, nothing) {
  if (nothing) one.setAttribute("aria-disabled", "true");
  else one.removeAttribute("aria-disabled");
}

/** @param {string} text @param {() => void} press */
function button(text, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button small";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

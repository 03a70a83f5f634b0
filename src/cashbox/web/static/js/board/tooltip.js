/** The slip of paper with a sentence: it moves to what it explains, and lies beside it. */

import { SHOWN } from "../shared/older.js";

/** How far it keeps from things and from the window's edge, in pixels. */
export const GAP = 8;

/** @typedef {{name: string, say: string, rule: string}} Said what stands on it */

/** One for the page: it moves to what it explains. */
export class Slip {
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

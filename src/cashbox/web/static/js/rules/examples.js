/** Worked examples that one steps through: a sentence at a time, and the figures as they stand then. */

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

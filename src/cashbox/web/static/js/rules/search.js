/** The search of the rules: hides what does not contain all the words while you type. */

/** @param {string} text */
const plain = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/\s+/g, " ");

/** @param {Element} element */
const piece = (element) => ({ element: /** @type {HTMLElement} */ (element), text: plain(element.textContent ?? "") });

/** @param {number} count @param {string} one @param {string} many */
const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @typedef {ReturnType<typeof piece>} Piece */
/** @typedef {{element: HTMLElement, title: string, prose: Piece[], entries: Piece[], link: HTMLElement | null}} Part */

/** Of one rulebook. */
export class Search {
  /** @param {Element} root @param {() => void} onChange what is shown has changed */
  constructor(root, onChange) {
    this.onChange = onChange;
    this.on = false;
    this.form = /** @type {HTMLFormElement | null} */ (root.querySelector(".seek"));
    this.box = this.form?.querySelector("input") ?? null;
    this.found = this.form?.querySelector("[role=status]") ?? null;
    /** @type {Part[]} */
    this.parts = [...root.querySelectorAll("[data-section]")].map((element) => part(root, element));
    this.listen();
  }

  listen() {
    const { form, box } = this;
    if (!form || !box) return;
    form.hidden = false;
    box.addEventListener("input", () => this.seek());
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !box.value) return;
      event.preventDefault();
      event.stopPropagation();
      this.clear();
    });
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  clear() {
    if (!this.box?.value) return;
    this.box.value = "";
    this.seek();
  }

  seek() {
    const words = plain(this.box?.value ?? "")
      .split(" ")
      .filter(Boolean);
    this.on = words.length > 0;
    const [parts, things] = sift(this.parts, words);
    this.onChange();
    if (!this.found) return;
    if (!this.on) this.found.textContent = "";
    else if (parts + things) {
      this.found.textContent = `Found: ${plural(parts, "section", "sections")}, ${plural(things, "entry", "entries")}.`;
    } else this.found.textContent = "No matches.";
  }
}

/** @param {Element} root @param {Element} element @returns {Part} */
function part(root, element) {
  const at = /** @type {HTMLElement} */ (element).dataset.at ?? "";
  return {
    element: /** @type {HTMLElement} */ (element),
    title: plain(element.querySelector("h2, h3")?.textContent ?? ""),
    prose: [...element.querySelectorAll("[data-prose], [data-stepper]")].map(piece),
    entries: [...element.querySelectorAll("[data-entry]")].map(piece),
    link: root.querySelector(`.contents li[data-of="${CSS.escape(at)}"]`),
  };
}

/**
 * Shows what has all the words.
 * @param {Part[]} every
 * @param {string[]} words
 * @returns {[number, number]} sections whose text has them, and entries
 */
function sift(every, words) {
  /** @param {string} text */
  const has = (text) => words.every((word) => text.includes(word));
  let parts = 0;
  let things = 0;
  for (const { element, title, prose, entries, link } of every) {
    const told = has(title) || prose.some((one) => has(`${title} ${one.text}`));
    let here = 0;
    for (const { element: entry, text } of entries) {
      entry.hidden = !has(`${title} ${text}`);
      if (!entry.hidden) here += 1;
    }
    for (const one of prose) one.element.hidden = !told;
    element.hidden = !told && !here;
    if (link) link.hidden = element.hidden;
    if (told) parts += 1;
    things += here;
  }
  return [parts, things];
}

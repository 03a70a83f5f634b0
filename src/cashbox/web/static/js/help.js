/**
 * The search of a help page: what does not have all the words goes away while one types. Without it the page shows
 * everything.
 */

const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".seek"));
const box = /** @type {HTMLInputElement | null} */ (document.getElementById("seek"));
const found = document.getElementById("found");

/** @param {string} text */
const plain = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/\s+/g, " ");

/** @param {Element} element */
const piece = (element) => ({ element: /** @type {HTMLElement} */ (element), text: plain(element.textContent ?? "") });

const sections = [...document.querySelectorAll("[data-section]")].map((element) => ({
  element: /** @type {HTMLElement} */ (element),
  title: plain(element.querySelector("h2")?.textContent ?? ""),
  prose: [...element.querySelectorAll("[data-prose]")].map(piece),
  entries: [...element.querySelectorAll("[data-entry]")].map(piece),
  link: document.querySelector(`.contents a[href="#${element.id}"]`)?.parentElement ?? null,
}));

/** @param {number} count @param {string} one @param {string} many */
const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/**
 * Shows what has all the words.
 * @param {string[]} words
 * @returns {[number, number]} sections whose text has them, and entries
 */
function sift(words) {
  /** @param {string} text */
  const has = (text) => words.every((word) => text.includes(word));
  let parts = 0;
  let things = 0;
  for (const { element, title, prose, entries, link } of sections) {
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

function seek() {
  const words = plain(box?.value ?? "")
    .split(" ")
    .filter(Boolean);
  const [parts, things] = sift(words);
  if (!found) return;
  if (!words.length) found.textContent = "";
  else if (parts + things) {
    found.textContent = `Found: ${plural(parts, "section", "sections")}, ${plural(things, "entry", "entries")}.`;
  } else found.textContent = "Nothing contains all these words.";
}

if (form && box) {
  form.hidden = false;
  box.addEventListener("input", seek);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.value) return;
    event.preventDefault();
    box.value = "";
    seek();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  // The browser puts back what was typed when one comes back to the page.
  addEventListener("pageshow", seek);
}

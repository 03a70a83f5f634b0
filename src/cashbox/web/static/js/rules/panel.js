/** The rules beside the table, open at the heading that the prompt is about. They are loaded when first opened. */

import { h, html, useEffect, useRef, useState } from "../shared/preact.js";
import { Button } from "../shared/ui.js";
import { Rulebook } from "./rulebook.js";

const STYLE = "/static/css/rules.css";

/** Once for the page. @type {Map<string, Promise<Element>>} */
const fetched = new Map();

/** The rules as they stand on their own page. @param {string} address @returns {Promise<Element>} */
function fetchRules(address) {
  const before = fetched.get(address);
  if (before) return before;
  const asked = Promise.all([fetchPage(address), fetchStyle()]).then(([book]) => book);
  fetched.set(address, asked);
  asked.catch(() => fetched.delete(address));
  return asked;
}

/** @param {string} address */
async function fetchPage(address) {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  if (!answer.ok) throw new Error(`${address} returned ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // A game without chapters has its text alone.
  const book = page.querySelector("[data-book]") ?? page.querySelector(".prose");
  if (!book) throw new Error(`${address} has no rules`);
  return document.adoptNode(book);
}

/** @returns {Promise<void>} */
function fetchStyle() {
  if (document.querySelector(`link[href^="${STYLE}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = STYLE;
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}

/** The table's page has names of its own. @param {Element} book */
function renamed(book) {
  for (const name of ["id", "for", "aria-labelledby", "aria-describedby"]) {
    for (const one of book.querySelectorAll(`[${name}]`)) one.setAttribute(name, `rules-${one.getAttribute(name)}`);
  }
  const contents = book.querySelector("details");
  if (contents) contents.open = false;
  return book;
}

/**
 * The rules, opened at a heading.
 * @param {{address: string, rule: string, onClose?: () => void}} props rule: the anchor of what the prompt speaks of;
 *   onClose: where nothing around it closes it
 */
export function RulesPanel({ address, rule, onClose }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [book, setBook] = useState(/** @type {Rulebook | null} */ (null));
  const [fault, setFault] = useState(false);
  useEffect(() => {
    let gone = false;
    setFault(false);
    fetchRules(address).then(
      (found) => {
        if (gone || !place.current) return;
        const mine = renamed(/** @type {Element} */ (found.cloneNode(true)));
        place.current.replaceChildren(mine);
        const made = new Rulebook(mine, () => {});
        setBook(made);
        made.go(rule);
      },
      () => !gone && setFault(true),
    );
    return () => {
      gone = true;
    };
  }, [address]);
  const heading = book?.find(rule)?.querySelector("h2, h3")?.textContent;
  return html`<div
    class="rules-panel"
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || !onClose) return;
      event.stopPropagation();
      onClose();
    }}>
    <p class="head">
      ${heading ? h(Button, { size: "small", onPress: () => book?.go(rule) }, `Now: ${heading}`) : null}
      <a class="small" href=${`${address}${rule ? `#${rule}` : ""}`} target="_blank">Open page</a>
      ${
        onClose
          ? h(Button, { size: "icon", kind: "plain", onPress: onClose, label: "Close", class: "shut" }, "✕")
          : null
      }
    </p>
    <div class="inside prose" ref=${place} tabindex="-1"></div>
    ${
      fault
        ? html`<p class="inside">Couldn't load the rules. <a href=${address} target="_blank">Try their page.</a></p>`
        : null
    }
  </div>`;
}

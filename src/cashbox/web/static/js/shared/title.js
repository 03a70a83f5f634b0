/**
 * The number of tables that are waiting for you: in the title and header of every page, and on the icon of the
 * installed app.
 */

import { boot, get } from "./api.js";
import { isolated } from "./bidi.js";
import { workers } from "./memory.js";
import { plural } from "./words.js";

const OFTEN = 120_000;

let text = document.title;
let count = 0;
/** Whether the table on this page is one of them. */
let isHere = false;
/** Whether the server knows who this is: tables wait for no one else. */
let known = false;

/** @param {string} title of the page, without that number @param {boolean} waits whether the page's table waits */
export function setTitle(title, waits) {
  const turnBegins = waits && !isHere;
  text = isolated(title);
  isHere = waits;
  show();
  if (turnBegins) showInHeader();
}

/** @param {number} tables */
export function setWaiting(tables) {
  count = tables;
  show();
  showInHeader();
}

/** Asks how many there are. */
export function countWaiting() {
  if (!known) return;
  get("/api/me/waiting").then(
    ({ tables, ids }) => {
      setWaiting(tables);
      settle({ ids });
    },
    () => {}, // the number stays as it was; it is asked for again
  );
}

/**
 * Has notifications closed that are no longer true.
 * @param {{ids?: string[], open?: string}} truth ids: of the tables that wait; open: the table that this page shows
 */
export function settle(truth) {
  workers()
    ?.getRegistration("/")
    .then(
      (found) => found?.active?.postMessage({ type: "settle", ...truth }),
      () => {}, // no notification can be shown there
    );
}

/** Someone has become a guest on this page. */
export function nowKnown() {
  known = true;
}

/** On every page: asked for now and then, also while no one looks at it. */
export function watchWaiting() {
  known = !!boot().me;
  countWaiting();
  setInterval(countWaiting, OFTEN);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && countWaiting());
}

function show() {
  document.title = `${count ? `(${count}) ` : ""}${text}`;
  const icon = /** @type {{setAppBadge?: (count: number) => Promise<void>}} */ (navigator);
  // an icon is there only where the app is installed
  icon.setAppBadge?.(count).catch(() => {});
}

/**
 * The number of other tables that wait, on the link to the home page; the home page itself begins with them. It stays
 * when a turn ends here, until the server has counted again: the old count still has this table.
 */
function showInHeader() {
  const others = count - (isHere ? 1 : 0);
  const brand = document.querySelector(".brand");
  const mark = /** @type {HTMLElement | null} */ (document.getElementById("waiting-count"));
  if (!brand || !mark || boot().page === "home") return;
  mark.hidden = others < 1;
  // drawn by the style sheet: the name of the link says it in words
  mark.dataset.count = String(others);
  const wait = others < 1 ? "" : `${plural(others, "table")} ${others > 1 ? "wait" : "waits"} for you`;
  brand.setAttribute("aria-label", `cashbox, home${wait ? `: ${wait}` : ""}`);
  brand.setAttribute("title", wait);
}

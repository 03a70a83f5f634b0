/**
 * How many tables wait for this guest: in the title of every page, and on the icon of the installed app.
 */

import { boot, get } from "./api.js";

const OFTEN = 120_000;

let text = document.title;
let count = 0;
/** Whether the server knows who this is: tables wait for nobody else. */
let known = false;

/** @param {string} title of the page, without that number */
export function setTitle(title) {
  text = title;
  show();
}

/** @param {number} tables */
export function setWaiting(tables) {
  count = tables;
  show();
}

/** Asks how many there are. */
export function countWaiting() {
  if (!known) return;
  get("/api/me/waiting").then(
    ({ tables }) => setWaiting(tables),
    () => {}, // the number stays as it was; it is asked for again
  );
}

/** Somebody has become a guest on this page. */
export function nowKnown() {
  known = true;
}

/** On every page: asked for now and then, also while nobody looks at it. */
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

/**
 * What every page has: the theme switch, the service worker, the number of tables that are waiting, and a focus that
 * stays.
 */

import { install } from "./app/service-worker.js";
import { renewSubscription } from "./notifications/push.js";
import { boot } from "./shared/api.js";
import { keepFocus } from "./shared/focus.js";
import { memory, workers } from "./shared/memory.js";
import "./shared/older.js";
import { watchWaiting } from "./shared/title.js";

const THEMES = ["", "light", "dark"];
const NAMES = { "": "system", light: "light", dark: "dark" };

const root = document.documentElement;
const button = document.getElementById("theme");

function say() {
  const theme = /** @type {keyof typeof NAMES} */ (root.dataset.theme ?? "");
  button?.setAttribute("aria-label", `Theme: ${NAMES[theme]}`);
  button?.setAttribute("title", `Theme: ${NAMES[theme]}`);
}

button?.addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(root.dataset.theme ?? "") + 1) % THEMES.length] ?? "";
  if (next) root.dataset.theme = next;
  else delete root.dataset.theme;
  memory.write("theme", next);
  say();
});
document.fonts.addEventListener("loadingdone", (event) => {
  if (/** @type {FontFaceSetLoadEvent} */ (event).fontfaces?.length) memory.write("typeface", "here");
});
say();
keepFocus();
install();
watchWaiting();
if (boot().me) void renewed();

/** Notifications that no longer reach this browser come again, or the reader learns that they do not. */
async function renewed() {
  const why = workers() ? await renewSubscription() : "";
  // shown by `shared/ui.js`, which not every page has
  if (why) dispatchEvent(new CustomEvent("fault", { detail: why }));
}

/** Registers the service worker, lets new versions take over, and deletes what belongs to another guest. */

import { boot } from "../shared/api.js";
import { isHalfDone, memory, workers } from "../shared/memory.js";
import { serverNow } from "../shared/server-time.js";
import { forgetLastTable } from "./last-table.js";

const OFTEN = 60_000;
/** A slow line is the page's own for so long. */
const SOON = 2000;

/** With which files this page goes. */
const mark = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="shell"]'))?.content ?? "";

let asked = serverNow();

/** Asks whether there is a new version: after a break of the line, or a while. */
export function checkForUpdate() {
  if (serverNow() - asked < OFTEN) return;
  asked = serverNow();
  workers()
    ?.getRegistration()
    .then((found) => found?.update())
    .catch(() => {}); // there is no connection, or the browser blocks workers
}

/**
 * Another version has taken over. The page says so, and reloads by itself when its reader turns away or comes back, or
 * is away already; not while something is half done.
 */
function outdated() {
  const reload = () => {
    if (!isHalfDone()) location.reload();
  };
  if (document.visibilityState === "hidden") reload();
  document.addEventListener("visibilitychange", reload);
  if (document.getElementById("outdated")) return;
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload" });
  button.className = "button small";
  button.addEventListener("click", () => location.reload());
  const bar = Object.assign(document.createElement("div"), { id: "outdated", className: "outdated" });
  bar.setAttribute("role", "status");
  bar.append("A new version is available. ", button);
  document.body.prepend(bar);
}

/** On every page, once it is there. */
export function install() {
  const me = boot().me?.id ?? "";
  const before = memory.read("last-of", "");
  if (boot().page !== "offline" && before !== me) {
    memory.write("last-of", me);
    if (before) void forgetLastTable(); // what no one saw is no secret
  }
  const found = workers();
  if (!found || !mark) return;
  found.addEventListener("message", ({ data }) => {
    if (data?.type === "shell" && data.mark !== mark) outdated();
  });
  addEventListener("load", () => {
    // without one (in a private window, say) nothing is kept for when the line breaks
    const register = () => found.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
    setTimeout(() => void register(), SOON);
  });
  addEventListener("online", checkForUpdate);
  document.addEventListener("visibilitychange", checkForUpdate);
}

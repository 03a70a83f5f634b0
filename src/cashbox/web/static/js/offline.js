/** The page without a connection: a link to the last table, and trying again. */

import { lastTableAddress } from "./app/last-table.js";

document.getElementById("again")?.addEventListener("click", () => location.reload());
addEventListener("online", () => {
  // a device may have a network that does not lead to the server
  fetch("/health", { cache: "no-store" }).then(
    () => location.reload(),
    () => {},
  );
});

const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById("last"));
const last = await lastTableAddress();
if (link && last) {
  link.href = last;
  link.hidden = false;
}

/** The page of a game's rules. */

import { named, Rulebook } from "./rules/rulebook.js";

const root = document.querySelector("[data-book]");

if (root) {
  const book = new Rulebook(root);
  const contents = root.querySelector("details");
  if (contents && matchMedia("(max-width: 62rem)").matches) contents.open = false;
  const goThere = () => named(location.hash) && book.go(named(location.hash));
  goThere();
  addEventListener("hashchange", goThere);
  addEventListener("popstate", goThere);
  // The browser puts back what was typed when one comes back to the page.
  addEventListener("pageshow", () => book.search.box?.value && book.search.seek());
}

/** Loads a game's board with its style sheets. */

import Fallback from "./fallback.js";

/** @typedef {import("./props.js").BoardModule} BoardModule */

/** The board that came in one file with the page. @type {BoardModule | null} */
let packed = null;

/** Where a page is packed with its board and the sheets of that. @param {BoardModule} module */
export function setPackedBoard(module) {
  packed = module;
}

const raw = new URLSearchParams(location.search).has("raw");

/**
 * The game's own board, or the one that suits every game.
 * @param {string} folder where the game's board is, "" for none
 * @returns {Promise<BoardModule>}
 */
export async function loadBoard(folder) {
  if (raw || !folder) return { default: Fallback };
  if (packed) return packed;
  const base = new URL(folder, location.href);
  try {
    /** @type {BoardModule} */
    const module = await import(new URL("board.js", base).href);
    await Promise.all((module.css ?? []).map((sheet) => loadSheet(new URL(sheet, base).href)));
    return module;
  } catch (fault) {
    console.warn("The board couldn't be loaded. Play from the list of legal actions instead.", fault);
    return { default: Fallback };
  }
}

/** Style sheets by address. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Fetches a style sheet, once. @param {string} href @returns {Promise<void>} once it holds */
export function loadSheet(href) {
  const known = sheets.get(href);
  if (known) return known;
  /** @type {Promise<void>} */
  const fetched = new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
  sheets.set(href, fetched);
  return fetched;
}

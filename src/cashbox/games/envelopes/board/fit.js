// How large cards lie on a sheet, so that all of them are in sight and each can be read.

/**
 * What a card shows: everything; all but its picture; name, stars and cost.
 * @typedef {"picture" | "text" | "name"} Shown
 */
/**
 * columns: of each pile; width: of a card; letters: in pixels.
 * @typedef {{shown: Shown, columns: number[], width: number, letters: number}} Fit
 */

/** The least that a card is wide, in pixels. */
const LEAST = { picture: 150, text: 150, name: 116 };
const MOST = 290;
const GAP = 12;
/** Between the rows of names. */
const NARROW = 8;
/** The height of a pile's heading. */
const HEAD = 32;

/** Letters grow with the card; its text takes four fifths of them. @param {number} width */
const lettersOf = (width) => Math.min(Math.max(15, width / 11.4), 22);

/**
 * How high a card is.
 * @param {Shown} shown
 * @param {number} width
 * @param {number} words characters of the longest text
 */
function heightOf(shown, width, words) {
  if (shown === "name") return 64;
  const letters = lettersOf(width);
  const line = Math.floor((width - letters * 3) / (letters * 0.8 * 0.49));
  const lines = Math.ceil(words / Math.max(line, 1)) + 0.6;
  return letters * (5.3 + (shown === "picture" ? 4.8 : 0) + lines * 0.8 * 1.26);
}

/**
 * Piles side by side, each in as many columns as its rows allow: what shows most of the cards, and that as large as it
 * fits.
 * @param {{width: number, height: number, piles: number[], words: number}} given piles: how many cards each has
 * @returns {Fit}
 */
export function fitCards({ width, height, piles, words }) {
  for (const shown of /** @type {Shown[]} */ (["picture", "text", "name"])) {
    let best = null;
    for (let rows = 1; rows <= Math.max(...piles); rows++) {
      const columns = piles.map((n) => Math.ceil(n / rows));
      const room = (width - GAP * (sum(columns) + piles.length)) / sum(columns);
      for (let w = Math.min(Math.floor(room), MOST); w >= LEAST[shown]; w -= 4) {
        if (HEAD + rows * (heightOf(shown, w, words) + (shown === "name" ? NARROW : GAP)) > height) continue;
        if (w > (best?.width ?? 0)) best = { shown, columns, width: w, letters: lettersOf(w) };
        break;
      }
    }
    if (best) return best;
  }
  return crowded(width, piles);
}

/**
 * More cards than fit: their names, in rows that scroll.
 * @param {number} width
 * @param {number[]} piles
 * @returns {Fit}
 */
function crowded(width, piles) {
  const room = Math.max(piles.length, Math.floor((width - GAP * piles.length) / (LEAST.name + GAP)));
  const columns = piles.map((n) => Math.max(1, Math.floor((n / sum(piles)) * room)));
  const wide = (width - GAP * (sum(columns) + piles.length)) / sum(columns);
  return { shown: "name", columns, width: Math.max(LEAST.name, Math.floor(wide)), letters: 15 };
}

/** @param {number[]} some */
const sum = (some) => some.reduce((a, b) => a + b, 0);

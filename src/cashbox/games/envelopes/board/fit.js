// How large cards lie on a sheet, so that all of them are in sight and each can be read.

/**
 * What a card shows: everything; all but its picture; the same with the text beside the cost; name, stars and cost.
 * @typedef {"picture" | "text" | "line" | "name"} Shown
 */
/**
 * columns: of each pile; width: of a card; letters: in pixels.
 * @typedef {{shown: Shown, columns: number[], width: number, letters: number}} Fit
 */

/** The least that a card is wide, in pixels. */
const LEAST = { picture: 150, text: 150, line: 216, name: 116 };
const MOST = 290;
const GAP = 12;
/** Between rows of low cards. */
const NARROW = 8;
/** The height of a pile's heading. */
const HEAD = 32;

/** Letters grow with the card; its text takes four fifths of them. @param {Shown} shown @param {number} width */
const lettersOf = (shown, width) => (shown === "line" ? 15 : Math.min(Math.max(15, width / 11.4), 22));

/**
 * What stands on a card: characters of its text, envelopes of its cost.
 * @typedef {{words: number, cost: number}} Printed
 */

/**
 * How high a card is.
 * @param {Shown} shown
 * @param {number} width
 * @param {Printed} printed
 */
function heightOf(shown, width, { words, cost }) {
  const letters = lettersOf(shown, width);
  if (shown === "name") return 64;
  if (shown === "line") {
    const line = Math.floor((width - 45 - cost * 27) / (letters * 0.8 * 0.49));
    return Math.max(66, 45 + letters * Math.ceil(words / Math.max(line, 8)));
  }
  const line = Math.floor((width - letters * 3) / (letters * 0.8 * 0.49));
  return letters * (6 + (shown === "picture" ? 6 : 0) + Math.ceil(words / Math.max(line, 1)));
}

/**
 * How high a pile is, in rows of so many cards.
 * @param {Shown} shown
 * @param {number} width
 * @param {Printed[]} pile
 * @param {number} columns
 */
function pileHeight(shown, width, pile, columns) {
  const gap = shown === "picture" || shown === "text" ? GAP : NARROW;
  let high = HEAD;
  for (let k = 0; k < pile.length; k += columns) {
    high += gap + Math.max(...pile.slice(k, k + columns).map((card) => heightOf(shown, width, card)));
  }
  return high;
}

/**
 * Piles side by side, each in as many columns as its rows allow: what shows most of the cards, and that as large as it
 * fits.
 * @param {{width: number, height: number, piles: Printed[][]}} given piles: the cards of each
 * @returns {Fit}
 */
export function fitCards({ width, height, piles }) {
  for (const shown of /** @type {Shown[]} */ (["picture", "text", "line", "name"])) {
    let best = null;
    for (let rows = 1; rows <= Math.max(...piles.map((pile) => pile.length)); rows++) {
      const columns = piles.map((pile) => Math.max(1, Math.ceil(pile.length / rows)));
      const room = (width - GAP * (sum(columns) + piles.length)) / sum(columns);
      for (let w = Math.min(Math.floor(room), MOST); w >= LEAST[shown]; w -= 4) {
        if (piles.some((pile, k) => pileHeight(shown, w, pile, columns[k]) > height)) continue;
        if (w > (best?.width ?? 0)) best = { shown, columns, width: w, letters: lettersOf(shown, w) };
        break;
      }
    }
    if (best) return best;
  }
  return crowded(
    width,
    piles.map((pile) => Math.max(pile.length, 1)),
  );
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

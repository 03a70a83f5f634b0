// How large cards lie on a sheet, so that all of them are in sight and what each does can be read.

/**
 * What a card shows: "picture" is everything, "text" all but its picture, "words" what it does in a low frame.
 * @typedef {"picture" | "text" | "words"} Shown
 */
/**
 * columns: of each pile; width and high: of a card, high 0 where it is as high as its words; letters: in pixels.
 * @typedef {{shown: Shown, columns: number[], width: number, high: number, letters: number}} Fit
 */
/**
 * What stands on a card: the characters of its name, of its text and of its brief; the envelopes of its cost.
 * @typedef {{name: number, words: number, brief: number, cost: number}} Printed
 */

/** The least that a card is wide, in pixels. */
const LEAST = { picture: 150, text: 150, words: 128 };
/** A card is that wide where there are more of them than fit. */
const COMFORT = 144;
const MOST = 290;
const GAP = 12;
/** Between low cards. */
const NARROW = 8;
/** The height of a pile's heading. */
const HEAD = 32;
/** A low card: the height of a line, of a line of its name, of the frame around both; the width of a letter. */
const LINE = 15;
const NAME_LINE = 14;
const FRAME = 18;
/** The star beside its name. */
const STAR = 22;
const LETTER = 6.1;
/** More lines than that are not worth the room. */
const LINES = 6;

/** Letters grow with the card; its text takes four fifths of them. @param {number} width */
const lettersOf = (width) => Math.min(Math.max(15, width / 11.4), 22);

/** Lines of so many characters, where words are not broken. @param {number} characters @param {number} room */
const linesOf = (characters, room) => Math.ceil(characters / Math.max(room / LETTER - 3.2, 4));

/** How high a low card is with so many characters of text. @param {number} w @param {Printed} card @param {number} n */
function lowHeight(w, { name, cost }, n) {
  const names = Math.min(linesOf(name, w - 59), 2);
  // the marks of cost and use stand in the first line
  return FRAME + Math.max(names * NAME_LINE, STAR) + linesOf(n + (cost * 25 + 20) / LETTER, w - 16) * LINE;
}

/**
 * How high a card is.
 * @param {Shown} shown
 * @param {number} width
 * @param {Printed} card
 */
function heightOf(shown, width, card) {
  if (shown === "words") return lowHeight(width, card, card.brief);
  const letters = lettersOf(width);
  const line = Math.floor((width - letters * 1.6) / (letters * 0.8 * 0.49));
  return letters * (6 + (shown === "picture" ? 6 : 0) + Math.ceil((card.words + 4) / Math.max(line, 1)));
}

/** Whether a low card has room for all of its text. @param {Fit} fit @param {Printed} card */
export function fitsWhole({ high, width }, card) {
  return card.words <= card.brief || (high > 0 && lowHeight(width, card, card.words) <= high);
}

/** How many lines of text a low card has room for. @param {Fit} fit @param {Printed} card */
export function linesFor({ high, width }, card) {
  return high ? Math.floor((high - lowHeight(width, { ...card, cost: -1 }, 0)) / LINE) : LINES;
}

/**
 * How high a pile is, in rows of so many cards.
 * @param {Shown} shown
 * @param {number} width
 * @param {Printed[]} pile
 * @param {number} columns
 */
function pileHeight(shown, width, pile, columns) {
  if (shown === "words") {
    const rows = Math.ceil(pile.length / columns);
    return HEAD + rows * (NARROW + Math.max(0, ...pile.map((card) => heightOf(shown, width, card))));
  }
  let high = HEAD;
  for (let k = 0; k < pile.length; k += columns) {
    high += GAP + Math.max(...pile.slice(k, k + columns).map((card) => heightOf(shown, width, card)));
  }
  return high;
}

/**
 * Low cards are all of one height: that of the longest text, where the sheet has the room.
 * @param {number} width
 * @param {number} height
 * @param {Printed[][]} piles
 * @param {number[]} columns
 */
function commonHeight(width, height, piles, columns) {
  const rows = Math.max(1, ...piles.map((pile, k) => Math.ceil(pile.length / columns[k])));
  const cards = piles.flat();
  const wish = Math.max(...cards.map((card) => lowHeight(width, card, card.words)));
  const need = Math.max(...cards.map((card) => lowHeight(width, card, card.brief)));
  return Math.max(need, Math.min(wish, Math.floor((height - HEAD) / rows - NARROW)));
}

/**
 * Piles side by side, each in as many columns as its rows allow: what shows most of the cards, and that as large as it
 * fits; of low cards, as many as can be with all of their text.
 * @param {{width: number, height: number, piles: Printed[][]}} given piles: the cards of each
 * @returns {Fit}
 */
export function fitCards({ width, height, piles }) {
  for (const shown of /** @type {Shown[]} */ (["picture", "text", "words"])) {
    /** @type {Fit | null} */
    let best = null;
    let most = -1;
    for (let rows = 1; rows <= Math.max(...piles.map((pile) => pile.length)); rows++) {
      const columns = piles.map((pile) => Math.max(1, Math.ceil(pile.length / rows)));
      const gap = shown === "words" ? NARROW : GAP;
      const room = (width - gap * (sum(columns) + piles.length)) / sum(columns);
      for (let w = Math.min(Math.floor(room), MOST); w >= LEAST[shown]; w -= 4) {
        if (piles.some((pile, k) => pileHeight(shown, w, pile, columns[k]) > height)) continue;
        const high = shown === "words" ? commonHeight(w, height, piles, columns) : 0;
        const fit = { shown, columns, width: w, high, letters: lettersOf(w) };
        const good = high ? piles.flat().filter((card) => fitsWhole(fit, card)).length : w;
        if (good > most) [best, most] = [fit, good];
        break;
      }
    }
    if (best) return best;
  }
  return crowded(width, piles);
}

/**
 * More cards than fit, in rows that scroll.
 * @param {number} width
 * @param {Printed[][]} piles
 * @returns {Fit}
 */
function crowded(width, piles) {
  const room = Math.max(piles.length, Math.floor((width - NARROW * piles.length) / (COMFORT + NARROW)));
  const columns = piles.map(() => 1);
  while (sum(columns) < room) {
    const rows = piles.map((pile, k) => Math.ceil(pile.length / columns[k]));
    columns[rows.indexOf(Math.max(...rows))] += 1;
  }
  const wide = Math.floor((width - NARROW * (sum(columns) + piles.length)) / sum(columns));
  return {
    shown: "words",
    columns,
    width: Math.min(Math.max(LEAST.words, wide), MOST),
    high: 0,
    letters: 15,
  };
}

/** @param {number[]} some */
const sum = (some) => some.reduce((a, b) => a + b, 0);

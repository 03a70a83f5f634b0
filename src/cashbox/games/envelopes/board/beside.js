// Where buses, prepaid envelopes and the flag of the automated rival lie: beside what they belong to, and over nothing
// that has to be read.

import { TOKEN } from "./spread.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./spread.js").Lies} Lies */
/** @typedef {import("./spread.js").Point} Point */
/** Half its size, and how bad it is to cover it. @typedef {Point & {w: number, h: number, weight: number}} Taken */
/**
 * pills: of each recruit, where each prepaid bundle lies from his middle, in units of his token; flag: the same for the
 * flag; buses: by seat, on the sheet.
 * @typedef {{pills: Map<number, Point[]>, flag: Point, buses: Map<number, Point>}} Beside
 */

/** Half the size of a bundle's mark, of the flag, and of a bus. */
const PILL = { w: 13, h: 9 };
const FLAG = { w: 32, h: 12.5 };
const BUS = { w: 19, h: 13 };

/** Above a token, below it, and beside it. @type {Point[]} */
const PILLS = [-21, 21].flatMap((y) => [10, -15, 0].map((x) => ({ x, y }))).concat([35, -35].map((x) => ({ x, y: 0 })));
/** The middle of the flag. @type {Point[]} */
export const FLAGS = [-29.5, 29.5].flatMap((y) => [3, 26, -22].map((x) => ({ x, y })));
/** Around a space, the nearest first: a bus stands on a stop, and beside a letter. @type {Point[]} */
const AROUND = [0, 8, 16, 23, 29, 36, 44, 53, 63, 74].flatMap((far) =>
  Array.from({ length: far ? 16 : 1 }, (_, k) => {
    const way = ((k % 2 ? 1 : -1) * Math.ceil(k / 2) - 4) * (Math.PI / 8); // upward first
    return { x: far * Math.cos(way) * 1.15, y: far * Math.sin(way) };
  }),
);

/** Spaces without a letter may be covered, if there is no other room. */
const MARK = 0.1;

/** How bad it is to lie outside the sheet: worse than to cover anything. */
const OUTSIDE = 1e6;
/** The least distance from the edge of the sheet. */
const EDGE = 4;

/** How much wider a name may be than its letters are on average. */
const NAME = 1.15;

/** What lies on the map and stays there. @param {Play} play @param {Lies} lies @returns {Taken[]} */
function takenBy({ model }, { at }) {
  const plain = new Set(model.spaces.filter(({ regions }) => !regions.length).map(({ id }) => `s${id}`));
  return [...at.values()].map(({ key, x, y, w, h }) => ({
    x,
    y,
    w: key[0] === "n" ? w * NAME : w,
    h,
    weight: plain.has(key) ? MARK : 1,
  }));
}

/**
 * The place around a point where something covers the least, the first of equal ones; from then on it is taken.
 * @param {{board: Board, taken: Taken[]}} sheet
 * @param {Point} at
 * @param {{w: number, h: number}} size half of it, in units
 * @param {Point[]} places around the point, in units
 * @param {number} unit how many units of the sheet it is
 * @param {Taken} [own] what it may cover
 */
function put({ board, taken }, at, { w, h }, places, unit, own) {
  let best = places[0];
  let least = Infinity;
  for (const place of places) {
    const one = { x: at.x + place.x * unit, y: at.y + place.y * unit, w: w * unit, h: h * unit };
    const across = Math.min(one.x - one.w, board.width - one.x - one.w);
    const down = Math.min(one.y - one.h, board.height - one.y - one.h);
    let covered = Math.min(across, down) < EDGE ? OUTSIDE : 0;
    for (const other of taken) {
      const x = one.w + other.w - Math.abs(one.x - other.x);
      const y = one.h + other.h - Math.abs(one.y - other.y);
      if (x > 0 && y > 0 && other !== own) covered += (x * y + 20) * other.weight;
    }
    if (covered < least) [best, least] = [place, covered];
    if (!least) break;
  }
  taken.push({ x: at.x + best.x * unit, y: at.y + best.y * unit, w: w * unit, h: h * unit, weight: 1 });
  return best;
}

/** @param {Play} play @param {Board} board @param {Lies} lies @returns {Beside} */
export function besideAll(play, board, lies) {
  const { view, model } = play;
  const { tokens, marks } = lies.sizes;
  const taken = takenBy(play, lies);
  const sheet = { board, taken };
  /** @type {Beside} */
  const found = { pills: new Map(), flag: FLAGS[0], buses: new Map() };
  /** @param {number} slot @returns {Taken} */
  const tokenOf = (slot) => {
    const { x, y } = lies.at.get(`r${slot}`) ?? { x: 0, y: 0 };
    // the marks overlap the rim of their token, not its letters
    const own = taken.find((one) => one.x === x && one.y === y && one.w === TOKEN.w * tokens);
    return own ?? { x, y, w: 0, h: 0, weight: 0 };
  };
  for (const { slot } of model.slots) {
    const bundles = view.players.filter(({ prepaid }) => prepaid.some((one) => one.slot === slot));
    const own = tokenOf(slot);
    found.pills.set(
      slot,
      bundles.map(() => put(sheet, own, PILL, PILLS, tokens, own)),
    );
  }
  const next = view.bubba?.next ?? -1;
  if (next >= 0) found.flag = put(sheet, tokenOf(next), FLAG, FLAGS, tokens, tokenOf(next));
  view.players.forEach(({ space }, seat) => {
    const at = board.spaces[model.spaces[space]?.id ?? ""];
    if (!at) return;
    const { x, y } = put(sheet, at, BUS, AROUND, marks);
    found.buses.set(seat, { x: at.x + x * marks, y: at.y + y * marks });
  });
  return found;
}

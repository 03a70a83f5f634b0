// Where tokens and names lie where they are drawn larger than on the printed sheet: near their spaces, and beside one
// another.

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {{x: number, y: number}} Point */
/**
 * What takes room on the sheet. w, h: half its size; stays: how hard it is to push away, 1 for not at all.
 * @typedef {{key: string, x: number, y: number, w: number, h: number, stays: number, home: Point}} Piece
 */
/**
 * How large things are drawn. tokens, marks, plain: how many times larger than on the sheet, plain being marks without
 * letters; letters: the least height of a name; short: whether names are abbreviated.
 * @typedef {{tokens: number, marks: number, plain: number, letters: number, short: boolean}} Sizes
 */

/** Half the size of a token. */
export const TOKEN = { w: 22, h: 15.5 };

/** Half the size of the mark of a space, by its kind. */
const MARKS = { circle: [9, 9], start: [17, 17], state: [11, 11], border: [16, 11] };

const SHORT = new Map([
  ["washington-oregon", "WA/OR"],
  ["idaho-wyoming", "ID/WY"],
  ["montana", "MT"],
  ["alaska", "AK"],
  ["arizona", "AZ"],
  ["california", "CA"],
  ["hawaii", "HI"],
  ["guam-samoa", "GU/AS"],
  ["west-texas", "W TX"],
  ["oklahoma", "OK"],
  ["north-texas", "N TX"],
  ["gulf-texas", "G TX"],
  ["georgia", "GA"],
  ["mississippi-alabama", "MS/AL"],
  ["louisiana", "LA"],
  ["florida", "FL"],
  ["mid-atlantic", "M-Atl"],
  ["new-york", "NY/NJ"],
  ["new-england", "N Eng"],
  ["maine", "ME"],
  ["indiana", "IN"],
  ["illinois", "IL"],
  ["iowa", "IA"],
  ["wisconsin", "WI"],
  ["missouri-arkansas", "MO/AR"],
  ["colorado-new-mexico", "CO/NM"],
  ["kansas-nebraska", "KS/NE"],
  ["nevada-utah", "NV/UT"],
  ["minnesota-dakotas", "MN/Dak"],
  ["kentucky-tennessee", "KY/TN"],
  ["michigan-ohio", "MI/OH"],
  ["virginia-carolinas", "VA/Car"],
]);

const LEAST = 12.2;
/** Pixels of letters that grow with the map, for one of the sheet. */
const GROWING = 16;
/** The smallest letters of a token, and that of a mark, on the printed sheet. */
const [TOKEN_LETTERS, MARK_LETTERS] = [13, 15];
/** Names are written out where a unit of the sheet has so many pixels. */
const ROOMY = 0.62;

/** How wide a letter is for its height: in a name, and in an abbreviation. */
const [LETTERS, CAPITALS] = [0.56, 0.68];

/** In steps, so that pieces do not wander while one zooms. @param {number} n */
const stepped = (n) => Math.ceil(n * 10) / 10;

/**
 * How large things are drawn so that they can be read.
 * @param {number} scale pixels for one unit of the sheet
 * @returns {Sizes}
 */
export function sizesAt(scale) {
  const pixels = Math.max(LEAST, GROWING * scale);
  const marks = Math.min(stepped(Math.max(1, LEAST / MARK_LETTERS / scale)), 2.2);
  return {
    tokens: Math.min(stepped(pixels / TOKEN_LETTERS / scale), 2.6),
    marks,
    plain: Math.min(marks, 1.4),
    letters: Math.min(Math.ceil(LEAST / scale), 34),
    short: scale < ROOMY,
  };
}

/** How many times larger the mark of a space is drawn. @param {string} kind @param {Sizes} sizes */
export function markSize(kind, { marks, plain }) {
  return kind === "state" || kind === "border" ? marks : plain;
}

/** @type {WeakMap<Board, Map<string, number>>} */
const reaches = new WeakMap();

/**
 * How far a press around a space still means it: half the way to the nearest other one.
 * @param {Board} board @param {string} id
 */
export function reachOf(board, id) {
  const found = reaches.get(board) ?? new Map();
  reaches.set(board, found);
  if (!found.has(id)) {
    const { x, y } = board.spaces[id];
    const others = Object.entries(board.spaces).filter(([other]) => other !== id);
    found.set(id, Math.min(...others.map(([, at]) => Math.hypot(at.x - x, at.y - y))) / 2);
  }
  return /** @type {number} */ (found.get(id));
}

/** The lines of a name. @param {Board} board @param {string} id @param {boolean} short */
function linesOf(board, id, short) {
  const name = short && SHORT.get(id);
  return name ? [name] : board.labels[id].lines;
}

/** @param {string} key @param {Point} at @param {number[]} size @param {number} stays @returns {Piece} */
function piece(key, at, [w, h], stays) {
  return { key, x: at.x, y: at.y, w, h, stays, home: { x: at.x, y: at.y } };
}

/**
 * The marks of spaces and the controls, which stay; tokens, which give way to them; names, which give way to all.
 * @param {Board} board
 * @param {Model} model
 * @param {Sizes} sizes
 * @param {Point | null} corner the upper left of what the controls cover
 */
function piecesOf(board, model, sizes, corner) {
  const { tokens, letters, short } = sizes;
  const all = model.spaces.map(({ id, kind }) => {
    const [w, h] = MARKS[/** @type {"state"} */ (kind)];
    const marks = markSize(kind, sizes);
    return piece(`s${id}`, board.spaces[id], [w * marks, h * marks], 1);
  });
  if (corner) {
    const [w, h] = [(board.width - corner.x) / 2, (board.height - corner.y) / 2];
    all.push(piece("controls", { x: corner.x + w, y: corner.y + h }, [w, h], 1));
  }
  for (const { slot, space, nth } of model.slots) {
    const at = board.tokens[model.spaces[space].id]?.[nth];
    if (at) all.push(piece(`r${slot}`, at, [TOKEN.w * tokens, TOKEN.h * tokens], 0.35));
  }
  for (const [id, { x, y, size, lines }] of Object.entries(board.labels)) {
    const said = linesOf(board, id, short);
    const high = Math.max(size, letters);
    const wide = Math.max(...said.map((line) => line.length)) * high * (short ? CAPITALS : LETTERS);
    const middle = y + ((lines.length - 1) * size * 1.05) / 2 - size * 0.35;
    all.push(piece(`n${id}`, { x, y: middle }, [wide / 2, (said.length * high) / 2], 0.1));
  }
  return all;
}

/**
 * Pushes two pieces that lie over each other apart, the shorter way.
 * @param {Piece} a
 * @param {Piece} b
 * @param {number} nth
 */
function part(a, b, nth) {
  if (a.stays === 1 && b.stays === 1) return;
  const x = a.w + b.w + 2 - Math.abs(a.x - b.x);
  const y = a.h + b.h + 2 - Math.abs(a.y - b.y);
  if (x <= 0 || y <= 0) return;
  const along = x < y ? "x" : "y";
  const way = (a[along] - b[along] || a.home[along] - b.home[along] || nth) < 0 ? -1 : 1;
  const push = (way * Math.min(x, y) * 0.9) / (2 - a.stays - b.stays);
  a[along] += push * (1 - a.stays);
  b[along] -= push * (1 - b.stays);
}

const ROUNDS = 60;
/** Rounds in which everything is drawn back to where the sheet has it. */
const DRAWN = 40;

/** Keeps a piece on the sheet. @param {Piece} one @param {Board} board */
function hold(one, { width, height }) {
  one.x = Math.min(Math.max(one.x, one.w + 4), width - one.w - 4);
  one.y = Math.min(Math.max(one.y, one.h + 4), height - one.h - 4);
}

/** @param {Piece[]} all @param {Board} board @param {number} round */
function settle(all, board, round) {
  for (const one of all) {
    if (one.stays === 1) continue;
    if (round < DRAWN) {
      one.x += (one.home.x - one.x) * 0.06;
      one.y += (one.home.y - one.y) * 0.06;
    }
    hold(one, board);
  }
}

/** How far around itself a piece looks for room, in steps of so many units: a token, and a name. */
const FAR = 22;
const NEAR = 16;
const STEP = 6;

/**
 * What it costs a piece to lie there: room that others have, and the way from home.
 * @param {Piece} one
 * @param {Piece[]} all
 */
function costOf(one, all) {
  let cost = Math.hypot(one.x - one.home.x, one.y - one.home.y) * 6;
  for (const other of all) {
    if (other === one) continue;
    const x = one.w + other.w + 1 - Math.abs(one.x - other.x);
    const y = one.h + other.h + 1 - Math.abs(one.y - other.y);
    if (x > 0 && y > 0) cost += (x * y + 60 * Math.min(x, y)) * (0.3 + Math.min(1, other.stays * 2.5));
  }
  return cost;
}

/** Whether a piece lies over another one, or under it. @param {Piece} one @param {Piece[]} all */
function covers(one, all) {
  return all.some(
    (other) =>
      other !== one && Math.abs(one.x - other.x) < one.w + other.w && Math.abs(one.y - other.y) < one.h + other.h,
  );
}

/**
 * A piece that lies over others looks around for the best place.
 * @param {Piece} one
 * @param {Piece[]} all
 * @param {Board} board
 */
function seek(one, all, board) {
  const { x, y } = one;
  const far = one.key[0] === "n" ? NEAR : FAR;
  let [best, least] = [{ x, y }, costOf(one, all)];
  for (let i = -far; i <= far; i++) {
    for (let k = -far; k <= far; k++) {
      one.x = x + i * STEP;
      one.y = y + k * STEP;
      hold(one, board);
      const cost = costOf(one, all);
      if (cost < least) [best, least] = [{ x: one.x, y: one.y }, cost];
    }
  }
  Object.assign(one, best);
}

/**
 * Where everything lies: tokens as "r" and their number, names as "n" and the space's.
 * @typedef {{at: Map<string, Piece>, sizes: Sizes}} Lies
 */

/** @type {WeakMap<Board, Map<string, Lies>>} */
const known = new WeakMap();

/**
 * Where everything lies; worked out once for each size and corner.
 * @param {Board} board
 * @param {Model} model
 * @param {Sizes} sizes
 * @param {Point | null} corner the upper left of what the controls cover
 * @returns {Lies}
 */
export function spread(board, model, sizes, corner) {
  const here = known.get(board) ?? new Map();
  known.set(board, here);
  const key = [...Object.values(sizes), corner?.x, corner?.y].join();
  const lies = here.get(key) ?? { at: settled(board, model, sizes, corner), sizes };
  here.set(key, lies);
  return lies;
}

/** @param {Board} board @param {Model} model @param {Sizes} sizes @param {Point | null} corner */
function settled(board, model, sizes, corner) {
  const all = piecesOf(board, model, sizes, corner);
  for (let round = 0; round < ROUNDS; round++) {
    settle(all, board, round);
    for (let i = 0; i < all.length; i++) {
      for (let k = i + 1; k < all.length; k++) part(all[i], all[k], i - k);
    }
  }
  settle(all, board, ROUNDS);
  for (let round = 0; round < 8; round++) {
    for (const one of all) if (one.stays < 1 && covers(one, all)) seek(one, all, board);
  }
  return new Map(all.map((one) => [one.key, one]));
}

/**
 * A name as it is written: its lines, and where each of them stands.
 * @param {Board} board
 * @param {string} id
 * @param {Lies} lies
 */
export function writtenAt(board, id, { at, sizes: { letters, short } }) {
  const lines = linesOf(board, id, short);
  const size = Math.max(board.labels[id].size, letters);
  const { x, y } = /** @type {Piece} */ (at.get(`n${id}`));
  const first = y - ((lines.length - 1) * size) / 2 + size * 0.35;
  return { size, lines: lines.map((text, k) => ({ text, x, y: first + k * size })) };
}

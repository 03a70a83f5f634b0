/** The address of a moment: it follows what is shown, and leads back to exactly that. */

/** Milliseconds between two changes of the address: browsers refuse many at once. */
const PAUSE = 400;

/** The replay of a table, where it begins. @param {string} table its id */
export const replayOf = (table) => `/t/${table}/replay`;

/** @param {number} n @param {string} eyes */
export const addressOf = (n, eyes) => `${location.pathname}?n=${n}&eyes=${eyes}`;

/**
 * What the address asks for. n: null for no step, NaN for what is none; eyes: "" for none.
 * @returns {{n: number | null, eyes: string}}
 */
export function wished() {
  const asks = new URLSearchParams(location.search);
  const n = asks.get("n");
  return { n: n === null ? null : /^\d{1,9}$/.test(n) ? Number(n) : NaN, eyes: asks.get("eyes") ?? "" };
}

let changed = -Infinity;
let timer = 0;
let next = "";

/** Puts it there now. */
function put() {
  clearTimeout(timer);
  timer = 0;
  if (!next || next === location.pathname + location.search) return;
  changed = performance.now();
  history.replaceState(history.state, "", next);
}

/** The address becomes that of this moment. @param {number} n @param {string} eyes */
export function follow(n, eyes) {
  next = addressOf(n, eyes);
  if (timer) return;
  timer = setTimeout(put, Math.max(0, changed + PAUSE - performance.now()));
}

// whoever leaves the page comes back to this moment
addEventListener("pagehide", put);

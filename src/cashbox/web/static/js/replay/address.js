/** The address of a moment: it follows what is shown, and leads back to exactly that. */

/** Browsers refuse an address that changes too often: so many times in so many milliseconds is no matter... */
const OFTEN = 40;
const WHILE = 30_000;
/** ... and after that one waits so long. */
const PAUSE = 600;

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

/** When the address has changed. @type {number[]} */
let changes = [];
let pause = 0;
let pending = "";

/** Puts it there now. */
function put() {
  clearTimeout(pause);
  pause = 0;
  if (!pending || pending === location.pathname + location.search) return;
  changes.push(performance.now());
  history.replaceState(history.state, "", pending);
}

/** The address becomes that of this moment. @param {number} n @param {string} eyes */
export function follow(n, eyes) {
  pending = addressOf(n, eyes);
  changes = changes.filter((at) => at > performance.now() - WHILE);
  if (changes.length < OFTEN) put();
  else pause ||= setTimeout(put, PAUSE);
}

// whoever leaves the page comes back to this moment
addEventListener("pagehide", put);

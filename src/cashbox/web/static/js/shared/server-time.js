/**
 * The server's time. The clock of a device may be hours off, so no page compares its own with a time that the server
 * tells; and none reads `Date.now()`, which may jump.
 *
 * @typedef {import("./wire.js").State} State
 */

/** The server's time when this browser's timer began, in milliseconds since 1970; null while no one has told it. */
let origin = /** @type {number | null} */ (null);

/** The server has told what time it is. @param {number} seconds since 1970 */
export function tellTime(seconds) {
  origin = seconds * 1000 - performance.now();
}

/** What time it is, in milliseconds since 1970. */
export function serverNow() {
  return (origin ?? written()) + performance.now();
}

/** As the page was written; a page that this browser has kept is older, until the server answers something. */
function written() {
  const { now } = JSON.parse(document.getElementById("boot")?.textContent || "{}");
  if (now) tellTime(now);
  return origin ?? performance.timeOrigin;
}

/** How many seconds ago something was. @param {number} at seconds since 1970 */
export function secondsSince(at) {
  return Math.max(0, serverNow() / 1000 - at);
}

/** Whether a time is on this day, where the reader is. @param {Date} then */
export function isToday(then) {
  return then.toDateString() === new Date(serverNow()).toDateString();
}

/** @type {WeakMap<State, number>} */
const CAME = new WeakMap();

/** A state has come; times left that it tells are counted from now, also if it is shown later. @param {State} state */
export function hasCome(state) {
  CAME.set(state, serverNow());
}

/** When a state came, in milliseconds since 1970. @param {State | null} state */
export function cameAt(state) {
  return (state && CAME.get(state)) ?? serverNow();
}

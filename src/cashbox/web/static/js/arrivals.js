/**
 * When states came. No clock but the server's counts, so what is left of a time is counted from the arrival of the
 * state that tells it, which may be shown later.
 *
 * @typedef {import("./wire.js").State} State
 */

/** @type {WeakMap<State, number>} */
const CAME = new WeakMap();

/** A state has come just now. @param {State} state */
export function hasCome(state) {
  CAME.set(state, Date.now());
}

/** When a state came, in milliseconds of this browser's clock. @param {State | null} state */
export function cameAt(state) {
  return (state && CAME.get(state)) ?? Date.now();
}

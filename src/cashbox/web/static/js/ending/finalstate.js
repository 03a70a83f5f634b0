/** How far the end of a game has been told on this page, and whether it lies over the board. */

import { useEffect, useState } from "../shared/preact.js";

/**
 * open: it lies over the board; told: the result is no secret any more.
 * @typedef {{open: boolean, told: boolean}} Told
 */

/** @type {Told} */
let now = { open: true, told: false };
/** @type {Set<(told: Told) => void>} */
const hearers = new Set();

/** @param {Partial<Told>} more */
export function setFinal(more) {
  now = { ...now, ...more };
  for (const hear of hearers) hear(now);
}

/** @returns {Told} */
export function useFinal() {
  const [told, setTold] = useState(now);
  useEffect(() => {
    setTold(now);
    hearers.add(setTold);
    return () => void hearers.delete(setTold);
  }, []);
  return told;
}

/** Away with the ending, to the board. */
export function lookAtBoard() {
  setFinal({ open: false });
  const board = document.getElementById("board");
  if (!board) return;
  board.inert = false;
  board.focus({ preventScroll: true });
}

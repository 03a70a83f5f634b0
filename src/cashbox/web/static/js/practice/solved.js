/** Which puzzles this browser's reader has solved, and which one comes next. */

import { memory } from "../shared/memory.js";

/** @typedef {import("../shared/wire.js").Puzzle} Puzzle */

/** So many solved puzzles are remembered. */
const MOST = 300;
const KEY = "practice:solved";

/** @param {Pick<Puzzle, "table" | "n">} puzzle */
const idOf = ({ table, n }) => `${table}:${n}`;

/** @returns {string[]} */
const solved = () => JSON.parse(memory.read(KEY, "[]"));

/** Remembers that a puzzle is solved. @param {Puzzle} puzzle */
export function solve(puzzle) {
  const others = solved().filter((id) => id !== idOf(puzzle));
  memory.write(KEY, JSON.stringify([...others, idOf(puzzle)].slice(-MOST)));
}

/**
 * Puzzles in the order in which they come: those of one table first, solved ones last.
 * @param {Puzzle[]} puzzles @param {string} table whose come first, "" for none
 */
export function ordered(puzzles, table) {
  const done = new Set(solved());
  /** @param {Puzzle} one */
  const rank = (one) => (done.has(idOf(one)) ? 2 : 0) + (one.table === table ? 0 : 1);
  return [...puzzles].sort((one, other) => rank(one) - rank(other));
}

/** The next puzzle that is not solved, or else just the next one. @param {Puzzle[]} puzzles @param {number} at */
export function next(puzzles, at) {
  const done = new Set(solved());
  const after = puzzles.map((_, k) => (at + 1 + k) % puzzles.length);
  return after.find((k) => !done.has(idOf(puzzles[k]))) ?? after[0];
}

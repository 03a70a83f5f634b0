/** Stores when this browser last showed each of its tables, so that the home page can mark what is new. */

import { memory } from "../shared/memory.js";
import { serverNow } from "../shared/server-time.js";

/** @typedef {import("../shared/wire.js").Table} Table */

const KEY = "looks";
/** The last look at any list. */
const LISTS = "";
/** As many tables are remembered. */
const MOST = 200;

/** When what was looked at last, in seconds since 1970. @returns {Record<string, number>} */
function read() {
  try {
    return JSON.parse(memory.read(KEY, "{}"));
  } catch {
    return {};
  }
}

/** @param {string} what a table's id, or LISTS @param {number} at seconds since 1970 */
function keep(what, at) {
  const newest = Object.entries({ ...read(), [what]: at }).sort((one, other) => other[1] - one[1]);
  memory.write(KEY, JSON.stringify(Object.fromEntries(newest.slice(0, MOST))));
}

const now = () => Math.ceil(serverNow() / 1000);

/** Whenever the page is left, what it shows has been seen. @param {() => void} note */
function whenLeft(note) {
  addEventListener("pagehide", note);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && note());
}

/** A page shows a table. @param {string} table its id */
export function markTableSeen(table) {
  const note = () => keep(table, now());
  note();
  whenLeft(note);
}

/**
 * A page shows lists of tables.
 * @returns {(table: Pick<Table, "id" | "changed">) => boolean} whether something has happened at a table since this
 *   browser last looked; nothing is new to a browser that never did
 */
export function markListsSeen() {
  const { [LISTS]: last = Infinity, ...looks } = read();
  const note = () => keep(LISTS, now());
  if (last === Infinity) note();
  whenLeft(note);
  return ({ id, changed }) => changed > Math.max(last, looks[id] ?? 0);
}

/**
 * What a page knows of a table, and how it is asked for where there is no live channel.
 *
 * @typedef {import("../shared/wire.js").Table} Table
 * @typedef {import("../shared/wire.js").You} You
 * @typedef {import("../shared/wire.js").State} State
 * @typedef {import("../shared/wire.js").LogLine} LogLine
 */

import { get } from "../shared/api.js";
import { plural } from "../shared/words.js";

/** Milliseconds from one question whether a ban has ended to the next. */
const ASK_AGAIN = 30_000;
/** What players read where the operator allows no live connections. */
export const SWITCHED_OFF =
  "Live connections are turned off on this server, so no one can play right now. Try again later.";

/** What a further spectator reads where the table's limit is reached. @param {Table} table */
export function full({ max_spectators: most }) {
  const room = `This table has reached its limit of ${plural(most, "spectator")}.`;
  return `${room} You see it as it was when you opened the page. Reload the page to try again.`;
}

/**
 * What is known now. A new object at every change, so that it can be compared.
 * @typedef {object} Snapshot
 * @property {"connecting" | "open" | "lost" | "gone" | "banned" | "off" | "full"} link
 *   gone: the table no longer exists; banned: the reader may only look, and sees the table as it was then; off: so does
 *   everyone, since the server allows no live connections; full: so does a further spectator, since the table has a
 *   limit
 * @property {boolean} signedOut the seat was this browser's no longer: its guest signed out, or an account in
 * @property {Table} table
 * @property {You} you
 * @property {State | null} state the newest that is shown; null while the table waits for players
 * @property {LogLine[]} log every line up to that state, oldest first
 * @property {number} kept when the table was as it is shown, in milliseconds, where it could not be asked since; 0: now
 * @property {boolean} plain the table comes over plain HTTP, since no WebSocket gets through
 * @property {boolean} playing what bots do is being shown, one step after another
 * @property {import("./live.js").HeardChat | null} chat what was said by those one hears; null: not here yet
 * @property {import("./live.js").HeardRemarks | null} remarks what those say who watch; null: nothing for this reader
 */

/**
 * Asks for a table once, and for what its reader may have: players learn what watchers say when the game is over.
 * @param {Pick<Snapshot, "table" | "you">} seen
 * @param {(message: unknown) => void} hear called with what a live channel would bring
 */
export async function fetchTable({ table, you }, hear) {
  const parts = ["chat"];
  if (you.seat === null || table.status === "over") parts.push("remarks");
  if (table.status !== "waiting") parts.push("state");
  for (const what of parts) {
    try {
      hear(await get(`/api/tables/${table.id}/${what}`));
    } catch {
      // what is known stays
    }
  }
}

/** Loads the page anew once its reader, who may only look, may do more again. @param {Table} table */
export function reloadAfterBan(table) {
  const ask = async () => {
    if (document.visibilityState === "hidden") return;
    try {
      const { you } = await get(`/api/tables/${table.id}`);
      if (!you.banned) location.reload();
    } catch {
      // it is asked again
    }
  };
  setInterval(() => void ask(), ASK_AGAIN);
  document.addEventListener("visibilitychange", () => void ask());
}

/**
 * The last table that somebody looked at, kept in this browser as it was seen, for when there is no connection. The
 * service worker keeps its page and its files.
 *
 * @typedef {import("./live.js").Snapshot} Snapshot
 * @typedef {Pick<Snapshot, "table" | "you" | "state" | "log"> & {at: number}} Kept at: when, in milliseconds
 */

const CACHE = "last";
const PAUSE = 1000;

/** @param {string} table its id */
const placeOf = (table) => `/t/${table}/kept`;

/** Where there is such a cache: not everywhere without https. */
const there = "caches" in globalThis;

/**
 * Keeps a table as it is seen, a moment after each change.
 * @param {import("./live.js").Live} live
 */
export function keepAsSeen(live) {
  if (!there) return;
  let timer = 0;
  live.subscribe(({ link }) => {
    if (link !== "open" || timer) return;
    timer = setTimeout(() => {
      timer = 0;
      const { table, you, state, log } = live.snapshot;
      void write(table.id, { table, you, state, log, at: Date.now() });
    }, PAUSE);
  });
}

/** @param {string} table @param {Kept} kept */
async function write(table, kept) {
  try {
    // without its page nothing of a table is kept: then no service worker is at work, or another table was the last
    const cache = await caches.open(CACHE);
    if (await cache.match(`/t/${table}`)) await cache.put(placeOf(table), Response.json(kept));
  } catch {
    // there is no room: it is only for when the line breaks
  }
}

/** A table as it was seen last, null where another one was. @param {string} table @returns {Promise<Kept | null>} */
export async function asSeen(table) {
  const found = there ? await caches.match(placeOf(table)) : undefined;
  return found ? found.json() : null;
}

/** The address of the last table's page, "" for none. */
export async function lastTable() {
  if (!there) return "";
  const requests = await (await caches.open(CACHE)).keys();
  return requests.map(({ url }) => new URL(url).pathname).find((path) => /^\/t\/[\w-]+$/.test(path)) ?? "";
}

/** Forgets it: the browser is somebody else's now. */
export async function forgetLast() {
  if (there) await caches.delete(CACHE);
}

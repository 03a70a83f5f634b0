/**
 * Stores the last table that was open in this browser, for when there is no connection. The service worker stores its
 * page and files.
 *
 * @typedef {import("../table/live.js").Snapshot} Snapshot
 * @typedef {Pick<Snapshot, "table" | "you" | "state" | "log"> & {at: number}} Kept at: when, in milliseconds
 */

import { serverNow } from "../shared/server-time.js";

const CACHE = "last";
const PAUSE = 1000;

/** @param {string} table its id */
const placeOf = (table) => `/t/${table}/kept`;

/**
 * Does something with the cache where there is one: not everywhere without https, and not where it is blocked or full.
 * Then nothing is kept for when the line breaks.
 * @template T @param {(cache: Cache) => Promise<T>} work @returns {Promise<T | undefined>}
 */
async function cached(work) {
  try {
    return await work(await caches.open(CACHE));
  } catch {
    return undefined;
  }
}

/**
 * Keeps a table as it is seen, a moment after each change.
 * @param {import("../table/live.js").Live} live
 */
export function storeLastTable(live) {
  let timer = 0;
  live.subscribe(({ link }) => {
    if (link !== "open" || timer) return;
    timer = setTimeout(() => {
      timer = 0;
      const { table, you, state, log } = live.snapshot;
      void write(table.id, { table, you, state, log, at: serverNow() });
    }, PAUSE);
  });
}

/** @param {string} table @param {Kept} kept */
async function write(table, kept) {
  await cached(async (cache) => {
    // without its page nothing of a table is kept: then no service worker is at work, or another table was the last
    if (await cache.match(`/t/${table}`)) await cache.put(placeOf(table), Response.json(kept));
  });
}

/** A table as it was seen last, null where another one was. @param {string} table @returns {Promise<Kept | null>} */
export async function storedTable(table) {
  const found = await cached((cache) => cache.match(placeOf(table)));
  return found ? found.json() : null;
}

/** The address of the last table's page, "" for none. */
export async function lastTableAddress() {
  const requests = (await cached((cache) => cache.keys())) ?? [];
  return requests.map(({ url }) => new URL(url).pathname).find((path) => /^\/t\/[\w-]+$/.test(path)) ?? "";
}

/** Forgets it: the browser is someone else's now. */
export async function forgetLastTable() {
  await cached(() => caches.delete(CACHE));
}

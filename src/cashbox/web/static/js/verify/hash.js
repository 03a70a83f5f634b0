/**
 * Hashes for checking a journal: the browser's own where it lends them (https, localhost), else those of
 *   verify/sha256.js.
 */

import { hashing, hmac } from "./sha256.js";

/**
 * @typedef {object} Hashes
 * @property {(bytes: Uint8Array) => Promise<Uint8Array>} sha256
 * @property {(key: Uint8Array) => Promise<(message: Uint8Array) => Promise<Uint8Array>>} hmac by a key
 */

/** How long a page may be held up, in ms. */
const PIECE = 12;
/** How many bytes are hashed in that time, even on an old phone. */
const BYTES = 64 * 1024;
let since = 0;

/** Lets the page breathe where it has been held up for a while. */
export async function breathe() {
  if (performance.now() - since < PIECE) return;
  await new Promise((go) => setTimeout(go));
  since = performance.now();
}

/** Without the browser's help. @type {Hashes} */
export const own = {
  async sha256(bytes) {
    const hash = hashing();
    let at = 0;
    for (; bytes.length - at > BYTES; at += BYTES) {
      hash.more(bytes.subarray(at, at + BYTES));
      await breathe();
    }
    return hash.last(bytes.subarray(at));
  },
  hmac: async (key) => async (message) => {
    await breathe();
    return hmac(key, message);
  },
};

/** @typedef {Uint8Array<ArrayBuffer>} Plain */
const HMAC = { name: "HMAC", hash: "SHA-256" };

/** The browser's. @type {Hashes} */
export const web = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {Plain} */ (bytes))),
  hmac: async (bytes) => {
    const key = await crypto.subtle.importKey("raw", /** @type {Plain} */ (bytes), HMAC, false, ["sign"]);
    return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, /** @type {Plain} */ (message)));
  },
};

/** What this page is given. */
export const hashes = () => (globalThis.crypto?.subtle ? web : own);

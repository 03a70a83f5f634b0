/**
 * Every draw of a game's own chance, made again from secret and nonces (docs/chance-format.md, "Draws").
 */

import { breathe } from "./hash.js";
import { bytesOf, hexOf } from "./sha256.js";

/** @typedef {import("./hash.js").Hashes} Hashes */
/**
 * @typedef {object} Draw
 * @property {number} k its number
 * @property {number} entry the number of its entry
 * @property {bigint} n one of how many
 * @property {bigint} answer what the journal has
 * @property {bigint} right what secret and nonces give
 * @property {number} attempt 0, but where the first words would have made some answers more likely
 * @property {bigint} word the first 8 bytes of the HMAC of "k.attempt" as a number
 */

const RANGE = 2n ** 64n;
/** Draws that are asked for at once. */
const MANY = 250;

/**
 * The key of the draws. @param {Uint8Array} secret @param {string[]} nonces those that the draws depend on
 * @param {Hashes} hashes
 */
export async function keyOfDraws(secret, nonces, hashes) {
  const seals = await Promise.all(nonces.map(async (nonce) => hexOf(await hashes.sha256(bytesOf(nonce)))));
  return (await hashes.hmac(secret))(bytesOf(seals.join("|")));
}

/**
 * Draws of entries that were taken over are another game's. Numbers begin after these.
 * @param {import("./journal.js").Journal} journal @param {Uint8Array} key @param {Hashes} hashes
 * @param {(done: number) => void} tell of how many have been made
 * @returns {Promise<Draw[]>}
 */
export async function drawsOf({ header, entries }, key, hashes, tell) {
  const mac = await hashes.hmac(key);
  /** @type {{k: number, entry: number, n: bigint, answer: bigint}[]} */
  const asked = [];
  for (let entry = Number(header.taken_over); entry < entries.length; entry++) {
    for (const [n, answer] of entries[entry].chance) asked.push({ k: asked.length, entry, n, answer });
  }
  /** @type {Draw[]} */
  const draws = [];
  for (let from = 0; from < asked.length; from += MANY) {
    const some = asked
      .slice(from, from + MANY)
      .map(async (draw) => ({ ...draw, ...(await made(mac, draw.k, draw.n)) }));
    for (const draw of await Promise.all(some)) draws.push(draw);
    tell(draws.length);
    await breathe();
  }
  return draws;
}

/** @param {(message: Uint8Array) => Promise<Uint8Array>} mac @param {number} k @param {bigint} n */
async function made(mac, k, n) {
  const fair = RANGE - (RANGE % n);
  for (let attempt = 0; ; attempt++) {
    const found = await mac(bytesOf(`${k}.${attempt}`));
    const word = new DataView(found.buffer, found.byteOffset).getBigUint64(0);
    if (word < fair) return { attempt, word, right: word % n };
  }
}

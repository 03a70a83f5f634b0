/** Verifies a journal in the browser: hashes, seals, and every draw. */

import { breathe, bytesOf, fromHex, hashes as given, hexOf, joined } from "./hash.js";
import { Damaged, readJournal } from "./journal.js";

/** @typedef {import("./hash.js").Hashes} Hashes */
/** @typedef {import("./journal.js").Journal} Journal */
/**
 * @typedef {object} Findings
 * @property {string[]} faults a sentence for each thing that is wrong, none when all is well
 * @property {Journal | null} journal null where it cannot be read
 * @property {Draw[]} draws as they should be, none where the secret cannot be used
 * @property {string} key of the draws, in hex
 */

const LEAST_SECRET = 16;

/**
 * @param {Uint8Array} data the file @param {string[]} [heads] of its chain, kept while the game ran
 * @param {(draws: number) => void} [tell] how many draws have been made again
 * @param {Hashes} [hashes]
 * @returns {Promise<Findings>}
 */
export async function verify(data, heads = [], tell = () => {}, hashes = given()) {
  /** @type {Findings} */
  const found = { faults: [], journal: null, draws: [], key: "" };
  try {
    found.journal = await readJournal(data, hashes);
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    found.faults.push(error.message);
    return found;
  }
  const { header, end, sum } = found.journal;
  if (sum) found.faults.push(sum);
  const secret = fromHex(end?.secret ?? "");
  const unusable = await secretFault(found.journal, secret, hashes);
  if (unusable) found.faults.push(unusable);
  else {
    const shares = header.nonces.filter(Boolean);
    const key = await keyOfDraws(secret, shares, hashes);
    found.key = hexOf(key);
    found.draws = await drawsOf(found.journal, key, hashes, tell);
    found.faults.push(...drawFaults(found.draws), ...(await chainFaults(found.journal, secret, heads, hashes)));
  }
  found.faults.push(...(await peopleFaults(header, hashes)));
  return found;
}

/**
 * Why nothing can be made from the secret; "" where something can.
 * @param {Journal} journal @param {Uint8Array} secret @param {Hashes} hashes
 */
async function secretFault({ header, end }, secret, hashes) {
  if (!end) return "The journal is incomplete: the game isn't finished, and its secret hasn't been revealed.";
  if (!header.commitment) return "The table didn't commit to a secret, so its draws can't be checked.";
  if (hexOf(await hashes.sha256(secret)) !== header.commitment) {
    return "The revealed secret doesn't match the commitment.";
  }
  if (secret.length >= LEAST_SECRET) return "";
  return `The revealed secret is too short: it has fewer than ${LEAST_SECRET} bytes.`;
}

/** The first fault in full, the others as a number. @param {Draw[]} draws */
function drawFaults(draws) {
  const wrong = draws.filter(({ answer, right }) => answer !== right);
  if (!wrong.length) return [];
  const [{ entry, k, answer, n, right }] = wrong;
  const first = `Entry ${entry}, draw ${k}: the journal has ${answer} of ${n}, but the secret gives ${right}.`;
  return wrong.length === 1 ? [first] : [first, `${wrong.length - 1} later draws are also wrong.`];
}

/** @param {Journal} journal @param {Uint8Array} secret @param {string[]} heads @param {Hashes} hashes */
async function chainFaults({ bound, end }, secret, heads, hashes) {
  const chain = await headsOf(bound, secret, hashes);
  const faults = heads
    .filter((head) => !chain.has(head))
    .map(
      (head) => `The head ${head} is not on the chain: it belongs to a different game from the one in this journal.`,
    );
  if ([...chain].at(-1) === end?.head) return faults;
  return [
    "The chain doesn't lead to its final head: an entry, an option, the hash of a name, or a nonce was " +
      "changed, moved, left out, or added.",
    ...faults,
  ];
}

/** Every head. @param {Uint8Array[]} bound @param {Uint8Array} secret @param {Hashes} hashes */
async function headsOf([header, ...entries], secret, hashes) {
  const salt = await hashes.hmac(await (await hashes.hmac(secret))(bytesOf("chain")));
  let head = await hashes.sha256(header);
  const chain = new Set([hexOf(head)]);
  for (const [n, line] of entries.entries()) {
    head = await hashes.sha256(joined(head, await salt(bytesOf(String(n))), line));
    chain.add(hexOf(head));
    await breathe();
  }
  return chain;
}

/** What is wrong with nonces and names. @param {import("./records.js").Header} header @param {Hashes} hashes */
async function peopleFaults(header, hashes) {
  const { nonces, seals, salts, names, players } = header;
  const faults = [];
  for (const [seat, nonce] of nonces.entries()) {
    if (nonce && hexOf(await hashes.sha256(bytesOf(nonce))) !== seals[seat]) {
      faults.push(`The nonce of seat ${seat + 1} doesn't match the hash that the seat gave at the start.`);
    }
  }
  for (const [seat, salt] of salts.entries()) {
    if (salt && hexOf(await hashes.sha256(joined(fromHex(salt), bytesOf(players[seat])))) !== names[seat]) {
      faults.push(`The name of seat ${seat + 1} doesn't match the name used during the game.`);
    }
  }
  return faults;
}

// * Every draw of a game's own chance, made again from secret and nonces (docs/chance-format.md, "Draws").

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

/**
 * Checks a journal in the page: its secret, every draw, its chain, nonces and names. The faults are those of `loads` in
 * engine/journal.py and of `proof_faults` in engine/verify.py, in the same order and words. On thousands of journals
 * bench/campaigns/agreement.py compares them. Whether every action was legal is not asked here: that needs the rules.
 */

import { breathe, hashes as given } from "./hash.js";
import { Damaged, readJournal } from "./journal.js";
import { bytesOf, fromHex, hexOf, joined } from "./sha256.js";
import { drawsOf, keyOfDraws } from "./verifydraws.js";

/** @typedef {import("./hash.js").Hashes} Hashes */
/** @typedef {import("./journal.js").Journal} Journal */
/** @typedef {import("./verifydraws.js").Draw} Draw */
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
  if (!end) return "The journal has no end: the game isn't finished, and its secret isn't revealed.";
  if (!header.commitment) return "The table committed to no secret, so its draws can't be checked.";
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
    .map((head) => `The head ${head} is not on the chain: it belongs to a game that differs from this journal.`);
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
      faults.push(`The name of seat ${seat + 1} doesn't match the name that the seat played under.`);
    }
  }
  return faults;
}

/**
 * Reads a journal as `loads` in engine/journal.py does, in pieces, with the same sentence for the same damage. What a
 * decoder there complains of, in words of its own, is here a line that is not written the way a journal is written.
 */

import { breathe, bytesOf, hexOf } from "./hash.js";
import { sorted, TooDeep, Unreadable } from "./json.js";
import { recordOf } from "./records.js";

/** @typedef {import("./hash.js").Hashes} Hashes */
/** @typedef {import("./records.js").Header} Header */
/** @typedef {import("./records.js").Entry} Entry */
/**
 * @typedef {object} Journal
 * @property {Header} header with the players
 * @property {Entry[]} entries
 * @property {Uint8Array[]} bound the lines that a chain is made of: the header's, then one for each entry
 * @property {import("./records.js").Close | null} end
 * @property {string} sum what is wrong with the sum, "" for nothing
 */

/** A journal cannot be read; one sentence that says where. */
export class Damaged extends Error {}

const MOST_SEATS = 64n;
const SALT = 16;
const FORMAT = 1n;
/** How many lines stand before the entries: header, content, players. */
const FIRST = 3;
const SUM = /^\{"type":"sum","sha256":"[0-9a-f]{64}"\}$/;
const SHA256 = /^[0-9a-f]{64}$/;
const SALT_HEX = /^[0-9a-f]{32}$/;
const HEX = /^(?:[0-9a-f]{2})*$/;

/** @param {Uint8Array} data @param {Hashes} hashes @returns {Promise<Journal>} */
export async function readJournal(data, hashes) {
  const lines = await linesOf(data);
  const header = await oneOf(lines, 1, "header", "the header");
  fail(1, headerFault(header));
  const { content } = await oneOf(lines, 2, "content", "the content");
  if (hexOf(await hashes.sha256(bytesOf(sorted(content)))) !== header.content_hash) {
    fail(2, "the content does not match the hash in the header");
  }
  const people = await oneOf(lines, 3, "people", "the players");
  fail(3, peopleFault(header, people));
  Object.assign(header, people);
  const { entries, end, sum } = await restOf(lines, header);
  const fits = hexOf(await hashes.sha256(joined(lines.slice(0, -1)))) === sum;
  return {
    header,
    entries,
    bound: [lines[0], ...lines.slice(FIRST, FIRST + entries.length)],
    end,
    sum: fits
      ? ""
      : `Line ${lines.length}: the checksum does not match the lines before it, so the file was changed or damaged.`,
  };
}

/** @param {number} line @param {string} fault "" for none */
function fail(line, fault) {
  if (fault) throw new Damaged(`Line ${line}: ${fault}.`);
}

/**
 * The lines without their newlines, at least one; without what mail programs, editors and version control add to a text
 * file: a byte order mark, CR LF, blank lines. The newline after the sum may be missing. See as_written in
 * engine/journal.py.
 * @param {Uint8Array} data
 */
async function linesOf(data) {
  if ((data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff)) {
    throw new Damaged("Line 1: this is UTF-16 text. Save the file as UTF-8.");
  }
  /** @type {Uint8Array[]} */
  const lines = [];
  const bom = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf;
  let complete = true;
  for (let from = bom ? 3 : 0; from <= data.length;) {
    const newline = data.indexOf(10, from);
    const to = newline < 0 ? data.length : newline;
    const line = data.subarray(from, newline > from && data[to - 1] === 13 ? to - 1 : to);
    const text = textOf(line);
    if (text === null) fail(lines.length + 1, "this is not UTF-8 text");
    if (text?.trim()) {
      lines.push(line);
      complete = newline >= 0 || SUM.test(text);
    }
    from = to + 1;
    await breathe();
  }
  if (!lines.length) fail(1, "the journal is empty");
  if (!complete) fail(lines.length, "the line is incomplete, so the end of the journal is missing");
  return lines;
}

/** The bytes of lines, each with its newline. @param {Uint8Array[]} lines */
function joined(lines) {
  const all = new Uint8Array(lines.reduce((sum, line) => sum + line.length + 1, 0));
  let at = 0;
  for (const line of lines) {
    all.set(line, at);
    at += line.length;
    all[at++] = 10;
  }
  return all;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** @param {Uint8Array} bytes */
function textOf(bytes) {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** @param {Uint8Array[]} lines @param {number} number */
async function parse(lines, number) {
  await breathe();
  const line = textOf(lines[number - 1]) ?? "";
  try {
    return recordOf(line);
  } catch (error) {
    if (error instanceof TooDeep) fail(number, "this is nested too deeply");
    if (!(error instanceof Unreadable)) throw error;
    if (number === 1) fail(1, otherFormat(line));
    throw new Damaged(`Line ${number}: this is not in canonical form (spaces, order, numbers).`);
  }
}

/** @param {Uint8Array[]} lines @param {number} number @param {string} kind @param {string} name */
async function oneOf(lines, number, kind, name) {
  if (lines.length < number) throw new Damaged(`The journal ends after line ${number - 1}, before ${name}.`);
  const { type, record } = await parse(lines, number);
  if (type !== kind) fail(number, `this should be ${name}`);
  return record;
}

/** A header of another format may differ in anything else. @param {string} line */
function otherFormat(line) {
  let format;
  try {
    format = JSON.parse(line)?.format;
  } catch {
    return "";
  }
  return Number.isInteger(format) && BigInt(format) !== FORMAT ? unknown(format) : "";
}

/** @param {bigint | number} format */
const unknown = (format) => `format ${format} is not supported, only format ${FORMAT}`;

/** What is wrong with a header; "" if nothing is. @param {Header} header */
function headerFault(header) {
  const { format, seats, edition, commitment } = header;
  if (format !== FORMAT) return unknown(format);
  if (seats < 1n || seats > MOST_SEATS) return `${seats} is not a valid number of seats`;
  if (edition < 1n) return `${edition} is not an edition of the rules`;
  if (!SHA256.test(header.content_hash)) return "the hash of the content is not a SHA-256 hash in hex";
  if (commitment && !SHA256.test(commitment)) return "the commitment is not a SHA-256 hash in hex";
  return boundFault(header);
}

/** What is wrong with what a header binds; "" if nothing is. @param {Header} header */
function boundFault(header) {
  if (header.players.length || header.salts.length || header.comment) {
    return "players, salts, and comment do not belong on this line";
  }
  const seats = header.commitment ? Number(header.seats) : 0;
  const { seals, nonces, names } = header;
  for (const [name, found] of Object.entries({ seals, nonces, names })) {
    if (found.length !== seats) return `there are ${found.length} ${name}, not ${seats}`;
  }
  if (seals.some((seal) => seal && !SHA256.test(seal))) return "a seal is not a SHA-256 hash in hex";
  if (names.some((name) => !SHA256.test(name))) return "the hash of a name is not a SHA-256 hash in hex";
  if (nonces.some((nonce, i) => nonce && !seals[i])) return "a seat has a nonce but no seal";
  return originFault(header);
}

/** Of the game that this one goes on from; "" if nothing is wrong. @param {Header} header */
function originFault({ taken_over: count, origin }) {
  if (count < 0n) return `${count} is not a valid number of entries`;
  if (!count) return origin ? "the journal names an origin, but has no entries from it" : "";
  return SHA256.test(origin) ? "" : "the origin is not a SHA-256 hash in hex";
}

/** @param {Header} header @param {import("./records.js").People} people */
function peopleFault(header, { players, salts }) {
  if (BigInt(players.length) !== header.seats) {
    return `there are ${players.length} names for ${header.seats} seats`;
  }
  if (salts.length !== header.names.length) {
    return `there are ${salts.length} salts for ${header.names.length} hashes of names`;
  }
  let fault = "";
  salts.forEach((salt, seat) => {
    const withdrawn = `Seat ${seat + 1}`;
    if (salt && !SALT_HEX.test(salt)) fault = `a salt is not ${SALT} bytes in hex`;
    else if (!salt && players[seat] !== withdrawn) {
      fault = `a name has no salt, but only a withdrawn name ('${withdrawn}') can lack one`;
    }
  });
  return fault;
}

/** The entries and what follows them. @param {Uint8Array[]} lines @param {Header} header */
async function restOf(lines, header) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Journal["end"]} */
  let end = null;
  for (let number = FIRST + 1; number <= lines.length; number++) {
    const { type, record } = await parse(lines, number);
    if (type === "sum") {
      if (number < lines.length) fail(number + 1, "the checksum must be the last line");
      fail(number, tooFew(entries.length, header.taken_over));
      return { entries, end, sum: record.sha256 };
    }
    if (end) fail(number, "there is a line between the end and the checksum");
    if (type === "entry") {
      fail(number, entryFault(record, entries.length, header));
      entries.push(record);
    } else if (type === "close") {
      fail(number, entries.length ? endFault(record, header) : "entry 0, the start, is missing");
      end = record;
    } else fail(number, "a second header, content, or list of players");
  }
  throw new Damaged(`The journal ends after line ${lines.length}: the checksum is missing.`);
}

/** What is wrong with so many entries; "" if nothing is. @param {number} entries @param {bigint} taken */
function tooFew(entries, taken) {
  if (!entries) return "entry 0, the start, is missing";
  if (BigInt(entries) >= taken) return "";
  return `the header says that ${taken} entries come from another game, but there are only ${entries}`;
}

/**
 * What is wrong with an entry in itself; "" if nothing is.
 * @param {Entry} entry @param {number} n what its number should be @param {Header} header
 */
function entryFault(entry, n, { seats, taken_over: taken }) {
  if (entry.n !== BigInt(n)) return `this is entry ${entry.n}, not entry ${n}`;
  if (entry.chance.some(([of, answer]) => answer < 0n || answer >= of || of > 2n ** 64n)) {
    return "a draw has an impossible result";
  }
  const nobody = entry.seat === -1n && !entry.do && entry.undo === 0n && !entry.by && !entry.why;
  if (n === 0) return nobody && !entry.anew && !entry.dealt.length ? "" : "the start can't have a seat or an action";
  if (entry.anew) return nobody ? anewFault(entry, seats, taken) : "a redeal can't have a seat";
  if (entry.seat < 0n || entry.seat >= seats) return `there is no seat ${entry.seat}`;
  if (entry.dealt.length) return "only a redeal can say how cards were dealt";
  if ((entry.do === null) === (entry.undo === 0n) || entry.undo < 0n) {
    return "an entry must have either an action or an undo";
  }
  if (entry.why && entry.by !== "stand-in") return "only a stand-in bot's decision can have a reason";
  const draws = entry.undo && (entry.chance.length || entry.by);
  return draws ? "an undo can't have draws, and a bot can't undo" : "";
}

/** Of an entry that deals anew. @param {Entry} entry @param {bigint} seats @param {bigint} taken */
function anewFault({ n, anew }, seats, taken) {
  if (anew < 1n || anew >= 1n << seats) return `${anew} is not a valid set of seats to redeal for`;
  return n <= taken ? "" : "cards can only be redealt right after the entries of the earlier game";
}

/** What is wrong with an end in itself; "" if nothing is. @param {any} end @param {Header} header */
function endFault(end, { seats, commitment }) {
  const { scores, winners } = end;
  if (BigInt(scores.length) !== seats) return `there are ${scores.length} scores for ${seats} seats`;
  if (winners.some((/** @type {bigint} */ seat) => seat < 0n || seat >= seats)) {
    return "a winner is not one of the seats";
  }
  if (commitment ? !SHA256.test(end.head) : end.head) {
    return "the head of the chain is not a SHA-256 hash in hex, or there is no chain";
  }
  return HEX.test(end.secret) ? "" : "the secret is not hex";
}

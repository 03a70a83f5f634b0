/**
 * The records that the lines of a journal hold, as engine/journal.py names them: their fields in order, without those
 * that are as they are by default, for these are left out.
 *
 * @typedef {{format: bigint, game: string, options: Map<string, any>, seats: bigint, players: string[],
 *   content_hash: string, commitment: string, nonces: string[], comment: string, edition: bigint, seals: string[],
 *   names: string[], salts: string[], taken_over: bigint, origin: string}} Header
 * @typedef {{content: Map<string, any>}} Content
 * @typedef {{players: string[], salts: string[], comment: string}} People
 * @typedef {{n: bigint, seat: bigint, do: Map<string, any> | null, undo: bigint, chance: [bigint, bigint][],
 *   by: string, anew: bigint, dealt: bigint[], why: string}} Entry
 * @typedef {{scores: bigint[], winners: bigint[]}} Scored
 * @typedef {Scored & {secret: string, head: string}} Close
 * @typedef {{sha256: string}} Sum
 */

import { readLine, Unreadable } from "./json.js";

/** @typedef {(value: any) => boolean} Test */
/** @type {Test} */
const text = (value) => typeof value === "string";
/** @type {Test} */
const whole = (value) => typeof value === "bigint";
/** @type {Test} */
const object = (value) => value instanceof Map;
/** @param {Test} test @returns {Test} */
const every = (test) => (value) => Array.isArray(value) && value.every(test);
/** @param {Test} test @returns {Test} */
const each = (test) => (value) => value instanceof Map && [...value.values()].every(test);
/** @type {Test} */
const option = (value) => text(value) || whole(value) || typeof value === "boolean";
/** @type {Test} */
const draw = (value) => every(whole)(value) && value.length === 2;
/** @type {Test} */
const by = (value) => value === "stand-in" || value === "lapse";
/** @type {Test} */
const why = (value) => ["time", "host", "vote", "left"].includes(value);

/**
 * By record, the fields: name, what it must be, and where it may be left out, what it is then.
 * @typedef {[name: string, test: Test, without?: any][]} Fields
 */

/** @type {Record<string, Fields>} */
const RECORDS = {
  header: [
    ["format", whole],
    ["game", text],
    ["options", each(option)],
    ["seats", whole],
    ["players", every(text), []],
    ["content_hash", text],
    ["commitment", text, ""],
    ["nonces", every(text), []],
    ["comment", text, ""],
    ["edition", whole, 1n],
    ["seals", every(text), []],
    ["names", every(text), []],
    ["salts", every(text), []],
    ["taken_over", whole, 0n],
    ["origin", text, ""],
  ],
  content: [["content", object]],
  people: [
    ["players", every(text)],
    ["salts", every(text), []],
    ["comment", text, ""],
  ],
  entry: [
    ["n", whole],
    ["seat", whole, -1n],
    ["do", object, null],
    ["undo", whole, 0n],
    ["chance", every(draw), []],
    ["by", by, ""],
    ["anew", whole, 0n],
    ["dealt", every(whole), []],
    ["why", why, ""],
  ],
  close: [
    ["scores", every(whole)],
    ["winners", every(whole)],
    ["others", each(whole)],
    ["secret", text],
    ["head", text],
  ],
  sum: [["sha256", text]],
};

/**
 * What a line is; Unreadable where it is nothing that a journal has.
 * @param {string} line @returns {{type: string, record: any}}
 */
export function recordOf(line) {
  const found = readLine(line);
  if (!(found instanceof Map)) throw new Unreadable();
  const type = found.get("type");
  const known = typeof type === "string" && Object.hasOwn(RECORDS, type) ? RECORDS[type] : null;
  const record = known && fields(found, [["type", text], ...known]);
  if (!record) throw new Unreadable();
  return { type, record };
}

/**
 * The fields by their names; null where one is missing, out of order, unknown, of another kind, or there though it need
 * not be.
 * @param {Map<string, any>} found @param {Fields} wanted @returns {Record<string, any> | null}
 */
function fields(found, wanted) {
  /** @type {Record<string, any>} */
  const record = {};
  const names = [...found.keys()];
  let at = 0;
  for (const [name, test, without] of wanted) {
    if (names[at] !== name) {
      if (without === undefined) return null;
      record[name] = without;
      continue;
    }
    const value = found.get(name);
    if (!test(value) || isNothing(value, without)) return null;
    record[name] = value;
    at += 1;
  }
  return at === names.length ? record : null;
}

/** Whether a value is what it is when it is left out. @param {any} value @param {any} without */
function isNothing(value, without) {
  if (without instanceof Map) return value.size === 0;
  return Array.isArray(without) ? value.length === 0 : value === without;
}

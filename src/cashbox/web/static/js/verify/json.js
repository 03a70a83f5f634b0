/**
 * A line of JSON, exact: whole numbers come as BigInt, and a line that is not written the one way in which a journal is
 * written (no spaces, nothing escaped that need not be, no key twice, the shortest numbers) does not pass. So nothing
 * has to be written again to know that it would be the same.
 *
 * @typedef {string | bigint | number | boolean | null | Json[] | Map<string, any>} Json number: one with a point
 */

/** The line is not written the way a journal is written. */
export class Unreadable extends Error {}
/** It has lists in lists in lists. */
export class TooDeep extends Error {}

const DEEPEST = 900;
/** Characters of a whole number, its sign included. */
const LONGEST = 4300;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e-?[1-9][0-9]*)?/y;
const WHOLE = /^-?[0-9]+$/;
const ESCAPE = /\\(?:["\\bfnrt]|u00(?:0[0-7bef]|1[0-9a-f]))/y;
/** @type {[string, Json][]} */
const NAMED = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** @param {string} line @returns {Json} */
export function readLine(line) {
  const reader = new Reader(line);
  const value = reader.value(0);
  if (reader.at !== line.length) throw new Unreadable();
  return value;
}

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  /** @param {number} depth @returns {Json} */
  value(depth) {
    const next = this.text[this.at];
    if (next === '"') return this.string();
    if (next === "{" || next === "[") {
      if (depth > DEEPEST) throw new TooDeep();
      return next === "{" ? this.object(depth + 1) : this.array(depth + 1);
    }
    for (const [word, value] of NAMED) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    return this.number();
  }

  /** @param {string} mark */
  expect(mark) {
    if (this.text[this.at] !== mark) throw new Unreadable();
    this.at += 1;
  }

  /** Whether there is more of a list or an object: steps over what stands between. @param {string} end */
  more(end) {
    const next = this.text[this.at];
    if (next !== "," && next !== end) throw new Unreadable();
    this.at += 1;
    return next === ",";
  }

  /** @param {number} depth */
  object(depth) {
    /** @type {Map<string, Json>} */
    const found = new Map();
    this.expect("{");
    if (this.text[this.at] === "}") {
      this.at += 1;
      return found;
    }
    do {
      const key = this.string();
      if (found.has(key)) throw new Unreadable();
      this.expect(":");
      found.set(key, this.value(depth));
    } while (this.more("}"));
    return found;
  }

  /** @param {number} depth */
  array(depth) {
    /** @type {Json[]} */
    const found = [];
    this.expect("[");
    if (this.text[this.at] === "]") {
      this.at += 1;
      return found;
    }
    do found.push(this.value(depth));
    while (this.more("]"));
    return found;
  }

  string() {
    this.expect('"');
    const from = this.at;
    let escaped = false;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        ESCAPE.lastIndex = this.at;
        if (!ESCAPE.test(this.text)) throw new Unreadable();
        this.at = ESCAPE.lastIndex;
        escaped = true;
      } else if (code >= 0x20) this.at += 1;
      else throw new Unreadable(); // below are control characters; NaN is the end of the line
    }
    const text = this.text.slice(from, this.at);
    this.at += 1;
    return escaped ? String(JSON.parse(`"${text}"`)) : text;
  }

  number() {
    NUMBER.lastIndex = this.at;
    const text = NUMBER.exec(this.text)?.[0];
    if (!text) throw new Unreadable();
    this.at += text.length;
    if (!WHOLE.test(text)) {
      const value = Number(text);
      if (!Number.isFinite(value) || pointed(value) !== text) throw new Unreadable();
      return value;
    }
    if (text === "-0" || text.length > LONGEST) throw new Unreadable();
    return BigInt(text);
  }
}

/** A number with a point as a journal has it: 0.00001, 1.0, 1e16, 1.5e-7. @param {number} value */
function pointed(value) {
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const [, sign, first, rest = "", exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  const digits = first + rest;
  const whole = Number(exponent) + 1; // digits before the point
  if (whole >= digits.length && whole <= 16) return `${sign}${digits.padEnd(whole, "0")}.0`;
  if (whole > 0 && whole <= 16) return `${sign}${digits.slice(0, whole)}.${digits.slice(whole)}`;
  if (whole > -5 && whole <= 0) return `${sign}0.${"0".repeat(-whole)}${digits}`;
  return `${sign}${first}${rest && `.${rest}`}e${whole - 1}`;
}

/** With the keys of every object in the order of their characters: what content is hashed as. @param {Json} value */
export function sorted(value) {
  /** @type {string[]} */
  const parts = [];
  write(value, parts);
  return parts.join("");
}

/** @param {Json} value @param {string[]} parts */
function write(value, parts) {
  if (Array.isArray(value)) {
    parts.push("[");
    value.forEach((one, i) => {
      if (i) parts.push(",");
      write(one, parts);
    });
    parts.push("]");
  } else if (value instanceof Map) {
    parts.push("{");
    [...value.keys()].sort(byCharacter).forEach((key, i) => {
      parts.push(i ? "," : "", JSON.stringify(key), ":");
      write(value.get(key), parts);
    });
    parts.push("}");
  } else if (typeof value === "string") parts.push(JSON.stringify(value));
  else parts.push(typeof value === "number" ? pointed(value) : String(value));
}

/** JavaScript's own order puts characters beyond 16 bits too early. @param {string} a @param {string} b */
function byCharacter(a, b) {
  const [one, other] = [[...a], [...b]];
  const at = one.findIndex((character, i) => character !== other[i]);
  if (at < 0) return one.length - other.length;
  return at < other.length ? (one[at].codePointAt(0) ?? 0) - (other[at].codePointAt(0) ?? 0) : 1;
}

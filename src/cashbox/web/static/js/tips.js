/**
 * What a thing on the table is, in one sentence with the heading of its rule: on hover, on focus, by a tap or a long
 * press.
 */

import { listen } from "./pointing.js";
import { useEffect } from "./preact.js";
import { Slip } from "./slip.js";

/** @typedef {string | number | boolean | readonly number[]} Fact */
/** @typedef {Record<string, Fact>} Facts */
/** @typedef {{name: string, say: string, rule: string, with?: string[], if?: string}} Tip */

/** @param {string} key @param {Facts} facts @returns {Fact} */
function look(key, facts) {
  const [name, index] = key.split(".");
  const value = facts[name];
  return value === undefined
    ? ""
    : index === undefined
      ? value
      : /** @type {readonly number[]} */ (value)[Number(index)];
}

/** A fact as people read it: 12,000; true. @param {Fact} fact */
function said(fact) {
  return typeof fact === "number" ? fact.toLocaleString("en-US") : String(fact);
}

/** @param {string} text @param {Facts} facts */
function insert(text, facts) {
  return text.replace(/\{([\w.]+)(?: ([^{}]+))?\}/g, (_, key, noun) => {
    const value = look(key, facts);
    return noun ? `${said(value)} ${noun}${value === 1 ? "" : "s"}` : said(value);
  });
}

/**
 * A template filled in: {name} is a fact, a number as in 12,000; {name.0} one number of a list, {name buck} "1 buck" or
 * "2 bucks"; a piece
 * in brackets stands only where its condition holds, [name:..], [!name:..], [name=value:..] or [name!=value:..]. `fill`
 * of the engine's
 * helping.py does the same.
 * @param {string} text @param {Facts} facts
 */
export function fill(text, facts) {
  let rest = text;
  const piece = /\[(!?)([\w.]+)(?:(!?=)([^:[\]]*))?:([^[\]]*)\]/;
  for (let found = piece.exec(rest); found; found = piece.exec(rest)) {
    const [whole, not, key, compare, value, inside] = found;
    const fact = look(key, facts);
    const holds = compare ? (said(fact) === insert(value, facts)) === (compare === "=") : !fact === (not === "!");
    rest = rest.replace(whole, () => (holds ? inside : ""));
  }
  return insert(rest, facts).replace(/ +/g, " ").trim();
}

/** @type {Promise<Record<string, Tip>> | null} */
let reading = null;
/** @type {Record<string, Tip>} */
let tips = {};

/** The board's sentences, read once. @param {URL} file */
function readTips(file) {
  reading ??= fetch(file).then((answer) => (answer.ok ? answer.json() : {}));
  reading.then(
    (found) => {
      tips = found;
    },
    () => {
      reading = null;
    },
  );
}

/**
 * The attributes of a thing that explains itself. stop: the keyboard stops at it (once in a group, where the arrow keys
 * lead on).
 * @param {string} key of help.json @param {Facts} [facts] what this one thing is, besides what the table plays by
 * @param {boolean} [stop]
 */
export function tip(key, facts, stop) {
  return {
    "data-tip": key,
    "data-facts": facts && JSON.stringify(facts),
    tabindex: stop === undefined ? undefined : stop ? 0 : -1,
  };
}

/** @type {Slip | null} */
let slip = null;
/** What the table plays by. @type {Facts} */
let plays = {};

/** What there is to say of a thing. @param {string} key @param {string} [facts] as JSON */
function sentence(key, facts) {
  const found = tips[key];
  if (!found) return null;
  const known = { ...plays, ...(facts ? JSON.parse(facts) : {}) };
  return { name: fill(found.name, known), say: fill(found.say, known), rule: fill(found.rule, known) };
}

/**
 * Things of the page explain themselves while this component is shown.
 * @param {URL} file where the board's sentences stand: by key of the tip {name, say, rule}, templates for `fill`
 * @param {object} rules what the table plays by
 */
export function useTips(file, rules) {
  plays = { .../** @type {Facts} */ (rules) };
  useEffect(() => {
    readTips(file);
    const own = new AbortController();
    slip = new Slip(sentence);
    listen(slip, own.signal);
    return () => {
      own.abort();
      slip?.close();
      slip?.paper.remove();
      slip = null;
    };
  }, []);
  useEffect(() => {
    if (slip?.target && !slip.target.isConnected) slip.close();
  }, [rules]);
}

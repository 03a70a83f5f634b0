/** Fills a sentence from the server with the facts of the one thing that it is about. */

import { amount } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").Fact} Fact */
/** @typedef {import("../shared/wire.js").Piece} Piece */
/** @typedef {readonly (string | Fact | Piece)[]} Sentence */
/** @typedef {string | number | boolean | readonly number[]} Value */
/** @typedef {Record<string, Value>} Facts */

/** The sentence with its facts; what is not known is empty. @param {Sentence} sentence @param {Facts} facts */
export function say(sentence, facts) {
  return put(sentence, facts).replace(/ +/g, " ").trim();
}

/** @param {Sentence} parts @param {Facts} facts @returns {string} */
function put(parts, facts) {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if (part.type === "fact") return told(part, facts);
      return holds(part, facts) ? put(part.say, facts) : "";
    })
    .join("");
}

/** @param {Fact} fact @param {Facts} facts */
function look({ name, index = -1 }, facts) {
  const value = facts[name] ?? "";
  return index < 0 ? value : /** @type {readonly number[]} */ (value)[index];
}

/** A value as people read it: 12,000; true. @param {Value} value */
function words(value) {
  return typeof value === "number" ? amount(value) : String(value);
}

/** @param {Fact} fact @param {Facts} facts */
function told(fact, facts) {
  const value = words(look(fact, facts));
  return fact.thing ? `${value} ${fact.thing}${value === "1" ? "" : "s"}` : value;
}

/** @param {Piece} piece @param {Facts} facts */
function holds({ fact, equals, negated = false }, facts) {
  const value = look(fact, facts);
  const so = equals ? words(value) === put(equals, facts) : Boolean(value);
  return so !== negated;
}

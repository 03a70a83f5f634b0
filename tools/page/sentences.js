/**
 * Lists what people read in pages: `node tools/page/sentences.js FILE...` prints {FILE: [[line, text], ...]} as JSON.
 *
 * A text is a string, a template, or the words of an element with everything that is inline in it; {} stands for each
 * expression. Names of modules, of keys, and of styles are left out, and so is what code compares with.
 */

/// <reference path="./node.d.ts" />

import { readFileSync } from "node:fs";
import { argv, stdout } from "node:process";

import { parse } from "acorn";

/** What an expression is while its markup is read: one character. */
const HOLE = "\uE000";

/** Elements that do not end a sentence. */
const INLINE =
  /^<\/?(?:a|abbr|b|bdi|cite|code|em|i|kbd|mark|output|s|small|span|strong|sub|sup|time|u|var|wbr)(?=[\s/>])/;

/** Attributes that are no text. */
const HIDDEN =
  /^(?:class|style|id|key|d|type|href|src|viewBox|points|transform|method|action|rel|target|for|role|slot)$/;

/** @typedef {[line: number, text: string]} Row */

/** @param {string} text */
function tidy(text) {
  return text.replaceAll(HOLE, "{}").replace(/\s+/g, " ").trim();
}

/**
 * The texts of markup: what stands between elements that are not inline, and what attributes say.
 * @param {string} markup with a HOLE for each expression
 */
function* textsOf(markup) {
  const tag = new RegExp(`</?(?:[\\w-]+|${HOLE})?(?:"[^"]*"|'[^']*'|[^"'>])*>`, "g");
  let text = "";
  let at = 0;
  for (const found of markup.matchAll(tag)) {
    text += markup.slice(at, found.index).replace(/^\s*\n\s*|\s*\n\s*$/g, "");
    at = found.index + found[0].length;
    if (!INLINE.test(found[0])) {
      yield tidy(text);
      text = "";
    }
    for (const [, name, , value] of found[0].matchAll(/([\w-]+)=("|')(.*?)\2/gs)) {
      if (!HIDDEN.test(name)) yield tidy(value);
    }
  }
  yield tidy(text + markup.slice(at));
}

/** Whether a string of code is for code only. @param {any} node @param {any} parent */
function forCode(node, parent) {
  if (/^(?:Import|Export)/.test(parent.type)) return true;
  if (parent.type === "BinaryExpression") return parent.operator !== "+";
  if (parent.type === "SwitchCase") return parent.test === node;
  return (
    /^(?:Property|PropertyDefinition|MemberExpression)$/.test(parent.type) && (parent.key ?? parent.property) === node
  );
}

/** @param {any} node a template */
function joined(node) {
  return node.quasis.map((/** @type {any} */ one) => one.value.cooked).join(HOLE);
}

/**
 * What a string, a template, or a sum of them says; null for other expressions.
 * @param {any} node
 * @returns {string | null}
 */
function textOf(node) {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "TemplateLiteral") return joined(node);
  if (node.type !== "BinaryExpression" || node.operator !== "+") return null;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === null && right === null ? null : `${left ?? HOLE}${right ?? HOLE}`;
}

/**
 * @param {any} node @param {any} parent
 * @returns {Generator<[start: number, text: string]>}
 */
function* strings(node, parent) {
  const said = textOf(node);
  if (node.type === "TemplateLiteral" && parent.type === "TaggedTemplateExpression" && parent.tag.name === "html") {
    for (const text of textsOf(joined(node))) yield [node.start, text];
  } else if (said !== null && textOf(parent) === null && !forCode(node, parent)) {
    yield [node.start, tidy(said)];
  }
  for (const part of Object.values(node).flat()) {
    if (part && typeof part.type === "string") yield* strings(part, node);
  }
}

/** @param {string} code @returns {Row[]} */
export function sentences(code) {
  const tree = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  /** @type {Row[]} */
  const rows = [];
  for (const [start, text] of strings(tree, tree)) {
    if (/\p{L}{2}/u.test(text.replaceAll("{}", ""))) rows.push([code.slice(0, start).split("\n").length, text]);
  }
  return rows;
}

const found = argv.slice(2).map((file) => [file, sentences(readFileSync(file, "utf8"))]);
stdout.write(`${JSON.stringify(Object.fromEntries(found))}\n`);

/**
 * Prettier's missing half: it lays out the markup in html`...` as htm reads it.
 *
 * White space with a line break at the edge of a text vanishes for htm, other white space at its edge stays. So lines
 * are broken between parts that no space separates, between the attributes of a tag and between the words of a text;
 * a space beside a tag or an expression is kept as it is.
 */

import { doc } from "prettier";
import * as estree from "prettier/plugins/estree";

const { fill, group, indent, join, line, lineSuffixBoundary, softline } = doc.builders;
const { printers: javascript } = estree;

/** @typedef {import("prettier").Doc} Doc */
/** @typedef {{kind: "text", text: string}} Text */
/** @typedef {{kind: "value", value: Doc}} Value */
/** @typedef {{kind: "tag", name: Doc, attributes: Doc[], inside: Part[], closed: boolean, end: Doc}} Tag */
/** @typedef {Text | Value | Tag} Part */

/** What the expressions of a template are while its markup is read: one character each. */
const HOLE = "\uE000";
const NAME = new RegExp(`[^\\s>/=${HOLE}]+`, "y");
const GAP = /\s+/y;
const SPACE = " ";
const WORDS = /[ \t\r\n]+/;

/** Reads markup from left to right. */
class Reader {
  /** @param {string} text the raw markup, with a HOLE for each expression @param {Doc[]} values */
  constructor(text, values) {
    this.text = text;
    this.values = values;
    this.at = 0;
    this.hole = 0;
  }

  /** @param {string} word */
  has(word) {
    return this.text.startsWith(word, this.at);
  }

  /** What a pattern finds here; "" for nothing. @param {RegExp} pattern */
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  /** @param {string} word */
  expect(word) {
    if (!this.has(word)) throw new SyntaxError(`htm: expected ${word} at "${this.text.slice(this.at, this.at + 40)}"`);
    this.at += word.length;
  }

  /** The expression here. @returns {Doc} */
  value() {
    this.expect(HOLE);
    return this.values[this.hole++];
  }

  /** Everything up to the end of the tag that is open, or of the template. @returns {Part[]} */
  parts() {
    /** @type {Part[]} */
    const parts = [];
    while (this.at < this.text.length && !this.has("</")) {
      if (this.has("<!--")) throw new SyntaxError("htm: a comment in markup; write it in front of the template");
      if (this.has("<")) parts.push(this.tag());
      else if (this.has(HOLE)) parts.push({ kind: "value", value: this.value() });
      else parts.push({ kind: "text", text: this.take(new RegExp(`[^<${HOLE}]+`, "y")) });
    }
    return parts;
  }

  /** @returns {Tag} */
  tag() {
    this.expect("<");
    const name = this.has(HOLE) ? this.value() : this.take(NAME);
    const attributes = [];
    for (this.take(GAP); !this.has(">") && !this.has("/>"); this.take(GAP)) attributes.push(this.attribute());
    if (this.has("/>")) {
      this.expect("/>");
      return { kind: "tag", name, attributes, inside: [], closed: true, end: "" };
    }
    this.expect(">");
    const inside = this.parts();
    this.expect("</");
    const end = this.has(HOLE) ? this.value() : this.take(/[^>]*/y);
    this.expect(">");
    return { kind: "tag", name, attributes, inside, closed: false, end: ["</", end, ">"] };
  }

  /** @returns {Doc} */
  attribute() {
    if (this.has(`...${HOLE}`)) {
      this.expect("...");
      return ["...", this.value()];
    }
    const name = this.take(NAME);
    if (!name) throw new SyntaxError(`htm: no attribute at "${this.text.slice(this.at, this.at + 40)}"`);
    if (!this.has("=")) return name;
    this.expect("=");
    if (this.has(HOLE)) return [name, "=", this.value()];
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") return [name, "=", this.take(/[^\s>]+/y)];
    this.expect(quote);
    const value = this.take(new RegExp(`[^${quote}${HOLE}]*`, "y"));
    if (!this.has(quote)) throw new SyntaxError(`htm: ${name} mixes text and values; write \${\`...\`}`);
    this.expect(quote);
    return [name, "=", quote, value, quote];
  }
}

/** Whether white space at the edge of a text is more than a break of the line. @param {string} space */
const stays = (space) => space !== "" && !space.includes("\n");

/**
 * Parts with what stands between them, by turns, as `fill` wants it. A space beside a tag or an expression is no place
 * for a break, nor is one at the beginning or the end, which is a content of its own.
 * @param {Part[]} parts
 * @returns {{docs: Doc[], words: boolean, head: Doc, tail: Doc}} words: there are some; head, tail: what may stand
 *   before and after
 */
function flow(parts) {
  /** @type {Doc[]} */
  const docs = [];
  let words = false;
  /** @type {Doc} */
  let between = softline;
  /** @param {Doc} content @param {Doc} [before] */
  const put = (content, before = between) => {
    docs.push(...(docs.length ? [before, content] : [content]));
    between = softline;
  };
  for (const part of parts) {
    if (part.kind === "value") put(part.value);
    else if (part.kind === "tag") put(tagDoc(part));
    else {
      const [, head, text, tail] = /** @type {RegExpExecArray} */ (/^(\s*)(.*?)(\s*)$/s.exec(part.text));
      if (stays(head) && docs.length) between = SPACE;
      else if (stays(head)) put(SPACE);
      if (docs.at(-1) === SPACE) between = "";
      if (!text) continue;
      words = true;
      text.split(WORDS).forEach((word, k) => put(word, k ? line : between));
      if (stays(tail)) between = SPACE;
    }
  }
  if (between === SPACE) put(SPACE, "");
  return { docs, words, head: docs[0] === SPACE ? "" : softline, tail: docs.at(-1) === SPACE ? "" : softline };
}

/**
 * Parts on lines of their own, or filling lines where there are words among them.
 * @param {Part[]} parts
 * @returns {Doc}
 */
function insideDoc(parts) {
  const { docs, words, head, tail } = flow(parts);
  return [indent([head, words ? fill(docs) : docs]), tail];
}

/** @param {Tag} tag @returns {Doc} */
function tagDoc({ name, attributes, inside, closed, end }) {
  const all = [...attributes];
  all.push([all.pop() ?? "", closed ? " />" : ">"]); // the line of the last one must hold the end of the tag, too
  const start = group(["<", name, attributes.length ? indent([line, fill(join(line, all))]) : all]);
  return closed ? start : group([start, inside.length ? insideDoc(inside) : "", end]);
}

/** The markup of a template. @param {string} text @param {Doc[]} values @returns {Doc} */
function templateDoc(text, values) {
  const parts = new Reader(text, values).parts();
  if (parts.length === 1 && parts[0].kind === "tag") return ["`", tagDoc(parts[0]), "`"];
  return group(["`", insideDoc(parts), "`"]);
}

/** Expressions that begin on a line of their own where they are long. */
const ALONE = ["ConditionalExpression", "LogicalExpression", "BinaryExpression", "MemberExpression"];

/** An expression in markup. @param {any} node @param {Doc} printed */
function valueDoc(node, printed) {
  const inside = ALONE.includes(node.type) ? [indent([softline, printed]), softline] : printed;
  return group(["${", inside, lineSuffixBoundary, "}"]);
}

/** @param {import("prettier").AstPath} path */
function isMarkup({ node, parent }) {
  return node.type === "TemplateLiteral" && parent.type === "TaggedTemplateExpression" && parent.tag.name === "html";
}

export const printers = {
  estree: {
    ...javascript.estree,
    /** @param {import("prettier").AstPath} path @param {import("prettier").Options} options */
    embed(path, options) {
      if (!isMarkup(path)) return javascript.estree.embed?.(path, options);
      const { quasis, expressions } = path.node;
      if (!expressions.length && !quasis[0].value.raw.trim()) return "``";
      return (/** @type {unknown} */ _, /** @type {any} */ print) => {
        const values = path.map((/** @type {any} */ one) => valueDoc(one.node, print()), "expressions");
        return templateDoc(quasis.map((/** @type {any} */ one) => one.value.raw).join(HOLE), values);
      };
    },
  },
};

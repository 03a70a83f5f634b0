/**
 * Writes styles for browsers that are older than what they use: Safari 16.4 knows neither @scope nor light-dark().
 * esbuild takes nested rules apart.
 */

/// <reference path="./node.d.ts" />

import { generate, parse, walk } from "css-tree";

/** One of two properties is empty, so that of `var(--if-light, a) var(--if-dark, b)` one is left. */
const THEMES = `
:root { --if-light: initial; --if-dark: ; }
@media (prefers-color-scheme: dark) { :root { --if-light: ; --if-dark: initial; } }
:root[data-theme="light"] { --if-light: initial; --if-dark: ; }
:root[data-theme="dark"] { --if-light: ; --if-dark: initial; }
`;

/** light-dark(a, b) by the properties above. @param {any} node */
function themed(node) {
  /** @type {string[]} */
  const light = [];
  /** @type {string[]} */
  const dark = [];
  let side = light;
  for (const child of node.children) {
    if (child.type === "Operator" && child.value === "," && side === light) side = dark;
    else side.push(generate(child));
  }
  return `var(--if-light,${light.join(" ")}) var(--if-dark,${dark.join(" ")})`;
}

/**
 * A selector that counts inside some elements only, as precise as it was.
 * @param {string} selector @param {string} roots the selectors of those elements
 */
function inside(selector, roots) {
  if (selector.includes(":scope")) return selector.replaceAll(":scope", `:is(${roots})`);
  if (/^[>+~]/.test(selector)) return `:is(${roots})${selector}`;
  const [whole = "", pseudo = ""] = /^(.*?)(::.*)?$/s.exec(selector)?.slice(1) ?? [];
  return `${whole}:where(${roots},:is(${roots}) *)${pseudo}`;
}

/** @param {string} text a style sheet @returns {string} */
export function older(text) {
  const sheet = parse(text, { parseCustomProperty: true });
  let themes = false;
  walk(sheet, {
    visit: "Function",
    leave(/** @type {any} */ node, /** @type {any} */ item, /** @type {any} */ list) {
      if (node.name !== "light-dark") return;
      themes = true;
      list.replace(item, list.createItem({ type: "Raw", value: themed(node) }));
    },
  });
  walk(sheet, {
    visit: "Atrule",
    enter(/** @type {any} */ node, /** @type {any} */ item, /** @type {any} */ list) {
      if (node.name !== "scope" || !node.prelude || !node.block) return;
      const roots = generate(node.prelude).replace(/^\s*\(|\)\s*$/g, "");
      walk(node.block, (/** @type {any} */ one) => {
        if (one.type !== "Rule") return undefined;
        const selectors = one.prelude.children
          .toArray()
          .map((/** @type {any} */ each) => inside(generate(each), roots));
        one.prelude = { type: "Raw", value: selectors.join(",") };
        return walk.skip; // what is nested counts inside by itself
      });
      for (const child of node.block.children.toArray()) list.insert(list.createItem(child), item);
      list.remove(item);
    },
  });
  return `${themes && text.includes("color-scheme: light dark") ? THEMES : ""}${generate(sheet)}`;
}

/**
 * Says what the packed pages use and one of the oldest supported browsers lacks: `node tools/page/browsers.js`.
 *
 * MDN's data on browsers tells what they have. In scripts every name of a property or a class counts that only new
 * things have, in styles every property, keyword, unit, function, selector and at-rule. What is used all the same is
 * listed here, with what stands in for it.
 */

/// <reference path="./node.d.ts" />

import { parse, walk } from "css-tree";
import { Linter } from "eslint";
import { readFileSync, readdirSync } from "node:fs";

const BUNDLE = "src/cashbox/web/bundle";

/** The oldest browsers that are supported, as docs/browsers.md has them. @type {Record<string, string>} */
const OLDEST = { chrome: "120", firefox: "128", firefox_android: "128", safari: "16.4", safari_ios: "16.4" };

/** What is used all the same, and what happens where a browser lacks it. @type {Record<string, string>} */
const WITHOUT = {
  "older.js stands in": "popover showPopover hidePopover :popover-open checkVisibility",
  "asked for before it is used":
    "clearAppBadge exitFullscreen fontfaces fullscreenElement moveBefore permission requestFullscreen " +
    "requestPermission setAppBadge share",
  "looks a little different":
    "accent-color align-content:safe cursor:default cursor:grab cursor:not-allowed cursor:pointer " +
    "font-family:ui-monospace overflow-anchor overflow-anchor:none overflow-clip-margin overscroll-behavior " +
    "paint-order scrollbar-width scrollbar-width:none scrollbar-width:thin :selection text-wrap text-wrap:balance",
  "esbuild adds the prefix": "hyphens user-select",
  "Safari has it with another order of events": "isComposing",
  "our own things have such names":
    "changed delay deleted device element entry first hand handle hints hours last layer level lines lost marginLeft " +
    "messages forget month months node number reconnect retry seconds seek space take to touched turn unit use " +
    "variants",
};

const EXCEPT = new Set(Object.values(WITHOUT).flatMap((all) => all.split(" ")));

/** @typedef {{version_added: string | false | "preview", version_removed?: string, flags?: unknown[],
 *   partial_implementation?: boolean, prefix?: string}} Support */
/** @typedef {{support: Record<string, Support | Support[]>, status?: {standard_track: boolean}}} Compat */
/** @typedef {{__compat?: Compat} & {[name: string]: any}} Feature */

/** @type {{api: Feature, javascript: Feature, css: Feature}} */
const data = JSON.parse(readFileSync("node_modules/@mdn/browser-compat-data/data.json", "utf8"));

/** Whether one version comes after another. @param {string} one @param {string} other */
function isLater(one, other) {
  const [[a = 0, b = 0] = [], [c = 0, d = 0] = []] = [one, other].map((version) => version.split(".").map(Number));
  return a > c || (a === c && b > d);
}

/** The oldest browsers that lack a feature. @param {Feature | undefined} feature */
function lacking(feature) {
  const compat = feature?.__compat;
  if (!compat || compat.status?.standard_track === false) return [];
  return Object.keys(OLDEST).filter((browser) => {
    const all = [compat.support[browser] ?? []].flat();
    return !all.some(
      ({ version_added: added, version_removed: removed, flags, partial_implementation: partial, prefix }) =>
        added &&
        added !== "preview" &&
        !(removed || flags || partial || prefix) &&
        !isLater(added.replace("≤", ""), OLDEST[browser] ?? ""),
    );
  });
}

/** What is used and lacked, with where it was seen first. @type {Map<string, string>} */
const faults = new Map();

/** @param {string} file @param {string} what @param {Feature | undefined} feature */
function check(file, what, feature) {
  const browsers = EXCEPT.has(what) ? [] : lacking(feature);
  const lacks = browsers.map((browser) => `${browser} ${OLDEST[browser]}`);
  if (lacks.length && !faults.has(what)) faults.set(what, `${file}: ${what} is not in ${lacks.join(", ")}`);
}

/** @param {string} ending */
const files = (ending) => readdirSync(BUNDLE).filter((one) => one.endsWith(`.${ending}`));

/** @param {string} file */
const textOf = (file) => readFileSync(`${BUNDLE}/${file}`, "utf8");

// -- scripts ---------------------------------------------------------------------------------------------------------

/** The names that only what is new has. @type {Map<string, Feature>} */
const names = new Map();
/** @type {Set<string>} */
const old = new Set();

/** @param {Feature} feature */
function collect(feature) {
  for (const [key, child] of Object.entries(feature)) {
    const name = key.replace(/_static$/, "");
    if (name.startsWith("_") || typeof child !== "object") continue;
    if (!name.includes("_")) {
      if (lacking(child).length) names.set(name, child);
      else if (child.__compat) old.add(name);
    }
    collect(child);
  }
}

collect(data.javascript.builtins);
collect(data.api);
for (const name of old) names.delete(name);

/** @param {any} context */
const create = (context) => ({
  /** @param {any} node */
  Identifier(node) {
    const member = node.parent.type === "MemberExpression" && node.parent.property === node && !node.parent.computed;
    const free = node.parent.type !== "MemberExpression" && node.parent.type !== "Property" && /^[A-Z]/.test(node.name);
    if ((member || free) && names.has(node.name)) context.report({ node, message: node.name });
  },
});

const linter = new Linter();
for (const file of files("js")) {
  const found = linter.verify(textOf(file), {
    plugins: { own: { rules: { name: { create } } } },
    rules: { "own/name": "error" },
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
  });
  for (const { message } of found) check(file, message, names.get(message));
}

// -- styles ----------------------------------------------------------------------------------------------------------

const { types, properties, selectors } = data.css;
const units = [types.length, types.angle, types.time, types.resolution];

/** A unit of CSS; those of the viewport are told together. @param {string} unit */
function unitOf(unit) {
  const [, size = ""] = /^([sld]?)v[whib]|^[sld]v(?:min|max)/.exec(unit) ?? [];
  const name = { s: "small", l: "large", d: "dynamic" }[size];
  return name
    ? types.length[`viewport_percentage_units_${name}`]
    : units.map((/** @type {Feature} */ one) => one?.[unit]).find(Boolean);
}

for (const file of files("css")) {
  /** @type {string} */
  let property = "";
  walk(parse(textOf(file), { parseCustomProperty: true }), (/** @type {any} */ node) => {
    if (node.type === "Atrule") check(file, `@${node.name}`, data.css["at-rules"][node.name]);
    else if (/^Pseudo/.test(node.type)) check(file, `:${node.name}`, selectors[node.name]);
    else if (node.type === "NestingSelector") check(file, "&", selectors.nesting);
    else if (node.type === "Declaration") {
      ({ property } = node);
      check(file, property, properties[property]);
    } else if (node.type === "Dimension") check(file, node.unit, unitOf(node.unit));
    else if (node.type === "Function") check(file, `${node.name}()`, types[node.name] ?? types.color?.[node.name]);
    else if (node.type === "Identifier") {
      const keywords = properties[property] ?? {};
      check(file, `${property}:${node.name}`, keywords[node.name] ?? keywords[node.name.replaceAll("-", "_")]);
    }
  });
}

for (const fault of faults.values()) console.error(fault);
if (faults.size) throw new Error("find another way, or say in WITHOUT what stands in, or that the name is our own");

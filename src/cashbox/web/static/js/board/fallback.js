/** The board of a game that has none: legal actions as buttons, and the view as a tree. Designers play with it. */

import { h, html } from "../shared/preact.js";
import { Button, Panel } from "../shared/ui.js";
import { withNames } from "../shared/words.js";

/** @typedef {import("./props.js").BoardProps} BoardProps */

/** "draft_card" and "draftCard" -> "Draft card". @param {string} word */
function inWords(word) {
  const words = word
    .replace(/[_-]+/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {BoardProps} props */
export default function Fallback({ view, legal, act, busy, seat, names }) {
  /** @type {Map<string, import("./props.js").Legal[]>} */
  const groups = new Map();
  for (const one of legal) {
    const type = String(one.action.type ?? "");
    groups.set(type, [...(groups.get(type) ?? []), one]);
  }
  return h(
    "div",
    { class: "fallback" },
    h(
      Panel,
      { title: "Your options", class: "choices-panel" },
      legal.length
        ? [...groups].map(([type, some]) =>
            h(
              "section",
              { key: type, "aria-label": inWords(type) },
              groups.size > 1 ? h("h3", null, inWords(type)) : null,
              h(
                "div",
                { class: "row" },
                some.map((one) =>
                  h(
                    Button,
                    {
                      key: JSON.stringify(one.action),
                      disabled: busy,
                      kind: legal.length === 1 ? "primary" : "",
                      onPress: () => void act([one.action]),
                    },
                    withNames(one.label, names),
                  ),
                ),
              ),
            ),
          )
        : html`<p class="quiet">${seat < 0 ? "You are watching." : "Nothing to do right now."}</p>`,
    ),
    h(Panel, { title: "What you can see", class: "tree" }, h(Tree, { value: view, open: 1 })),
  );
}

/**
 * Any JSON value as a tree that opens.
 * @param {{value: any, open?: number}} props open: how many levels stand open at first.
 */
function Tree({ value, open = 0 }) {
  if (value === null || typeof value !== "object") return html`<span class="leaf">${JSON.stringify(value)}</span>`;
  const entries = Array.isArray(value)
    ? value.map((one, i) => /** @type {[string, any]} */ ([String(i), one]))
    : Object.entries(value);
  if (!entries.length) return html`<span class="leaf">${Array.isArray(value) ? "[]" : "{}"}</span>`;
  if (entries.every(([, one]) => one === null || typeof one !== "object") && Array.isArray(value)) {
    return html`<span class="leaf">${entries.map(([, one]) => JSON.stringify(one)).join(" ")}</span>`;
  }
  return h(
    "ul",
    null,
    entries.map(([key, one]) => {
      const leaf =
        one === null ||
        typeof one !== "object" ||
        (Array.isArray(one) && one.every((x) => x === null || typeof x !== "object"));
      return h(
        "li",
        { key },
        leaf
          ? [html`<b>${key}</b> `, h(Tree, { value: one })]
          : h(
              "details",
              { open: open > 0 },
              h("summary", null, h("b", null, key)),
              h(Tree, { value: one, open: open - 1 }),
            ),
      );
    }),
  );
}

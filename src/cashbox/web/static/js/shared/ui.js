/**
 * Small components that pages and boards share: Envelope, Star, Buck, Die, Panel, Button, Dialog, SeatMark, and
 * `toast`. They are called with h(); css/base.css draws them.
 */

import { NO_COOKIES } from "./api.js";
import { h, html, render, useEffect, useRef, useState } from "./preact.js";
import { plural } from "./words.js";

/** @typedef {import("./preact.js").Child} Child */
/** @typedef {import("./preact.js").VNode} VNode */
/** @typedef {"green" | "gray" | "yellow" | "red" | "magenta" | "blue"} Color */
/** @typedef {{code: string, message: string}} Problem */

/**
 * The six colors in the order in which every game numbers them.
 * @type {readonly Color[]}
 */
export const COLORS = ["green", "gray", "yellow", "red", "magenta", "blue"];

/**
 * What tells the envelopes apart without colors: a letter (S for the gray ones: silver, and Southwest) and a flap.
 * @type {Readonly<Record<Color | "any", {letter: string, flap: string}>>}
 */
export const ENVELOPES = {
  green: { letter: "G", flap: "M1 1 L14 9 L27 1" },
  gray: { letter: "S", flap: "M1 6.5 H27" },
  yellow: { letter: "Y", flap: "M1 1 L7 7.5 H21 L27 1" },
  red: { letter: "R", flap: "M1 1 C5 10.5 23 10.5 27 1" },
  magenta: { letter: "M", flap: "M1 1 L7.5 8 L14 2.5 L20.5 8 L27 1" },
  blue: { letter: "B", flap: "M6 1 V7.5 H22 V1" },
  any: { letter: "?", flap: "M1 1 L14 9 L27 1" },
};

const SOFT_HYPHEN = "\u00ad";

/**
 * Make titles whose long words are broken only where a line has no room for them, and there between syllables: most
 * browsers have no dictionary, and break words anywhere.
 * @param {readonly string[]} breaks words with a hyphen at each place, as in "Ac-quit-tal"
 * @returns {(text: string) => Child[]}
 */
export function breaking(breaks) {
  const marked = new Map(breaks.map((word) => [word.replaceAll("-", ""), word.replaceAll("-", SOFT_HYPHEN)]));
  return (text) =>
    text.split(/(\p{L}+(?:['’]\p{L}+)?)/u).map((part) => {
      const [word, ending = ""] = part.split(/(?=['’])/);
      return marked.has(word) ? html`<span class="long-word">${marked.get(word)}${ending}</span>` : part;
    });
}

/** Copy text as it reads, without the marks of `breaking`. @param {ClipboardEvent} event */
export function copyWhole(event) {
  const text = String(getSelection() ?? "");
  if (!text.includes(SOFT_HYPHEN)) return;
  event.clipboardData?.setData("text/plain", text.replaceAll(SOFT_HYPHEN, ""));
  event.preventDefault();
}

/** @param {Color | "any" | number} colour @returns {Color | "any"} */
export function colourName(colour) {
  return typeof colour === "number" ? (COLORS[colour] ?? "any") : colour;
}

/**
 * What a screen reader is told of a drawing: its name, or nothing where that stands beside it.
 * @param {string} label
 * @param {boolean} [quiet]
 */
export function drawing(label, quiet) {
  return quiet ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
}

/**
 * An envelope, with its number behind it where one is given.
 * @param {{colour: Color | "any" | number, count?: number, label?: string, quiet?: boolean}} props
 *   label: what a screen reader says (by default "2 green envelopes"); quiet: says nothing.
 */
export function Envelope({ colour, count, label, quiet }) {
  const name = colourName(colour);
  const { letter, flap } = ENVELOPES[name];
  const said = label ?? (count === undefined ? `${name} envelope` : plural(count, `${name} envelope`));
  return html`<span class="envelope" data-colour=${name} ...${drawing(said, quiet)}>
    <svg viewBox="0 0 28 21" aria-hidden="true">
      <rect class="body" x="1" y="1" width="26" height="19" rx="2" />
      <path class="flap" d=${flap} />
      <text x="14" y="18.2">${letter}</text>
    </svg>
    ${count === undefined ? null : count}
  </span>`;
}

/**
 * Several envelopes by six counts; those of which there are none are left out.
 * @param {{counts: readonly number[], none?: string}} props
 */
export function Envelopes({ counts, none = "no envelopes" }) {
  const some = COLORS.map((colour, i) => ({ colour, count: counts[i] ?? 0 })).filter(({ count }) => count > 0);
  if (!some.length) return html`<span class="quiet">${none}</span>`;
  return html`<span class="row">${some.map(({ colour, count }) => h(Envelope, { key: colour, colour, count }))}</span>`;
}

/** A number of stars. @param {{count?: number, quiet?: boolean}} props */
export function Star({ count, quiet }) {
  return html`<span class="star" ...${drawing(count === undefined ? "star" : plural(count, "star"), quiet)}>
    ${count}
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 1.8l3.1 6.6 7.2.9-5.3 5 1.4 7.1L12 17.9l-6.4 3.5L7 14.3 1.7 9.3l7.2-.9z" />
    </svg>
  </span>`;
}

/** A number of bucks. @param {{count?: number, quiet?: boolean}} props */
export function Buck({ count, quiet }) {
  return html`<span class="buck" ...${drawing(count === undefined ? "buck" : plural(count, "buck"), quiet)}>
    ${count}
    <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10" /><text x="12" y="16.6">$</text></svg>
  </span>`;
}

/** @type {Readonly<Record<number, readonly [number, number][]>>} */
const PIPS = {
  1: [[16, 16]],
  2: [
    [9, 9],
    [23, 23],
  ],
  3: [
    [9, 9],
    [16, 16],
    [23, 23],
  ],
  4: [
    [9, 9],
    [23, 9],
    [9, 23],
    [23, 23],
  ],
  5: [
    [9, 9],
    [23, 9],
    [16, 16],
    [9, 23],
    [23, 23],
  ],
  6: [
    [9, 9],
    [23, 9],
    [9, 16],
    [23, 16],
    [9, 23],
    [23, 23],
  ],
};

/**
 * A die of a color; value 0: not rolled yet.
 * @param {{value: number, colour?: Color | "any" | number, label?: string}} props
 */
export function Die({ value, colour = "any", label }) {
  const name = colourName(colour);
  const what = `${name === "any" ? "" : `${name} `}die`;
  return html`<span
    class="die" data-colour=${name} role="img"
    aria-label=${label ?? (value ? `${what}, ${value}` : `${what}, not rolled`)}>
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect class="face" x="1" y="1" width="30" height="30" rx="6" />
      ${(PIPS[value] ?? []).map(([x, y]) => html`<circle class="pip" cx=${x} cy=${y} r="3" />`)}
    </svg>
  </span>`;
}

/**
 * What stands beside a name: a bot's level, or that the name belongs to no account, so that anyone may have taken it.
 * @param {{one: {level?: string, guest: boolean}}} props
 */
export function Kind({ one }) {
  if (one.level) return html` <span class="kind">(${one.level})</span>`;
  return one.guest ? html` <span class="kind" title="no account">guest</span>` : null;
}

/** The mark of a seat where the game has none of its own: its number. @param {{seat: number}} props */
export function SeatMark({ seat }) {
  return html`<span class="seat-mark" aria-hidden="true">${seat + 1}</span>`;
}

let ids = 0;

/** An id of one's own; Preact's would repeat itself where a page has several roots. */
function useOwnId() {
  return useState(() => `own-${++ids}`)[0];
}

/**
 * A sheet of paper with a heading.
 * @param {{title?: Child, level?: number, aside?: Child, class?: string, id?: string, children?: Child}} props
 *   aside: what stands at the right of the heading.
 */
export function Panel({ title, level = 2, aside, class: more = "", id, children }) {
  const own = useOwnId();
  const heading = `${id ?? own}-title`;
  return h(
    "section",
    { class: `panel ${more}`, id, "aria-labelledby": title ? heading : undefined },
    title ? h("header", null, h(`h${level}`, { id: heading }, title), aside) : null,
    children,
  );
}

/**
 * A button. One that cannot be used now keeps its place in the tab order and says why when pressed (`why`).
 * @param {{onPress: (event: Event) => void, kind?: "" | "primary" | "plain" | "bad", size?: "" | "small" | "icon",
 *   label?: string, hint?: string, disabled?: boolean, why?: string, pressed?: boolean, class?: string,
 *   children?: Child}} props
 *   hint: what a mouse is told that rests on it; pressed: whether it is the one of several that is chosen
 */
export function Button({
  onPress,
  kind = "",
  size = "",
  label,
  disabled = false,
  why,
  hint,
  pressed,
  class: more = "",
  children,
  ...rest
}) {
  return h(
    "button",
    {
      type: "button",
      class: `button ${kind} ${size} ${more}`,
      "aria-label": label,
      "aria-pressed": pressed === undefined ? undefined : String(pressed),
      "aria-disabled": disabled ? "true" : undefined,
      title: (disabled && why) || hint,
      ...rest,
      onClick: (/** @type {Event} */ event) => {
        if (!disabled) onPress(event);
        else if (why) toast(why);
      },
    },
    children,
  );
}

/**
 * A dialog over the page: the browser's own, so Escape closes it and focus stays inside and goes back afterwards.
 * @param {{title: string, open: boolean, onClose: () => void, wide?: boolean, children?: Child}} props
 */
export function Dialog({ title, open, onClose, wide = false, children }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const heading = useOwnId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
    if (!open && toasts.length) drawToasts(); // those that lay in it are still to be read
  }, [open]);
  return h(
    "dialog",
    {
      ref,
      class: `sheet ${wide ? "wide" : ""}`,
      "aria-labelledby": heading,
      onClose: () => open && onClose(),
      onClick: (/** @type {MouseEvent} */ event) => event.target === ref.current && onClose(),
    },
    open
      ? [
          h(
            "header",
            { key: "head" },
            h("h2", { id: heading }, title),
            h(Button, { onPress: onClose, kind: "plain", size: "icon", label: "Close" }, html`<${Cross} />`),
          ),
          h("div", { key: "inside", class: "inside" }, children),
        ]
      : null,
  );
}

/** Three dots: there is more. */
export const dotsIcon = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
  <circle cx="4" cy="10" r="2" />
  <circle cx="10" cy="10" r="2" />
  <circle cx="16" cy="10" r="2" />
</svg>`;

function Cross() {
  return html`<svg viewBox="0 0 20 20" aria-hidden="true">
    <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" stroke-width="2.2" fill="none" stroke-linecap="round" />
  </svg>`;
}

// -- toasts ----------------------------------------------------------------------------------------------------------

/** @type {{id: number, text: string, kind: string}[]} */
let toasts = [];
let toastNumber = 0;

function drawToasts() {
  let place = document.getElementById("toasts");
  if (!place) {
    place = document.createElement("div");
    place.id = "toasts";
    place.className = "toasts";
    place.dataset.layer = "over";
    document.body.append(place);
  }
  // a modal dialog lies above everything else, so the notices go into it while one is open
  const dialogs = document.querySelectorAll("dialog[open]");
  const home = dialogs[dialogs.length - 1] ?? document.body;
  if (place.parentElement !== home) home.append(place);
  render(
    toasts.map(
      ({ id, text, kind }) =>
        html`<div class=${`toast ${kind}`} key=${id} role=${kind === "bad" ? "alert" : "status"}>
          <p>${text}</p>
          <button type="button" aria-label="Close this notice" onClick=${() => dropToast(id)}>✕</button>
        </div>`,
    ),
    place,
  );
}

/** Says why something could not be done. What the reader has to allow first stays to be read. @param {unknown} fault */
export function toastFault(fault) {
  const { message, code } = /** @type {Error & {code?: string}} */ (fault);
  toast(message, "bad", code === NO_COOKIES);
}

/** @param {number} id */
function dropToast(id) {
  toasts = toasts.filter((one) => one.id !== id);
  drawToasts();
}

addEventListener("fault", (event) => toast(/** @type {CustomEvent<string>} */ (event).detail, "bad"));

/**
 * Shows a notice of one sentence, which goes away by itself after a time that suits its length.
 * @param {string} text @param {"" | "bad"} [kind] @param {boolean} [stays] until the reader closes it
 */
export function toast(text, kind = "", stays = false) {
  if (!text) return;
  const id = ++toastNumber;
  toasts = [...toasts.filter((one) => one.text !== text), { id, text, kind }].slice(-3);
  drawToasts();
  if (!stays) setTimeout(() => dropToast(id), 4000 + 60 * text.length);
}

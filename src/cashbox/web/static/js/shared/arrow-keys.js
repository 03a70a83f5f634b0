/** Groups that are one tab stop: Tab enters and leaves them, and arrow keys move inside. */

import { h, useLayoutEffect, useRef } from "./preact.js";

/** @typedef {import("./preact.js").Child} Child */

/** How far a key leads in its group. @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @param {Element} one */
function centerOf(one) {
  const { left, top, width, height } = one.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, height };
}

/**
 * The nearest item in the next row, above or below.
 * @param {Element[]} all @param {Element} from @param {number} step 1 below, -1 above
 */
function inNextRow(all, from, step) {
  const at = centerOf(from);
  const there = all
    .map((one) => ({ one, ...centerOf(one) }))
    .filter(({ y, height }) => (y - at.y) * step > Math.min(height, at.height) / 2)
    .map(({ one, x, y }) => ({ one, row: Math.abs(y - at.y), beside: Math.abs(x - at.x) }));
  const row = Math.min(...there.map((one) => one.row)) + at.height / 2;
  return there.filter((one) => one.row < row).sort((a, b) => a.beside - b.beside)[0]?.one;
}

/**
 * Moves the focus within its group by an arrow key, Home or End. A group is marked with data-tips; where that is a
 * number, so many items lie side by side. Its items are what explains itself and has a tabindex.
 * @param {KeyboardEvent} event
 */
export function moveInGroup(event) {
  const from = event.target instanceof Element ? event.target : null;
  const group = /** @type {HTMLElement | null | undefined} */ (from?.closest("[data-tips]"));
  if (!from?.matches("[data-tip][tabindex]") || !group || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = [...group.querySelectorAll("[data-tip][tabindex]")].filter(
    (one) => one.closest("[data-tips]") === group && one.getClientRects().length,
  );
  const to = /** @type {HTMLElement | undefined} */ (itemFor(event.key, all, from, Number(group.dataset.tips)));
  if (!to) return;
  event.preventDefault();
  to.focus();
}

/** @param {string} key @param {Element[]} all @param {Element} from @param {number} across */
function itemFor(key, all, from, across) {
  const step = STEPS[key];
  const at = all.indexOf(from);
  if (!step) return key === "Home" ? all[0] : key === "End" ? all.at(-1) : undefined;
  if (key === "ArrowRight" || key === "ArrowLeft") return all[at + step];
  if (across) return all[at + step * across];
  const rows = [1, -1].some((side) => inNextRow(all, from, side));
  return rows ? inNextRow(all, from, step) : all[at + step];
}

/**
 * A list of buttons, such as a hand of cards, that is one stop of the keyboard. The stop is the item that had the focus
 * last; when that goes away, the one that takes its place.
 * @param {{of: string, label: string, children: Child, [attribute: string]: unknown}} props of: the selector of the
 *   items, which explain themselves (`tip`); label: for a screen reader
 */
export function ArrowList({ of, label, children, ...attributes }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const stop = useRef({ item: /** @type {Element | null} */ (null), at: 0 });
  /** @param {EventTarget | null} [focused] */
  const mark = (focused) => {
    const all = /** @type {HTMLElement[]} */ ([...(list.current?.querySelectorAll(of) ?? [])]);
    const now = all.find((one) => one === (focused ?? stop.current.item));
    const at = now ? all.indexOf(now) : Math.max(0, Math.min(stop.current.at, all.length - 1));
    all.forEach((one, k) => (one.tabIndex = k === at ? 0 : -1));
    stop.current = { item: all[at] ?? null, at };
  };
  useLayoutEffect(() => mark());
  const onFocusCapture = (/** @type {FocusEvent} */ { target }) =>
    target instanceof Element && target.matches(of) && mark(target);
  const about = { role: "toolbar", "aria-label": label, "data-tips": "" };
  return h("ul", { ...attributes, ...about, ref: list, onFocusCapture }, children);
}

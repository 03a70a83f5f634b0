/** The log of a replay: every line links to its moment, and chat appears where it was written. */

import { h, html, useEffect, useMemo, useRef } from "../shared/preact.js";

/** @typedef {import("../shared/wire.js").Replay} Replay */
/** @typedef {import("./position.js").Course} Course */

/**
 * A line of the log, or of the chat. chapter: the place of the one that it belongs to.
 * @typedef {{n: number, chapter: number, text: string, who: string, gone: boolean}} Item
 */

/** Lines of one chapter. from: its first step. @typedef {{text: string, from: number, items: Item[]}} Part */

/**
 * The log with the chat between its lines, by chapters.
 * @param {Replay} replay @param {boolean} leaveOut whether what was taken back is left out
 * @returns {Part[]}
 */
export function partsOf({ steps, log, talk, chapters }, leaveOut) {
  /** The chapter that the game is in after a step. @param {number} n */
  const after = (n) => steps[n + 1]?.chapter ?? chapters.length - 1;
  const lines = log
    .filter(({ gone }) => !leaveOut || gone === null)
    .map(({ n, chapter, text, gone }) => ({ n, chapter, text, who: "", gone: gone !== null && gone !== n }));
  const said = talk.map(({ n, text, name }) => ({ n, chapter: after(n), text, who: name, gone: false }));
  const items = [...lines, ...said].sort((a, b) => a.n - b.n);
  return chapters.map(({ n, text }, k) => ({ text, from: n, items: items.filter(({ chapter }) => chapter === k) }));
}

/**
 * One chapter. Of those that one is not in, the lines stay as they are drawn.
 * @param {{part: Part, here: number, link: (n: number) => string}} props here: the last step with a line up to now
 */
function Chapter({ part, here, link }) {
  const now = part.items.some(({ n }) => n === here) ? here : null;
  const lines = useMemo(
    () => html`
      ${part.text ? html`<h3><a href=${link(part.from)} data-n=${part.from} tabindex="-1">${part.text}</a></h3>` : null}
      <ol>${part.items.map((item, k) => h(Line, { key: k, item, now, href: link(item.n) }))}</ol>
    `,
    [part, now, link],
  );
  return html`<section class=${part.items.every(({ n }) => n > here) ? "later" : ""}>${lines}</section>`;
}

/** @param {{item: Item, now: number | null, href: string}} props now: null in a chapter that one is not in */
function Line({ item: { n, text, who, gone }, now, href }) {
  const is = [who ? "talk" : "", gone ? "gone" : "", n === now ? "now" : now !== null && n > now ? "later" : ""];
  return html`<li class=${is.filter(Boolean).join(" ")}>
    <a href=${href} data-n=${n} tabindex=${n === now ? "0" : "-1"} aria-current=${n === now ? "step" : undefined}>
      ${who ? html`<b>${who}:</b> ` : null}
      ${gone ? html`<span class="visually-hidden">Undone: </span>` : null}
      ${text}
    </a>
  </li>`;
}

/**
 * @param {{parts: Part[], n: number, go: (n: number) => void, link: (n: number) => string}} props
 */
export function ReplayLog({ parts, n, go, link }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const here = useMemo(() => {
    const before = parts.flatMap(({ items }) => items.filter((item) => item.n <= n));
    return Math.max(-1, ...before.map((item) => item.n));
  }, [parts, n]);
  useEffect(() => keepInSight(box.current), [parts, here]);
  // A dialog has no height before it opens, and a typeface that comes late changes the lines' height.
  useEffect(() => {
    const watcher = new ResizeObserver(() => keepInSight(box.current));
    for (const one of [box.current, box.current?.firstElementChild]) if (one) watcher.observe(one);
    return () => watcher.disconnect();
  }, []);
  /** @param {any} event */
  const press = (event) => {
    const line = event.target.closest("[data-n]");
    if (!line || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(Number(line.dataset.n));
  };
  return html`<div
    class="log-lines replay-lines" ref=${box} tabindex="0" role="region" aria-label="Game log" onClick=${press}
    onKeyDown=${lead}>
    <div>${parts.map((part, k) => h(Chapter, { key: k, part, here, link }))}</div>
  </div>`;
}

/** Arrow keys lead from one line to the next. @param {KeyboardEvent} event */
function lead(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const box = /** @type {HTMLElement} */ (event.currentTarget);
  if (!step) return;
  const all = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-n]")]);
  const from = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const to = from < 0 ? all.find((one) => one.tabIndex === 0) : all[from + step];
  if (!to) return;
  event.preventDefault();
  to.focus();
}

/** Scrolls the log so that the lines of this moment are well inside. @param {HTMLElement | null} box */
function keepInSight(box) {
  const line = box?.querySelector("li.now");
  if (!box || !line) return;
  const [frame, at] = [box.getBoundingClientRect(), line.getBoundingClientRect()];
  if (at.top >= frame.top + frame.height / 8 && at.bottom <= frame.bottom - frame.height / 8) return;
  box.scrollTop += at.top - frame.top - frame.height / 2;
}

/**
 * The layout of a board: the shape of the window, the regions of a board, and bringing a region to the front.
 * css/layout.css places them.
 */

import { h, html, useCallback, useEffect, useRef, useState } from "../shared/preact.js";

/** @typedef {import("../shared/preact.js").Child} Child */
/** @typedef {import("../shared/preact.js").VNode} VNode */
/**
 * wide: the window holds it all; middle: the page scrolls; narrow (a phone): one region at a time, tabs below; low (a
 * phone that lies): the same, with controls and tabs beside the board.
 * @typedef {"wide" | "middle" | "narrow" | "low"} Shape
 */
/** @typedef {"board" | "mine" | "others"} Region */
/** A player who is to be looked at; n: how often there was such a wish. @typedef {{seat: number, n: number}} Focus */

/**
 * The shape of a window, by the rule of js/shape.js.
 * @param {number} width @param {number} height @returns {Shape}
 */
export function shapeOf(width, height) {
  return /** @type {any} */ (globalThis).shapeOf(width, height);
}

/** The window's shape now. @returns {Shape} */
export function useShape() {
  const look = () => shapeOf(innerWidth, innerHeight);
  const [shape, setShape] = useState(look);
  useEffect(() => {
    const hear = () => setShape(look());
    hear();
    addEventListener("resize", hear);
    return () => removeEventListener("resize", hear);
  }, []);
  return shape;
}

/** The player whose chip was pressed last, and what a chip does. */
export function usePlayerFocus() {
  const [focusPlayer, setFocus] = useState(/** @type {Focus | null} */ (null));
  const onPlayer = useCallback(
    (/** @type {number} */ seat) => setFocus((before) => ({ seat, n: (before?.n ?? 0) + 1 })),
    [],
  );
  return { focusPlayer, onPlayer };
}

/** Whether a shape shows one region at a time. @param {Shape} shape */
export const oneAtATime = (shape) => shape === "narrow" || shape === "low";

/** How things come into view, for this reader. @returns {ScrollBehavior} */
const gently = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

/** @param {Element | null | undefined} part */
function show(part) {
  part?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: gently() });
}

/**
 * Whenever the decision changes, its controls come into view.
 * @param {{current: HTMLElement | null}} ref what has to be in sight
 * @param {string} key what is to be decided, in any words; "" for nothing
 */
export function useInSight(ref, key) {
  useEffect(() => {
    if (!key) return undefined;
    const frame = requestAnimationFrame(() => show(ref.current));
    return () => cancelAnimationFrame(frame);
  }, [key]);
}

/**
 * Which region is in front, where one is shown at a time; a player who is to be looked at comes there and into view.
 * Whatever shows a player carries the attribute data-seat.
 * @param {{current: HTMLElement | null}} root of the board
 * @param {{seat: number, focusPlayer?: Focus | null}} props of the board
 * @returns {[Region, (id: Region) => void]}
 */
export function useFront(root, { seat, focusPlayer }) {
  const [front, setFront] = useState(/** @type {Region} */ ("board"));
  useEffect(() => {
    if (!focusPlayer) return undefined;
    const whose = `[data-seat="${focusPlayer.seat}"]`;
    const beside = root.current?.querySelector(`:is([data-region="mine"], [data-region="others"]) ${whose}`);
    const at = beside ?? root.current?.querySelector(`[data-region="board"] ${whose}`);
    const region = /** @type {HTMLElement | null | undefined} */ (at?.closest("[data-region]"));
    const usual = focusPlayer.seat === seat ? "mine" : "others";
    setFront(/** @type {Region | undefined} */ (region?.dataset.region) ?? usual);
    const frame = requestAnimationFrame(() => show(at));
    return () => cancelAnimationFrame(frame);
  }, [focusPlayer]);
  return [front, setFront];
}

/**
 * The frame of a board: its regions, and tabs where one of them is shown at a time.
 * @param {{shape: Shape, board: VNode, mine?: VNode | null, others?: VNode | null, controls: VNode | null,
 *   labels: Record<Region, string>, front: Region, onFront: (id: Region) => void, more?: Record<string, any>,
 *   children?: Child}} props
 *   labels: the words of the tabs and the names of the regions; front: the region that is shown where there is room for
 *   one; more: attributes of the root; children: what lies over it all (dialogs)
 */
export function Regions({ shape, board, mine, others, controls, labels, front, onFront, more = {}, children }) {
  const { class: kind = "", ...rest } = more;
  /** @type {[Region, VNode | null | undefined][]} */
  const all = [
    ["board", board],
    ["mine", mine],
    ["others", others],
  ];
  const there = all.filter(([, inside]) => inside);
  const shown = there.some(([id]) => id === front) ? front : "board";
  const one = oneAtATime(shape) && there.length > 1;
  return html`<div class=${`regions ${kind}`} data-front=${shown} ...${rest}>
    ${there.map(
      ([id, inside]) =>
        html`<section
          key=${id} id=${`region-${id}`} data-region=${id} aria-label=${labels[id]} role=${one ? "tabpanel" : undefined}
          hidden=${one && id !== shown}>
          ${inside}
        </section>`,
    )}
    ${controls ? html`<div key="controls" data-region="controls">${controls}</div>` : null}
    ${one ? h(Tabs, { key: "tabs", ids: there.map(([id]) => id), labels, shown, onFront }) : null}
    ${children}
  </div>`;
}

/** How far a key of the keyboard leads among tabs. @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * @param {{ids: Region[], labels: Record<Region, string>, shown: Region, onFront: (id: Region) => void}} props
 */
function Tabs({ ids, labels, shown, onFront }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const press = (/** @type {KeyboardEvent} */ event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const to = ids[(ids.indexOf(shown) + step + ids.length) % ids.length] ?? shown;
    onFront(to);
    /** @type {HTMLElement | null | undefined} */ (list.current?.querySelector(`[data-tab="${to}"]`))?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label="View" ref=${list} onKeyDown=${press}>
    ${ids.map(
      (id) =>
        html`<button
          key=${id} type="button" role="tab" data-tab=${id} aria-selected=${id === shown ? "true" : "false"}
          aria-controls=${`region-${id}`} tabindex=${id === shown ? 0 : -1} onClick=${() => onFront(id)}>
          ${labels[id]}
        </button>`,
    )}
  </div>`;
}

/**
 * A figure of a player's chip: a small drawing and a number, which a screen reader hears in words.
 * @param {{mark?: Child, value: Child, label: string}} props label: as in "12 stars"
 */
export function Figure({ mark, value, label }) {
  return html`<span class="figure" title=${label}>
    <span class="figure-seen" aria-hidden="true">${mark}${value}</span>
    <span class="visually-hidden">${label}</span>
  </span>`;
}

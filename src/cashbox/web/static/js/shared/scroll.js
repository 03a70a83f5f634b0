/** A box that stays scrolled to its newest line until its reader scrolls up. */

import { html, useEffect, useRef, useState } from "./preact.js";
import { plural } from "./words.js";

/** Farther than any end; asking where the end is costs a layout. */
const BEYOND = 1e7;

/** How near to the end counts as there, in pixels. */
const NEAR = 8;

/** For how many milliseconds after a hand's doing the box may still move because of it. */
const HAND = 2000;

/** What a hand does to scroll. Moving the focus scrolls, too. */
const BY_HAND = /** @type {const} */ (["wheel", "touchstart", "touchmove", "pointerdown", "keydown", "focusin"]);

/**
 * Keep a box at its end while lines come, and while what it holds or its own size changes for another reason. Only a
 * reader who scrolls up, or opens something to read, stops that; coming back to the end starts it again.
 * Give the box `ref`; its first child holds the lines, and `ToEnd` is its last one.
 * @param {readonly unknown[]} lines
 * @param {() => void} [onSeen] called when the box has another size: perhaps it can be seen only now
 * @returns {{ref: {current: HTMLElement | null}, fresh: number | null, toEnd: () => void}}
 *   fresh: how many lines have come since the reader scrolled up, null where the box follows.
 */
export function useEnd(lines, onSeen) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  /** How many lines there were when the reader left the end, null for a reader who is there. */
  const [left, setLeft] = useState(/** @type {number | null} */ (null));
  const now = useRef({ left, count: lines.length, seen: onSeen });
  now.current.count = lines.length;
  now.current.seen = onSeen;
  const change = (/** @type {number | null} */ to) => {
    now.current.left = to;
    setLeft(to);
  };
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    let [top, hand] = [0, -Infinity];
    const follows = () => now.current.left === null;
    const stop = () => follows() && change(now.current.count);
    const touch = (/** @type {Event} */ event) => {
      hand = performance.now() + HAND;
      const scrollsUp = event instanceof WheelEvent && event.deltaY < 0 && box.scrollTop > 0;
      const opens = event instanceof KeyboardEvent ? /^(Enter| )$/.test(event.key) : event.type === "click";
      if (scrollsUp || (opens && /** @type {Element} */ (event.target).closest("summary"))) stop();
    };
    const scrolled = () => {
      const before = top;
      top = box.scrollTop;
      if (box.scrollHeight - top - box.clientHeight <= NEAR) {
        if (!follows()) change(null);
      } else if (top < before && performance.now() < hand) {
        hand = performance.now() + HAND;
        stop();
      }
    };
    // Sizes are looked at after the layout and before the painting, so a frame that misses the end is never seen.
    const place = () => {
      if (box.clientHeight) {
        // A box that was hidden has lost its place.
        box.scrollTop = follows() ? BEYOND : top;
        scrolled();
      }
      now.current.seen?.();
    };
    const watcher = new ResizeObserver(place);
    for (const one of [box, box.firstElementChild]) if (one) watcher.observe(one);
    for (const kind of [...BY_HAND, "click"]) box.addEventListener(kind, touch, { capture: true, passive: true });
    box.addEventListener("scroll", scrolled, { passive: true });
    return () => watcher.disconnect();
  }, []);
  const toEnd = () => {
    change(null);
    if (!ref.current) return;
    ref.current.scrollTop = BEYOND;
    ref.current.focus({ preventScroll: true });
  };
  return { ref, fresh: left === null ? null : Math.max(0, lines.length - left), toEnd };
}

/** The way back to the newest line. @param {Pick<ReturnType<typeof useEnd>, "fresh" | "toEnd">} props */
export function ToEnd({ fresh, toEnd }) {
  if (fresh === null) return null;
  const label = fresh ? `Go to ${plural(fresh, "new line")}` : "Go to the newest line";
  return html`<div class="to-end">
    <button type="button" class="button small" aria-label=${label} onClick=${toEnd}>
      ${fresh ? `${fresh} new` : "Newest"} <span aria-hidden="true">↓</span>
    </button>
  </div>`;
}

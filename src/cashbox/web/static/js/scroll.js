/** A box whose newest line is at its end. */

import { useEffect, useLayoutEffect, useRef } from "./preact.js";

/** Farther than any end; to ask where the end is costs a layout. */
const BEYOND = 1e7;

/**
 * The box stays at its end as lines come, unless its reader has scrolled away. Give it `ref` and `onScroll`.
 * @param {unknown} lines a new value whenever there are more
 * @param {() => void} [onSeen] called when the box has got another size: perhaps it has only now come to be seen
 */
export function useEnd(lines, onSeen) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const atEnd = useRef(true);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useLayoutEffect(() => {
    // before the next frame is painted, which lays out the page anyway
    const frame = requestAnimationFrame(() => {
      if (ref.current && atEnd.current) ref.current.scrollTop = BEYOND;
    });
    return () => cancelAnimationFrame(frame);
  }, [lines]);
  // in a dialog it has no height before that opens
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const watcher = new ResizeObserver(() => {
      if (atEnd.current) box.scrollTop = BEYOND;
      seen.current?.();
    });
    watcher.observe(box);
    return () => watcher.disconnect();
  }, []);
  const onScroll = () => {
    const box = ref.current;
    if (box) atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  };
  return { ref, onScroll };
}

/** A game that plays by itself. */

import { memory } from "../shared/memory.js";
import { useCallback, useEffect, useState } from "../shared/preact.js";

/** @typedef {1 | 2 | 3} Speed */

/** Milliseconds for which a moment stays. @type {Readonly<Record<Speed, number>>} */
const BEATS = { 1: 2000, 2: 900, 3: 300 };

export const SPEEDS = /** @type {const} */ ([1, 2, 3]);

/**
 * @param {{moment: unknown, going: boolean, next: number | null, go: (n: number) => void, first: number}} given
 *   moment: what is shown; going: the next one is not here yet; next: null at the end; first: where one begins again
 */
export function usePlaying({ moment, going, next, go, first }) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeedNow] = useState(/** @type {Speed} */ (Number(memory.read("replay-speed", "1"))));
  const setSpeed = useCallback((/** @type {Speed} */ wish) => {
    setSpeedNow(wish);
    memory.write("replay-speed", String(wish));
  }, []);
  useEffect(() => {
    if (!playing || going) return undefined;
    if (next === null) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(next), BEATS[speed] ?? BEATS[1]);
    return () => clearTimeout(timer);
  }, [playing, speed, moment, going, next]);
  useEffect(() => {
    const hide = () => document.visibilityState === "hidden" && setPlaying(false);
    document.addEventListener("visibilitychange", hide);
    return () => document.removeEventListener("visibilitychange", hide);
  }, []);
  const toggle = () => {
    if (!playing && next === null) go(first);
    setPlaying(!playing);
  };
  return { playing, speed, setSpeed, toggle, pause: () => setPlaying(false) };
}

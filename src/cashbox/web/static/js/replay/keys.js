/** The keys of a replay, and where the keyboard stays while one steps. */

import { useEffect, useRef } from "../shared/preact.js";
import { useKeys } from "../table/hooks.js";
import { SPEEDS } from "./replayplaying.js";

/** What each key does, for the help. @type {[string, string][]} */
export const KEYS = [
  ["← →", "previous or next step"],
  ["Shift ← →", "previous or next chapter"],
  ["Page Up, Page Down", "previous or next chapter"],
  ["Home, End", "go to start or end"],
  ["Space", "play or pause"],
  ["1 2 3", "speed"],
  ["l", "go to the log"],
  ["b", "go to the board"],
  ["?", "show this help"],
  ["Tab, Enter", "move to a control, activate it"],
  ["Esc", "close the open panel or dialog"],
];

/**
 * @param {{now: Pick<import("./position.js").Now, "course" | "at" | "go" | "onwards" | "play">, keys: boolean,
 *   onHelp: () => void, focusLog: () => void}} given keys: whether single letters count
 */
export function useReplayKeys({ now, keys, onHelp, focusLog }) {
  const { course, at, go, onwards, play } = now;
  /** @param {number | null} n */
  const to = (n) => n !== null && n !== at && (() => go(n));
  const back = to(course.previousChapter(at));
  const on = to(course.nextChapter(at));
  useKeys({
    ArrowLeft: to(course.previous(at)),
    ArrowRight: onwards,
    "Shift ArrowLeft": back,
    "Shift ArrowRight": on,
    PageUp: back,
    PageDown: on,
    Home: to(course.first),
    End: to(course.last),
    " ": keys && play.toggle,
    ...Object.fromEntries(SPEEDS.map((speed) => [String(speed), keys && (() => play.setSpeed(speed))])),
    l: keys && focusLog,
    b: keys && (() => document.getElementById("board")?.focus()),
    "?": onHelp,
  });
}

/**
 * A board that puts a paper up, or takes away what had the focus, must not move the keyboard while one steps.
 * @param {unknown} moment
 */
export function useKeptFocus(moment) {
  const before = useRef(/** @type {Element | null} */ (null));
  const shown = useRef(moment);
  if (shown.current !== moment) before.current = document.activeElement;
  useEffect(() => {
    shown.current = moment;
    const was = /** @type {HTMLElement | null} */ (before.current);
    if (was?.isConnected && was !== document.activeElement && was !== document.body) was.focus({ preventScroll: true });
  }, [moment]);
}

/** Where one is in a replay, and the ways from there. */

import { memory } from "../shared/memory.js";
import { useEffect, useMemo, useRef, useState } from "../shared/preact.js";
import { follow, wished } from "./address.js";
import { Course } from "./course.js";
import { usePlaying } from "./replayplaying.js";

/** @param {import("./moments.js").Looking} looking */
export function useReplay(looking) {
  const [now, setNow] = useState(looking.now);
  useEffect(() => looking.subscribe(setNow), [looking]);
  const { replay, n, eyes, aim } = now;
  const [leaveOut, setLeaveOut] = useState(memory.read("replay-gone", "faint") === "out");
  const course = useMemo(() => new Course(replay, leaveOut), [replay, leaveOut]);
  const at = aim ?? n;
  const [way, setWay] = useState(1);
  const running = replay.table.status === "playing";
  const play = usePlaying({
    moment: now.moment,
    going: aim !== null,
    next: course.next(n),
    first: course.first,
    go: (to) => looking.go(to),
  });
  const go = (/** @type {number} */ to) => {
    play.pause();
    setWay(to < n ? -1 : 1);
    looking.go(to);
  };
  const onwards = () => {
    const next = course.next(at);
    if (next !== null) go(next);
    else if (running) void looking.more();
  };
  useEffect(() => follow(n, eyes), [n, eyes]);
  const before = useRef({ n, eyes });
  const far = Math.abs(course.place(n) - course.place(before.current.n)) > 1;
  const still = far || eyes !== before.current.eyes;
  useEffect(() => {
    before.current = { n, eyes };
  }, [n, eyes]);
  useEffect(() => looking.ahead(course.ahead(n, way)), [looking, course, n, way, eyes]);
  useEffect(() => {
    const back = () => {
      const wish = wished();
      looking.go(wish.n ?? 0, wish.eyes || eyes);
    };
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, [looking, eyes]);
  const onEyes = (/** @type {string} */ wish) => looking.go(n, wish);
  const onLeaveOut = (/** @type {boolean} */ out) => {
    setLeaveOut(out);
    memory.write("replay-gone", out ? "out" : "faint");
  };
  return { ...now, still, at, course, leaveOut, onLeaveOut, running, play, go, onwards, onEyes };
}

/** @typedef {ReturnType<typeof useReplay>} Now */

/** The position in a replay: its address, the steps around it, chapters, and automatic playback. */

import { memory } from "../shared/memory.js";
import { useCallback, useEffect, useMemo, useRef, useState } from "../shared/preact.js";

/** @param {import("./moments.js").ReplayPosition} looking */
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

// The order of steps, and where chapters begin.

/** @typedef {import("../shared/wire.js").Replay} Replay */

/** The last of some ascending numbers that is not above another one, by its place; 0 where all are.
 * @param {readonly number[]} numbers @param {number} n */
function lastPlace(numbers, n) {
  let [from, to] = [0, numbers.length - 1];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (numbers[middle] <= n) from = middle;
    else to = middle - 1;
  }
  return from;
}

export class Course {
  /** @param {Replay} replay @param {boolean} leaveOut whether steps that were taken back are passed over */
  constructor({ steps, chapters }, leaveOut) {
    this.steps = steps;
    this.chapters = chapters;
    /** The steps that one comes to. @type {readonly number[]} */
    this.numbers = steps.filter(({ gone, back }) => !leaveOut || (gone === null && !back)).map(({ n }) => n);
    /** Whether anything was taken back at all. */
    this.turnsBack = steps.some(({ back }) => back);
    this.starts = chapters.map(({ n }) => n);
  }

  /** The place of a step among those that one comes to, or of the last one before it. @param {number} n */
  place(n) {
    return lastPlace(this.numbers, n);
  }

  /** @param {number} n @returns {number | null} */
  next(n) {
    return this.numbers[this.place(n) + 1] ?? null;
  }

  /** @param {number} n @returns {number | null} */
  previous(n) {
    const place = this.place(n);
    return this.numbers[place] < n ? this.numbers[place] : (this.numbers[place - 1] ?? null);
  }

  get first() {
    return this.numbers[0];
  }

  get last() {
    return this.numbers[this.numbers.length - 1];
  }

  /** The chapter in which a step was played, by its place. @param {number} n */
  chapter(n) {
    return this.steps[n]?.chapter ?? 0;
  }

  /** The first step of a chapter that one comes to. @param {number} chapter @returns {number | null} */
  start(chapter) {
    const from = this.starts[chapter];
    return from === undefined ? null : (this.numbers.find((n) => n >= from) ?? null);
  }

  /** @param {number} n @returns {number | null} */
  nextChapter(n) {
    for (let one = this.chapter(n) + 1; one < this.starts.length; one += 1) {
      const start = this.start(one);
      if (start !== null && start > n) return start;
    }
    return n < this.last ? this.last : null;
  }

  /** Where this chapter begins, or the one before it. @param {number} n @returns {number | null} */
  previousChapter(n) {
    for (let one = this.chapter(n); one >= 0; one -= 1) {
      const start = this.start(one);
      if (start !== null && start < n) return start;
    }
    return null;
  }

  /** The steps that are to come next, nearest first. @param {number} n @param {number} way 1: onwards, -1: back */
  ahead(n, way) {
    const place = this.place(n);
    const some = [];
    for (let k = 1; k <= AHEAD; k += 1) {
      const one = this.numbers[place + way * k];
      if (one !== undefined) some.push(one);
    }
    return some;
  }
}

/** How many steps are fetched before one comes to them. */
const AHEAD = 8;

// The address of a moment: it follows what is shown and leads back to it.

/** Browsers refuse an address that changes too often: so many times in so many milliseconds is no matter... */
const OFTEN = 40;
const WHILE = 30_000;
/** ... and after that one waits so long. */
const PAUSE = 600;

/** The replay of a table, where it begins. @param {string} table its id */
export const replayOf = (table) => `/t/${table}/replay`;

/** @param {number} n @param {string} eyes */
export const addressOf = (n, eyes) => `${location.pathname}?n=${n}&eyes=${eyes}`;

/**
 * What the address asks for. n: null for no step, NaN for what is none; eyes: "" for none.
 * @returns {{n: number | null, eyes: string}}
 */
export function wished() {
  const asks = new URLSearchParams(location.search);
  const n = asks.get("n");
  return { n: n === null ? null : /^\d{1,9}$/.test(n) ? Number(n) : NaN, eyes: asks.get("eyes") ?? "" };
}

/** When the address has changed. @type {number[]} */
let changes = [];
let pause = 0;
let pending = "";

/** Puts it there now. */
function put() {
  clearTimeout(pause);
  pause = 0;
  if (!pending || pending === location.pathname + location.search) return;
  changes.push(performance.now());
  history.replaceState(history.state, "", pending);
}

/** The address becomes that of this moment. @param {number} n @param {string} eyes */
export function follow(n, eyes) {
  pending = addressOf(n, eyes);
  changes = changes.filter((at) => at > performance.now() - WHILE);
  if (changes.length < OFTEN) put();
  else pause ||= setTimeout(put, PAUSE);
}

// whoever leaves the page comes back to this moment
addEventListener("pagehide", put);

// Automatic playback.

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

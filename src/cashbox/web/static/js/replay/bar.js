/** The bar of a replay: what happened at this step, the controls, and their keys. */

import { h, html, useEffect, useMemo, useRef } from "../shared/preact.js";
import { Button } from "../shared/ui.js";
import { useKeys } from "../table/hooks.js";
import { SPEEDS } from "./position.js";

/** @typedef {import("./position.js").Course} Course */
/** @typedef {ReturnType<typeof import("./position.js").usePlaying>} Playing */

/** What is drawn on the keys. */
const DRAWN = {
  first: "M5 4v12M16 4l-8 6 8 6z",
  "chapter back": "M10 4l-6 6 6 6zM17 4l-6 6 6 6z",
  back: "M13 4l-7 6 7 6z",
  play: "M6 3.5l10 6.5-10 6.5z",
  pause: "M7 4v12M13 4v12",
  onwards: "M7 4l7 6-7 6z",
  "chapter onwards": "M10 4l6 6-6 6zM3 4l6 6-6 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
};

/** @param {{what: keyof typeof DRAWN}} props */
function Drawn({ what }) {
  return html`<svg viewBox="0 0 20 20" aria-hidden="true">
    <path
      d=${DRAWN[what]} fill="currentColor" stroke="currentColor" stroke-width=${what === "pause" ? 3 : 1.6}
      stroke-linejoin="round" stroke-linecap="round" />
  </svg>`;
}

/**
 * @param {{what: keyof typeof DRAWN, label: string, to: number | null, go: (n: number) => void}} props
 *   to: null where there is nothing that way
 */
function Key({ what, label, to, go }) {
  return h(
    Button,
    {
      size: "icon",
      class: `key-${what.replace(" ", "-")}`,
      label,
      hint: label,
      disabled: to === null,
      onPress: () => to !== null && go(to),
    },
    h(Drawn, { what }),
  );
}

/**
 * The keys, and how quickly it plays by itself.
 * @param {{course: Course, n: number, go: (n: number) => void, onwards: () => void, more: boolean, playing: Playing}}
 *   props more: there may be more steps than are known, as in a game that goes on
 */
export function Keys({ course, n, go, onwards, more, playing }) {
  const next = course.next(n);
  const chapters = course.chapters.length > 1;
  const { first, last } = course;
  return html`
    <div class="keys" role="group" aria-label="Steps">
      ${h(Key, { what: "first", label: "Go to start", to: n > first ? first : null, go })}
      ${
        chapters ? h(Key, { what: "chapter back", label: "Previous chapter", to: course.previousChapter(n), go }) : null
      }
      ${h(Key, { what: "back", label: "Previous step", to: course.previous(n), go })}
      ${h(
        Button,
        {
          size: "icon",
          kind: "primary",
          class: "key-play",
          label: playing.playing ? "Pause" : "Play",
          hint: playing.playing ? "Pause" : "Play",
          onPress: playing.toggle,
        },
        h(Drawn, { what: playing.playing ? "pause" : "play" }),
      )}
      ${h(Key, { what: "onwards", label: "Next step", to: next ?? (more ? n : null), go: onwards })}
      ${chapters ? h(Key, { what: "chapter onwards", label: "Next chapter", to: course.nextChapter(n), go }) : null}
      ${h(Key, { what: "last", label: "Go to end", to: n < last ? last : null, go })}
    </div>
    <div class="speeds" role="group" aria-label="Speed">
      ${SPEEDS.map((speed) =>
        h(
          Button,
          {
            key: speed,
            size: "small",
            label: `Speed ${speed}×`,
            pressed: playing.speed === speed,
            onPress: () => playing.setSpeed(speed),
          },
          `${speed}×`,
        ),
      )}
    </div>
  `;
}

/** Chapters whose beginnings are marked on the slider; more would be a blur. */
const MARKED = 80;

/**
 * All steps as a line, with the beginnings of chapters.
 * @param {{course: Course, n: number, go: (n: number) => void, said: string}} props said: what happened at this step
 */
export function Slider({ course, n, go, said }) {
  const { numbers, starts, chapters } = course;
  const most = Math.max(1, numbers.length - 1);
  const place = course.place(n);
  const marks = useMemo(
    () =>
      (starts.length <= MARKED ? starts : []).map(
        (start, k) => html`<i key=${k} style=${{ left: `${(100 * course.place(start)) / most}%` }} />`,
      ),
    [course],
  );
  const chapter = chapters[course.chapter(n)]?.text ?? "";
  const text = [`Step ${n} of ${course.steps.length - 1}`, chapter, said].filter(Boolean).join(". ");
  return html`<div class="slider">
    <span class="marks" aria-hidden="true">${marks}</span>
    <input
      type="range" aria-label="Step" aria-valuetext=${text} min="0" max=${numbers.length - 1} value=${place}
      onInput=${(/** @type {any} */ e) => go(numbers[Number(e.target.value)])} />
  </div>`;
}

/**
 * Where one is, and the chapters to choose from.
 * @param {{course: Course, n: number, go: (n: number) => void}} props
 */
export function StepChoice({ course, n, go }) {
  const chapter = course.chapter(n);
  const options = useMemo(
    () =>
      course.chapters.map(
        ({ text }, k) => html`<option key=${k} value=${k} selected=${k === chapter}>${text}</option>`,
      ),
    [course, chapter],
  );
  return html`<div class="where">
    <span class="at"><b>${n}</b> of ${course.steps.length - 1}</span>
    ${
      course.chapters.length > 1
        ? html`<select
            aria-label="Chapter" value=${chapter}
            onChange=${(/** @type {any} */ e) => go(course.start(Number(e.target.value)) ?? course.first)}>
            ${options}
          </select>`
        : null
    }
  </div>`;
}

// The keys of a replay, and keeping the focus while stepping.

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

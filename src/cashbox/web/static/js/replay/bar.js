/** The bar of a replay: what happened at this step, and the ways to the others. */

import { h, html, useMemo } from "../shared/preact.js";
import { Button } from "../shared/ui.js";
import { SPEEDS } from "./replayplaying.js";

/** @typedef {import("./course.js").Course} Course */
/** @typedef {ReturnType<typeof import("./replayplaying.js").usePlaying>} Playing */

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
export function Where({ course, n, go }) {
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

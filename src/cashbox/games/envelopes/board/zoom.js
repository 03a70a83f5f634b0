// The buttons at the edge of the map: larger, smaller, to a bus, all of it, the whole screen.

import { html } from "./kit.js";

/** @typedef {import("./camera.js").Camera} Camera */

/** The arrows of a frame that grows, or shrinks. */
const GROW = "M-9-3v-6h6M9-3v-6H3M-9 3v6h6M9 3v6H3";
const SHRINK = "M-3-9v6h-6M3-9v6h6M-3 9V3h-6M3 9V3h6";

/**
 * @param {{play: import("./types.js").Play, camera: import("./camera.js").View, whole: Camera,
 *   around: () => Camera}} props
 */
export function Zoom({ play, camera, whole, around }) {
  const { look, glide } = camera;
  const { full, seat } = play;
  return html`<div class="zoom">
    <button type="button" aria-label="Zoom in" onClick=${() => glide({ ...look, k: look.k * 1.5 })}>+</button>
    <button type="button" aria-label="Zoom out" onClick=${() => glide({ ...look, k: look.k / 1.5 })}>−</button>
    <button type="button" aria-label=${seat >= 0 ? "Go to my bus" : "Go to a bus"} onClick=${() => glide(around())}>
      <svg viewBox="-20 -14 40 28" aria-hidden="true">
        <path d="M-17-11H11c4 0 6 3 6 8V7h-34z" />
        <circle cx="-9" cy="8" r="4" />
        <circle cx="9" cy="8" r="4" />
      </svg>
    </button>
    <button type="button" aria-label="Show the whole map" onClick=${() => glide(whole)}>
      <svg viewBox="-12 -12 24 24" aria-hidden="true">
        <rect x="-9" y="-6" width="18" height="12" fill="none" stroke="currentColor" stroke-width="2.5" />
      </svg>
    </button>
    <button type="button" aria-label=${full.on ? "Exit full screen" : "Full screen"} onClick=${full.toggle}>
      <svg viewBox="-12 -12 24 24" aria-hidden="true">
        <path d=${full.on ? SHRINK : GROW} fill="none" stroke="currentColor" stroke-width="2.5" />
      </svg>
    </button>
  </div>`;
}

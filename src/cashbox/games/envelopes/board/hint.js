// The hints of a guided game: a note in the flow of the page, right before what it speaks of.

import { html, useEffect, useRef } from "./kit.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").SeatView} SeatView */

/**
 * Where the note about something lies (that about the score lies on the score sheet), and the region
 * that shows it.
 */
const PLACES = {
  calendar: ["calendar", "mine"],
  inplay: ["inplay", "mine"],
  coach: ["inplay", "mine"],
  class: ["class", "mine"],
  map: ["stage", "board"],
  runner: ["stage", "board"],
  recruits: ["stage", "board"],
  bus: ["stage", "board"],
  score: ["score", "board"],
};

/** @param {SeatView} view @param {boolean} covered whether something lies over the map in this phase */
function placeOf(view, covered) {
  const known = PLACES[/** @type {"map"} */ (view.hint?.point)];
  if (known) return known;
  return covered ? ["stage", "board"] : ["desk", ""];
}

/**
 * Which region the hint is in; "" for all of them.
 * @param {SeatView} view
 * @param {boolean} covered
 * @returns {import("/static/js/board/layout.js").Region | ""}
 */
export function hintRegion(view, covered) {
  return /** @type {"board" | "mine" | ""} */ (placeOf(view, covered)[1]);
}

/**
 * The note, where it belongs here; closed, a small button that brings it back.
 * @param {{play: Play, place: string}} props
 */
export function Hint({ play, place }) {
  const { hint } = play.view;
  const here = !!hint && placeOf(play.view, play.covered)[0] === place;
  const note = useRef(/** @type {HTMLElement | null} */ (null));
  const open = here && play.hintClosed !== hint.say;
  useEffect(() => {
    if (!open) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    note.current?.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
  }, [open, hint?.say, play.drawn]);
  if (!play.hinted) return null;
  return html`<div class="hint" ref=${note} data-hint=${here ? hint.point : undefined}>
    ${
      open
        ? html`<div class="hint-note">
            <p>${hint.say}</p>
            <button type="button" class="button small" onClick=${() => play.closeHint(hint.say)}>Got it</button>
          </div>`
        : here
          ? html`<button type="button" class="button small plain" onClick=${() => play.closeHint("")}>
              Show the hint
            </button>`
          : null
    }
  </div>`;
}

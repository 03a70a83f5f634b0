/** The time to answer: how long a table waits for an answer. */

import { html } from "../shared/preact.js";
import { plural } from "../shared/words.js";

/** What is offered where a table is made, in seconds; 0: for ever. */
const CHOICES = [30, 120, 600, 3600, 43_200, 86_400, 0];

/** What stands there at first where someone may be waiting. */
export const DEFAULT_ANSWER_TIME = 120;

/** @param {number} seconds */
export function durationText(seconds) {
  if (seconds % 86_400 === 0) return plural(seconds / 86_400, "day");
  if (seconds % 3600 === 0) return plural(seconds / 3600, "hour");
  return seconds % 60 === 0 ? plural(seconds / 60, "minute") : plural(seconds, "second");
}

/** @param {{value: number, onChange: (value: number) => void}} props */
export function AnswerTime({ value, onChange }) {
  return html`<label class="field">
    <span>Time to answer</span>
    <select name="lapse" value=${value} onChange=${(/** @type {any} */ e) => onChange(Number(e.target.value))}>
      ${CHOICES.map(
        (choice) =>
          html`<option value=${choice} selected=${choice === value}>
            ${choice ? durationText(choice) : "never"}
          </option>`,
      )}
    </select>
    <span class="hint">
      If an offer isn't answered in time, the answer is no. That way, an absent player doesn't hold up the game.
    </span>
  </label>`;
}

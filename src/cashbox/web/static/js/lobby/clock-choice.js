/** Which clocks a new table gets. */

import { html } from "../shared/preact.js";
import { explained } from "../table/clock-text.js";

/** @typedef {import("../shared/wire.js").GameClock} GameClock */

const DAY = 86_400;

/** @param {number} minutes of the bank @param {number} step seconds @returns {GameClock} */
const live = (minutes, step) => ({ kind: "live", step, bank: minutes * 60, nights: true, weekends: true });

/** @param {number} turn days @param {number} bank days @returns {GameClock} */
const days = (turn, bank) => ({ kind: "days", step: turn * DAY, bank: bank * DAY, nights: true, weekends: true });

/** What is offered, under what it is for. @type {[string, [string, GameClock][]][]} */
const OFFERED = [
  [
    "Real time",
    [
      ["1 min + 10 s", live(1, 10)],
      ["3 min + 10 s", live(3, 10)],
      ["5 min + 15 s", live(5, 15)],
      ["10 min + 15 s", live(10, 15)],
      ["20 min + 30 s", live(20, 30)],
      ["45 min + 60 s", live(45, 60)],
    ],
  ],
  [
    "Turn-based",
    [
      ["1 day per turn", days(1, 1)],
      ["2 days per turn", days(2, 2)],
      ["3 days per turn", days(3, 3)],
      ["7 days per turn", days(7, 7)],
    ],
  ],
];
const SOFT = { kind: /** @type {const} */ ("soft"), step: 0, bank: 0, nights: true, weekends: true };

/** What each choice is called where it is chosen. @type {Map<string, GameClock>} */
const NAMED = new Map([["soft", SOFT], ...OFFERED.flatMap(([, some]) => some)]);

/** @param {GameClock | null} clock */
function nameOf(clock) {
  for (const [name, { kind, step, bank }] of NAMED) {
    if (clock && clock.kind === kind && clock.step === step && clock.bank === bank) return name;
  }
  return "";
}

/** @param {{value: GameClock | null, onChange: (value: GameClock | null) => void}} props */
export function ClockChoice({ value, onChange }) {
  const chosen = nameOf(value);
  /** @param {string} name @param {string} text */
  const option = (name, text) => html`<option value=${name} selected=${name === chosen}>${text}</option>`;
  /** @param {"nights" | "weekends"} what @param {string} label */
  const rest = (what, label) =>
    value &&
    html`<label class="check">
      <input
        type="checkbox" name=${what} checked=${!value[what]}
        onChange=${(/** @type {any} */ e) => onChange({ ...value, [what]: !e.target.checked })} />
      <span>${label}</span>
    </label>`;
  return html`<div class="clock-choice">
    <label class="field">
      <span>Clocks</span>
      <select
        name="clock" value=${chosen} onChange=${(/** @type {any} */ e) => onChange(NAMED.get(e.target.value) ?? null)}>
        ${option("", "No clock")}
        ${option("soft", "Shown, but no time limit")}
        ${OFFERED.map(
          ([label, some]) => html`<optgroup label=${label}>${some.map(([name]) => option(name, name))}</optgroup>`,
        )}
      </select>
      <span class="hint">${value ? explained(value) : "Players can take as long as they like."}</span>
    </label>
    ${
      value?.kind === "days"
        ? html`${rest("nights", "Pause clocks from 10 p.m. to 8 a.m.")} ${rest("weekends", "Pause clocks on weekends")}`
        : null
    }
  </div>`;
}

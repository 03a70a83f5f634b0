/** The options of a new table and its clocks, folded away until they are wanted. */

import { h, html } from "../shared/preact.js";
import { Button } from "../shared/ui.js";
import { amount } from "../shared/words.js";
import { clockExplanation } from "../table/clock-text.js";
import { isChanged, optionsOf, defaultOf } from "./table-request.js";

/** @typedef {import("../shared/wire.js").GameInfo} GameInfo */
/** @typedef {import("../shared/wire.js").Mode} Mode */
/** @typedef {import("../shared/wire.js").Option} Option */
/** @typedef {import("./table-request.js").Value} Value */
/** @typedef {import("./table-request.js").Options} Options */

/** "trade_bucks" as people read it. @param {string} name */
function spoken(name) {
  return name.replace(/[_-]+/g, " ").replace(/^./, (c) => c.toUpperCase());
}

/** @type {Record<string, string>} choices that people read as another word; see WORDS of engine/help.py */
const WORDS = { lot: "random" };

/** A choice as people read it; some are numbers. @param {string} choice */
function choiceWord(choice) {
  return /^\d+$/.test(choice) ? amount(Number(choice)) : (WORDS[choice] ?? choice);
}

/** @param {{option: Option, value: Value, onChange: (value: Value) => void}} props */
function OptionField({ option, value, onChange }) {
  const title = spoken(option.name);
  if (option.kind === "switch") {
    return html`<label class="check">
      <input
        type="checkbox" name=${option.name} checked=${value === true}
        onChange=${(/** @type {any} */ e) => onChange(e.target.checked)} />
      <span><b>${title}</b>${option.text}</span>
    </label>`;
  }
  return html`<label class="field">
    <span>${title}</span>
    ${
      option.kind === "choice"
        ? html`<select
            name=${option.name} value=${value} onChange=${(/** @type {any} */ e) => onChange(e.target.value)}>
            ${option.choices.map(
              (choice) => html`<option value=${choice} selected=${choice === value}>${choiceWord(choice)}</option>`,
            )}
          </select>`
        : html`<input
            type="number" name=${option.name} min=${option.least} max=${option.most} value=${value}
            onInput=${(/** @type {any} */ e) => e.target.value !== "" && onChange(Number(e.target.value))} />`
    }
    <span class="hint">${option.text}</span>
  </label>`;
}

/**
 * The options of a mode: the everyday ones, then the groups that are folded away.
 * @param {{game: GameInfo, mode: Mode | undefined, seats: number, options: Options, onChange: (options: Options) =>
 *   void}} props
 *   options: those that were changed.
 */
export function OptionList({ game, mode, seats, options, onChange }) {
  const offered = optionsOf(game, mode);
  if (!offered.length) return null;
  const changed = offered.filter((option) => isChanged(option, mode, options));
  const named = game.sets.map((set) => set.name);
  const groups = [...new Set([...named, ...offered.map(({ group }) => group)])].filter(
    (group) => group && offered.some((one) => one.group === group),
  );
  /** @param {string} group */
  const fields = (group) =>
    offered
      .filter((option) => option.group === group)
      .map((option) =>
        h(OptionField, {
          key: option.name,
          option,
          value: options[option.name] ?? defaultOf(option, mode),
          onChange: (to) => onChange({ ...options, [option.name]: to }),
        }),
      );
  return html`<details class="options">
    <summary>Options${changed.length ? ` (${changed.length} changed)` : ""}</summary>
    <div class="stack">
      ${fields("")}
      ${groups.map((group) => {
        const set = game.sets.find(
          (one) => one.name === group && seats >= one.least && (!one.most || seats <= one.most),
        );
        const inSet = Object.fromEntries(
          Object.entries(set?.options ?? {}).filter(([name]) => offered.some((o) => o.name === name)),
        );
        const touched = changed.filter((option) => option.group === group).length;
        return html`<details key=${group} class="group">
          <summary>${group}${touched ? ` (${touched} changed)` : ""}</summary>
          <div class="stack">
            ${
              set && Object.keys(inSet).length
                ? html`<p class="row">
                    ${h(
                      Button,
                      { size: "small", onPress: () => onChange({ ...options, ...inSet }) },
                      `Use all ${group} options`,
                    )}
                    <span class="small quiet">${set.text}</span>
                  </p>`
                : null
            }
            ${fields(group)}
          </div>
        </details>`;
      })}
      ${
        changed.length
          ? html`<p>
              ${h(Button, { size: "small", kind: "plain", onPress: () => onChange({}) }, "Reset to defaults")}
            </p>`
          : null
      }
    </div>
  </details>`;
}

// The clocks of a new table.

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
      <span class="hint">${value ? clockExplanation(value) : "Players can take as long as they like."}</span>
    </label>
    ${
      value?.kind === "days"
        ? html`${rest("nights", "Pause clocks from 10 p.m. to 8 a.m.")} ${rest("weekends", "Pause clocks on weekends")}`
        : null
    }
  </div>`;
}

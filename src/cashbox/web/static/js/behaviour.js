/** How the table behaves towards this player: preferences that this browser keeps, and the dialog that changes them. */

import { memory } from "./memory.js";
import { html, useEffect, useState } from "./preact.js";

/** @typedef {import("./pace.js").Speed} Speed */
/**
 * What is asked about before it is done: what the board warns of; all that cannot be taken back; nothing.
 * @typedef {"warned" | "final" | "never"} Asks
 */

/** @type {[Speed, string, string][]} */
const SPEEDS = [
  ["calm", "Calmly", "Every step stays long enough to be read."],
  ["quick", "Quickly", "Every step is seen for a moment."],
  ["once", "At once", "You see what there is when the bots are done."],
];

/** @type {[Asks, string, string][]} */
const ASKS = [
  ["warned", "Where the board warns me", "Only if what I do looks like a mistake."],
  ["final", "Before all that cannot be taken back", "Ending a turn, throwing dice, showing what was hidden."],
  ["never", "Never", "Everything is done as soon as I press it."],
];

/** @template {string} T @param {string} key @param {[T, string, string][]} choices @param {T} otherwise @returns {T} */
function read(key, choices, otherwise) {
  const kept = memory.read(key, otherwise);
  return choices.find(([value]) => value === kept)?.[0] ?? otherwise;
}

/**
 * What is usual where nothing was chosen: whoever wants less motion sees where things went, not how.
 * @returns {Speed}
 */
const usualSpeed = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "once" : "quick");

/** Whether the table has a clock that runs while one thinks. @param {import("./wire.js").Table} table */
function isLive(table) {
  return /** @type {{clock?: {kind: string} | null}} */ (/** @type {unknown} */ (table)).clock?.kind === "live";
}

/**
 * The preferences, as they are in force at a table.
 * @param {import("./live.js").Live} live @param {import("./wire.js").Table} table
 */
export function useBehaviour(live, table) {
  const [speed, setSpeed] = useState(() => read("pace", SPEEDS, usualSpeed()));
  const [asks, setAsks] = useState(() => read("confirm", ASKS, "warned"));
  useEffect(() => {
    live.pace.speed = speed;
  }, [live, speed]);
  const clock = isLive(table);
  /** @param {Speed} chosen */
  const onSpeed = (chosen) => {
    setSpeed(chosen);
    memory.write("pace", chosen);
  };
  /** @param {Asks} chosen */
  const onAsks = (chosen) => {
    setAsks(chosen);
    memory.write("confirm", chosen);
  };
  return { speed, asks, inForce: clock ? /** @type {Asks} */ ("never") : asks, clock, onSpeed, onAsks };
}

/** The dialog's inside. @param {{behaviour: ReturnType<typeof useBehaviour>}} props */
export function Behaviour({ behaviour: { speed, asks, clock, onSpeed, onAsks } }) {
  return html`
    ${choice("pace", "Show what bots do", SPEEDS, speed, onSpeed)}
    <p class="quiet small">The bots play no slower for it, and nobody else sees a difference.</p>
    ${choice("confirm", "Ask before I do something", ASKS, asks, onAsks)}
    ${clock ? html`<p>While the clock of this table runs, nothing is asked.</p>` : null}
  `;
}

/**
 * @template {string} T
 * @param {string} name @param {string} legend @param {[T, string, string][]} choices @param {T} chosen
 * @param {(value: T) => void} onChoose
 */
function choice(name, legend, choices, chosen, onChoose) {
  return html`<fieldset class="behaviour">
    <legend>${legend}</legend>
    ${choices.map(
      ([value, text, hint]) =>
        html`<label key=${value} class="check">
          <input
            type="radio" name=${name} value=${value} checked=${value === chosen} onChange=${() => onChoose(value)} />
          <span>${text}<span class="hint">${hint}</span></span>
        </label>`,
    )}
  </fieldset>`;
}

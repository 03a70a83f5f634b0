/** Table preferences, which this browser stores, and the dialog that changes them. */

import { memory } from "../shared/memory.js";
import { html, useEffect, useState } from "../shared/preact.js";

/** @typedef {import("./bot-speed.js").Speed} Speed */
/**
 * What is asked about before it is done: what the board warns of; all that cannot be taken back; nothing.
 * @typedef {"warned" | "final" | "never"} Asks
 */

/** @type {[Speed, string, string][]} */
const SPEEDS = [
  ["calm", "Slow", "Each step stays on the screen long enough to read."],
  ["quick", "Fast", "Each step shows for a moment."],
  ["once", "Instant", "You'll see the result when the bots are done."],
];

/** @type {[Asks, string, string][]} */
const ASKS = [
  ["warned", "Only when it looks like a mistake", "You are asked only if an action looks like a mistake."],
  ["final", "Before anything that can't be undone", "You are asked before you end a turn, roll dice, or reveal cards."],
  ["never", "Never", "Every action takes effect right away."],
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

/** Whether the table has a clock that runs while one thinks. @param {import("../shared/wire.js").Table} table */
function isLive(table) {
  return /** @type {{clock?: {kind: string} | null}} */ (/** @type {unknown} */ (table)).clock?.kind === "live";
}

/**
 * The preferences, as they are in force at a table.
 * @param {import("./live.js").Live} live @param {import("../shared/wire.js").Table} table
 */
export function usePreferences(live, table) {
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

/** The dialog's inside. @param {{behaviour: ReturnType<typeof usePreferences>}} props */
export function Preferences({ behaviour: { speed, asks, clock, onSpeed, onAsks } }) {
  return html`
    ${choice("pace", "Bot speed", SPEEDS, speed, onSpeed)}
    <p class="quiet small">This only changes what you see. Bots don't play any slower.</p>
    ${choice("confirm", "Confirm actions", ASKS, asks, onAsks)}
    ${clock ? html`<p>While your clock is running, you aren't asked to confirm.</p>` : null}
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

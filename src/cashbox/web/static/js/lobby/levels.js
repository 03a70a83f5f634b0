/** The levels of bots: choosing one, and what each one does. */

import { html } from "../shared/preact.js";

/** @typedef {import("../shared/wire.js").Level} Level */

/** What people call a bot in a list. @param {Level} level */
const called = ({ name }) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/**
 * The bot that sits down where nothing else was chosen.
 * @param {import("../shared/wire.js").GameInfo} game
 */
export const defaultLevel = ({ bots, levels }) =>
  levels.some(({ name }) => name === bots[0]) ? (bots[0] ?? "") : (levels[0]?.name ?? "");

/**
 * A sentence on each of the bots that are chosen.
 * @param {{levels: Level[], chosen: string[]}} props chosen: their names
 */
export function LevelNotes({ levels, chosen }) {
  const some = levels.filter(({ name }) => chosen.includes(name));
  return some.length
    ? html`<ul class="level-notes">
        ${some.map((level) => html`<li key=${level.name}><b>${called(level)}</b> ${level.text}</li>`)}
      </ul>`
    : null;
}

/**
 * How strong the bots of a game are.
 * @param {{game: import("../shared/wire.js").GameInfo, chosen: string, onChoose: (name: string) => void}} props
 *   chosen: "" for
 *   the one that sits down by default
 */
export function LevelChoice({ game, chosen, onChoose }) {
  const wanted = chosen || defaultLevel(game);
  return html`<fieldset class="level-choice">
    <legend>Bot level</legend>
    <div>
      ${game.levels.map(
        (level) => html`<label class="step" key=${level.name}>
          <input
            type="radio" name="play-level" value=${level.name} checked=${level.name === wanted}
            onChange=${() => onChoose(level.name)} />
          <span>${called(level)}</span>
        </label>`,
      )}
    </div>
    <p aria-live="polite">${game.levels.find(({ name }) => name === wanted)?.text}</p>
  </fieldset>`;
}

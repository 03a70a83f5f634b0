/** What may be set at a new table, folded away till it is wanted. */

import { h, html } from "../shared/preact.js";
import { Button } from "../shared/ui.js";
import { amount } from "../shared/words.js";
import { isChanged, offeredIn, usual } from "./table-request.js";

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
  const offered = offeredIn(game, mode);
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
          value: options[option.name] ?? usual(option, mode),
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

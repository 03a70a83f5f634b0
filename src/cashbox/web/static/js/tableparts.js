/** Parts of the table page: who plays, and the shortcuts. */

import { h, html } from "./preact.js";
import { SeatMark } from "./ui.js";
import { named } from "./words.js";

/** @typedef {import("./board.js").BoardModule} BoardModule */

/**
 * @param {{table: import("./wire.js").Table, seat: number, due: number[], mark: BoardModule["Mark"], view: any}} props
 *   mark: the game's own marks of its seats.
 */
export function Players({ table, seat, due, mark, view }) {
  return html`<ul class="players" aria-label="Players" tabindex="0">
    ${table.seats.map(
      (one) => html`<li key=${one.seat} class=${due.includes(one.seat) && table.status === "playing" ? "due" : ""}>
        ${mark && view ? h(mark, { view, seat: one.seat }) : h(SeatMark, { seat: one.seat })}
        <span class="name">${named(one.name || "open", one.seat === seat)}</span>
        ${
          one.kind === "bot"
            ? html`<span class="quiet small">bot</span>`
            : html`<span
                class=${`presence ${one.online ? "on" : ""}`} role="img" aria-label=${one.online ? "here" : "away"}
                title=${one.online ? "here" : "away"}></span>`
        }
        ${
          due.includes(one.seat) && table.status === "playing"
            ? html`<span class="visually-hidden">, to act</span>`
            : null
        }
      </li>`,
    )}
    ${seat < 0 ? html`<li class="watching"><span class="tag">You are watching</span></li>` : null}
    ${
      table.watchers > (seat < 0 ? 1 : 0)
        ? html`<li class="quiet small">${table.watchers - (seat < 0 ? 1 : 0)} more watching</li>`
        : null
    }
  </ul>`;
}

/** @param {{keys: boolean, onKeys: (on: boolean) => void, rules: string}} props */
export function Help({ keys, onKeys, rules }) {
  const rows = [
    ["u", "undo one step"],
    ["Shift u", "undo the whole turn"],
    ["l", "go to the log"],
    ["c", "go to the chat"],
    ["b", "go to the board"],
    ["?", "this help"],
    ["Tab, Enter", "reach and press anything"],
    ["Esc", "close what is on top"],
  ];
  return html`
    <p>
      You can do everything that glows. Press anything else, and it says why you cannot. <a
        href=${rules} target="_blank">
        The rules
      </a>
    </p>
    <table class="keys">
      <tbody>
        ${rows.map(([key, what]) => html`<tr key=${key}><th scope="row"><kbd>${key}</kbd></th><td>${what}</td></tr>`)}
      </tbody>
    </table>
    <label class="check">
      <input type="checkbox" checked=${keys} onChange=${(/** @type {any} */ e) => onKeys(e.target.checked)} />
      <span>Single-key shortcuts</span>
    </label>
  `;
}

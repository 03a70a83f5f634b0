/** Parts of the table page: who plays, and the shortcuts. */

import { ClockFace } from "./clocks.js";
import { nudgedText } from "./nudge.js";
import { h, html } from "./preact.js";
import { rulesOf } from "./rulesopen.js";
import { Shortcuts } from "./shortcuts.js";
import { Kind, SeatMark } from "./ui.js";
import { Shares } from "./proof.js";
import { Onlookers, Watched, YouWatch } from "./watching.js";
import { named } from "./words.js";

/** @typedef {import("./board.js").BoardModule} BoardModule */

/**
 * @param {{table: import("./wire.js").Table, seat: number, due: number[], mark: BoardModule["Mark"],
 *   state: import("./wire.js").State | null, roomy: boolean}} props
 *   mark: the game's own marks of its seats; roomy: the bar has room to say who watches.
 */
export function Players({ table, seat, due, mark, state, roomy }) {
  const view = state?.view;
  return html`<ul class="players" aria-label="Players" tabindex="0">
    ${table.seats.map(
      (one) => html`<li key=${one.seat} class=${due.includes(one.seat) && table.status === "playing" ? "due" : ""}>
        ${mark && view ? h(mark, { view, seat: one.seat }) : h(SeatMark, { seat: one.seat })}
        <span class="name">${named(one.name || "open", one.seat === seat)}</span>
        ${h(Kind, { one })}
        ${
          one.kind === "bot" || one.stand_in
            ? one.stand_in && html`<span class="quiet small">bot plays</span>`
            : html`<span
                class=${`presence ${one.online ? "on" : ""}`} role="img" aria-label=${one.online ? "here" : "away"}
                title=${one.online ? "here" : "away"}></span>`
        }
        ${clockOf(table, one, state)}
        ${
          nudgedText(table, due, one)
            ? html`<span class="quiet small nudged">${nudgedText(table, due, one)}</span>`
            : null
        }
        ${
          due.includes(one.seat) && table.status === "playing"
            ? html`<span class="visually-hidden">, to act</span>`
            : null
        }
      </li>`,
    )}
    ${h(YouWatch, { table, seat })} ${roomy ? null : h(Onlookers, { table, seat, as: "li" })}
  </ul>`;
}

/**
 * A player's clock, where there is one and no bot stands in.
 * @param {import("./wire.js").Table} table @param {import("./wire.js").SeatInfo} one
 * @param {import("./wire.js").State | null} state
 */
function clockOf(table, one, state) {
  const clock = state?.clocks.find(({ seat }) => seat === one.seat);
  if (!state || !clock || !table.clock || table.status !== "playing" || one.stand_in) return null;
  return h(ClockFace, { kind: table.clock.kind, clock, state });
}

/**
 * @param {{keys: boolean, onKeys: (on: boolean) => void, table: import("./wire.js").Table, names: string[]}} props
 */
export function Help({ keys, onKeys, table, names }) {
  const rows = [
    ["u", "undo one step"],
    ["Shift u", "undo the whole turn"],
    ["l", "go to the log"],
    ["c", "go to the chat"],
    ["b", "go to the board"],
    ["r", "open or close the rules, at what is asked now"],
    ["s", "skip what bots do, to your turn"],
    ["?", "this help"],
    ["Tab, Enter", "reach and press anything"],
    ["Esc", "close what is on top"],
  ];
  return html`
    <p>
      You can do everything that glows. Press anything else, and it says why you cannot. <a
        href=${rulesOf(table)} target="_blank">
        The rules
      </a>
    </p>
    ${h(Shortcuts, { rows, keys, onKeys })}
    ${h(Shares, { table, names })}
    ${h(Watched, { table })}
  `;
}

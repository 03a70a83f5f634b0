/** The players above the board, and the keyboard shortcuts. */

import { rulesOf } from "../rules/open.js";
import { h, html } from "../shared/preact.js";
import { Shortcuts } from "../shared/shortcuts.js";
import { Kind, SeatMark } from "../shared/ui.js";
import { named } from "../shared/words.js";
import { Fairness } from "../verify/fairness.js";
import { ClockFace } from "./clocks.js";
import { nudgedText } from "./nudge.js";
import { Spectators, WatchingInfo, YouWatch } from "./spectators.js";

/** @typedef {import("../board/props.js").BoardModule} BoardModule */
/** @typedef {import("../shared/preact.js").Child} Child */

/**
 * Who plays, with the figures that the game gives of each; a press opens that player.
 * @param {{table: import("../shared/wire.js").Table, seat: number, due: number[], module: BoardModule,
 *   state: import("../shared/wire.js").State | null, roomy: boolean, onPlayer?: (seat: number) => void}} props
 *   module: the game's own marks and figures; roomy: the bar has room to say who watches.
 */
export function Players({ table, seat, due, module, state, roomy, onPlayer }) {
  return html`<ul class="players" aria-label="Players" tabindex="0" data-seats=${table.seats.length}>
    ${table.seats.map(
      (one) => html`<li key=${one.seat} class=${due.includes(one.seat) && table.status === "playing" ? "due" : ""}>
        ${h(
          Open,
          { onPress: onPlayer && state ? () => onPlayer(one.seat) : null },
          h(Face, { one, seat, module, state }),
        )}
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
    ${roomy ? null : html`${h(YouWatch, { table, seat, as: "li" })}${h(Spectators, { table, seat, as: "li" })}`}
  </ul>`;
}

/**
 * A player in a chip: mark, name, figures.
 * @param {{one: import("../shared/wire.js").SeatInfo, seat: number, module: BoardModule,
 *   state: import("../shared/wire.js").State | null}} props seat: the reader's
 */
function Face({ one, seat, module, state }) {
  const at = { view: state?.view, seat: one.seat };
  return html`
    ${module.Mark && state ? h(module.Mark, at) : h(SeatMark, { seat: one.seat })}
    <span class="name" title=${one.level ? `${one.name} (${one.level})` : one.name}>
      ${named(one.name || "open", one.seat === seat)}
    </span>
    <span class="figures">${module.Chip && state ? h(module.Chip, at) : null}${h(Kind, { one })}</span>
  `;
}

/**
 * What opens a player, where there is something to open.
 * @param {{onPress: (() => void) | null, children?: Child}} props
 */
function Open({ onPress, children }) {
  if (!onPress) return html`<span class="face">${children}</span>`;
  return html`<button type="button" class="face" onClick=${onPress}>${children}</button>`;
}

/**
 * A player's clock, where there is one and no bot stands in.
 * @param {import("../shared/wire.js").Table} table @param {import("../shared/wire.js").SeatInfo} one
 * @param {import("../shared/wire.js").State | null} state
 */
function clockOf(table, one, state) {
  const clock = state?.clocks.find(({ seat }) => seat === one.seat);
  if (!state || !clock || !table.clock || table.status !== "playing" || one.stand_in) return null;
  return h(ClockFace, { kind: table.clock.kind, clock, state });
}

/**
 * @param {{keys: boolean, onKeys: (on: boolean) => void, table: import("../shared/wire.js").Table, names: string[]}}
 *   props
 */
export function Help({ keys, onKeys, table, names }) {
  const rows = [
    ["u", "undo one step"],
    ["Shift u", "undo the whole turn"],
    ["l", "go to the log"],
    ["c", "go to the chat"],
    ["b", "go to the board"],
    ["d", "go to your decision"],
    ["r", "open or close the rules for this decision"],
    ["s", "skip to your turn"],
    ["?", "show this help"],
    ["Tab, Enter", "move to a control, activate it; Tab enters and leaves a hand of cards"],
    ["← → ↑ ↓", "move between cards in a hand and places on a map"],
    ["Esc", "close the open panel or dialog"],
  ];
  return html`
    <p>
      Anything that glows can be clicked. Click anything else to see why it can't be used. <a
        href=${rulesOf(table)} target="_blank">
        The rules
      </a>
    </p>
    ${h(Shortcuts, { rows, keys, onKeys })}
    ${h(Fairness, { table, names })}
    ${h(WatchingInfo, { table })}
  `;
}

/** Whose eyes one looks with: the players in a row, a watcher, or all hands open. */

import { Fragment, h, html, useEffect, useRef } from "../shared/preact.js";
import { Button, Kind, SeatMark } from "../shared/ui.js";
import { named } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").Replay} Replay */
/** @typedef {import("../board/props.js").BoardModule} BoardModule */

const watching = html`<svg class="eye" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M2 12c4-8 16-8 20 0-4 8-16 8-20 0z" fill="none" stroke="currentColor" stroke-width="2" />
  <circle cx="12" cy="12" r="3.4" fill="currentColor" />
</svg>`;

const allHands = html`<svg class="eye" viewBox="0 0 24 24" aria-hidden="true">
  <path
    d="M4 8l6-2 3 11-6 2zM10 6l7-1 2 12-6 .5" fill="none" stroke="currentColor" stroke-width="2"
    stroke-linejoin="round" />
</svg>`;

/** Why these eyes are closed. @param {Replay} replay @param {string} eyes */
function closed({ table }, eyes) {
  if (table.status === "playing") return "Until the game is over, you can only replay it from your own point of view.";
  return eyes === "watcher"
    ? "Players can only replay this game from a player's point of view."
    : "At this table, only the players can see the hands.";
}

/**
 * @param {{replay: Replay, eyes: string, names: string[], module: BoardModule, view: any, due: number[],
 *   onEyes: (eyes: string) => void}} props eyes: those one looks with; due: who had to decide
 */
export function ReplayEyes({ replay, eyes, names, module, view, due, onEyes }) {
  const { table, you, may } = replay;
  /** @param {string} one @param {import("../shared/preact.js").Child} face @param {string} more */
  const button = (one, face, more = "") =>
    h(
      Button,
      {
        key: one,
        size: "small",
        class: `look ${more}`,
        pressed: one === eyes,
        disabled: !may.includes(one),
        why: closed(replay, one),
        onPress: () => onEyes(one),
      },
      face,
    );
  const running = table.status === "playing";
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const chosen = /** @type {HTMLElement | null | undefined} */ (row.current?.querySelector('[aria-pressed="true"]'));
    if (row.current && chosen) keepInRow(row.current, chosen);
  }, [eyes]);
  return html`<div class="replay-eyes" ref=${row} role="group" aria-label="Point of view" tabindex="0">
    ${table.seats.map((one) => {
      const turn = due.includes(one.seat);
      const face = h(
        Fragment,
        null,
        module.Mark ? h(module.Mark, { view, seat: one.seat }) : h(SeatMark, { seat: one.seat }),
        html`<span class="name">${named(names[one.seat], one.seat === you.seat)}</span>`,
        h(Kind, { one }),
        module.Chip ? h(module.Chip, { view, seat: one.seat }) : null,
        turn ? html`<span class="visually-hidden">, to act</span>` : null,
      );
      return button(String(one.seat), face, turn ? "due" : "");
    })}
    ${running && !may.includes("watcher") ? null : button("watcher", html`${watching} Spectator`)}
    ${running ? null : button("all", html`${allHands} All hands`)}
  </div>`;
}

/** Scrolls a row sideways so that a button is all in it. @param {HTMLElement} row @param {HTMLElement} button */
function keepInRow(row, button) {
  const [frame, at] = [row.getBoundingClientRect(), button.getBoundingClientRect()];
  row.scrollBy(Math.max(0, at.right - frame.right) + Math.min(0, at.left - frame.left), 0);
}

/** Parts of the replay page: what happened, the point of view, links, help, and errors. */

import { copyText, linkTo } from "../shared/copy-link.js";
import { Fragment, h, html, useEffect, useRef } from "../shared/preact.js";
import { Shortcuts } from "../shared/shortcuts.js";
import { Button, dotsIcon, Kind, SeatMark, toast } from "../shared/ui.js";
import { named } from "../shared/words.js";
import { KEYS } from "./bar.js";
import { addressOf } from "./position.js";

/** @typedef {import("../shared/wire.js").Table} Table */
/** @typedef {import("../shared/api.js").Fault} Fault */

/**
 * What happened at this step, and what was to be done then.
 * @param {{said: string, step: import("../shared/wire.js").ReplayStep | undefined, moment:
 *   import("../shared/wire.js").Moment,
 *   children?: import("../shared/preact.js").Child}} props
 */
export function Moment({ said, step, moment, children }) {
  const tag = step && step.gone !== null ? html`<span class="tag turn">Undone later</span>` : null;
  return html`<div class="moment">
    <p class="prompt" role="status">${tag} ${said || moment.prompt}</p>
    ${said && moment.prompt && !moment.outcome ? html`<p class="then quiet small">${moment.prompt}</p>` : null}
    ${children}
  </div>`;
}

/**
 * That the game goes on, and what went wrong.
 * @param {{table: Table, running: boolean, fault: Fault | null}} props
 */
export function News({ table, running, fault }) {
  return html`
    ${
      running
        ? html`<p class="replay-news">
            This game is still in progress, so you see only what you could see at the time. <a href=${table.links.page}>
              Back to table
            </a>
          </p>`
        : null
    }
    ${fault ? html`<p class="replay-news fault" role="alert">${fault.message}</p>` : null}
  `;
}

/**
 * Whether steps that were taken back are shown.
 * @param {{leaveOut: boolean, onLeaveOut: (out: boolean) => void}} props
 */
export function Switch({ leaveOut, onLeaveOut }) {
  return html`<label class="check">
    <input type="checkbox" checked=${!leaveOut} onChange=${(/** @type {any} */ e) => onLeaveOut(!e.target.checked)} />
    <span>Show undone steps</span>
  </label>`;
}

/** The link to this moment. @param {{n: number, eyes: string}} props */
export function Copy({ n, eyes }) {
  const copy = async () => {
    const link = linkTo(addressOf(n, eyes));
    toast(
      (await copyText(link)) ? "Link to this step copied." : `Your browser blocked copying. Copy this link: ${link}`,
    );
  };
  return h(
    Button,
    {
      size: "small",
      onPress: () => void copy(),
      label: "Copy link to this step",
      hint: "Opens the replay at this step",
    },
    "Copy link",
  );
}

/** A dialog of the page. @typedef {"log" | "help" | "moment"} Lid */

/**
 * The buttons in the page's header.
 * @param {{table: Table, running: boolean, menu: boolean, onOpen: (lid: Lid) => void}} props
 *   menu: what can be done with this moment lies in a dialog
 */
export function Links({ table, running, menu, onOpen }) {
  /** @type {{size: "small", kind: "plain"}} */
  const plain = { size: "small", kind: "plain" };
  return html`
    ${running || !table.links.page ? null : html`<a class="button small plain" href=${table.links.page}>Table</a>`}
    ${h(Button, { ...plain, onPress: () => onOpen("log"), class: "log-button" }, "Log")}
    ${h(Button, { ...plain, onPress: () => onOpen("help"), label: "Help and shortcuts" }, "?")}
    ${menu ? h(Button, { ...plain, onPress: () => onOpen("moment"), label: "More" }, dotsIcon) : null}
  `;
}

/** @param {{keys: boolean, onKeys: (on: boolean) => void}} props */
export function Help({ keys, onKeys }) {
  return html`
    <p>
      Each step has its own link. Anyone who can see this table can open it. Choose a line in the log to go to that
      step, or a player to see the table from that player's point of view.
    </p>
    ${h(Shortcuts, { rows: KEYS, keys, onKeys })}
  `;
}

/**
 * Ways on from what is wrong, by its code: the words, and what of the address is left.
 * @type {Record<string, [string, "n" | "eyes" | ""]>}
 */
const WAYS = {
  "no-such-step": ["Go to first step", "eyes"],
  "no-such-seat": ["Use your own point of view", "n"],
  "not-over": ["Use your own point of view", ""],
  "players-only": ["View as spectator", "n"],
  malformed: ["Go to first step", ""],
};

/** The replay cannot be shown as it was asked for. @param {{fault: Fault, replay: string}} props replay: its address */
export function Trouble({ fault, replay }) {
  const way = WAYS[fault.code];
  const kept = way?.[1] && new URLSearchParams(location.search).get(way[1]);
  const on = kept ? `${replay}?${way[1]}=${encodeURIComponent(kept)}` : replay;
  return html`<div class="page">
    <div class="panel" role="alert">
      <h2>Can't show this step</h2>
      <p>${fault.message}</p>
      <p class="row">
        <a class="button primary" href=${way ? on : location.href}>${way?.[0] ?? "Try again"}</a>
        ${
          replay.endsWith("/replay")
            ? html`<a class="button" href=${replay.replace(/\/replay$/, "")}>Go to table</a>`
            : null
        }
      </p>
    </div>
  </div>`;
}

// The point of view: a player, a spectator, or all hands open.

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
export function PointOfView({ replay, eyes, names, module, view, due, onEyes }) {
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

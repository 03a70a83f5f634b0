// The strip at the bottom edge: what one can spend, what one can do, and above it the paper for the decision in hand.

import { Note, PLACED, Unplaced, classes, h, html, sum } from "./kit.js";
import { useLayoutEffect, usePaperFocus, useRef, useState } from "./kit.js";
import { useInSight } from "/static/js/board/layout.js";
import { MarketingPanel } from "./campaign.js";
import { liesOnSheet } from "./card-draft.js";
import { Hint } from "./hint.js";
import { CardPanel, CardsPanel, EndPanel, TradePanel } from "./papers.js";
import { PendingPanel } from "./pending.js";
import { RecruitPanel, SpacePanel } from "./places.js";
import { tip } from "./tips.js";
import { VegasPanel } from "./vegas.js";
import { Purse } from "./wallet.js";

/** @typedef {import("./types.js").Play} Play */

/**
 * The paper that is up: that of the small decision going on, or of what was picked.
 * @param {Play} play
 * @param {string} kind
 */
function paperOf(play, kind) {
  const { pick } = play;
  if (kind === "pending") return h(PendingPanel, { play });
  switch (pick?.kind) {
    case "space":
      return h(SpacePanel, { play, space: pick.space });
    case "recruit":
      return h(RecruitPanel, { play, slot: pick.slot });
    case "card":
      return h(CardPanel, { play, pick });
    case "trade":
      return h(TradePanel, { play });
    case "vegas":
      return h(VegasPanel, { play });
    case "marketing":
      return h(MarketingPanel, { play });
    case "cards":
      return h(CardsPanel, { play });
    case "end":
      return h(EndPanel, { play });
    default:
      return null;
  }
}

/** @typedef {"cards" | "trade" | "vegas" | "marketing"} Lid what a key opens */

/** What is drawn on the keys. @type {Record<Lid, any>} */
const FACES = {
  cards: html`<path d="M4 5h10v15H4zM16 6l5 1.5-4 12.5" fill="none" stroke="currentColor" stroke-width="2" />`,
  trade: html`<path d="M4 8h15l-4-4M20 16H5l4 4" fill="none" stroke="currentColor" stroke-width="2.2" />`,
  vegas: [
    html`<rect x="4" y="4" width="16" height="16" rx="3" fill="none" stroke="currentColor" stroke-width="2" />`,
    ...[8.5, 15.5, 12].map((at) => html`<circle cx=${at} cy=${at} r="1.8" />`),
  ],
  marketing: html`<path
    d="M3 10v4h3l9 5V5L6 10zM18 9c2 2 2 4 0 6" fill="none" stroke="currentColor" stroke-width="2" />`,
};

/** A key that opens a paper. @param {{play: Play, what: Lid, can: boolean, text: string}} props */
function Key({ play, what, can, text }) {
  const open = play.pick?.kind === what;
  return html`<button
    type="button" class=${classes({ button: true, key: true, can })} aria-expanded=${open ? "true" : "false"}
    data-open=${what} data-point=${what === "marketing" ? "campaign" : what} ...${tip(`key.${what}`)}
    onClick=${() => play.setPick(open ? null : { kind: what })}>
    <svg viewBox="0 0 24 24" aria-hidden="true">${FACES[what]}</svg>
    <span>${text}</span>
  </button>`;
}

/** What one can do in one's turn. @param {{play: Play}} props */
function Keys({ play }) {
  const { legal, view } = play;
  const cards = legal.of("put").length + legal.of("use").length;
  const end = () => {
    const wasted = !!view.mine?.ending;
    play.setPick(wasted ? { kind: "end" } : null);
    if (!wasted) void play.dare({ type: "end" });
  };
  return html`<div class="keys" role="group" aria-label="What you can do">
    ${h(Key, { play, what: "cards", can: cards > 0, text: cards ? `Cards (${cards})` : "Cards" })}
    ${h(Key, { play, what: "trade", can: legal.has("trade"), text: "Trade" })}
    ${h(Key, { play, what: "vegas", can: legal.has("bet"), text: "Vegas" })}
    ${h(Key, { play, what: "marketing", can: legal.has("campaign"), text: "Marketing" })}
    <button
      type="button" class="button key end primary" data-action="end" data-point="end" ...${tip("action.end")}
      disabled=${play.busy} onClick=${end}>
      End turn
    </button>
  </div>`;
}

/**
 * How far two stretches lie over each other.
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} d
 */
const shared = (a, b, c, d) => Math.max(0, Math.min(b, d) - Math.max(a, c));

/** What a paper speaks of: of a recruit the token, for a thread may lead far across the map. */
const SPOKEN_OF = ":is(.map, .mine, .others) :is(.picked .token, .picked:not(:has(.token)))";

/**
 * Whether the paper has to lie at the left, so that it does not cover what it speaks of.
 * @param {{current: HTMLElement | null}} desk
 * @param {string} name of the paper
 */
function useLeft(desk, name) {
  const [left, setLeft] = useState(false);
  useLayoutEffect(() => {
    const float = desk.current?.querySelector(".float");
    const room = desk.current?.getBoundingClientRect();
    const about = desk.current?.closest(".eoc")?.querySelectorAll(SPOKEN_OF);
    if (!float || !room || !about) return;
    const paper = float.getBoundingClientRect();
    const wide = paper.width + 2 * parseFloat(getComputedStyle(float).marginLeft);
    const covered = [...about].map((one) => {
      const box = one.getBoundingClientRect();
      const high = shared(box.top, box.bottom, paper.top, paper.bottom);
      return [
        high * shared(box.left, box.right, room.left, room.left + wide),
        high * shared(box.left, box.right, room.right - wide, room.right),
      ];
    });
    const [atLeft, atRight] = [0, 1].map((side) => sum(covered.map((one) => one[side])));
    setLeft(atRight > atLeft);
  }, [name]);
  return left;
}

/** What is to be decided now, in words that change with it. @param {Play} play */
function decisionOf({ view, legal }) {
  const { phase, month, pending, mine } = view;
  if (!legal.all.length) return "";
  const open = mine?.dice.filter((one) => one.month < 0).length ?? 0;
  return [phase, month, pending?.kind, pending?.ref, mine?.dice.length, open].join();
}

/**
 * The strip and what lies above it.
 * @param {{play: Play}} props
 */
export function Desk({ play }) {
  const { view, me, pick } = play;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const turn = !!me && view.phase === "month" && play.legal.all.length > 0 && !view.pending;
  const kind = view.pending && view.pending.kind !== "bookie" && play.legal.all.length ? "pending" : (pick?.kind ?? "");
  const name = kind === "pending" ? `pending:${view.pending?.kind}` : pick ? JSON.stringify(pick) : "";
  const paper = kind && !liesOnSheet(pick) ? paperOf(play, kind) : null;
  usePaperFocus(root, paper ? name : "");
  const left = useLeft(root, paper ? name : "");
  useInSight(root, view.phase === "month" ? decisionOf(play) : "");
  return html`<div class=${classes({ desk: true, left })} ref=${root} tabindex="-1" data-decide="" data-point="desk">
    <div class="above">${paper}${h(Note, { play })}${view.pending ? null : h(Unplaced, { play, placed: PLACED })}</div>
    ${h(Hint, { play, place: "desk" })}
    <div class=${classes({ tray: true, bare: !me || view.phase === "over" })}>
      ${me && view.phase !== "over" ? h(Purse, { play, player: me }) : null}
      ${turn ? h(Keys, { play }) : null}
    </div>
  </div>`;
}

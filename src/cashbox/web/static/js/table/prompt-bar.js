/** The bar above the board: lost connections, what to do now, the time left, and undo. */

import { useSlow } from "../board/feedback.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { serverNow } from "../shared/server-time.js";
import { Button } from "../shared/ui.js";
import { withNames } from "../shared/words.js";
import { SWITCHED_OFF } from "./snapshot.js";

/** @typedef {import("./live.js").Snapshot} Snapshot */
/** @typedef {import("../shared/wire.js").Lapse} Lapse */

/**
 * @param {{prompt: string, myTurn: boolean, lapse: Lapse | null, clock: import("../shared/preact.js").VNode | null,
 *   until: number, seat: number, names: string[], announce: (text: string) => void,
 *   undo: ((steps: number | null) => void) | null, canUndo: number, busy: boolean, sending: boolean,
 *   skip: (() => void) | false,
 *   nudge: import("../shared/preact.js").VNode, back: import("../shared/preact.js").VNode | null,
 *   onlookers: import("../shared/preact.js").VNode | null}} props
 *   until: when the answer lapses, in milliseconds since 1970; undo: null where one plays no more, or not;
 *   skip: shows all that bots have done, false where there is nothing to skip; back: the way back to one's own seat;
 *   onlookers: who watches, where there is room for it.
 */
export function PromptBar(props) {
  const {
    prompt,
    myTurn,
    lapse,
    clock,
    until,
    seat,
    names,
    announce,
    undo,
    canUndo,
    busy,
    sending,
    skip,
    nudge,
    back,
    onlookers,
  } = props;
  return html`<div class=${`prompt-bar ${myTurn ? "my-turn" : ""}`}>
    <p class="prompt">${prompt}</p>
    ${h(Sending, { sending, announce })}
    ${onlookers}
    ${back}
    ${lapse ? h(TimeLeft, { lapse, until, seat, names, announce }) : null}
    ${clock}
    ${skip && !undo ? html`<div class="tools">${h(Skip, { skip, seat })}</div>` : null}
    ${
      undo
        ? html`<div class="tools">
            ${skip ? h(Skip, { skip, seat }) : nudge}
            ${h(
              Button,
              {
                onPress: () => undo(1),
                size: "small",
                label: "Undo",
                disabled: !canUndo || busy,
                why: noUndo(canUndo, busy),
              },
              html`${undoIcon}<span class="wide">Undo</span>`,
            )}
            ${h(
              Button,
              {
                onPress: () => undo(null),
                size: "small",
                label: "Undo turn",
                disabled: canUndo < 2 || busy,
                why: noUndo(canUndo, busy) ?? "You can only undo one step. Use Undo.",
              },
              html`${undoTurnIcon}<span class="wide">Undo turn</span>`,
            )}
          </div>`
        : null
    }
  </div>`;
}

/**
 * Says that what was pressed is on its way, where the answer is slow.
 * @param {{sending: boolean, announce: (text: string) => void}} props
 */
function Sending({ sending, announce }) {
  const slow = useSlow(sending);
  useEffect(() => {
    if (slow) announce("Sending…");
  }, [slow]);
  return slow ? html`<p class="sending">Sending…</p>` : null;
}

/** @param {{skip: () => void, seat: number}} props */
function Skip({ skip, seat }) {
  const text = seat < 0 ? "Skip ahead" : "Skip to my turn";
  const press = () => {
    skip();
    document.getElementById("board")?.focus({ preventScroll: true });
  };
  return h(Button, { onPress: press, size: "small", label: text }, html`${skipIcon}<span class="wide">${text}</span>`);
}

/** Seconds before the end at which a screen reader says how many are left. */
const WARNINGS = [60, 30, 10];

/**
 * How long an answer is still waited for.
 * @param {{lapse: Lapse, until: number, seat: number, names: string[], announce: (text: string) => void}} props
 */
function TimeLeft({ lapse, until, seat, names, announce }) {
  const [now, setNow] = useState(serverNow());
  useEffect(() => {
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 500);
    return () => clearInterval(timer);
  }, [until]);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const mine = lapse.seats.includes(seat);
  const whose = mine
    ? "You have"
    : `${lapse.seats.map((one) => names[one]).join(" and ")} ${lapse.seats.length > 1 ? "have" : "has"}`;
  const after = mine && lapse.then ? `After that: ${withNames(lapse.then, names)}.` : "";
  const warn = mine && WARNINGS.includes(left) ? left : 0;
  useEffect(() => {
    if (warn) announce(`${warn} seconds left to answer.`);
  }, [warn, announce]);
  return html`<p class=${`time-left ${mine && left <= 30 ? "soon" : ""}`}>
    <span class="words">${whose} </span>
    <b role="timer">${durationText(left)}</b>
    <span class="words"> left to answer. </span>
    ${after}
  </p>`;
}

/** A time to wait: minutes and seconds under an hour, else what matters. @param {number} seconds */
export function durationText(seconds) {
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} h ${Math.floor((seconds % 3600) / 60)} min` : `${Math.floor(hours / 24)} days`;
}

/** @param {number} canUndo @param {boolean} busy */
function noUndo(canUndo, busy) {
  if (busy) return "Saving. Try again in a moment.";
  return canUndo ? undefined : "Nothing to undo. Dice rolls, revealed cards, and finished turns can't be undone.";
}

/** Milliseconds for which it is said that the table goes over plain HTTP. */
const PLAIN_FOR = 15_000;

/**
 * A break shows after a moment, so that a hiccup does not.
 * @param {Pick<Snapshot, "link" | "kept" | "plain"> & {banned: string}} props
 *   banned: what someone is told who may only look
 */
export function LinkBanner({ link, kept, banned, plain }) {
  const [shown, setShown] = useState(false);
  const [told, setTold] = useState(false);
  useEffect(() => {
    setTold(plain);
    const timer = setTimeout(() => setTold(false), PLAIN_FOR);
    return () => clearTimeout(timer);
  }, [plain]);
  useEffect(() => {
    if (link === "open") {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), ["gone", "banned", "off", "full"].includes(link) ? 0 : 900);
    return () => clearTimeout(timer);
  }, [link]);
  if (told && link === "open") {
    return html`<div class="link-banner" role="status">
      Your network blocks live connections, so this table updates more slowly.
    </div>`;
  }
  if (!shown) return null;
  if (link === "banned" || link === "off" || link === "full") {
    return html`<div class="link-banner" role="alert">${link === "off" ? SWITCHED_OFF : banned}</div>`;
  }
  return html`<div class="link-banner" role="alert">
    ${
      link === "gone"
        ? html`This table no longer exists. <a href="/">Go to tables</a>`
        : html`
            <span class="pulse" aria-hidden="true"></span> Connection lost.
            ${
              kept
                ? ` You're seeing the table as it was
            ${asOf(kept)}.`
                : ""
            } Reconnecting… You won't miss anything.
          `
    }
  </div>`;
}

/** When that was, for someone who reads it now. @param {number} at milliseconds */
function asOf(at) {
  const then = new Date(at);
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  // only the device knows the day where this page is one that the browser has kept
  if (then.toDateString() === new Date(performance.timeOrigin).toDateString()) return `at ${time}`;
  return `on ${then.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" })} at ${time}`;
}

/** The guest has signed out everywhere else, and here is such an elsewhere; or someone has signed in here. */
export function SignedOut() {
  return html`<div class="link-banner" role="alert" data-signed-out>
    You were signed out, or signed in as someone else, in this browser. To play your seat here, sign in again.
  </div>`;
}

const skipIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M3 5l5 5-5 5M9 5l5 5-5 5M17 5v10" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
    stroke-linejoin="round" />
</svg>`;

const undoIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M7.5 4L3.5 8l4 4M4 8h8a4.5 4.5 0 0 1 0 9H8" fill="none" stroke="currentColor" stroke-width="2"
    stroke-linecap="round" stroke-linejoin="round" />
</svg>`;

const undoTurnIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M6 4L2 8l4 4M11 4L7 8l4 4M7 8h6a4.5 4.5 0 0 1 0 9H8" fill="none" stroke="currentColor" stroke-width="2"
    stroke-linecap="round" stroke-linejoin="round" />
</svg>`;

/** Shows the players' clocks. */

import { html, useEffect, useMemo, useRef, useState } from "../shared/preact.js";
import { cameAt, serverNow } from "../shared/server-time.js";
import { clockAt, clockText, nextUpdate, spokenClock } from "./clock-text.js";

/** @typedef {import("../shared/wire.js").GameClock} GameClock */
/** @typedef {import("../shared/wire.js").SeatClock} SeatClock */
/** @typedef {import("../shared/wire.js").State} State */

/** Seconds before the end from which a clock asks for attention. */
const SOON = 60;

/** Seconds before the end at which its player is told. */
const WARNINGS = [60, 10];

/**
 * How long ago something came, in seconds, looked at from time to time.
 * @param {State | null} state @param {(since: number) => number} next milliseconds to the next look, 0: none
 */
function useSince(state, next) {
  const came = useMemo(() => cameAt(state), [state]);
  const [now, setNow] = useState(came);
  useEffect(() => {
    let timer = 0;
    const look = () => {
      setNow(serverNow());
      const wait = next((serverNow() - came) / 1000);
      if (wait) timer = setTimeout(look, wait);
    };
    look();
    return () => clearTimeout(timer);
  }, [came]);
  return Math.max(0, now - came) / 1000;
}

/**
 * One player's clock, in the player's chip.
 * @param {{kind: GameClock["kind"], clock: SeatClock, state: State}} props
 */
export function ClockFace({ kind, clock, state }) {
  const since = useSince(state, (gone) => (clock.hours.length ? nextUpdate(kind, clockAt(kind, clock, gone).time) : 0));
  const { time, runs } = clockAt(kind, clock, since);
  const soon = kind !== "soft" && clock.hours.length > 0 && time <= SOON;
  const rests = clock.hours.length > 0 && !runs;
  const what = kind === "soft" ? "used" : "left";
  return html`<span
    class=${`clock number ${runs ? "runs" : ""} ${soon ? "soon" : ""}`}
    title=${rests ? "Paused until morning in the player's time zone" : `Time ${what}`}>
    <span aria-hidden="true">
      ${rests ? html`<span class="moon">☾ </span>` : soon ? "! " : ""}
      ${clockText(kind, time)}
    </span>
    <span class="visually-hidden">, ${spokenClock(coarse(time))} ${what}${rests ? ", paused" : ""}</span>
  </span>`;
}

/** A screen reader is not read every second of a time: what it finds changes by the minute. @param {number} time */
function coarse(time) {
  return time > 600 ? time : time > SOON ? Math.floor(time / 60) * 60 : Math.ceil(time / 10) * 10;
}

/**
 * The reader's own clock while it runs, beside what is to be done.
 * @param {{kind: GameClock["kind"], clock: SeatClock, state: State, announce: (text: string) => void}} props
 */
export function OwnClock({ kind, clock, state, announce }) {
  const since = useSince(state, (gone) => nextUpdate(kind, clockAt(kind, clock, gone).time));
  const { time, step, runs } = clockAt(kind, clock, since);
  const left = Math.ceil(time);
  const warned = useRef(Infinity);
  const warn = kind === "soft" ? undefined : WARNINGS.findLast((one) => left <= one);
  useEffect(() => {
    if (warn && warn < warned.current) announce(left ? `${spokenClock(left)} left on your clock.` : "Your time is up.");
    warned.current = warn ?? Infinity;
  }, [warn, announce]);
  if (kind === "soft") {
    return html`<p class="time-left own-clock">Time used: <b role="timer">${clockText(kind, time)}</b></p>`;
  }
  const after =
    time <= 0
      ? "A bot is playing for you."
      : left <= SOON
        ? "After that, a bot will play for you."
        : bankOf(kind, time, step);
  return html`<p class=${`time-left own-clock ${left <= SOON ? "soon" : ""}`}>
    ${runs ? "You have" : "Your clock is paused at"} <b role="timer">${clockText(kind, time)}</b>. ${after}
  </p>`;
}

/** How much of what is left is only for this decision. @param {GameClock["kind"]} kind @param {number} time
 * @param {number} step */
function bankOf(kind, time, step) {
  if (!step) return "You are using your reserve time.";
  return time > step ? `${clockText(kind, step)} of that is for this decision.` : "";
}

/** The clocks of a table in words, and the time that each clock shows. */

import { clauses, plural } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").GameClock} GameClock */
/** @typedef {import("../shared/wire.js").SeatClock} SeatClock */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time that players get. @param {number} seconds */
function long(seconds) {
  if (seconds % DAY === 0) return plural(seconds / DAY, "day");
  if (seconds % HOUR === 0) return plural(seconds / HOUR, "hour");
  return seconds % MINUTE === 0 ? plural(seconds / MINUTE, "minute") : plural(seconds, "second");
}

/** What a table's clock means for those who sit there. @param {GameClock} clock */
export function clockExplanation(clock) {
  if (clock.kind === "soft") return "Everyone sees how much time each player uses. There is no time limit.";
  const bank = clock.bank ? `${long(clock.bank)} of reserve time for the whole game` : "";
  const step = clock.step ? `${long(clock.step)} for each decision` : "";
  const both = bank && step ? `${step}, then ${bank}` : step || bank;
  const rest = clauses(!clock.nights && "at night (10 p.m. to 8 a.m.)", !clock.weekends && "on weekends");
  const when = rest ? ` Clocks pause ${rest.replace(", ", " and ")} in each player's time zone.` : "";
  return `Each player has ${both}.${when} If a player runs out of time, a bot takes over until they are back.`;
}

/**
 * What a clock is like, in so few words that they fit beside a name; "" where no one loses by one.
 * @param {GameClock | null} clock
 */
export function clockTag(clock) {
  if (!clock || clock.kind === "soft") return "";
  return clock.kind === "live" ? "Real time" : `${long(clock.step ?? 0)} per turn`;
}

/**
 * What a clock shows some seconds after it was sent.
 * @param {GameClock["kind"]} kind @param {SeatClock} clock @param {number} since seconds
 * @returns {{time: number, step: number, runs: boolean}} seconds left (in "soft": used), those of the step, whether it
 *   runs just then
 */
export function clockAt(kind, clock, since) {
  let gone = 0;
  let runs = false;
  for (const [from, to] of clock.hours) {
    const end = to ?? Infinity;
    gone += Math.max(0, Math.min(since, end) - from);
    runs ||= from <= since && since < end;
  }
  if (kind === "soft") return { time: clock.time + gone, step: 0, runs };
  return { time: Math.max(0, clock.time - gone), step: Math.max(0, clock.step - gone), runs };
}

/**
 * A clock's time as it stands on the page: to the second in the last minute, and always in a live game.
 * @param {GameClock["kind"]} kind @param {number} seconds
 */
export function clockText(kind, seconds) {
  const whole = kind === "soft" ? Math.floor(seconds) : Math.ceil(seconds);
  const minutes = Math.floor(whole / MINUTE);
  if (kind !== "days" || whole <= MINUTE) {
    const hours = Math.floor(minutes / 60);
    const first = hours ? `${hours}:${String(minutes % 60).padStart(2, "0")}` : minutes;
    return `${first}:${String(whole % MINUTE).padStart(2, "0")}`;
  }
  if (whole < HOUR) return `${minutes} min`;
  if (whole < DAY) return `${Math.floor(whole / HOUR)} h ${minutes % 60} min`;
  const rest = Math.floor((whole % DAY) / HOUR);
  return `${plural(Math.floor(whole / DAY), "day")}${rest ? ` ${rest} h` : ""}`;
}

/** The same for those who hear it. @param {number} seconds */
export function spokenClock(seconds) {
  const whole = Math.round(seconds);
  if (whole >= 2 * DAY) return plural(Math.floor(whole / DAY), "day");
  if (whole >= 2 * HOUR) return plural(Math.floor(whole / HOUR), "hour");
  const minutes = plural(Math.floor(whole / MINUTE), "minute");
  if (whole >= 10 * MINUTE || whole % MINUTE === 0) return minutes;
  const rest = plural(whole % MINUTE, "second");
  return whole < MINUTE ? rest : `${minutes} ${rest}`;
}

/**
 * How often it is worth looking at a clock again, in milliseconds.
 * @param {GameClock["kind"]} kind @param {number} time seconds
 */
export function nextUpdate(kind, time) {
  return kind === "days" && time > 2 * MINUTE ? 10_000 : 250;
}

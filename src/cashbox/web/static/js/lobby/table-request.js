/** The request for a new table: modes by number of players, seats, options, and the call that sends it. */

import { defaultLevel } from "./levels.js";

/** @typedef {import("../shared/wire.js").GameInfo} GameInfo */
/** @typedef {import("../shared/wire.js").Mode} Mode */
/** @typedef {import("../shared/wire.js").Option} Option */
/** @typedef {{kind: "me" | "open" | "bot", bot: string}} Wish */
/** @typedef {boolean | number | string} Value */
/** @typedef {Record<string, Value>} Options */
/** @typedef {{game: GameInfo, mode: Mode | undefined, seats: Wish[], options: Options}} Wanted */

/** How many can play a mode. @param {GameInfo} game @param {Mode | undefined} mode */
export function countsOf(game, mode) {
  const { least = 0, most = 0 } = mode ?? {};
  return game.players.filter((n) => n >= least && (!most || n <= most));
}

/**
 * The modes of a game in the order in which they are offered to so many players.
 * @param {GameInfo} game
 * @param {number} count
 * @returns {Mode[]}
 */
export function modesFor(game, count) {
  const order = game.offered[count] ?? [];
  return order.length ? order.flatMap((id) => game.modes.filter((mode) => mode.id === id)) : game.modes;
}

/**
 * Me and bots on every other seat: one press and the game begins.
 * @param {GameInfo} game
 * @param {number} count
 * @param {string} [bot] its name
 * @returns {Wish[]}
 */
export function defaultSeats(game, count, bot = defaultLevel(game)) {
  return Array.from({ length: count }, (_, i) => (i === 0 ? { kind: "me", bot: "" } : { kind: "bot", bot }));
}

/**
 * The wishes that fit a mode: those made, as many as it has seats. Who plays alone sits there in person.
 * @param {GameInfo} game @param {number[]} counts @param {Wish[]} wishes @returns {Wish[]}
 */
export function seatsThatFit(game, counts, wishes) {
  if (counts.length === 1 && counts[0] === 1) return defaultSeats(game, 1);
  const count = counts.includes(wishes.length) ? wishes.length : counts.includes(3) ? 3 : (counts[0] ?? 1);
  return Array.from({ length: count }, (_, i) => wishes[i] ?? { kind: "bot", bot: defaultLevel(game) });
}

/**
 * At most one seat is mine: the one that was gets what was wished for the other.
 * @param {Wish[]} wishes
 * @param {number} at
 * @param {string} to
 * @returns {Wish[]}
 */
export function changeSeat(wishes, at, to) {
  const kind = /** @type {Wish["kind"]} */ (to.startsWith("bot:") ? "bot" : to);
  return wishes.map((wish, i) => {
    if (i === at) return { kind, bot: kind === "bot" ? to.slice(4) : "" };
    return kind === "me" && wish.kind === "me" ? (wishes[at] ?? wish) : wish;
  });
}

/** What may be set in a mode. @param {GameInfo} game @param {Mode | undefined} mode */
export function optionsOf(game, mode) {
  return game.options.filter(({ modes }) => !mode || !modes.length || modes.includes(mode.id));
}

/**
 * What an option stands at in a mode until someone changes it.
 * @param {Option} option
 * @param {Mode | undefined} mode
 */
export function defaultOf(option, mode) {
  return mode?.options[option.name] ?? option.default;
}

/** @param {Option} option @param {Mode | undefined} mode @param {Options} options */
export function isChanged(option, mode, options) {
  return (options[option.name] ?? defaultOf(option, mode)) !== defaultOf(option, mode);
}

/**
 * How long such a game takes, in words; known with the usual options only.
 * @param {Pick<Wanted, "game" | "mode" | "options"> & {seats: unknown[]}} wanted
 */
export function lengthText({ game, mode, seats, options }) {
  if (game.options.some((one) => isChanged(one, mode, options))) return "";
  return game.lengths[mode?.id ?? ""]?.[seats.length];
}

/** Whether anything of it waits for people: bots mind no waiting. @param {Wanted} wanted */
export function isForPeople({ game, mode, seats, options }) {
  const lapsing = game.options.find((one) => one.name === game.lapses_with);
  const lapses = game.lapses && (!lapsing || (options[lapsing.name] ?? defaultOf(lapsing, mode)));
  return lapses && seats.some(({ kind }) => kind === "open");
}

/** The body of the call that makes it. @param {Wanted} wanted */
export function bodyOf({ game, mode, seats, options }) {
  const changed = optionsOf(game, mode).filter((one) => isChanged(one, mode, options));
  return {
    game: game.id,
    mode: mode?.id ?? "",
    options: Object.fromEntries(changed.map((one) => [one.name, options[one.name]])),
    seats: seats.map(({ kind, bot }) => (kind === "bot" ? { kind, bot } : { kind })),
  };
}

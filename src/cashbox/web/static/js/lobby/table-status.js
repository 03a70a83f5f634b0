/** The status of a table in words, for lists. */

import { boot } from "../shared/api.js";
import { secondsSince } from "../shared/server-time.js";
import { ago, list, plural } from "../shared/words.js";
import { isInvited } from "../table/rematch.js";
import { lengthText } from "./table-request.js";

/** @typedef {import("../shared/wire.js").TableAnswer} TableAnswer */
/** @typedef {import("../shared/wire.js").Table} Table */
/** @typedef {Pick<TableAnswer, "you" | "table">} Seen */

/** @param {Seen} seen */
export function isMyTurn({ you, table }) {
  if (you.seat === null || table.seats[you.seat]?.stand_in) return false;
  return table.status === "playing" && table.due.includes(you.seat);
}

/** Whether a table waits for the reader. @param {TableAnswer} seen */
export const isWaitingForMe = (seen) => isMyTurn(seen) || isInvited(seen);

/** The players by seat. @param {Seen} seen */
function namesOf({ you, table }) {
  return table.seats.map(({ seat, taken, name, kept_for: keptFor }) =>
    seat === you.seat || seat === you.kept
      ? "you"
      : taken
        ? name
        : keptFor
          ? `a seat reserved for ${keptFor}`
          : "an open seat",
  );
}

/** Who sits there, and how many seats are anyone's. @param {Seen} seen */
export function seatsText(seen) {
  const { you, table } = seen;
  const marks = table.seats.map((seat) => (seat.level ? ` (${seat.level})` : seat.guest ? " (guest)" : ""));
  const anybodys = table.seats.map((one) => !one.taken && !one.kept_for && one.seat !== you.kept);
  const open = anybodys.filter(Boolean).length;
  const sit = namesOf(seen)
    .map((name, seat) => (seat === you.seat ? name : `${name}${marks[seat]}`))
    .filter((_, seat) => !anybodys[seat]);
  return [...sit, ...(open ? [plural(open, "open seat")] : [])].join(", ");
}

/** What it waits for, or how it ended; "" where that is said elsewhere. @param {Seen} seen */
export function statusText(seen) {
  const { you, table } = seen;
  const names = namesOf(seen);
  if (table.status === "over") {
    const won = table.ranking.filter((one) => one.won).map(({ seat, name }) => name || (names[seat] ?? ""));
    const noResult = you.seat !== null && table.outcome?.abandoned?.includes(you.seat);
    return `${won.length ? `Won by ${list(won)}.` : "Over."}${noResult ? " No result: a bot played for you." : ""}`;
  }
  if (table.status === "closed") return table.closed;
  if (table.status === "waiting" || table.status === "starting") return "Not started.";
  if (isMyTurn(seen)) return "";
  if (you.seat !== null && table.seats[you.seat]?.stand_in) return "A bot is playing for you.";
  const due = table.due.map((seat) => names[seat] ?? "");
  return due.length ? `Waiting for ${list(due)}.` : "";
}

/** When something last happened there. @param {Pick<Table, "changed">} table */
export const lastChangeText = ({ changed }) => ago(secondsSince(changed));

/** What a table is called in a list. @param {Table} table */
export const titleOf = (table) => table.name || table.game_name;

/** The game, where that is not what the table is called. @param {Table} table */
export const gameOf = (table) => (table.name && table.name !== table.game_name ? `${table.game_name} · ` : "");

/**
 * The mode that is played at a table, and how long a game takes with as many seats; "" for what is not known. The
 * length counts for the usual options only.
 * @param {Table} table
 */
export function modeOf(table) {
  const game = boot().games?.find(({ id }) => id === table.game);
  const mode = game?.modes.find(({ id }) => id === table.mode);
  if (!game || !mode) return "";
  const length = lengthText({ game, mode, seats: table.seats, options: table.options });
  return `${mode.name}${length ? `, about ${length}` : ""} · `;
}

// Who is paid by whom, between two views: what flies across the table.

import { signedDollars } from "./kit.js";

/** @typedef {import("./types.js").SeatView} SeatView */
/** @typedef {import("/static/js/board/animations.js").Payment} Payment */
/**
 * What a seat receives, less than 0 what it pays, where, and in which turn.
 * @typedef {{seat: number, dollars: number, place: string, turn: number}} Part
 */

/** What is paid when a round ends: by each project to each consultant, then the penalties. @param {SeatView} view */
function rewards({ places }) {
  /** @type {Part[]} */
  const parts = [];
  places.forEach(({ desks }, number) =>
    desks.forEach(({ owner, now }, at) => {
      if (owner >= 0 && now) parts.push({ seat: owner, dollars: now, place: `desk ${number} ${at}`, turn: number });
    }),
  );
  places.forEach(({ late, penalty }, number) =>
    late.forEach((seat) =>
      parts.push({ seat, dollars: -penalty, place: `project ${number}`, turn: places.length + number }),
    ),
  );
  return parts;
}

/**
 * What projects pay that are completed: their last desk has just been taken.
 * @param {SeatView} before
 * @param {SeatView} after
 */
function completions(before, after) {
  /** @type {Part[]} */
  const parts = [];
  before.places.forEach(({ project, desks }, number) => {
    if (project === after.places[number].project) return;
    desks.forEach(({ owner, done, principal_done: most, completes }) => {
      const seat = completes ? before.active : owner;
      if (seat >= 0) parts.push({ seat, dollars: completes ? most : done, place: `project ${number}`, turn: 0 });
    });
  });
  return parts;
}

/** Whence or whither money goes that no project pays. @param {SeatView} before @param {SeatView} after */
function other(before, after) {
  const passed = after.players.some((boss, seat) => boss.passed && !before.players[seat].passed);
  return (after.event >= 0 && after.event !== before.event) || passed ? "event" : "bank";
}

/**
 * The payments between two views. What the projects said that they would pay is shown where it is all that has changed
 * for a player; else (some steps are shown as one) only the sum.
 * @param {SeatView} before
 * @param {SeatView} after
 * @returns {Payment[]}
 */
export function payments(before, after) {
  const ended = after.round > before.round || (after.phase === "over" && before.phase !== "over");
  const parts = ended ? rewards(before) : completions(before, after);
  return after.players.flatMap(({ total }, seat) => {
    const change = total - before.players[seat].total;
    const own = parts.filter((part) => part.seat === seat);
    const whole = own.reduce((sum, { dollars }) => sum + dollars, 0) === change;
    const place = other(before, after);
    return (whole ? own : change ? [{ seat, dollars: change, place, turn: 0 }] : []).map(paid);
  });
}

/** @param {Part} part @returns {Payment} */
function paid({ seat, dollars, place, turn }) {
  const [from, to] = dollars < 0 ? [`${seat}`, place] : [place, `${seat}`];
  return { from, to, text: signedDollars(dollars), loss: dollars < 0, turn };
}

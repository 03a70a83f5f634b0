// What every module of the board shares: how one acts, colors and ranks, seats, projects, what a desk is worth.

export { useMoneyAnimations as useMoney } from "/static/js/board/animations.js";
export { Figure, Regions, oneAtATime, useFront, useInSight, useShape } from "/static/js/board/layout.js";
export { Fragment, h, html, useEffect, useMemo, useRef, useState } from "/static/js/shared/preact.js";
export {
  Choice,
  Do,
  Note,
  Paper,
  Reasons,
  TurnTrack,
  OtherActions as Unplaced,
  classes,
  useBoard,
  useKeptFocus,
  usePaperFocus,
  refusalAttributes as whyNot,
} from "/static/js/board/play.js";
export { tip, tipText as told } from "/static/js/board/tips.js";
export { drawing } from "/static/js/shared/ui.js";
export { clauses, counted, list, named, plural as count, seatsFrom } from "/static/js/shared/words.js";
export { KINDS, RANKS } from "./names.js";
import { tipText } from "/static/js/board/tips.js";
import { amount, counted, list, plural } from "/static/js/shared/words.js";
import { COLOUR_NAMES, DESK_NAMES, RANKS } from "./names.js";

/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Legal} Legal */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").SeatView} SeatView */

const TONES = ["red", "yellow", "green", "blue", "purple"];

/**
 * The colors of consultants as the rules number them; tone: the house's color; letter and shape tell them apart
 * without.
 */
export const COLOURS = COLOUR_NAMES.map((name, k) => ({ name, tone: TONES[k], letter: name[0].toUpperCase() }));

/** The pawns by seat: none has the color of a consultant. */
export const PAWNS = [
  { name: "mug", tone: "orange" },
  { name: "tie", tone: "teal" },
  { name: "umbrella", tone: "gray" },
  { name: "key", tone: "magenta" },
];

/** The types of actions that have a place on the board. */
export const PLACED = [
  ...["assign", "lift", "seat", "train", "promote", "recruit", "take", "pass"],
  ...["starter", "recall", "give", "stay"],
];

/** "blue senior". @param {number} consultant */
export function kindName(consultant) {
  return `${COLOURS[consultant >> 1].name} ${RANKS[consultant & 1]}`;
}

/** "first desk". @param {number} desk */
export function deskName(desk) {
  return `${DESK_NAMES[desk]} desk`;
}

/** As in $4, −$4, $1,200. @param {number} n */
export function dollars(n) {
  return `${n < 0 ? "−" : ""}$${amount(Math.abs(n))}`;
}

/** Dollars that come or go, as in +$4. @param {number} n */
export function signedDollars(n) {
  return n > 0 ? `+${dollars(n)}` : n < 0 ? dollars(n) : "–";
}

/** Whether the phase of work has come, in which moves count. @param {SeatView} view */
export function working({ phase }) {
  return phase !== "start" && phase !== "event";
}

/** "2 blue seniors and 1 red principal". @param {readonly number[]} consultants */
export function consultantWords(consultants) {
  return list(counted(consultants).map(([one, n]) => plural(n, kindName(one))));
}

/** Whether a legal action seats this kind of consultant. @param {Legal} entry @param {number} consultant */
export function seats({ action, facts }, consultant) {
  return action.type === "assign" && facts.known?.consultant === consultant;
}

/**
 * What pressing a desk does now.
 * @param {Legal[]} legal
 * @param {number} picked a consultant in hand, -1 for none
 * @returns {Map<string, Legal>}
 */
export function aimsOf(legal, picked) {
  const aims = legal.filter(
    (entry) => entry.action.type === "seat" || entry.action.type === "recall" || seats(entry, picked),
  );
  return new Map(aims.map((entry) => [`${entry.action.place} ${entry.action.desk}`, entry]));
}

/**
 * Dollars at a desk in short: at the end of the round, and when the project is completed.
 * @param {Place} place
 * @param {number} at
 * @param {number} [rank] of who would sit down
 */
export function worth(place, at, rank = 0) {
  const { completes, now, principal_now: more, done, principal_done: most } = place.desks[at];
  return { now: completes ? -1 : rank ? more : now, done: rank ? most : done };
}

/**
 * The same in words, of a free desk also for a principal where that is another sum.
 * @param {Play} play
 * @param {Place} place
 * @param {number} at
 */
export function worthWords({ props }, place, at) {
  const { completes, now, principal_now: more, done, principal_done: most } = place.desks[at];
  return tipText(props.tips, "worth", { completes, now, more, done, most }).name;
}

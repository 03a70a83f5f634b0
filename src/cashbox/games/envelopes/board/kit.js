// What every module of the board shares: Preact, how one acts, the words of the game, the content as tables.

import { COLORS, ENVELOPES, breaking } from "/static/js/shared/ui.js";
import { list, sum } from "/static/js/shared/words.js";
import { BREAKS, WITHOUT_ARTICLE } from "./names.js";

export { amount, clauses, list, named, plural as count, seatsFrom, sum } from "/static/js/shared/words.js";
export { Fragment, h, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "/static/js/shared/preact.js";
export {
  Choice,
  Do,
  Note,
  Paper,
  Reasons,
  UndoButton as TakeBack,
  OtherActions as Unplaced,
  classes,
  useBoard,
  usePaperFocus,
  refusalAttributes as whyNot,
} from "/static/js/board/play.js";
export { MONTHS, POSITIONS, POSITION_GROUPS, POSITION_NAMES, SYMBOLS } from "./names.js";
export { Buck, COLORS as COLOURS, Dialog, Die, Envelope, Star, drawing } from "/static/js/shared/ui.js";

/** @typedef {import("./types.js").SeatView} SeatView */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Legal} Legal */
/** @typedef {import("./types.js").Props} Props */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Space} Space */
/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {import("./types.js").Model} Model */

/** The types of actions that have a place on the board. */
export const PLACED = [
  ...[
    "bet",
    "bid",
    "bookie",
    "buck",
    "campaign",
    "coach",
    "colour",
    "die",
    "done",
    "draft",
    "end",
    "fly",
    "home",
    "keep",
  ],
  ...["leave", "month", "move", "pass", "place", "put", "reject", "runner", "sell", "sign", "trade", "use", "wild"],
];

/** A card's name, its long words marked where they may be broken. */
export const printedName = breaking(BREAKS);

export const LETTERS = COLORS.map((colour) => ENVELOPES[colour].letter);

/** Envelopes in words: "3 blue and 1 red envelopes", "no envelopes". @param {readonly number[]} envelopes */
export function envelopeText(envelopes) {
  const parts = envelopes.map((n, c) => (n ? `${n} ${COLORS[c]}` : "")).filter(Boolean);
  return parts.length ? `${list(parts)} ${sum(envelopes) === 1 ? "envelope" : "envelopes"}` : "no envelopes";
}

/**
 * Who has signed the recruit of a slot: name ("you" for oneself) and symbol; null while he is free. Bubba has no seat.
 * @param {import("./types.js").Play} play
 * @param {number} slot
 */
export function signerOf({ view, names, seat }, slot) {
  const owner = view.signed_by[slot];
  if (owner < 0) return null;
  const player = view.players[owner];
  return player ? { name: owner === seat ? "you" : names[owner], symbol: player.symbol } : view.bubba;
}

/** "the Midwest", "Texas". @param {Model} model @param {number} colour */
export function theRegion(model, colour) {
  const name = model.regions[colour];
  return WITHOUT_ARTICLE.includes(name) ? name : `the ${name}`;
}

/** The regions of a space in words; a start lies beside its home. @param {Model} model @param {Space} space */
export function regionText(model, space) {
  if (space.kind === "start") return `next to ${theRegion(model, space.regions[0])}, in no region`;
  return space.regions.map((c) => model.regions[c]).join(" and ");
}

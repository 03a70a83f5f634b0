// What every module of the board shares: how one acts, the faces of the cards, the firms, amounts in words.

import { useRef } from "/static/js/shared/preact.js";
import { counted, seatsFrom } from "/static/js/shared/words.js";
import { tipText } from "/static/js/board/tips.js";
import { breaking } from "/static/js/shared/ui.js";
import { BREAKS, KINDS, RULES } from "./names.js";

export { Fragment, h, html, useEffect, useMemo, useRef, useState } from "/static/js/shared/preact.js";
export {
  Choice,
  Do,
  Note,
  Paper,
  Reasons,
  UndoButton as TakeBack,
  TurnTrack,
  OtherActions as Unplaced,
  classes,
  useBoard,
  useKeptFocus,
  usePaperFocus,
  refusalAttributes as whyNot,
} from "/static/js/board/play.js";
export { tip, tipText as told } from "/static/js/board/tips.js";
export { Button, Dialog, drawing } from "/static/js/shared/ui.js";
export {
  amount as dollars,
  clauses,
  counted,
  list,
  named,
  plural as count,
  seatsFrom,
  signed,
  sum,
  withNames,
} from "/static/js/shared/words.js";

/** @typedef {import("./types.js").Face} Face */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").SeatView} SeatView */
/** @typedef {import("./types.js").Firm} Firm */

/** The firms by seat; letter and shape tell them apart without colors. */
export const FIRMS = [
  { name: "Red", colour: "red", letter: "R" },
  { name: "Blue", colour: "blue", letter: "B" },
  { name: "Green", colour: "green", letter: "G" },
  { name: "Yellow", colour: "yellow", letter: "Y" },
  { name: "Purple", colour: "purple", letter: "P" },
  { name: "Orange", colour: "orange", letter: "O" },
  { name: "Teal", colour: "teal", letter: "T" },
  { name: "Gray", colour: "gray", letter: "Gy" },
];

/** A card's title, its long words marked where they may be broken. */
export const printedTitle = breaking(BREAKS);

/** The types of actions that have a place on the board. */
export const PLACED = [
  ...["play", "discard", "finish", "insure", "done", "target", "leave", "take", "clear", "keep", "again", "rest"],
  ...["offer", "give-firm", "give-named", "give-hidden", "ask-firm", "ask-named", "ask-hidden", "propose"],
  ...["accept", "counter", "choose", "decline", "pass", "withdraw"],
];

/** @typedef {import("./types.js").Props["tips"]} Tips */

/** @type {WeakMap<object, {tips: Tips | undefined, faces: Face[]}>} */
const known = new WeakMap();

/**
 * The faces by number, as the view counts them.
 * @param {import("./types.js").Content} content
 * @param {Record<string, string>} crimes what each is called, which never changes
 * @param {Tips} [tips] the table's, once they have come
 * @returns {Face[]}
 */
export function facesOf(content, crimes, tips) {
  const found = known.get(content);
  if (found && (found.tips === tips || !tips)) return found.faces;
  const faces = content.cards.card.map(({ id, name, type, copies, text, effect }, face) => {
    return {
      face,
      id,
      name,
      title: crimes[effect?.crime ?? ""] ?? name,
      kind: KINDS[/** @type {"cash"} */ (type)],
      type,
      text,
      brief: tips ? tipText(tips, `brief.${face}`).say : "",
      copies,
      amount: effect?.value ?? effect?.limit ?? 0,
      art: effect?.crime ?? (type === "cash" || type === "insurance" ? type : id),
      rule: RULES[/** @type {"cash"} */ (type)] ?? name,
    };
  });
  known.set(content, { tips, faces });
  return faces;
}

/** The license that may lie on a firm. @param {Face[]} faces @returns {Face} */
export function licenseOf(faces) {
  return /** @type {Face} */ (faces.find((face) => face.type === "license"));
}

/** The view before this one; at first the same. @param {SeatView} view @returns {SeatView} */
export function useBefore(view) {
  const two = useRef([view, view]);
  if (two.current[1] !== view) two.current = [two.current[1], view];
  return two.current[0];
}

/** "you" or the player's name. @param {Play} play @param {number} seat */
export function who({ names, seat: own }, seat) {
  return seat === own ? "you" : names[seat];
}

/**
 * Seats clockwise: who plays after the viewer first, the viewer not at all.
 * @param {SeatView} view
 * @param {number} seat
 */
export function othersOf(view, seat) {
  const all = seatsFrom(seat, view.seats);
  return seat < 0 ? all : all.slice(1);
}

/** "2 × 25,000 and Settlement". @param {Face[]} faces @param {readonly number[]} cards */
export function cardWords(faces, cards) {
  // a swap that was accepted at once may have taken a card away before its offer is put aside
  return counted(cards.filter((card) => card !== undefined)).map(([face, n]) =>
    n > 1 ? `${n} × ${faces[face].name}` : faces[face].name,
  );
}

/**
 * The places of some cards among others, one for each that is there.
 * @param {readonly number[]} among @param {readonly number[]} cards
 */
export function placesOf(among, cards) {
  const free = among.map((_, k) => k);
  return cards.flatMap((card) => {
    const at = free.findIndex((k) => among[k] === card);
    return at < 0 ? [] : free.splice(at, 1);
  });
}

/** Some cards without others, one for one. @param {readonly number[]} cards @param {readonly number[]} others */
export function without(cards, others) {
  const rest = [...others];
  return cards.filter((card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

// What a button says of an action that can be undone; in CASH that is the exception.

import { html, told } from "./kit.js";

/** @typedef {import("./kit.js").Play} Play */
/** @typedef {import("./types.js").Legal} Legal */

/** Whether the rules say so of an action. @param {Legal | undefined} entry */
export const isUndoable = (entry) => !!entry && !entry.facts.known?.final;

/** The words for it. @param {Play} play */
const words = (play) => told(play.props.tips, "undoable").name;

/**
 * The name of a button for a screen reader, which says so where its action can be undone.
 * @param {Play} play @param {string} label @param {boolean} undoable
 */
export function labeled(play, label, undoable) {
  return undoable && words(play) ? `${label}; ${words(play)}` : label;
}

/** @param {{play: Play, undoable: boolean}} props */
export function Undoable({ play, undoable }) {
  return undoable ? html`<small class="undoable">${words(play)}</small>` : null;
}

// What a button says of an action that cannot be taken back.

import { html, told } from "./kit.js";

/** @typedef {import("./kit.js").Play} Play */
/** @typedef {import("./types.js").Legal} Legal */

/** Whether the rules say so of an action. @param {Legal | undefined} entry */
export const isFinal = (entry) => !!entry?.facts.known?.final;

/** The words for it. @param {Play} play */
const words = (play) => told(play.props.tips, "final").name;

/**
 * What a screen reader is told of a button, and that its action stays.
 * @param {Play} play @param {string} label @param {boolean} final
 */
export function labelled(play, label, final) {
  return final && words(play) ? `${label}; ${words(play)}` : label;
}

/** @param {{play: Play, final: boolean}} props */
export function Stays({ play, final }) {
  if (!final) return null;
  return html`<small class="stays">
    <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M5 9h10v8H5zM7 9V6.500a3 3 0 0 1 6 0V9" /></svg>
    ${words(play)}
  </small>`;
}

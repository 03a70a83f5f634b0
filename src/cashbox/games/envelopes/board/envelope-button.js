// A legal action as a large button with its envelope or buck.

import { Buck, COLOURS, Choice, Envelope, h } from "./kit.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Legal} Legal */

/** One legal action as a large key with its envelope. @param {{play: Play, entry: Legal}} props */
export function EnvelopeChoice({ play, entry }) {
  const { type } = entry.action;
  const colour = COLOURS[entry.facts.known?.colour ?? -1];
  const mark = type === "buck" ? h(Buck, { quiet: true }) : colour ? h(Envelope, { colour, quiet: true }) : null;
  const more = { "data-colour": colour };
  return h(Choice, { play, entry, primary: type === "done", mark, more });
}

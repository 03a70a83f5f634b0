// A legal action as a large key with its envelope.

import { Buck, Choice, Envelope, h } from "./kit.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Legal} Legal */

/** @param {Form} form */
function colourOf(form) {
  return typeof form.paid === "string" ? form.paid : typeof form.colour === "string" ? form.colour : "";
}

/** One legal action as a large key with its envelope. @param {{play: Play, entry: Legal}} props */
export function EnvelopeChoice({ play, entry }) {
  const colour = colourOf(entry.action);
  const { type } = entry.action;
  const mark =
    type === "buck"
      ? h(Buck, { quiet: true })
      : colour && type !== "bookie"
        ? h(Envelope, { colour: /** @type {"green"} */ (colour), quiet: true })
        : null;
  const more = { "data-colour": colour || undefined };
  return h(Choice, { play, entry, primary: type === "done", mark, more });
}

// A legal action as a large key.

import { Buck, Envelope, classes, h, html } from "./kit.js";
import { tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Legal} Legal */

/** @param {Form} form */
function colourOf(form) {
  return typeof form.paid === "string" ? form.paid : typeof form.colour === "string" ? form.colour : "";
}

/** One legal action as a large key with its envelope. @param {{play: Play, entry: Legal}} props */
export function Choice({ play, entry }) {
  const colour = colourOf(entry.action);
  const { type } = entry.action;
  const mark =
    type === "buck"
      ? h(Buck, { quiet: true })
      : colour && type !== "bookie"
        ? h(Envelope, { colour: /** @type {"green"} */ (colour), quiet: true })
        : null;
  return html`<button
    type="button" class=${classes({ button: true, choice: true, primary: type === "done" })} data-action=${type}
    data-colour=${colour || undefined} ...${tip(`action.${type}`)} disabled=${play.busy}
    onClick=${() => void play.act(entry.action)}>
    ${mark}
    <span>${entry.label}</span>
  </button>`;
}

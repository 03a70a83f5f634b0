/** The turning points of a game, and small awards. */

import { h, html } from "../shared/preact.js";
import { amount, signed } from "../shared/words.js";
import { SheetMark } from "./score-sheets.js";

/** @typedef {import("./score-sheets.js").Marks} Marks */
/** @typedef {import("../shared/wire.js").GameEnding} GameEnding */

/** @param {Marks & {ending: GameEnding, replay: string}} props replay: the address where one looks back */
export function Moments({ ending: { swings, names }, module, view, replay }) {
  if (!swings.length) return null;
  return html`<section class="final-part" aria-labelledby="final-moments">
    <h3 id="final-moments">Turning point${swings.length > 1 ? "s" : ""}</h3>
    <ol class="moments">
      ${swings.map(
        ({ n, seat, by, before, after, part, lines }) =>
          html`<li key=${n}>
            <p class="swing">
              ${h(SheetMark, { module, view, seat })} <b>${names[seat]} ${signed(by)}</b>
              <span class="quiet">${part}: ${amount(before)} → ${amount(after)}</span>
            </p>
            <p class="small">${lines.join(" ")}</p>
            <a class="small" href=${`${replay}?n=${n}`}>
              Watch replay<span class="visually-hidden">: ${names[seat]} ${signed(by)}, ${part}</span>
            </a>
          </li>`,
      )}
    </ol>
  </section>`;
}

/** @param {Marks & {ending: GameEnding}} props */
export function Awards({ ending: { awards }, module, view }) {
  if (!awards.length) return null;
  return html`<section class="final-part" aria-labelledby="final-awards">
    <h3 id="final-awards">Awards</h3>
    <ul class="awards">
      ${awards.map(
        ({ title, seats, text }) =>
          html`<li key=${title}>
            <span class="award-marks">${seats.map((seat) => h(SheetMark, { key: seat, module, view, seat }))}</span>
            <p><b>${title}.</b> ${text}</p>
          </li>`,
      )}
    </ul>
  </section>`;
}

// One's own firm as a strip above the hand, where the regions of the table are seen one at a time.

import { cardWords, clauses, dollars, h, html, list } from "./kit.js";
import { FirmMark, Seal } from "./marks.js";

/** @typedef {import("./kit.js").Play} Play */
/** @typedef {import("./kit.js").Firm} Firm */

/** Whether the firm may do anything. @param {{play: Play, firm: Firm}} props */
function Standing({ play, firm }) {
  if (!firm.license) return html`<span class="bad">no license</span>`;
  const probe = play.faces[firm.probe];
  if (!probe) return html`<span>licensed</span>`;
  return html`<span class="bad probed">${h(Seal, { type: "investigation" })}${probe.title}</span>`;
}

/** @param {{play: Play, firm: Firm}} props */
export function OwnStrip({ play, firm }) {
  const { front, onFront, faces, view } = play;
  const probe = faces[firm.probe];
  const open = list(cardWords(faces, firm.cash));
  const said = clauses(
    "Your firm",
    `capital ${dollars(firm.capital)}`,
    firm.license ? (probe ? `under investigation for ${probe.title}` : "licensed") : "no license",
    `on firm ${dollars(firm.tabled)}`,
    open && `uninsured ${open}`,
    !!view.mine && `${dollars(view.mine.line.total)} if the round ended now`,
  );
  return html`<button
    type="button" class="own-strip" aria-pressed=${front === "mine" ? "true" : "false"}
    onClick=${() => onFront(front === "mine" ? "board" : "mine")}>
    <${FirmMark} seat=${play.seat} quiet />
    <span class="visually-hidden">${said}</span>
    <span class="own-words" aria-hidden="true">
      ${h(Standing, { play, firm })}
      <span>on firm <b>${dollars(firm.tabled)}</b></span>
      <span>capital <b>${dollars(firm.capital)}</b></span>
      ${view.mine ? html`<span class="now">now <b>${dollars(view.mine.line.total)}</b></span>` : null}
    </span>
  </button>`;
}

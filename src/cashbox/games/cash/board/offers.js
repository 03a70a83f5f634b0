// Offers as they lie on the table: one that waits, and what both sides put in.

import { Do, count, counted, h, html, tip, who } from "./kit.js";
import { Back, Chip } from "./cards.js";
import { FirmMark } from "./marks.js";

/** @typedef {import("./kit.js").Play} Play */
/** @typedef {import("./types.js").Offer} Offer */

/**
 * What one side of an offer puts in.
 * @param {{play: Play, firm: number[], named: number[], hidden: number, down: number[], whose: string}} props
 *   hidden: how many cards go face down; down: which those are, where the viewer knows
 */
function Side({ play, firm, named, hidden, down, whose }) {
  return html`<ul class="goods">
    ${counted(firm).map(
      ([card, n]) =>
        html`<li key=${`f${card}`}>${h(Chip, { face: play.faces[card], count: n, note: `from ${whose} firm` })}</li>`,
    )}
    ${counted(named).map(
      ([card, n]) =>
        html`<li key=${`n${card}`}>${h(Chip, { face: play.faces[card], count: n, note: "from hand" })}</li>`,
    )}
    ${counted(down).map(
      ([card, n]) =>
        html`<li key=${`d${card}`}>${h(Chip, { face: play.faces[card], count: n, note: "face down" })}</li>`,
    )}
    ${
      hidden && !down.length
        ? html`<li class="down" ...${tip("down", undefined, true)}>
            ${h(Back, { count: undefined })}
            <span>${count(hidden, "card")} face down</span>
          </li>`
        : null
    }
  </ul>`;
}

/**
 * Both sides. To others than the two, what comes from the hands is not known.
 * @param {{play: Play, offer: Offer}} props
 */
export function Deal({ play, offer }) {
  const { maker, partner } = offer;
  const party = [maker, partner].includes(play.seat);
  /** @param {number} seat */
  const gives = (seat) => (seat === play.seat ? "You give" : `${play.names[seat]} gives`);
  /** @param {number[]} firm */
  const rest = (firm) =>
    party ? null : html`<p class="quiet small">${firm.length ? "and possibly cards from hand" : "cards from hand"}</p>`;
  /** @param {number} seat @param {{firm: number[], named: number[], hidden: number, down: number[]}} goods */
  const half = (seat, goods) => html`<div>
    <h3><${FirmMark} seat=${seat} quiet /> ${gives(seat)}</h3>
    ${h(Side, { play, ...goods, whose: seat === play.seat ? "your" : "their" })}
    ${rest(goods.firm)}
  </div>`;
  return html`<div class="deal">
    ${half(maker, {
      firm: offer.give_firm,
      named: offer.give_named,
      hidden: offer.give_hidden,
      down: offer.hidden,
    })}
    <svg class="swap" viewBox="0 0 24 24" role="img" aria-label="for"><path d="M4 8h15l-4-4M20 16H5l4 4" /></svg>
    ${half(partner, { firm: offer.ask_firm, named: offer.ask_named, hidden: offer.ask_hidden, down: [] })}
  </div>`;
}

/** An offer that waits for someone else. @param {{play: Play}} props */
export function Waiting({ play }) {
  const { offer } = play.view;
  if (!offer?.made || (offer.partner === play.seat && play.legal.all.length)) return null;
  const { maker, partner } = offer;
  const title =
    maker === play.seat
      ? `Waiting for ${play.names[partner]} to answer your ${offer.counter ? "counteroffer" : "offer"}`
      : `${play.names[maker]} sent ${who(play, partner)} ${offer.counter ? "a counteroffer" : "an offer"}`;
  return html`<div class="waiting" data-layer="over" ...${tip("waiting", { counter: offer.counter }, true)}>
    <header>
      <p><b>${title}</b></p>
      ${play.legal.has("withdraw") ? h(Do, { play, form: { type: "withdraw" }, kind: "small" }) : null}
    </header>
    ${h(Deal, { play, offer })}
  </div>`;
}

/** The offer that another one answers, under its heading. @param {{play: Play, offer: Offer | null}} props */
export function Answered({ play, offer }) {
  if (!offer) return null;
  const title = offer.maker === play.seat ? "Your offer" : `${play.names[offer.maker]}'s offer`;
  return html`<section class="answered"><h4>${title}</h4>${h(Deal, { play, offer })}</section>`;
}

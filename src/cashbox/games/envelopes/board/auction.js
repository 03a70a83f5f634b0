// The auction of the Starting Player Chain: who has bid what, one's own bid, and the auctioneer's choice.

import { Buck, Do, classes, count, h, html, useState } from "./kit.js";
import { SymbolMark } from "./player-symbols.js";
import { said, tip, titled } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */

/**
 * What the auction says of a player.
 * @param {Play} play
 * @param {import("./types.js").Auction} auction
 * @param {number} seat
 */
function standing(play, auction, seat) {
  const bid = auction.bids[seat];
  const parts = [bid ? `bids ${bid}` : ""];
  if (auction.passed.includes(seat)) parts.push("out");
  else if (play.view.acting.includes(seat)) parts.push("deciding");
  else if (!bid) parts.push("no bid yet");
  return parts.filter(Boolean).join(", ");
}

/** Any amount from the least that may be bid to the most. @param {{play: Play, least: number, most: number}} props */
function Bids({ play, least, most }) {
  const [wish, setWish] = useState(0);
  const amount = Math.min(Math.max(wish, least), most);
  const pass = play.legal.get({ type: "bid", bucks: 0 });
  /** What is typed counts as far as it can be bid, and the field shows it. @param {{target: any}} event */
  const typed = ({ target }) => {
    const n = Math.min(Math.max(Math.round(Number(target.value)) || least, least), most);
    target.value = String(n);
    setWish(n);
  };
  return html`<div class="bidding">
    ${
      play.legal.get({ type: "bid", bucks: amount })
        ? html`
            <div class="stepper" role="group" aria-label="Your bid">
              <button
                type="button" class="button" aria-label="Bid one less" disabled=${amount <= least}
                onClick=${() => setWish(amount - 1)}>
                −
              </button>
              <label>
                <span class="visually-hidden">Bucks to bid, from ${least} to ${most}</span>
                <input type="number" min=${least} max=${most} value=${amount} onChange=${typed} />
              </label>
              <button
                type="button" class="button" aria-label="Bid one more" disabled=${amount >= most}
                onClick=${() => setWish(amount + 1)}>
                +
              </button>
            </div>
            ${h(Do, { play, form: { type: "bid", bucks: amount }, kind: "primary" }, `Bid ${count(amount, "buck")}`)}
            <span class="quiet small">${play.legal.get({ type: "bid", bucks: amount })?.label}.</span>
          `
        : null
    }
    ${pass ? h(Do, { play, form: pass.action }, pass.label) : null}
  </div>`;
}

/** @param {{play: Play}} props */
export function AuctionSheet({ play }) {
  const { view, names, seat, me } = play;
  const { auction } = view;
  if (!auction) return html`<p class="quiet pad">The auction is about to start.</p>`;
  const { auctioneer, high, bidder, order, least, most } = auction;
  /** @param {number} s */
  const name = (s) => (s === seat ? "you" : names[s]);
  const deciding = play.legal.has("sell") || play.legal.has("keep");
  return html`<div class="draft auction">
    <h2 ...${tip("phase.auction", undefined, true)}>The chain is up for auction</h2>
    <p>
      <b>${seat === auctioneer ? "You are" : `${names[auctioneer]} is`} the auctioneer.</b> ${
        bidder >= 0
          ? `The highest bid is ${count(high, "buck")}, from ${name(bidder)}.`
          : `No bids yet. ${said(play, "auction.none")}`
      }
    </p>
    <ol class="bidders" aria-label="Bids">
      ${order.map(
        (s) => html`<li
          key=${s}
          class=${classes({ now: view.acting.includes(s), best: s === bidder, out: auction.passed.includes(s) })}>
          <${SymbolMark} symbol=${view.players[s].symbol} quiet />
          <b>${s === seat ? "You" : names[s]}</b>
          <span>${standing(play, auction, s)}</span>
          <span class="has"><${Buck} count=${view.players[s].bucks} /></span>
        </li>`,
      )}
    </ol>
    ${me ? html`<p class="line"><span>You have</span><${Buck} count=${me.bucks} /></p>` : null}
    ${play.legal.has("bid") ? h(Bids, { play, least, most: most[seat] }) : null}
    ${
      deciding
        ? html`<div class="choices">
            ${h(Do, { play, form: { type: "sell" }, kind: "primary" })}
            ${h(Do, { play, form: { type: "keep" } }, play.legal.get({ type: "keep" })?.label ?? "Keep the chain")}
          </div>`
        : null
    }
    ${play.legal.all.length ? null : html`<p class="quiet">${play.props.prompt}</p>`}
    <details>
      <summary>Who pays what</summary>
      ${["action.bid", "action.sell", "action.keep"].map(
        (key) => html`<p key=${key}><b>${titled(play, key)}.</b> ${said(play, key)}</p>`,
      )}
    </details>
  </div>`;
}

// The auction of the Starting Player Chain: who has bid what, one's own bid, and the auctioneer's choice.

import { Buck, Do, classes, count, h, html, seatsFrom, useState } from "./kit.js";
import { SymbolMark } from "./marks.js";
import { tip } from "./tips.js";

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

/** Any amount from one above the best bid to all one has. @param {{play: Play}} props */
function Bids({ play }) {
  const amounts = play.legal
    .of("bid")
    .map((e) => Number(e.action.bucks))
    .filter((n) => n > 0);
  const [wish, setWish] = useState(0);
  const least = Math.min(...amounts);
  const most = Math.max(...amounts);
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
      amounts.length
        ? html`
            <div class="stepper" role="group" aria-label="Your bid">
              <button
                type="button" class="button" aria-label="One less" disabled=${amount <= least}
                onClick=${() => setWish(amount - 1)}>
                −
              </button>
              <label>
                <span class="visually-hidden">Bucks to bid, ${least} to ${most}</span>
                <input type="number" min=${least} max=${most} value=${amount} onChange=${typed} />
              </label>
              <button
                type="button" class="button" aria-label="One more" disabled=${amount >= most}
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
  if (!auction) return html`<p class="quiet pad">The auction opens.</p>`;
  const { auctioneer, high, bidder } = auction;
  /** @param {number} s */
  const name = (s) => (s === seat ? "you" : names[s]);
  const bidders = seatsFrom(auctioneer, view.players.length).slice(1);
  const deciding = play.legal.has("sell") || play.legal.has("keep");
  return html`<div class="draft auction">
    <h2 ...${tip("phase.auction", undefined, true)}>The chain is up for auction</h2>
    <p>
      <b>${seat === auctioneer ? "You are" : `${names[auctioneer]} is`} the auctioneer.</b> ${
        bidder >= 0
          ? `The best bid is ${count(high, "buck")}, by ${name(bidder)}.`
          : "Nobody has bid yet; without a bid the auctioneer keeps the chain for nothing."
      }
    </p>
    <ol class="bidders" aria-label="Bids">
      ${bidders.map(
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
    ${play.legal.has("bid") ? h(Bids, { play }) : null}
    ${
      deciding
        ? html`<div class="choices">
            ${h(Do, { play, form: { type: "sell" }, kind: "primary" })}
            ${h(Do, { play, form: { type: "keep" } }, play.legal.get({ type: "keep" })?.label ?? "Keep the chain")}
          </div>`
        : null
    }
    ${
      !play.legal.all.length
        ? html`<p class="quiet">
            ${view.acting.map(name).join(", ")} ${
              view.acting.includes(auctioneer) ? "decides: sell or keep." : "may raise or pass."
            }
          </p>`
        : null
    }
    <details>
      <summary>What is paid</summary>
      <p>
        The auctioneer sells the chain to the best bidder, who pays one buck more than the second-best bid, or the bid
        itself where it is the only one; or keeps it and pays the bank one buck less than the best bid, and with fewer
        bucks than that has to sell. A pass is final, and a player who cannot bid more is out.
      </p>
    </details>
  </div>`;
}

// Envelopes and bucks: what a player can spend, and what is left after paying.

import { Buck, COLOURS, Envelope, Fragment, classes, count, envelopeText, h, html, sum } from "./kit.js";
import { colourTip, tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Price} Price */
/** @typedef {import("./types.js").Player} Player */

/**
 * Envelopes, each color in its own place so that nothing moves when one runs out.
 * @param {{counts: readonly number[], model: import("./types.js").Model, small?: boolean}} props
 */
export function Wallet({ counts, model, small }) {
  return html`<span class=${classes({ wallet: true, small })} role="group" aria-label=${envelopeText(counts)}>
    ${COLOURS.map(
      (colour, c) =>
        html`<span
          key=${colour} class=${classes({ none: !counts[c] })} role="img"
          aria-label=${count(counts[c], `${colour} envelope`)}
          ...${tip("envelope", { ...colourTip(model, c), count: counts[c] }, !c)}>
          ${h(Envelope, { colour: /** @type {"green"} */ (colour), count: counts[c], quiet: true })}
        </span>`,
    )}
  </span>`;
}

/** Only the envelopes that there are. @param {{counts: readonly number[], none?: string}} props */
export function Bundle({ counts, none = "" }) {
  if (!sum(counts)) return none ? html`<span class="quiet">${none}</span>` : null;
  return html`<span class="bundle" role="img" aria-label=${envelopeText(counts)}>
    ${COLOURS.map((colour, c) =>
      counts[c]
        ? html`<span key=${colour} aria-hidden="true">
            ${h(Envelope, { colour: /** @type {"green"} */ (colour), count: counts[c], quiet: true })}
          </span>`
        : null,
    )}
  </span>`;
}

/** What a player can spend this month. @param {{play: Play, player: Player}} props */
export function Purse({ play, player }) {
  const mine = player === play.me;
  return html`<div
    class="purse" aria-label=${mine ? "What you can spend" : "Available to spend"} role="group" data-tips="">
    <${Wallet} counts=${player.envelopes} model=${play.model} />
    <span class="more">
      <span ...${tip("buck", undefined, false)}><${Buck} count=${player.bucks} /></span>
      ${
        player.free >= 0
          ? html`<span
              class="moves" role="img" aria-label=${`${count(player.free, "free move")}`}
              ...${tip(
                "moves",
                {
                  count: player.free,
                  now: play.view.phase === "month" && play.view.acting.includes(play.view.players.indexOf(player)),
                },
                false,
              )}>
              ${player.free}
              <svg viewBox="-20 -14 40 28" aria-hidden="true">
                <path d="M-17-11H11c4 0 6 3 6 8V7h-34z" />
                <circle cx="-9" cy="8" r="4" />
                <circle cx="9" cy="8" r="4" />
              </svg>
            </span>`
          : null
      }
    </span>
  </div>`;
}

/**
 * What the viewer has to pay, where it is not what is printed, and what is left then.
 * @param {{price: Price | undefined}} props
 */
export function Paying({ price }) {
  if (!price) return null;
  return html`<${Fragment}>
    ${
      price.less
        ? html`<p class="line"><span>Saved by your cards</span><span>${count(price.less, "envelope")}</span></p>`
        : null
    }
    ${
      price.payable
        ? html`<p class="line">
            <span>Left after paying</span>
            ${
              price.left.length
                ? html`<${Bundle} counts=${price.left} none="no envelopes" /><${Buck} count=${price.bucks} />`
                : html`<span class="quiet">depends on how you pay</span>`
            }
          </p>`
        : null
    }
  <//>`;
}

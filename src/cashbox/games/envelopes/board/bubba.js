// Bubba, the opponent without a seat: his score, whom he took, whom he takes next and why.

import { POSITIONS, Star, count, h, html } from "./kit.js";
import { SymbolMark } from "./player-symbols.js";
import { Class } from "./class.js";
import { SOURCES } from "./names.js";
import { said, tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */

/** Whom he takes at the end of this month, and why. @param {{play: Play, bubba: import("./types.js").Bubba}} props */
export function BubbaNext({ play, bubba }) {
  if (!bubba.why) return null;
  return html`<p
    class="bubba-next" ...${bubba.next < 0 ? {} : tip("bubba.next", undefined, true)} data-symbol=${bubba.symbol}>
    <${SymbolMark} symbol=${bubba.symbol} quiet />
    <span>${bubba.why}</span>
    ${
      bubba.next < 0
        ? null
        : html`<button
            type="button" class="button small" onClick=${() => play.setPick({ kind: "recruit", slot: bubba.next })}>
            Show recruit
          </button>`
    }
  </p>`;
}

/** @param {{play: Play}} props */
export function BubbaMat({ play }) {
  const { view } = play;
  const { bubba } = view;
  if (!bubba) return null;
  return html`<div class="mat opened bubba" role="group" data-seat=${view.players.length} aria-label=${bubba.name}>
    <header class="bar">
      <span class="nameplate" data-symbol=${bubba.symbol}>
        <${SymbolMark} symbol=${bubba.symbol} quiet />
        <b ...${tip("bubba", undefined, true)}>${bubba.name}</b>
        <button
          type="button" class="score" aria-label=${`${count(bubba.stars, "star")}: why?`}
          onClick=${() => play.setPick({ kind: "score", seat: view.players.length })}>
          <${Star} count=${bubba.stars} quiet />
        </button>
      </span>
    </header>
    <p class="quiet small">${said(play, "bubba")}</p>
    ${h(BubbaNext, { play, bubba })}
    <div class="parts">
      <div>
        <h3>Recruits signed</h3>
        ${
          bubba.recruits.length
            ? html`<ul class="taken">
                ${bubba.recruits.map(
                  (r) =>
                    html`<li key=${r.slot}>
                      <b>${POSITIONS[r.position]}</b> ${play.model.slots[r.slot].name} <${Star} count=${r.stars} />
                    </li>`,
                )}
              </ul>`
            : html`<p class="quiet">No recruits yet.</p>`
        }
        <p class="tally" ...${tip("score.discard")}>
          <span>From discarded cards</span>
          <b><${Star} count=${bubba.scored[SOURCES.indexOf("discard")]} /></b>
        </p>
      </div>
      <div><h3>Recruiting class</h3>${h(Class, { play, of: bubba, list: false })}</div>
    </div>
  </div>`;
}

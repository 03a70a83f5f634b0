// The recruiting class: positions, regions and recruits; and bets in Vegas.

import { COLOURS, LETTERS, POSITIONS, POSITION_NAMES, Star, classes, count, h, html } from "./kit.js";
import { colourTip, positionTip, tip } from "./tips.js";
import { Bundle } from "./wallet.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {import("./types.js").Prepaid} Prepaid */
/** @typedef {import("./types.js").Signed} Signed */
/** @typedef {import("./types.js").Standing} Standing */

/**
 * Positions, regions, and what both tables give as they stand.
 * @param {{play: Play, of: {recruits: Signed[], standing: Standing, prepaid?: Prepaid[]}, list?: boolean}} props of:
 *   whose class it is; list: of the recruits, too
 */
export function Class({ play, of: { recruits, standing, prepaid = [] }, list = true }) {
  const { model } = play;
  const { positions, regions, different, best } = standing;
  const all = positions.length;
  return html`<div class="class">
    <ul
      class="positions"
      aria-label=${`${different} of ${all} positions, worth ${standing.position_stars} stars at the end`} data-tips="">
      ${POSITIONS.map((name, p) => {
        const who = recruits
          .filter((r) => r.position === p)
          .map((r) => `${model.slots[r.slot].name}, ${count(r.stars, "star")}`);
        return html`<li
          key=${name} class=${classes({ have: positions[p] })} ...${tip("position", positionTip(p, who), !p)}>
          <b>${name}</b>
          <span aria-hidden="true">${positions[p] ? "●".repeat(Math.min(positions[p], 4)) : "–"}</span>
          <span class="visually-hidden">${POSITION_NAMES[p]}: ${positions[p] ? who.join("; ") : "none yet"}</span>
        </li>`;
      })}
    </ul>
    <p
      class="tally"
      ...${tip("positions", { count: different, stars: standing.position_stars, next: standing.position_next })}>
      <span>${different} of ${all} positions</span>
      <b><${Star} count=${standing.position_stars} /></b>
      ${standing.position_next ? html`<small>next: ${standing.position_next}</small>` : null}
    </p>
    <ul
      class="by-region"
      aria-label=${`Recruits by region; the best, ${best}, is worth ${standing.region_stars} stars at the end`}
      data-tips="">
      ${regions.map(
        (n, c) => html`<li
          key=${c} data-colour=${COLOURS[c]} class=${classes({ best: n && n === best })}
          ...${tip("colour", colourTip(model, c), !c)}>
          <span class="swatch" aria-hidden="true">${LETTERS[c]}</span>
          <b>${n}</b>
          <span class="visually-hidden">${model.regions[c]}</span>
        </li>`,
      )}
    </ul>
    <p
      class="tally" ...${tip("best_region", { count: best, stars: standing.region_stars, next: standing.region_next })}>
      <span>best region: ${best}</span>
      <b><${Star} count=${standing.region_stars} /></b>
      ${standing.region_next ? html`<small>next: ${standing.region_next}</small>` : null}
    </p>
    ${
      list && recruits.length
        ? html`<details class="roster">
            <summary>${count(recruits.length, "recruit")}</summary>
            <ul>
              ${recruits.map(
                (r) =>
                  html`<li key=${r.slot}>
                    <b>${POSITIONS[r.position]}</b> ${model.slots[r.slot].name} <${Star} count=${r.stars} />
                  </li>`,
              )}
            </ul>
          </details>`
        : null
    }
    ${prepaid.length ? h(PrepaidList, { play, prepaid }) : null}
  </div>`;
}

/** Recruits with envelopes beside them. @param {{play: Play, prepaid: Prepaid[]}} props */
function PrepaidList({ play, prepaid }) {
  return html`
    <h4 ...${tip("prepaid")}>Prepaid</h4>
    <ul class="sent">
      ${prepaid.map(
        (p) =>
          html`<li key=${p.slot}>
            <button type="button" class="link" onClick=${() => play.setPick({ kind: "recruit", slot: p.slot })}>
              ${play.model.slots[p.slot].name}
            </button> <${Bundle} counts=${p.envelopes} />
          </li>`,
      )}
    </ul>
  `;
}

/** Bets in Vegas. @param {{player: Player}} props */
export function Bets({ player }) {
  if (!player.bets.length) return null;
  return html`<p class="bets" ...${tip("bets")}>
    <b>Vegas</b> ${player.bets.map(
      (bet) =>
        html`<span
          class="bet" data-colour=${COLOURS[bet.colour]} role="img"
          aria-label=${`${bet.count > 1 ? `${bet.count} on ` : ""}${COLOURS[bet.colour]} ${bet.number}`}>
          ${LETTERS[bet.colour]}
          ${bet.number}
          ${bet.count > 1 ? `×${bet.count}` : ""}
        </span>`,
    )}
  </p>`;
}

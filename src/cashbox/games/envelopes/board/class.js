// The recruiting class: positions, regions and recruits; and bets in Vegas.

import {
  COLOURS,
  POSITIONS,
  POSITION_NAMES,
  POSITION_POINTS,
  REGION_POINTS,
  Star,
  classes,
  count,
  html,
  slotName,
  standing,
} from "./kit.js";
import { colourTip, positionTip, tip } from "./tips.js";
import { Bundle } from "./wallet.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Player} Player */

/** Positions, regions, and what both tables give as they stand.
 * @param {{play: Play, recruits: import("./types.js").Signed[], prepaid?: import("./types.js").Prepaid[], list?:
 *   boolean}} props list: of the recruits, too */
export function Class({ play, recruits, prepaid = [], list = true }) {
  const { model } = play;
  const { positions, regions, different, best, positionStars, regionStars } = standing(model, recruits);
  return html`<div class="class">
    <ul
      class="positions" aria-label=${`${different} of 8 positions, worth ${positionStars} stars at the end`}
      data-tips="">
      ${POSITIONS.map((name, p) => {
        const who = recruits
          .filter((r) => r.position === p)
          .map((r) => `${slotName(model, r.slot)}, ${count(r.stars, "star")}`);
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
      ...${tip("positions", { count: different, stars: positionStars, next: POSITION_POINTS[different + 1] ?? 0 })}>
      <span>${different} of 8 positions</span>
      <b><${Star} count=${positionStars} /></b>
      ${different < 8 ? html`<small>next: ${POSITION_POINTS[different + 1]}</small>` : null}
    </p>
    <ul
      class="regions" aria-label=${`Recruits by region; the best, ${best}, is worth ${regionStars} stars at the end`}
      data-tips="">
      ${regions.map(
        (n, c) => html`<li
          key=${c} data-colour=${COLOURS[c]} class=${classes({ best: n && n === best })}
          ...${tip("colour", colourTip(model, c), !c)}>
          <span class="swatch" aria-hidden="true">${COLOURS[c] === "gray" ? "S" : COLOURS[c][0].toUpperCase()}</span>
          <b>${n}</b>
          <span class="visually-hidden">${model.regions[c]}</span>
        </li>`,
      )}
    </ul>
    <p class="tally" ...${tip("best_region", { count: best, stars: regionStars, next: REGION_POINTS[best + 1] ?? 0 })}>
      <span>best region: ${best}</span>
      <b><${Star} count=${regionStars} /></b>
      ${best < 10 ? html`<small>next: ${REGION_POINTS[best + 1]}</small>` : null}
    </p>
    ${
      list && recruits.length
        ? html`<details class="roster">
            <summary>${count(recruits.length, "recruit")}</summary>
            <ul>
              ${recruits.map(
                (r) =>
                  html`<li key=${r.slot}>
                    <b>${POSITIONS[r.position]}</b> ${slotName(model, r.slot)} <${Star} count=${r.stars} />
                  </li>`,
              )}
            </ul>
          </details>`
        : null
    }
    ${
      prepaid.length
        ? html`
            <h4 ...${tip("prepaid")}>Prepaid</h4>
            <ul class="sent">
              ${prepaid.map(
                (p) =>
                  html`<li key=${p.slot}>
                    <button type="button" class="link" onClick=${() => play.setPick({ kind: "recruit", slot: p.slot })}>
                      ${slotName(model, p.slot)}
                    </button> <${Bundle} counts=${p.envelopes} />
                  </li>`,
              )}
            </ul>
          `
        : null
    }
  </div>`;
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
          ${COLOURS[bet.colour] === "gray" ? "S" : COLOURS[bet.colour][0].toUpperCase()}
          ${bet.number}
          ${bet.count > 1 ? `×${bet.count}` : ""}
        </span>`,
    )}
  </p>`;
}

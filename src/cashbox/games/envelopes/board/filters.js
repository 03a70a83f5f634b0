// Which cards of a draft one looks at: by kind, by color, those that one could pay.

import { COLOURS, Envelope, classes, count, h, html, useState } from "./kit.js";
import { KindMark } from "./cards.js";
import { KIND_NAMES } from "./names.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Card} Card */
/** kind: "" for all; colour: -1 for all; pay: only those that one could pay. */
/** @typedef {{kind: string, colour: number, pay: boolean}} Wish */

/** @type {Wish} */
const ALL = { kind: "", colour: -1, pay: false };
const KINDS = /** @type {const} */ (["culture", "pf", "fund"]);

/** Fewer cards than that are seen at a glance. */
const MANY = 5;

/** @param {Wish} wish @param {Card} card @param {readonly number[]} payable */
function fits({ kind, colour, pay }, card, payable) {
  if (kind && card.kind !== kind) return false;
  if (colour >= 0 && !card.cost[colour] && card.region !== colour) return false;
  return !pay || payable.includes(card.index);
}

/**
 * What one wishes to see, and the cards of some that fit.
 * @param {Play} play
 */
export function useFilter(play) {
  const [wish, setWish] = useState(ALL);
  const payable = play.view.mine?.payable ?? [];
  /** @param {readonly number[]} cards */
  const only = (cards) => cards.filter((card) => fits(wish, play.model.cards[card], payable));
  return { wish, setWish, only };
}

/** @param {{on: boolean, onPress: () => void, name: string, colour?: string, children?: any}} props */
function Key({ on, onPress, name, colour, children }) {
  return html`<button
    type="button" class=${classes({ button: true, small: true, filter: true, on })} data-colour=${colour}
    aria-pressed=${String(on)} title=${name} onClick=${onPress}>
    <span class="visually-hidden">${name}</span>
    <span class="seen" aria-hidden="true">${children}</span>
  </button>`;
}

/**
 * The keys of the filter.
 * @param {{play: Play, filter: ReturnType<typeof useFilter>, cards: number[]}} props cards: all of them
 */
export function Filters({ play, filter: { wish, setWish, only }, cards }) {
  if (cards.length < MANY) return null;
  const filtered = wish.kind || wish.colour >= 0 || wish.pay;
  return html`<div class="filters" role="group" aria-label="Show only">
    ${KINDS.map((kind) =>
      h(
        Key,
        {
          key: kind,
          on: wish.kind === kind,
          name: KIND_NAMES[kind],
          onPress: () => setWish({ ...wish, kind: wish.kind === kind ? "" : kind }),
        },
        h(KindMark, { kind }),
      ),
    )}
    ${COLOURS.map((colour, c) =>
      h(
        Key,
        {
          key: colour,
          colour,
          on: wish.colour === c,
          name: `Costs or gives ${colour}`,
          onPress: () => setWish({ ...wish, colour: wish.colour === c ? -1 : c }),
        },
        h(Envelope, { colour, quiet: true }),
      ),
    )}
    ${
      play.me
        ? html`<button
            type="button" class=${classes({ button: true, small: true, filter: true, on: wish.pay })}
            aria-pressed=${String(wish.pay)} onClick=${() => setWish({ ...wish, pay: !wish.pay })}>
            I can pay
          </button>`
        : null
    }
    <span class="quiet small" role="status">
      ${filtered ? `${only(cards).length} of ${count(cards.length, "card")}` : ""}
    </span>
    ${
      filtered
        ? html`<button type="button" class="button small plain" onClick=${() => setWish(ALL)}>Show all</button>`
        : null
    }
  </div>`;
}

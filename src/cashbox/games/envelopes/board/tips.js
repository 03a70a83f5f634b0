// What there is to say of the things on this table, for the sentences in help.json.

import { COLOURS, MONTHS, POSITIONS, POSITION_GROUPS, POSITION_NAMES, envelopeText, list, regionText } from "./kit.js";
import { say } from "/static/js/board/sentence.js";
import { tip } from "/static/js/board/tips.js";

export { tip };

/** @typedef {import("./types.js").SeatView} SeatView */
/** @typedef {import("./types.js").Props} Props */

/**
 * The sentence of a tip, to be read on the table itself; empty until the sentences have come.
 * @param {{props: Pick<Props, "tips">}} play
 * @param {string} key
 * @param {import("/static/js/board/sentence.js").Facts} [facts]
 */
export function said({ props: { tips } }, key, facts = {}) {
  return tips[key] ? say(tips[key].say, facts) : "";
}

/**
 * What a tip calls its thing; empty until the sentences have come.
 * @param {{props: Pick<Props, "tips">}} play
 * @param {string} key
 */
export function titled({ props: { tips } }, key) {
  return tips[key] ? say(tips[key].name, {}) : "";
}

/**
 * What a card does in a few words; its text until they have come.
 * @param {import("./types.js").Play} play
 * @param {number} card
 */
export function briefOf(play, card) {
  return said(play, `brief.${card}`) || play.model.cards[card].text;
}

/** @param {import("./types.js").Model} model @param {number} colour */
export function colourTip(model, colour) {
  return { colour: COLOURS[colour], region: model.regions[colour] };
}

/**
 * @param {import("./types.js").Card} card
 * @param {string} kind
 * @param {string} use
 * @param {boolean} short its face does not show the whole text
 */
export function cardTip(card, kind, use, short) {
  return tip("card", {
    card: card.name,
    kind,
    use,
    text: short ? card.text : "",
    idle: card.idle,
    stars: card.stars,
    cost: card.kind === "coach" ? "" : envelopeText(card.cost),
  });
}

/** @param {import("./types.js").Model} model @param {import("./types.js").Space} space @param {string} here */
export function spaceTip(model, space, here) {
  const region = regionText(model, space);
  return tip(space.kind, { here, region, colour: list(space.regions.map((c) => COLOURS[c])) });
}

/** @param {number} position @param {string[]} who */
export function positionTip(position, who) {
  return {
    short: POSITIONS[position],
    position: POSITION_NAMES[position],
    group: POSITION_GROUPS[position],
    have: who.join("; ") || "none yet",
  };
}

/**
 * What this die may give the viewer now, while one chooses; else what dice are for.
 * @param {SeatView} view
 * @param {number} colour
 */
export function dieTip(view, colour) {
  const gives = view.mine?.gives[colour];
  return gives
    ? tip("die", { colour: COLOURS[colour], value: view.dice[colour], gives })
    : tip("die.none", { colour: COLOURS[colour], taken: gives === null });
}

/** @param {SeatView} view @param {number} month @param {boolean} [stop] */
export function monthTip(view, month, stop) {
  const when = month < view.over ? "past" : month === view.month ? "now" : "later";
  const leaves = MONTHS[view.rules.leaves[month]] ?? "";
  return tip(
    `month.${when}`,
    { month: MONTHS[month], leaves, gone: month < view.expired, gathered: view.gathered },
    stop,
  );
}

// The content as tables by number.

import { COLOURS, SYMBOLS } from "./kit.js";
import { RECRUIT_LETTERS, SPACES } from "./names.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Space} Space */
/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Content} Content */

/** @type {WeakMap<object, Map<string, Model>>} */
const models = new WeakMap();

/** @param {string} word */
const colour = (word) => COLOURS.findIndex((one) => one === word);
/** @param {string[]} words */
const costOf = (words) => COLOURS.map((c) => words.filter((w) => w === c).length);

/**
 * Spaces and the places of recruits, numbered as the rules number them: kind by kind, in the order of `SPACES`.
 * @param {Content["map"]} map
 */
function placesOf(map) {
  /** @type {Space[]} */
  const spaces = [];
  /** @type {Slot[]} */
  const slots = [];
  for (const [kind, recruits] of Object.entries(SPACES)) {
    for (const { id, name, region, regions: several, seat } of map[/** @type {keyof typeof SPACES} */ (kind)]) {
      const regions = (several ?? (region ? [region] : [])).map(colour);
      for (let nth = 0; nth < recruits; nth++) {
        const place = recruits > 1 ? `${name} ${RECRUIT_LETTERS[nth]}` : name;
        slots.push({ slot: slots.length, space: spaces.length, regions, name: place, nth });
      }
      spaces.push({ index: spaces.length, id, name, kind, regions, seat: seat ? SYMBOLS.indexOf(seat) : -1 });
    }
  }
  return { spaces, slots };
}

/**
 * The neighbors of each space.
 * @param {Content["map"]["road"]} map
 * @param {Map<string, Space>} byId
 */
function roadsOf(map, byId) {
  /** @type {number[][]} */
  const roads = Array.from(byId, () => []);
  for (const { between } of map) {
    const [a, b] = between.map((id) => byId.get(id)?.index ?? 0);
    roads[a].push(b);
    roads[b].push(a);
  }
  return roads;
}

/**
 * Cards, and behind them the coaches.
 * @param {Content} content
 * @param {readonly number[]} idle
 * @returns {Card[]}
 */
function cardsOf({ cards, coaches }, idle) {
  const table = cards.card.map((card) => ({
    index: card.number - 1,
    number: card.number,
    id: "",
    name: card.name,
    text: card.text,
    kind: card.kind,
    use: card.use,
    stars: card.stars,
    cost: costOf(card.cost),
    region: card.region ? colour(card.region) : -1,
    idle: idle.includes(card.number - 1),
  }));
  coaches.coach.forEach(({ id, name, text, use }, k) => {
    const index = cards.card.length + k;
    const cost = costOf([]);
    const number = index + 1;
    table[index] = {
      index,
      number,
      id,
      name,
      text,
      kind: "coach",
      use,
      stars: 0,
      cost,
      region: -1,
      idle: idle.includes(index),
    };
  });
  return table;
}

/**
 * The content as tables by number, as the view counts them; cards know whether they can do anything at this table.
 * @param {Content} content
 * @param {readonly number[]} idle
 * @returns {Model}
 */
export function modelOf(content, idle) {
  const here = models.get(content) ?? new Map();
  models.set(content, here);
  const known = here.get(idle.join());
  if (known) return known;
  const { spaces, slots } = placesOf(content.map);
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const model = {
    spaces,
    slots,
    byId,
    roads: roadsOf(content.map.road, byId),
    cards: cardsOf(content, idle),
    regions: content.map.region.map((r) => r.name),
  };
  here.set(idle.join(), model);
  return model;
}

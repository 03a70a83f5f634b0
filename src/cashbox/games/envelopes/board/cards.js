// The cards as one holds them: type symbol, name, stars, cost, an illustration, use symbol, text and number.

import { COLOURS, Envelope, LETTERS, classes, count, envelopeText, h, html, printedName } from "./kit.js";
import { Art } from "./art.js";
import { KIND_NAMES, USE_NAMES } from "./names.js";
import { cardTip } from "./tips.js";

/** @typedef {import("./kit.js").Card} Card */
/** @typedef {import("./kit.js").Model} Model */

/** @param {Card} card @param {Model} model */
export function kindName(card, model) {
  const kind = KIND_NAMES[/** @type {"culture"} */ (card.kind)];
  return card.region >= 0 ? `${kind}, ${model.regions[card.region]}` : kind;
}

/** @param {Card} card */
export function useName(card) {
  return USE_NAMES[/** @type {"monthly"} */ (card.use)];
}

/** A card in one breath, for a screen reader. @param {Card} card @param {Model} model */
export function cardText(card, model) {
  const cost = card.kind === "coach" ? "" : ` ${count(card.stars, "star")}, costs ${envelopeText(card.cost)},`;
  const idle = card.idle ? " No effect at this table." : "";
  return `${card.name}: ${kindName(card, model)},${cost} ${useName(card)}. ${card.text}${idle}`;
}

const PURSE =
  "M8 8 5.5 3.5c2-1.6 4 .6 6.5-.9 2.5 1.5 4.5-.7 6.5.9L16 8c4 2.6 5.5 6.2 5.5 9 0 3.2-2.5 5-9.5 5" +
  "s-9.5-1.8-9.5-5c0-2.8 1.5-6.4 5.5-9z";

/** The symbol of a card's type. @param {{kind: string, region?: number}} props */
export function KindMark({ kind, region = -1 }) {
  if (kind === "fund") {
    return html`<svg class="kindmark" data-tip=${`kind.${kind}`} viewBox="0 0 24 24" aria-hidden="true">
      <path class="fill" d=${PURSE} />
      <text x="12" y="18.6">${region >= 0 ? LETTERS[region] : "$"}</text>
    </svg>`;
  }
  if (kind === "culture") {
    return html`<svg class="kindmark" data-tip=${`kind.${kind}`} viewBox="0 0 24 24" aria-hidden="true">
      <circle class="fill" cx="12" cy="7" r="4.6" />
      <path class="fill" d="M3 22c0-6.5 4-9.5 9-9.500s9 3 9 9.500z" />
    </svg>`;
  }
  if (kind === "pf") {
    return html`<svg class="kindmark" data-tip=${`kind.${kind}`} viewBox="0 0 24 24" aria-hidden="true">
      <path
        class="fill"
        d="M2 9 12 2.5 22 9v2H2zM4 12.500h3.200V19H4zm6.4 0h3.200V19h-3.200zm6.4 0H20V19h-3.200zM2 20h20v2.500H2z" />
    </svg>`;
  }
  return html`<svg class="kindmark" data-tip=${`kind.${kind}`} viewBox="0 0 24 24" aria-hidden="true">
    <path class="fill" d="M10 5h12v4.500h-6.200A6.8 6.8 0 1 1 10 5.200z" />
    <circle class="hole" cx="9" cy="13" r="2.7" />
  </svg>`;
}

/** When a card may be used: a calendar leaf, an arrow up, a flag. @param {{use: string}} props */
export function UseMark({ use }) {
  if (use === "monthly") {
    return html`<svg class="usemark" data-tip=${`use.${use}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 5.500h18V21H3zM3 10h18M8 2.500v5M16 2.500v5" />
      <path d="M9 15l2.2 2.300L15.5 13" />
    </svg>`;
  }
  if (use === "upgrade") {
    return html`<svg class="usemark" data-tip=${`use.${use}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 21V4M5 11l7-7 7 7" />
      <path d="M5 21h14" />
    </svg>`;
  }
  return html`<svg class="usemark" data-tip=${`use.${use}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 22V3h14l-3.5 5L19 13H5" />
  </svg>`;
}

/** The envelopes of a cost, one by one. @param {{cost: readonly number[]}} props */
export function Cost({ cost }) {
  /** @type {number[]} */
  const each = [];
  cost.forEach((n, c) => {
    for (let k = 0; k < n; k++) each.push(c);
  });
  return html`<span class="cost">${each.map((c, k) => h(Envelope, { key: k, colour: c, quiet: true }))}</span>`;
}

/** That a card does nothing at this table. @param {{card: Card, short?: boolean}} props */
function Idle({ card, short }) {
  return card.idle ? html`<span class="no-effect">${short ? "no effect" : "no effect at this table"}</span>` : null;
}

/** What is printed below the head of a card. @param {{card: Card, size: string, words: string}} props */
function Inside({ card, size, words }) {
  const cost = card.kind === "coach" ? null : h(Cost, { cost: card.cost });
  if (size === "s") return html`${cost}${h(UseMark, { use: card.use })}${h(Idle, { card, short: true })}`;
  if (size === "c") {
    return html`<span class="words">
      <span>${cost}${h(UseMark, { use: card.use })} ${h(Idle, { card, short: true })} ${words}</span>
    </span>`;
  }
  return html`
    ${cost}
    ${h(Art, { card })}
    <span class="words"><${UseMark} use=${card.use} />${words}</span>
    <span class="cardfoot">
      ${h(Idle, { card })}
      <span class="no">${card.kind === "coach" ? "coach" : String(card.number).padStart(3, "0")}</span>
    </span>
  `;
}

/**
 * A card. size: "s" shows type, name, stars and cost; "c" what it does, too, in a low frame; "m" and "l" everything.
 * @param {{card: Card, model: Model, size?: "s" | "c" | "m" | "l", words?: string, state?: string, glow?: boolean,
 *   picked?: boolean, used?: boolean, dim?: boolean, onPress?: () => void}} props words: what it does, where that is
 *   shorter than its text; state: what is said of it besides what is printed
 */
export function CardFace({ card, model, size = "m", words = card.text, state = "", glow, picked, used, dim, onPress }) {
  const said = state ? `${cardText(card, model)} ${state}` : cardText(card, model);
  const attributes = {
    class: classes({ card: true, [size]: true, glow, picked, used, dim, idle: card.idle }),
    "data-kind": card.kind,
    "data-card": card.number,
    ...cardTip(card, kindName(card, model), useName(card), size === "s" || words !== card.text),
    "data-colour": card.region >= 0 ? COLOURS[card.region] : undefined,
  };
  const face = html`<span class="printed" aria-hidden="true">
    <span class="cardhead">
      <${KindMark} kind=${card.kind} region=${card.region} />
      <b class="name">${printedName(card.name)}</b>
      ${card.kind === "coach" ? null : html`<span class="worth"><i>${card.stars}</i></span>`}
    </span>
    ${h(Inside, { card, size, words })}
  </span>`;
  if (!onPress) return h("div", { ...attributes, role: "img", "aria-label": said }, face);
  return h(
    "button",
    { ...attributes, type: "button", "aria-pressed": picked ? "true" : undefined, onClick: onPress },
    html`<span class="visually-hidden">${said}</span>`,
    face,
  );
}

// The cards as one holds them, the banknotes on the firms, the back.

import { classes, dollars, h, html, printedTitle, tip } from "./kit.js";
import { Art, Seal } from "./marks.js";

/** @typedef {import("./kit.js").Face} Face */

/**
 * What a card is, for its slip.
 * @param {Face} face
 * @param {{play?: string, discard?: string}} [now] what it would do right now
 * @param {boolean} [stop]
 */
export function cardTip(face, now = {}, stop = undefined) {
  return tip(
    "card",
    {
      card: face.name,
      kind: face.kind,
      text: face.text,
      rule: face.rule,
      play: now.play ?? "",
      discard: now.discard ?? "",
    },
    stop,
  );
}

/** What stands on a card, for a screen reader. @param {Face} face */
export function faceLabel(face) {
  const { kind, type, title, amount } = face;
  return `${kind} ${type === "cash" ? dollars(amount) : title}${type === "insurance" ? ` to ${dollars(amount)}` : ""}`;
}

/** What lies on a card; its words are seen where there is room. @param {{face: Face}} props */
function Inside({ face }) {
  const note = face.type === "cash";
  return html`
    <span class="band" aria-hidden="true"><span>${face.kind}</span></span>
    <span class="middle" aria-hidden="true">${h(Art, { art: face.art })}${h(Seal, { type: face.type })}</span>
    <b class="title" aria-hidden="true">${note ? dollars(face.amount) : printedTitle(face.title)}</b>
    ${face.type === "insurance" ? html`<span class="limit" aria-hidden="true">to ${dollars(face.amount)}</span>` : null}
    <span class="words" aria-hidden="true">${face.text}</span>
    <span class="brief" aria-hidden="true">${face.brief || face.text}</span>
  `;
}

/**
 * A card; a button where it can be pressed.
 * @param {{face: Face, large?: boolean, picked?: boolean, set?: boolean, quiet?: boolean, about?: object, label?:
 *   string, onPress?: () => void}} props
 *   set: it is chosen for good; quiet: nothing can be done with it now; label: what a screen reader says
 */
export function CardFace({ face, large, picked, set, quiet, about, label = faceLabel(face), onPress }) {
  const attributes = {
    class: classes({ card: true, large, picked, set, quiet }),
    "data-type": face.type,
    "data-card": face.id,
    ...(about ?? cardTip(face)),
  };
  if (!onPress) return h("span", { ...attributes, role: "img", "aria-label": label }, Inside({ face }));
  return h(
    "button",
    { type: "button", ...attributes, "aria-pressed": picked || set ? "true" : "false", onClick: onPress },
    html`<span class="visually-hidden">${label}</span>`,
    Inside({ face }),
  );
}

/**
 * A banknote on a firm.
 * @param {{face: Face, about?: object, aim?: boolean, label?: string, onPress?: () => void}} props
 */
export function Bill({ face, about, aim, label, onPress }) {
  const attributes = {
    class: classes({ bill: true, aim }),
    "data-card": face.id,
    "data-amount": face.amount,
    ...(about ?? tip("bill", { amount: dollars(face.amount) })),
  };
  const inside = html`<i aria-hidden="true"></i><b>${dollars(face.amount)}</b>`;
  if (!onPress) return h("span", attributes, inside);
  return h("button", { type: "button", ...attributes, "aria-label": label, onClick: onPress }, inside);
}

/**
 * A card as a line of text with its drawing, where room is short.
 * @param {{face: Face, count?: number, note?: string}} props
 */
export function Chip({ face, count = 1, note }) {
  return html`<span class="chip" data-type=${face.type} ...${cardTip(face)}>
    ${h(Art, { art: face.art })} ${h(Seal, { type: face.type })}
    <span>
      ${count > 1 ? `${count} × ` : ""}
      ${printedTitle(face.name)}
      ${note ? html` <small>${note}</small>` : null}
    </span>
  </span>`;
}

/** Cards that lie face down. @param {{count?: number}} props */
export function Back({ count }) {
  return html`<span class="back" aria-hidden="true">
    <svg viewBox="0 0 24 32"><path d="M4 4h16v24H4zM12 9l5 7-5 7-5-7z" /></svg>
    ${count === undefined ? null : html`<b>${count}</b>`}
  </span>`;
}

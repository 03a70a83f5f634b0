/** The variants of games that this server offers. */

import { useDraft } from "../shared/drafts.js";
import { html } from "../shared/preact.js";

/** @typedef {import("../shared/wire.js").VariantInfo} VariantInfo */

/**
 * The chosen variant of a game and the hash of its content, "" for the original.
 * @param {import("../shared/wire.js").GameInfo} game
 * @param {string} form what the drafts of the form begin with
 */
export function useVariant(game, form) {
  const [asked, setVariant] = useDraft(`${form}variant`, "");
  const found = game.variants.find(({ name }) => name === asked);
  return { variant: found?.name ?? "", content: found?.content ?? "", setVariant };
}

/**
 * The variants of a game that this server offers.
 * @param {{variants: VariantInfo[], chosen: string, onChoose: (name: string) => void}} props
 */
export function Variants({ variants, chosen, onChoose }) {
  if (!variants.length) return null;
  const original = { name: "", text: "The game's own cards, boards, and numbers." };
  return html`<fieldset>
    <legend>Variant</legend>
    <div class="choices">
      ${[original, ...variants].map(
        (one) => html`<label class="choice">
          <input
            type="radio" name="variant" value=${one.name} checked=${one.name === chosen}
            onChange=${() => onChoose(one.name)} />
          <span><b>${one.name || "Original"}</b>${one.text}</span>
        </label>`,
      )}
    </div>
    ${chosen ? html`<p class="hint">Games with a variant aren't rated.</p>` : null}
  </fieldset>`;
}

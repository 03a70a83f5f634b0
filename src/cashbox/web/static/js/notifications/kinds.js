/** A checkbox for each kind of notification. */

import { html, useEffect, useState } from "../shared/preact.js";

/** @typedef {import("../shared/wire.js").ChannelInfo["kinds"][number]} NoticeKind */

/** @type {[NoticeKind, string][]} */
const ALL = [
  ["turn", "It's my turn"],
  ["clock", "I'm running low on time"],
  ["invitation", "I'm invited to a table"],
  ["rematch", "Someone wants to play again"],
  ["end", "A game ends"],
  ["chat", "New chat messages"],
];

/** @type {[NoticeKind, string][]} */
const OF_TABLES = [
  ["turn", "A player's turn"],
  ["clock", "A player is low on time"],
  ["end", "The game ends"],
];

/**
 * @param {{name: string, chosen: NoticeKind[], table?: boolean, onChoose: (kinds: NoticeKind[]) => void}} props
 *   name: of the way, for the fields; table: it is about a table, not about oneself
 */
export function KindChoices({ name, chosen, table, onChoose }) {
  const [ticked, setTicked] = useState(chosen);
  useEffect(() => setTicked(chosen), [chosen]);
  /** @param {NoticeKind} kind @param {boolean} on */
  const change = (kind, on) => {
    const now = on ? [...ticked, kind] : ticked.filter((one) => one !== kind);
    setTicked(now);
    onChoose(now);
  };
  return html`<fieldset class="kinds">
    <legend class="visually-hidden">Notify about</legend>
    ${(table ? OF_TABLES : ALL).map(
      ([kind, text]) =>
        html`<label key=${kind} class="check">
          <input
            type="checkbox" name=${`${name}-${kind}`} checked=${ticked.includes(kind)}
            onChange=${(/** @type {any} */ e) => change(kind, e.target.checked)} />
          <span>${text}</span>
        </label>`,
    )}
  </fieldset>`;
}

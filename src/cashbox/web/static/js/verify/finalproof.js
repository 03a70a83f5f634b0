/** Whether a game was fair: its secret, and what this browser found out by itself. */

import { h, html } from "../shared/preact.js";
import { list } from "../shared/words.js";
import { CheckDraws } from "./check-game.js";
import { Shares } from "./fairness.js";
import { comparable, kept } from "./nonce.js";

/** @typedef {{warnings: string[], checked: boolean}} Proof */

/** @param {{table: import("../shared/wire.js").Table, names: string[], proof: Proof}} props */
export function Fair({ table, names, proof }) {
  const { heads } = kept(table.id);
  return html`<details>
    <summary>Fairness</summary>
    <p>
      Every draw came from a secret, mixed with the players' shares. The server chose the secret before the game, and
      the table showed its hash. Here is the secret itself.
    </p>
    ${h(Shares, { table, names })} ${h(Verdict, { table, ...proof })}
    <dl class="proof">
      <dt>Hash shown before the game</dt>
      <dd class="mono">${table.commitment}</dd>
      <dt>Secret</dt>
      <dd class="mono">${table.secret}</dd>
    </dl>
    ${h(CheckDraws, { table, names })}
    <p>To check the rules as well, download the journal and run${" "} <code>cashbox verify FILE</code>.</p>
    ${
      heads.length
        ? html`
            <p>Your browser's record of the game, for the option <code>--head</code>:</p>
            <p class="mono hash">${heads.at(-1)}</p>
          `
        : null
    }
  </details>`;
}

/**
 * What this browser found out by itself, and from what.
 * @param {{table: import("../shared/wire.js").Table, warnings: string[], checked: boolean}} props
 */
function Verdict({ table, warnings, checked }) {
  if (warnings.length) return warnings.map((text) => html`<p key=${text}><b>${text}</b></p>`);
  if (!checked) return null;
  const compared = comparable(table.id);
  if (!compared.length) {
    return html`<p>This browser has no record of the game, so it can't tell whether the journal belongs to it.</p>`;
  }
  return html`<p>Checked by this browser: ${list(compared)}.</p>`;
}

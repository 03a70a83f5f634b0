/**
 * What the table page says about chance: whether everything matches what this browser saw, and whose nonces the dice
 * depend on.
 */

import { h, html, useEffect, useState } from "../shared/preact.js";
import { withNames } from "../shared/words.js";
import { differences, doubts, rememberHead, rememberTable, revealNonce } from "./nonce.js";

/** @typedef {import("../shared/wire.js").Table} Table */

/**
 * Shows this browser's share when the table asks for it, keeps what is shown, and compares.
 * @param {import("../table/live.js").Live} live @param {import("../table/live.js").Snapshot} now
 * @returns {{warnings: string[], checked: boolean}} checked: the journal of the finished game has been looked through
 */
export function useProof(live, { table, you, state, link }) {
  const { seat } = you;
  const [found, setFound] = useState(/** @type {string[] | null} */ (null));
  const asked = seat !== null && table.withheld.includes(seat);
  useEffect(() => {
    if (!asked) return;
    revealNonce(table, seat).then(
      (answer) => answer && live.take(answer),
      () => {}, // too late, or no line: the table says who is left out
    );
  }, [asked, live, link]);
  const head = state?.proof ?? "";
  useEffect(() => {
    rememberTable(table);
    rememberHead(table, head);
  }, [table.id, head, table.seals.join()]);
  const over = table.status === "over" && table.secret !== ""; // where it is kept, so is the journal
  useEffect(() => {
    if (!over) return;
    fetch(table.links.journal)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
      .then(
        (journal) => setFound(doubts(journal, table.id)),
        () => {}, // it can be downloaded and verified later
      );
  }, [over]);
  return { warnings: [...differences(table, seat), ...(found ?? [])], checked: found !== null };
}

/** What is not as it should be. @param {{warnings: string[]}} props */
export function Warnings({ warnings }) {
  return warnings.map((text) => html`<div key=${text} class="link-banner" role="alert" data-proof>${text}</div>`);
}

/**
 * Whose share the dice depend on, once play has started.
 * @param {{table: Table, names: string[]}} props
 */
export function NonceOwners({ table, names }) {
  return table.shares ? html`<p class="shares">${withNames(table.shares, names)}</p>` : null;
}

/**
 * What a player may want to know about chance while the game runs, closed until asked for.
 * @param {{table: Table, names: string[]}} props
 */
export function Fairness({ table, names }) {
  if (!table.shares) return null;
  return html`<details>
    <summary>Fairness</summary>
    ${h(NonceOwners, { table, names })}
    <p>
      Every draw mixes these shares with a secret that was chosen before the game. The result shows the secret and lets
      you check every draw.
    </p>
  </details>`;
}

/** When the game is over: who won, the score sheet, the journal that anybody can verify. */

import { get, nonce, post } from "./api.js";
import { h, html, useEffect, useState } from "./preact.js";
import { Button, Panel, SeatMark, toast } from "./ui.js";
import { amount, named, withNames } from "./words.js";

/** @param {string} hex */
async function sha256(hex) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {{table: import("./wire.js").Table, names: string[], module: import("./board.js").BoardModule,
 *   board: import("./board.js").BoardProps}} props
 */
export function Final({ table, names, module, board }) {
  const { outcome } = table;
  const [kept, setKept] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    if (!table.secret || !/^[0-9a-f]+$/i.test(table.secret) || !globalThis.crypto?.subtle) return;
    sha256(table.secret).then(
      (hash) => setKept(hash === table.commitment),
      () => {},
    );
  }, [table.secret, table.commitment]);
  if (!outcome) return null;
  return h(
    Panel,
    { title: withNames(outcome.text, names), class: "final", id: "final" },
    html`<ol class="ranking">
      ${table.ranking.map(
        ({ seat, name, score, won }) => html`<li key=${seat} class=${won ? "winner" : ""}>
          ${module.Mark ? h(module.Mark, { view: board.view, seat }) : h(SeatMark, { seat })}
          <span class="name">
            ${name || named(names[seat], seat === board.seat)}
            ${won ? html`<span class="visually-hidden">, won</span>` : null}
          </span>
          <span class="number">${amount(score)}</span>
        </li>`,
      )}
    </ol>`,
    board.seat >= 0 ? h(Next, { table }) : null,
    module.Score ? h(module.Score, board) : null,
    html`
      <div class="row">
        <a class="button" href=${table.links.journal} download=${`${table.game}-${table.id.slice(0, 8)}.journal`}>
          Download the journal
        </a>
        <a class="button" href="/#new">Another game</a>
      </div>
      <details>
        <summary>Was it fair?</summary>
        <p>
          Every draw came from a secret that was fixed before the game, mixed with a share from every seat. Before the
          game the table showed the secret's hash; here is the secret itself.
          ${
            kept === null
              ? ""
              : kept
                ? " Its hash is the one that was shown."
                : " Its hash is not the one that was shown: do not trust this game."
          }
        </p>
        <dl class="proof">
          <dt>Hash shown before</dt>
          <dd class="mono">${table.commitment}</dd>
          <dt>Secret</dt>
          <dd class="mono">${table.secret}</dd>
        </dl>
        <p>To repeat every draw yourself: download the journal, then <code>cashbox verify FILE</code>.</p>
      </details>
    `,
  );
}

/**
 * What the mode says to play after it, one press away: a table for this person and bots.
 * @param {{table: import("./wire.js").Table}} props
 */
function Next({ table }) {
  const [then, setThen] = useState(/** @type {import("./wire.js").Then | null} */ (null));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    get("/api/games").then(
      (/** @type {import("./wire.js").GameInfo[]} */ games) =>
        setThen(games.find(({ id }) => id === table.game)?.modes.find(({ id }) => id === table.mode)?.then ?? null),
      () => {}, // without the list there is still the home page
    );
  }, [table.game, table.mode]);
  if (!then) return null;
  const begin = async () => {
    setBusy(true);
    try {
      const seats = Array.from({ length: then.seats }, (_, k) => ({ kind: k ? "bot" : "me" }));
      const answer = await post("/api/tables", {
        game: table.game,
        mode: then.mode,
        options: then.options,
        seats,
        nonce: nonce(),
      });
      location.href = answer.table.links.page;
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message, "bad");
      setBusy(false);
    }
  };
  return html`<p>${h(Button, { onPress: () => void begin(), kind: "primary", disabled: busy }, then.text)}</p>`;
}

/** When the game is over: who won, the score sheet, the journal that anybody can verify. */

import { get } from "./api.js";
import { h, html, useEffect, useState } from "./preact.js";
import { NameLink } from "./persons.js";
import { Shares } from "./proof.js";
import { CheckDraws } from "./proofcheck.js";
import { PlayAgain } from "./rematch.js";
import { replayOf } from "./replayaddress.js";
import { SeriesScore } from "./series.js";
import { kept, makeTable } from "./share.js";
import { StoodIn } from "./staying.js";
import { Button, Kind, Panel, SeatMark, toast } from "./ui.js";
import { amount, named, withNames } from "./words.js";

/**
 * @param {{table: import("./wire.js").Table, seat: number, names: string[],
 *   module: import("./board.js").BoardModule, board: import("./board.js").BoardProps,
 *   proof: {warnings: string[], checked: boolean}}} props
 *   seat: the reader's, through whichever the board is seen
 */
export function Final({ table, seat, names, module, board, proof }) {
  const { outcome } = table;
  if (table.status !== "over" || !outcome) return null;
  return h(
    Panel,
    { title: withNames(outcome.text, names), class: "final", id: "final" },
    h(PlayAgain, { table, seat }),
    h(Ranking, { table, seat, names, module, view: board.view }),
    h(SeriesScore, { table }),
    h(StoodIn, { table }),
    seat >= 0 ? h(Next, { table }) : null,
    module.Score ? h(module.Score, board) : null,
    html`
      <div class="row">
        <a class="button" href=${replayOf(table.id)}>Replay</a>
        ${
          table.secret
            ? html`<a
                class="button" href=${table.links.journal} download=${`${table.game}-${table.id.slice(0, 8)}.journal`}>
                Download the journal
              </a>`
            : null
        }
        <a class="button" href=${`/api/tables/${table.id}/report`} download>Download the report</a>
        <a class="button" href="/#new">Another game</a>
      </div>
      ${table.secret ? h(Fair, { table, names, proof }) : null}
    `,
  );
}

/**
 * Who came where, with how much.
 * @param {{table: import("./wire.js").Table, seat: number, names: string[],
 *   module: import("./board.js").BoardModule, view: any}} props seat: the reader's
 */
export function Ranking({ table, seat, names, module, view }) {
  return html`<ol class="ranking">
    ${table.ranking.map(
      ({ seat: one, name, score, won }) => html`<li key=${one} class=${won ? "winner" : ""}>
        ${module.Mark ? h(module.Mark, { view, seat: one }) : h(SeatMark, { seat: one })}
        <span class="name">
          ${name || h(NameLink, { table, seat: one }, named(names[one], one === seat))}
          ${name ? null : h(Kind, { one: table.seats[one] })}
          ${won ? html`<span class="visually-hidden">, won</span>` : null}
        </span>
        <span class="number">${amount(score)}</span>
      </li>`,
    )}
  </ol>`;
}

/**
 * @param {{table: import("./wire.js").Table, names: string[], proof: {warnings: string[], checked: boolean}}} props
 */
function Fair({ table, names, proof }) {
  const { heads } = kept(table.id);
  return html`<details>
    <summary>Was it fair?</summary>
    <p>
      Every draw came from a secret that was fixed before the game, mixed with the shares of the players. Before the
      game the table showed the secret's hash; here is the secret itself.
    </p>
    ${h(Shares, { table, names })} ${h(Verdict, proof)}
    <dl class="proof">
      <dt>Hash shown before</dt>
      <dd class="mono">${table.commitment}</dd>
      <dt>Secret</dt>
      <dd class="mono">${table.secret}</dd>
    </dl>
    ${h(CheckDraws, { table, names })}
    <p>
      The command line does the same and plays the game again by its rules: download the journal, then${" "}
      <code>cashbox verify FILE</code>.
    </p>
    ${
      heads.length
        ? html`
            <p>What this browser kept while the game ran, to give as <code>--head</code>:</p>
            <p class="mono hash">${heads.at(-1)}</p>
          `
        : null
    }
  </details>`;
}

/** What this browser found out by itself. @param {{warnings: string[], checked: boolean}} props */
function Verdict({ warnings, checked }) {
  if (warnings.length) return warnings.map((text) => html`<p key=${text}><b>${text}</b></p>`);
  if (!checked) return null;
  return html`<p>
    This browser has compared: the secret is the one whose hash was shown first, and the journal tells of the game that
    you saw here.
  </p>`;
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
      const answer = await makeTable({ game: table.game, mode: then.mode, options: then.options, seats });
      location.href = answer.table.links.page;
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message, "bad");
      setBusy(false);
    }
  };
  return html`<p>${h(Button, { onPress: () => void begin(), kind: "primary", disabled: busy }, then.text)}</p>`;
}

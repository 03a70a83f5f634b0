/** Checks a finished game in the browser: its secret, and how each draw came about. */

import { Fragment, h, html, useState } from "../shared/preact.js";
import { Button, Panel } from "../shared/ui.js";
import { amount, list, plural } from "../shared/words.js";
import { NonceOwners } from "./fairness.js";
import { comparable, stored } from "./nonce.js";

/** @typedef {import("./verify.js").Findings} Findings */
/** @typedef {import("../shared/wire.js").Table} Table */

const OTHER_HASH =
  "The hash of the secret in the journal isn't the one that the table showed. This isn't the journal of this game.";

const AWAY = "Couldn't download the journal. Check your connection, then try again.";
const UNABLE = "This browser can't check the journal. Download it and check it on the command line.";

/** The server does not answer, or has no journal. */
class Away extends Error {}

/** @param {{table: Table, names: string[]}} props */
export function CheckDraws({ table, names }) {
  const [found, setFound] = useState(/** @type {Findings | null} */ (null));
  const [doing, setDoing] = useState("");
  const [fault, setFault] = useState("");
  const check = async () => {
    setFault("");
    setFound(null);
    setDoing("Downloading the journal");
    try {
      setFound(await checkGame(table, (draws) => setDoing(`${plural(draws, "draw")} repeated`)));
    } catch (error) {
      setFault(error instanceof Away ? AWAY : UNABLE);
    }
    setDoing("");
  };
  return html`
    <p class="row">
      ${h(Button, { onPress: () => void check(), disabled: doing !== "" }, "Check all draws")}
      <span role="status">${doing ? `${doing}…` : found && !found.faults.length ? "Checked." : ""}</span>
    </p>
    ${fault ? html`<p role="alert">${fault}</p>` : null}
    ${found ? h(Result, { found, heads: stored(table.id).heads.length, names }) : null}
  `;
}

/** @param {Table} table @param {(draws: number) => void} tell @returns {Promise<Findings>} */
async function checkGame(table, tell) {
  const [{ verify }, data] = await Promise.all([import("./verify.js"), journalOf(table)]).catch((error) => {
    throw new Away(error);
  });
  const { commitment, heads } = stored(table.id);
  const found = await verify(data, heads, tell);
  if (found.journal && found.journal.header.commitment !== (commitment || table.commitment)) {
    found.faults.unshift(OTHER_HASH);
  }
  return found;
}

/** @param {Table} table */
async function journalOf(table) {
  const answer = await fetch(table.links.journal);
  if (!answer.ok) throw new Away(answer.statusText);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {{found: Findings, heads: number, names: string[]}} props heads: how many this browser had kept */
function Result({ found, heads, names }) {
  const { faults, journal } = found;
  const told = faults.length
    ? html`<div class="findings bad" role="alert">
        <p><b>Don't trust this game. Its journal failed the check.</b></p>
        <ul>${faults.map((text) => html`<li key=${text}>${text}</li>`)}</ul>
      </div>`
    : html`<div class="findings">
        <p><b>The journal passed the check.</b></p>
        <ul>${guarantees(found, heads).map((text) => html`<li key=${text}>${text}</li>`)}</ul>
      </div>`;
  const drawList = journal && found.draws.length ? h(DrawList, { found, journal, names }) : null;
  return h(Fragment, null, told, drawList);
}

/** What a journal without faults proves, and what it does not. @param {Findings} found @param {number} heads */
function guarantees({ journal, draws }, heads) {
  if (!journal) return [];
  const { salts, players, taken_over: taken, origin } = journal.header;
  const count = plural(draws.length, "draw");
  const each = `${count} repeated from the secret and the shares. All results match the journal.`;
  const entries = plural(journal.entries.length, "entry", "entries");
  const withdrawn = players.filter((_, seat) => salts[seat] === "");
  return [
    each,
    `The chain is complete (${entries}). Nothing was changed, moved, left out, or added.`,
    ...(taken
      ? [`${continuedFrom(taken)} from the game with the hash ${origin}. That game's draws aren't checked here.`]
      : []),
    heads
      ? `The journal matches your browser's record. It's the game that you saw here.`
      : "This browser has no record of the game, so it can't tell whether this is the same game.",
    ...withdrawn.map((name) => `${name}: name withdrawn.`),
  ];
}

// How each draw came about, a few at a time.

/** @typedef {import("./verify.js").Draw} Draw */
/** @typedef {import("./journal.js").Journal} Journal */
/** @typedef {import("./records.js").Entry} Entry */

/** Draws on a page. */
const MANY = 20;
/** Kinds of draws to choose from. */
const KINDS = 40;

/** Which entries come from the game that this one goes on from. @param {bigint} count */
export const continuedFrom = (count) => `${count > 1n ? `Entries 0 to ${count - 1n} come` : "Entry 0 comes"}`;

/** @param {{found: import("./verify.js").Findings, journal: Journal, names: string[]}} props */
export function DrawList({ found, journal, names }) {
  const [of, setOf] = useState("");
  const [from, setFrom] = useState(0);
  const wrong = found.draws.filter(({ answer, right }) => answer !== right);
  const shown = of === "" ? found.draws : of === "wrong" ? wrong : found.draws.filter(({ n }) => String(n) === of);
  const page = shown.slice(from, from + MANY);
  return h(
    Panel,
    { title: "All draws", level: 3, class: "draws" },
    html`
      <p>
        For draw k, the first 8 bytes of <code>HMAC-SHA256(key, "k.attempt")</code> are read as a number x. With n
        possible results, the result is x mod n, counted from 0. For example, a die that shows 4 is result 3.
      </p>
      ${h(OfTheOther, { journal })}
      <dl class="proof"><dt>Key, made from the secret and the shares</dt><dd class="mono">${found.key}</dd></dl>
      <p class="field">
        <label for="draws-of">Show</label>
        <select
          id="draws-of" value=${of}
          onChange=${(/** @type {{currentTarget: HTMLSelectElement}} */ event) => {
            setOf(event.currentTarget.value);
            setFrom(0);
          }}>
          <option value="">All ${amount(found.draws.length)}</option>
          ${wrong.length ? html`<option value="wrong">Wrong: ${amount(wrong.length)}</option>` : null}
          ${kindsOf(found.draws).map(
            ([n, count]) => html`<option key=${n} value=${n}>One of ${n}: ${amount(count)}</option>`,
          )}
        </select>
      </p>
      <ol>${page.map((draw) => h(OneDraw, { key: draw.k, draw, entry: journal.entries[draw.entry], names }))}</ol>
    `,
    shown.length > MANY ? h(Pages, { count: shown.length, from, onTurn: setFrom }) : null,
  );
}

/** Which chance is not this game's, where it goes on from another one. @param {{journal: Journal}} props */
function OfTheOther({ journal: { header, entries } }) {
  const { taken_over: taken } = header;
  if (!taken) return null;
  const draws = entries.slice(0, Number(taken)).reduce((sum, { chance }) => sum + chance.length, 0);
  const theirs = draws
    ? `Their ${plural(draws, "draw")} belong to that game and aren't listed here. `
    : "They contain no draws. ";
  return html`<p>
    ${continuedFrom(taken)} from another game. ${theirs}After that, this game's draws are numbered from 0.
  </p>`;
}

/** How many draws there are of each kind, the commonest first. @param {Draw[]} draws */
function kindsOf(draws) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { n } of draws) counts.set(String(n), (counts.get(String(n)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, KINDS);
}

/** @param {{count: number, from: number, onTurn: (from: number) => void}} props */
function Pages({ count, from, onTurn }) {
  const last = Math.min(from + MANY, count);
  return html`<p class="row">
    ${h(Button, { onPress: () => onTurn(from - MANY), disabled: from === 0, size: "small" }, "Earlier draws")}
    <span role="status">${amount(from + 1)} to ${amount(last)} of ${amount(count)}</span>
    ${h(Button, { onPress: () => onTurn(last), disabled: last === count, size: "small" }, "Later draws")}
  </p>`;
}

/** @param {{draw: Draw, entry: Entry, names: string[]}} props */
function OneDraw({ draw, entry, names }) {
  const { k, n, answer, right, attempt, word } = draw;
  const bytes = word.toString(16).padStart(16, "0");
  return html`<li>
    <b>Draw ${k}: one of ${String(n)}, result ${String(answer)}</b>
    <span>${whose(entry, names)}</span>
    <span class="mono">"${k}.${attempt}" → ${bytes} = ${String(word)}; mod ${String(n)} = ${String(right)}</span>
    ${
      attempt
        ? html`<span>
            The first ${plural(attempt, "attempt")} ${attempt === 1 ? "was" : "were"} skipped because such large numbers
            would make some results more likely.
          </span>`
        : null
    }
    ${
      answer === right
        ? null
        : html`<b class="wrong">The journal has ${String(answer)}, but the secret gives ${String(right)}.</b>`
    }
  </li>`;
}

/** Which entry it belongs to, and who did it. @param {Entry} entry @param {string[]} names */
function whose({ n, seat, do: done, by, anew }, names) {
  /** @param {number} at */
  const nameOf = (at) => names[at] ?? `Seat ${at + 1}`;
  if (n === 0n) return "Entry 0: the start";
  if (anew) return `Entry ${n}: redeals the cards that ${list(seatsOf(anew).map(nameOf))} couldn't know`;
  const name = nameOf(Number(seat));
  const how = by === "stand-in" ? "(played by a bot)" : by === "lapse" ? "(time ran out)" : "";
  return `Entry ${n}: ${name}${how}, ${String(done?.get("type") ?? "").replaceAll("-", " ")}`;
}

/** The seats of a mask. @param {bigint} mask */
function seatsOf(mask) {
  return [...mask.toString(2)].reverse().flatMap((bit, seat) => (bit === "1" ? [seat] : []));
}

// The verdict: the game's secret, and what this browser found.

/** @typedef {{warnings: string[], checked: boolean}} Proof */

/** @param {{table: import("../shared/wire.js").Table, names: string[], proof: Proof}} props */
export function Fairness({ table, names, proof }) {
  const { heads } = stored(table.id);
  return html`<details>
    <summary>Fairness</summary>
    <p>
      Every draw came from a secret, mixed with the players' shares. The server chose the secret before the game, and
      the table showed its hash. Here is the secret itself.
    </p>
    ${h(NonceOwners, { table, names })} ${h(Verdict, { table, ...proof })}
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

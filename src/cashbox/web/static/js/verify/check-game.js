/**
 * "Check all draws" under "Was it fair?": the page fetches the journal, checks it by itself, and shows how each draw
 * came about. What does the checking is fetched when it is asked for.
 */

import { Fragment, h, html, useState } from "../shared/preact.js";
import { Button } from "../shared/ui.js";
import { plural } from "../shared/words.js";
import { kept } from "./nonce.js";
import { DrawList, takenOver } from "./proofdraws.js";

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
    ${found ? h(Result, { found, heads: kept(table.id).heads.length, names }) : null}
  `;
}

/** @param {Table} table @param {(draws: number) => void} tell @returns {Promise<Findings>} */
async function checkGame(table, tell) {
  const [{ verify }, data] = await Promise.all([import("./verify.js"), journalOf(table)]).catch((error) => {
    throw new Away(error);
  });
  const { commitment, heads } = kept(table.id);
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
      ? [`${takenOver(taken)} from the game with the hash ${origin}. That game's draws aren't checked here.`]
      : []),
    heads
      ? `The journal matches your browser's record. It's the game that you saw here.`
      : "This browser has no record of the game, so it can't tell whether this is the same game.",
    ...withdrawn.map((name) => `${name}: name withdrawn.`),
  ];
}

/** "Play now": starts a game against bots in two clicks. */

import { saveTypedName } from "../account/my-name.js";
import { memory } from "../shared/memory.js";
import { h, html, render, useState } from "../shared/preact.js";
import { Button, Dialog } from "../shared/ui.js";
import { plural } from "../shared/words.js";
import { makeTable } from "../verify/nonce.js";
import { LevelChoice, defaultLevel } from "./levels.js";
import { bodyOf, countsOf, defaultSeats, lengthText } from "./table-request.js";

/** @typedef {import("../shared/wire.js").GameInfo} GameInfo */
/** @typedef {import("../shared/wire.js").Mode} Mode */

/** The number of players nearest to what is wished. @param {number[]} counts @param {number} wished */
const nearest = (counts, wished) =>
  counts.reduce((best, one) => (Math.abs(one - wished) < Math.abs(best - wished) ? one : best), counts[0] ?? 1);

/** @param {{mode: Mode, chosen: boolean, onChoose: () => void}} props */
function ModeChoice({ mode, chosen, onChoose }) {
  return html`<label class="choice">
    <input type="radio" name="play-mode" value=${mode.id} checked=${chosen} onChange=${onChoose} />
    <span><b>${mode.name}${mode.guided ? " (with hints)" : ""}</b>${mode.text}</span>
  </label>`;
}

/** @param {{counts: number[], chosen: number, onChoose: (count: number) => void}} props */
function BotCount({ counts, chosen, onChoose }) {
  return html`<fieldset>
    <legend>Bots</legend>
    <div class="steps">
      ${counts.map(
        (count) => html`<label class="step">
          <input
            type="radio" name="play-bots" value=${count - 1} checked=${count === chosen}
            onChange=${() => onChoose(count)} />
          <span>${count - 1}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/**
 * How to play, with what was chosen last or suits a first game.
 * @param {{game: GameInfo, start: {mode: string, players: number}}} props
 */
function How({ game, start }) {
  const key = `play:${game.id}`;
  const [modeId, setMode] = useState(() => memory.read(key, start.mode));
  const [level, setLevel] = useState(() => memory.read(`level:${game.id}`, ""));
  const [wished, setWished] = useState(start.players || 3);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const mode = game.modes.find(({ id }) => id === modeId) ?? game.modes[0];
  const counts = countsOf(game, mode);
  const count = nearest(counts, wished);
  // lessons and other games with hints have an opponent of their own
  const free = count > 1 && !mode?.guided;
  const bot = free && game.levels.some(({ name }) => name === level) ? level : defaultLevel(game);
  const what = { game, mode, seats: defaultSeats(game, count, bot), options: {} };
  const length = lengthText(what);
  /** @param {Event} event */
  const begin = async (event) => {
    event.preventDefault();
    setBusy(true);
    setFault("");
    try {
      await saveTypedName();
      memory.write(key, mode?.id ?? "");
      memory.write(`level:${game.id}`, level);
      location.href = (await makeTable({ ...bodyOf(what), listed: false })).table.links.page;
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
      setBusy(false);
    }
  };
  const against = count > 1 ? `You against ${plural(count - 1, "bot")}.` : "You play alone.";
  return html`<form class="stack play-how" onSubmit=${begin}>
    ${
      game.modes.length > 1
        ? html`<fieldset>
            <legend>Mode</legend>
            <div class="choices modes">
              ${game.modes.map((one) =>
                h(ModeChoice, { key: one.id, mode: one, chosen: one === mode, onChoose: () => setMode(one.id) }),
              )}
            </div>
          </fieldset>`
        : null
    }
    ${counts.length > 1 ? h(BotCount, { counts, chosen: count, onChoose: setWished }) : null}
    ${free ? h(LevelChoice, { game, chosen: bot ?? "", onChoose: setLevel }) : null}
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : null}
    <p class="row begin">
      <button class="button primary" disabled=${busy} autofocus>Start the game</button>
      <span>${against}${length && ` About ${length}${count > 1 ? " with people, less with bots" : ""}.`}</span>
    </p>
  </form>`;
}

/** Fetches what a table's page will need, while its guest thinks. @param {string[]} files */
function fetchAhead(files) {
  for (const href of files) {
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href }));
  }
}

/** @param {{game: GameInfo, start: {mode: string, players: number}, files: string[]}} props */
function PlayNow({ game, start, files }) {
  const [open, setOpen] = useState(false);
  const onPress = () => {
    setOpen(true);
    fetchAhead(files);
  };
  return html`
    ${h(Button, { kind: "primary", label: `Play now: ${game.name}`, onPress }, "Play now")}
    ${h(Dialog, { title: `Play ${game.name} now`, open, onClose: () => setOpen(false) }, h(How, { game, start }))}
  `;
}

/** Puts the buttons where the page has places for them. @param {GameInfo[]} games */
export function offerPlayNow(games) {
  for (const place of document.querySelectorAll(".play-now")) {
    const { game = "", mode = "", players = "0", files = "" } = /** @type {HTMLElement} */ (place).dataset;
    const found = games.find(({ id }) => id === game);
    const start = { mode, players: Number(players) };
    if (found) render(h(PlayNow, { game: found, start, files: files.split(" ").filter(Boolean) }), place);
  }
}

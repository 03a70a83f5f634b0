/** Continues from a moment of a finished game at a table of its own, and shows where such a table came from. */

import { LevelNotes } from "../lobby/levels.js";
import { boot, get } from "../shared/api.js";
import { memory } from "../shared/memory.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { Button, Dialog } from "../shared/ui.js";
import { continueGame } from "../verify/nonce.js";

/** @typedef {import("../shared/wire.js").GoOn["hidden"]} Hidden */
/** @typedef {import("../shared/wire.js").Level} Level */
/** @typedef {import("../shared/wire.js").Table} Table */
/** @typedef {import("../shared/wire.js").Replay} Replay */

/** What becomes of hidden cards: its name, and what that means. @type {[Hidden, string, string][]} */
const HIDDEN = [
  [
    "anew",
    "Redealt",
    "Cards that the human players couldn't know at this point are redealt. Cards that they had seen stay in place.",
  ],
  ["kept", "Unchanged", "You can see every hand in this game, so you may know more than the players did."],
];

/** @type {Table["watching"]} */
const NOBODY = "nobody";

/**
 * Who sits where at first: one person, the bots that sat there, and bots in place of other people.
 * @param {Table} table @param {number} mine @returns {string[]}
 */
const firstSeats = ({ seats }, mine) =>
  seats.map(({ seat, kind, bot }) => (seat === mine ? "me" : `bot:${kind === "bot" ? bot : ""}`));

/** A seat as the server is asked for it. @param {string} wish @returns {import("../shared/wire.js").SeatWish} */
function seatOf(wish) {
  if (wish.startsWith("bot:")) return { kind: "bot", bot: wish.slice(4) };
  return { kind: wish === "me" ? "me" : "open" };
}

/**
 * Continues a table's game alone against bots, before one of its steps, and goes there. No one can watch.
 * @param {Table} table @param {number} n the step @param {number} seat the reader's
 */
export async function tryFrom(table, n, seat) {
  const seats = firstSeats(table, seat).map(seatOf);
  const wish = { n: n - 1, hidden: /** @type {Hidden} */ ("anew"), seats, listed: false, watching: NOBODY };
  const answer = await continueGame(`/api/tables/${table.id}`, wish);
  location.href = answer.table.links.page;
}

/**
 * The button beside a moment, and its dialog; nothing where the game is over, goes on or shows not every hand.
 * @param {{replay: Replay, n: number, over: boolean, eyes: string, names: string[]}} props
 */
export function ContinueButton({ replay, n, over, eyes, names }) {
  const [open, setOpen] = useState(false);
  if (over || replay.table.status === "playing" || !replay.may.includes("all")) return null;
  const mine = /^\d+$/.test(eyes) ? Number(eyes) : (replay.you.seat ?? 0);
  return html`
    ${h(Button, { size: "small", onPress: () => setOpen(true), class: "go-on" }, "Continue from here")}
    ${h(
      Dialog,
      { title: `Continue from step ${n}`, open, onClose: () => setOpen(false) },
      h(Wishes, { table: replay.table, n, mine, names }),
    )}
  `;
}

/** @param {{table: Table, n: number, mine: number, names: string[]}} props */
function Wishes({ table, n, mine, names }) {
  const [seats, setSeats] = useState(firstSeats(table, mine));
  const [hidden, setHidden] = useState(/** @type {Hidden} */ ("anew"));
  const [levels, setLevels] = useState(/** @type {Level[]} */ ([]));
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  useEffect(() => {
    get("/api/games").then(
      (/** @type {import("../shared/wire.js").GameInfo[]} */ games) =>
        setLevels(games.find(({ id }) => id === table.game)?.levels ?? []),
      () => {}, // the best bot sits down without the list
    );
  }, [table.game]);
  /** One person has one seat. @param {number} at @param {string} wish */
  const choose = (at, wish) =>
    setSeats(seats.map((one, seat) => (seat === at ? wish : wish === "me" && one === "me" ? "bot:" : one)));
  /** @param {Event} event */
  const make = async (event) => {
    event.preventDefault();
    setBusy(true);
    setFault("");
    try {
      const { file } = boot();
      const from = file ? `/api/replays/${file}` : `/api/tables/${table.id}`;
      const answer = await continueGame(from, { n, hidden, seats: seats.map(seatOf), listed: false });
      location.href = answer.table.links.page;
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
      setBusy(false);
    }
  };
  return html`<form class="go-on-form" onSubmit=${make}>
    <p>Create a table with the game as it stands at this step. The new game doesn't count toward statistics.</p>
    <fieldset>
      <legend>Seats</legend>
      <ol class="seat-wishes">
        ${seats.map((wish, seat) =>
          h(SeatChoice, { key: seat, name: names[seat], wish, levels, seat, onChoose: choose }),
        )}
      </ol>
      ${h(LevelNotes, { levels, chosen: seats.map((wish) => wish.slice(4)) })}
    </fieldset>
    <fieldset>
      <legend>Hidden cards</legend>
      ${HIDDEN.map(
        ([id, name, text]) =>
          html`<label key=${id} class="choice">
            <input type="radio" name="hidden" value=${id} checked=${id === hidden} onChange=${() => setHidden(id)} />
            <span><b>${name}</b> ${text}</span>
          </label>`,
      )}
    </fieldset>
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : null}
    <p><button class="button primary" disabled=${busy}>Create table</button></p>
  </form>`;
}

/**
 * @param {{name: string, wish: string, levels: Level[], seat: number, onChoose: (seat: number, wish: string) => void}}
 *   props name: of the player who had the seat
 */
function SeatChoice({ name, wish, levels, seat, onChoose }) {
  return html`<li>
    <span class="seat-mark" aria-hidden="true">${seat + 1}</span>
    <label>
      <span class="hint">${name}</span>
      <select
        aria-label=${`Seat ${seat + 1}, ${name}`} value=${wish}
        onChange=${(/** @type {any} */ e) => onChoose(seat, e.target.value)}>
        <option value="me" selected=${wish === "me"}>Me</option>
        <option value="open" selected=${wish === "open"}>Open to anyone with the link</option>
        <option value="bot:" selected=${wish === "bot:"}>Bot</option>
        ${levels.map(
          ({ name: bot }) =>
            html`<option key=${bot} value=${`bot:${bot}`} selected=${wish === `bot:${bot}`}>Bot: ${bot}</option>`,
        )}
      </select>
    </label>
  </li>`;
}

/** From where the game of a table goes on. @param {{table: Table}} props */
export function Origin({ table }) {
  const { id, came_from: from } = table;
  const [page, setPage] = useState(/** @type {string | null} */ (null));
  const wanted = !!from;
  useEffect(() => {
    if (!wanted) return;
    get(`/api/tables/${id}/origin`).then(
      (/** @type {import("../shared/wire.js").Origin} */ origin) => setPage(origin.page),
      () => {}, // the game goes on without
    );
  }, [id, wanted]);
  if (!from) return null;
  const where = `step ${from.n} of another game`;
  const cards = from.hidden === "anew" ? "Hidden cards are redealt." : "Hidden cards are unchanged.";
  return html`<p class="came-from">Continues from ${page ? html`<a href=${page}>${where}</a>` : where}. ${cards}</p>`;
}

/** The same over the board, until it has been read. @param {{table: Table}} props */
export function OriginNotice({ table }) {
  const key = `came-from:${table.id}`;
  const [read, setRead] = useState(memory.read(key, ""));
  if (!table.came_from || read) return null;
  const close = () => {
    setRead("read");
    memory.write(key, "read");
    document.getElementById("board")?.focus({ preventScroll: true });
  };
  return html`<div class="closable">
    ${h(Origin, { table })}
    <button type="button" aria-label="Close this notice" onClick=${close}>✕</button>
  </div>`;
}

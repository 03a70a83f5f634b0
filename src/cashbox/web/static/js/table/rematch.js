/** Rematches: offering another game with the same seats, and answering an offer. */

import { get, post } from "../shared/api.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { Button, toastFault } from "../shared/ui.js";
import { list } from "../shared/words.js";
import { playAgain, sitDown } from "../verify/nonce.js";

/** @typedef {import("../shared/wire.js").Table} Table */
/** @typedef {import("../shared/wire.js").TableAnswer} TableAnswer */

/** Milliseconds after which a page asks how the next table stands. */
const AGAIN = 8000;

/**
 * Whether a table waits for this player, whose seat is kept there.
 * @param {Pick<TableAnswer, "you" | "table">} answer
 */
export function isInvited({ you, table }) {
  return table.status === "waiting" && you.kept !== null;
}

/** @param {Table} table */
export const invitedBy = (table) => `${table.host} wants to play again.`;

/** Gives up the seat that is kept. @param {string} table its id @returns {Promise<TableAnswer>} */
export const decline = (table) => post(`/api/tables/${table}/decline`, {});

/**
 * The two answers. Whoever sits down goes to the table.
 * @param {{table: Table, onDeclined: (answer: TableAnswer) => void, onSat?: (answer: TableAnswer) => void}} props
 */
export function RematchAnswers({ table, onDeclined, onSat = go }) {
  const [busy, setBusy] = useState(false);
  const where = table.name || table.game_name;
  /** @param {Promise<TableAnswer>} asked @param {(answer: TableAnswer) => void} then */
  const run = async (asked, then) => {
    setBusy(true);
    try {
      then(await asked);
    } catch (fault) {
      toastFault(fault);
    } finally {
      setBusy(false);
    }
  };
  const sit = () => run(sitDown(table.id, { seat: null, name: "" }), onSat);
  const refuse = () => run(decline(table.id), onDeclined);
  return html`<span class="row answers">
    ${h(
      Button,
      { kind: "primary", disabled: busy, onPress: () => void sit(), label: `Sit down: ${where}` },
      "Sit down",
    )}
    ${h(Button, { disabled: busy, onPress: () => void refuse(), label: `Decline: ${where}` }, "Decline")}
  </span>`;
}

/** @param {TableAnswer} answer */
function go(answer) {
  location.href = answer.table.links.page;
}

/** The table where the players of this one go on, as it stands; null while there is none. @param {Table} table */
function useThen({ then }) {
  const [answer, setAnswer] = useState(/** @type {TableAnswer | null} */ (null));
  useEffect(() => {
    if (!then) return undefined;
    const ask = () => {
      get(`/api/tables/${then}`).then(setAnswer, (fault) => {
        if (fault.code === "no-such-table") setAnswer(null);
      });
    };
    ask();
    const timer = setInterval(() => document.visibilityState === "visible" && ask(), AGAIN);
    return () => clearInterval(timer);
  }, [then]);
  return /** @type {[TableAnswer | null, typeof setAnswer]} */ ([answer, setAnswer]);
}

/** What comes after a finished game. @param {{table: Table, seat: number}} props */
export function PlayAgain({ table, seat }) {
  const [then, setThen] = useThen(table);
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      go(await playAgain(table.id));
    } catch (fault) {
      toastFault(fault);
      setBusy(false);
    }
  };
  if (!then) {
    if (seat < 0) return null;
    return html`<p class="again">
      ${h(Button, { kind: "primary", disabled: busy, onPress: () => void begin() }, "Play again")}
      <span class="quiet small">Same game, same players</span>
    </p>`;
  }
  const link = html`<a class="button primary" href=${then.table.links.page}>Go to next table</a>`;
  if (isInvited(then)) {
    return html`<div class="again asked" role="status">
      <p>${invitedBy(then.table)} Your seat is reserved.</p>
      ${h(RematchAnswers, { table: then.table, onDeclined: setThen })}
    </div>`;
  }
  const text = then.you.seat === null ? "The next game already has a table." : "You have a seat at the next table.";
  const declined = then.table.seats.map((one) => one.declined).filter(Boolean);
  return html`<div class="again" role="status">
    <p>${text}${declined.length ? ` ${list(declined)} declined.` : ""}</p>
    ${link}
  </div>`;
}

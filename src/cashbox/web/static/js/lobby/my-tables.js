/** Your tables: running ones first, starting with those that are waiting for you, then finished ones. */

import { replayOf } from "../replay/position.js";
import { get } from "../shared/api.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { setWaiting } from "../shared/title.js";
import { Button, Panel, toastFault } from "../shared/ui.js";
import { plural } from "../shared/words.js";
import { clockText } from "../table/clock-text.js";
import { closingText } from "../table/departures.js";
import { nudgedText } from "../table/nudge.js";
import { RematchAnswers, invitedBy, isInvited } from "../table/rematch.js";
import { lastChangeText, gameOf, isMyTurn, isWaitingForMe, titleOf, statusText, seatsText } from "./table-status.js";

/** @typedef {import("../shared/wire.js").Lobby} Lobby */
/** @typedef {import("../shared/wire.js").TableAnswer} TableAnswer */
/** @typedef {(table: TableAnswer["table"]) => boolean} IsNew */

/** @type {[string, string, (one: TableAnswer) => boolean][]} */
const GROUPS = [
  ["turn", "My turn", isMyTurn],
  ["asked", "Invitations", isInvited],
  ["others", "Waiting for others", ({ table }) => table.status === "playing"],
  ["before", "Not started", () => true],
];

/** The tables of each group, every one in the first that fits. @param {TableAnswer[]} tables */
function grouped(tables) {
  return GROUPS.map(([id, title, fits], place) => ({
    id,
    title,
    tables: tables.filter((one) => fits(one) && !GROUPS.slice(0, place).some(([, , before]) => before(one))),
  })).filter((group) => group.tables.length);
}

/** @param {{left: number | undefined, mine: boolean}} props left: seconds on the clock that runs there */
function TimeLeft({ left, mine }) {
  if (left === undefined) return null;
  return html` <span class=${`tag clock-left ${left < 3600 ? "soon" : ""}`}>
      ${clockText("days", left)} left${mine ? "" : " on the clock"}
    </span>
  `;
}

/**
 * One table. What is new there, or wanted, stands beside its name.
 * @param {{one: TableAnswer, isNew: IsNew, left?: number | undefined, onAnswered: () => void}} props
 */
function Row({ one, isNew, left, onAnswered }) {
  const { you, table } = one;
  const turn = isMyTurn(one);
  const asked = isInvited(one);
  const nudged = turn && nudgedText(table, table.due, table.seats[you.seat ?? 0] ?? table.seats[0]);
  const action = turn ? "Play" : "Open";
  return html`<li key=${table.id} class=${turn || asked ? "mine-now" : ""}>
    <span class="name">
      ${titleOf(table)} ${turn ? html` <span class="tag turn">Your turn</span>` : null}
      ${isNew(table) ? html` <span class="tag new">New</span>` : null}
      ${nudged ? html` <span class="tag">You were ${nudged}</span>` : null} ${h(TimeLeft, { left, mine: turn })}
    </span>
    <span class="who">
      ${gameOf(table)} ${asked ? `${invitedBy(table)} ` : ""} ${seatsText(one)}. ${statusText(one)}
      ${table.closes ? ` ${closingText(table)}` : ""}${" "}<span class="age">${lastChangeText(table)}</span>
    </span>
    ${asked ? h(RematchAnswers, { table, onDeclined: onAnswered }) : null}
    <span class="ways-in">
      ${
        table.status === "over"
          ? html`<a class="button" href=${replayOf(table.id)} aria-label=${`Replay: ${titleOf(table)}`}>Replay</a>`
          : null
      }
      <a
        class=${`button ${turn ? "primary" : ""}`} href=${table.links.page}
        aria-label=${`${action}: ${titleOf(table)}`}>
        ${action}
      </a>
    </span>
  </li>`;
}

/** Tables of a group that are shown before the rest is asked for. */
const FEW = 4;

/**
 * Tables under a heading. Those that wait for the reader are all shown; of others, the first few.
 * @param {{id: string, title: string, tables: TableAnswer[], isNew: IsNew, left: Record<string, number>,
 *   onAnswered: () => void}} props
 */
function Group({ id, title, tables, isNew, left, onAnswered }) {
  const fresh = tables.filter(({ table }) => isNew(table)).length;
  // one more row takes no more room than the line that offers it
  const first = tables.every(isWaitingForMe) || tables.length === FEW + 1 ? tables.length : FEW;
  /** @param {TableAnswer[]} some */
  const rows = (some) =>
    html`<ul class="tables">
      ${some.map((one) => h(Row, { key: one.table.id, one, isNew, left: left[one.table.id], onAnswered }))}
    </ul>`;
  return html`<section class="group-of-tables" aria-labelledby=${`group-${id}`}>
    <h3 id=${`group-${id}`}>${title} ${fresh ? html`<span class="tag new">${fresh} new</span>` : null}</h3>
    ${rows(tables.slice(0, first))}
    ${
      tables.length > first
        ? html`<details><summary>${tables.length - first} more</summary>${rows(tables.slice(first))}</details>`
        : null
    }
  </section>`;
}

/**
 * A mark with the number of tables where something is new.
 * @param {TableAnswer[]} tables @param {IsNew} isNew
 */
function newsOf(tables, isNew) {
  const fresh = tables.filter(({ table }) => isNew(table)).length;
  return fresh ? html`<span class="tag new" role="status">${plural(fresh, "table")} with updates</span>` : undefined;
}

/** The tables in play. @param {{lobby: Lobby, isNew: IsNew, onAnswered: () => void}} props */
export function MyTables({ lobby, isNew, onAnswered }) {
  const waiting = lobby.mine.filter(isWaitingForMe).length;
  useEffect(() => setWaiting(waiting), [waiting]);
  if (!lobby.mine.length) return null;
  return h(
    Panel,
    { title: "My tables", id: "mine", aside: newsOf(lobby.mine, isNew) },
    grouped(lobby.mine).map((group) => h(Group, { key: group.id, ...group, isNew, left: lobby.left, onAnswered })),
  );
}

/** The finished tables, more of them on request. @param {{lobby: Lobby, isNew: IsNew}} props */
export function FinishedTables({ lobby, isNew }) {
  const [more, setMore] = useState(/** @type {TableAnswer[]} */ ([]));
  const [next, setNext] = useState("");
  const [busy, setBusy] = useState(false);
  const further = more.length ? next : lobby.next;
  const ask = async () => {
    setBusy(true);
    try {
      const answer = await get(`/api/lobby/finished?before=${encodeURIComponent(further)}`);
      setMore([...more, ...answer.tables]);
      setNext(answer.next);
    } catch (fault) {
      toastFault(fault);
    }
    setBusy(false);
  };
  // a game that has just ended pushes another one from the first answer into those loaded later
  const first = new Set(lobby.finished.map(({ table }) => table.id));
  const tables = [...lobby.finished, ...more.filter(({ table }) => !first.has(table.id))];
  if (!tables.length) return null;
  return h(
    Panel,
    { title: "My finished games", id: "finished", aside: newsOf(tables, isNew) },
    html`
      <ul class="tables">${tables.map((one) => h(Row, { key: one.table.id, one, isNew, onAnswered: () => {} }))}</ul>
      <p class="row">
        ${
          further
            ? h(
                Button,
                { size: "small", disabled: busy, onPress: () => void ask(), label: "More finished games" },
                "More",
              )
            : null
        }
        <a class="button small" href="/archive?mine=true">All my finished games</a>
      </p>
    `,
  );
}

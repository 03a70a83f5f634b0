/** Links to profiles, rated tables, and inviting people again. */

import { boot, get, post } from "../shared/api.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { Button, Dialog, Kind, toastFault } from "../shared/ui.js";

/** @typedef {import("../shared/wire.js").Table} Table */
/** @typedef {import("../shared/wire.js").GameInfo} GameInfo */
/** @typedef {import("../shared/wire.js").Opponent} Opponent */

/**
 * A name at a table, as a link to the page of whoever has it; a file has no one's.
 * @param {{table: Table, seat: number, children?: import("../shared/preact.js").Child}} props
 */
export function NameLink({ table, seat, children }) {
  if (table.seats[seat]?.kind !== "guest" || !table.links.page) return html`${children}`;
  return html`<a href=${`/t/${table.id}/player/${seat}`}>${children}</a>`;
}

/**
 * Whether a game can count for ratings: between people, and without hints.
 * @param {import("../lobby/table-request.js").Wish[]} seats @param {import("../shared/wire.js").Mode | undefined} mode
 */
export function canBeRated(seats, mode) {
  return seats.length > 1 && !mode?.guided && seats.every(({ kind }) => kind !== "bot");
}

/** Whether it counts for the players' ratings. @param {{value: boolean, onChange: (on: boolean) => void}} props */
export function Rated({ value, onChange }) {
  return html`<label class="check">
    <input
      type="checkbox" name="rated" checked=${value} onChange=${(/** @type {any} */ e) => onChange(e.target.checked)} />
    <span>
      <b>Rated</b>Counts toward ratings. Players need accounts, and bots can't play. A player who leaves finishes last.
    </span>
  </label>`;
}

/**
 * For whom the open seats of a new table are, and whether everyone finds it.
 * @param {{open: boolean, circle: string, onCircle: (id: string) => void, listed: boolean,
 *   onListed: (on: boolean) => void}} props open: there are open seats; circle: id of a group, "" for none
 */
export function AudienceChoice({ open, circle, onCircle, listed, onListed }) {
  const [groups, setGroups] = useState(/** @type {import("../shared/wire.js").GroupInfo[]} */ ([]));
  useEffect(() => {
    if (!boot().me) return;
    get("/api/me/groups").then(
      (found) => setGroups(found.groups),
      () => {}, // a table can be made without them
    );
  }, []);
  return html`
    ${
      open && groups.length
        ? html`<label class="field">
            <span>Open seats are for</span>
            <select name="circle" value=${circle} onChange=${(/** @type {any} */ e) => onCircle(e.target.value)}>
              <option value="" selected=${!circle}>Anyone</option>
              ${groups.map(
                ({ id, name }) => html`<option value=${id} selected=${id === circle}>Group: ${name}</option>`,
              )}
            </select>
          </label>`
        : null
    }
    ${
      open && circle
        ? null
        : html`<label class="check">
            <input
              type="checkbox" name="listed" checked=${listed}
              onChange=${(/** @type {any} */ e) => onListed(e.target.checked)} />
            <span><b>List on home page</b>Anyone can sit down. If this is off, only people with the link can.</span>
          </label>`
    }
  `;
}

/** For whom a table is, besides what its seats say. @param {{table: Table}} props */
export function Audience({ table }) {
  if (!table.rated && !table.circle) return null;
  return html`<p id="for-whom">
    ${
      table.rated
        ? "This game is rated. Players need accounts, bots can't play, and a player who leaves finishes last. "
        : ""
    }
    ${table.circle ? html`Only members of <a href=${`/g/${table.circle}`}>this group</a> can sit down.` : null}
  </p>`;
}

/**
 * A new table with seats kept for people with whom one has played.
 * @param {{handle: string, name: string, mine: boolean}} props
 *   whose page it is; mine: one's own, so that there are people to choose from
 */
export function InviteAgain({ handle, name, mine }) {
  const [open, setOpen] = useState(false);
  return html`
    ${h(Button, { onPress: () => setOpen(true), kind: mine ? "primary" : "" }, "Invite again")}
    ${h(
      Dialog,
      { title: mine ? "Play together again" : `Play with ${name} again`, open, onClose: () => setOpen(false) },
      open ? h(Choosing, { handle, name, mine }) : null,
    )}
  `;
}

/** @param {{handle: string, name: string, mine: boolean}} props */
function Choosing({ handle, name, mine }) {
  const [games, setGames] = useState(/** @type {GameInfo[]} */ ([]));
  const [met, setMet] = useState(/** @type {Opponent[]} */ ([]));
  const [chosen, setChosen] = useState(mine ? /** @type {string[]} */ ([]) : [handle]);
  const [game, setGame] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    get("/api/games").then(setGames, toastFault);
    if (!mine) return;
    get(`/api/people/${boot().person?.who.handle}/opponents`).then((found) => setMet(found.opponents), toastFault);
  }, [handle, mine]);
  const info = games.find(({ id }) => id === game) ?? games[0];
  const seats = (info?.players ?? []).find((n) => n > chosen.length) ?? 0;
  const make = async () => {
    setBusy(true);
    try {
      const wishes = Array.from({ length: seats }, (_, n) => ({ kind: n ? "open" : "me" }));
      const table = { game: info?.id, seats: wishes, listed: false };
      const answer = await post("/api/tables/invite", { table, people: chosen });
      location.href = answer.table.links.page;
    } catch (fault) {
      toastFault(fault);
      setBusy(false);
    }
  };
  const why = chosen.length
    ? "This game doesn't have enough seats."
    : "Choose at least one person you have played with.";
  return html`<div class="stack">
    ${
      mine
        ? h(People, { met, chosen, onChange: setChosen })
        : html`<p>${name} gets an invitation on the home page, with a reserved seat.</p>`
    }
    <label class="field">
      <span>Game</span>
      <select value=${info?.id} onChange=${(/** @type {any} */ e) => setGame(e.target.value)}>
        ${games.map((one) => html`<option value=${one.id}>${one.name}</option>`)}
      </select>
    </label>
    <p>
      ${h(
        Button,
        {
          kind: "primary",
          disabled: busy || !chosen.length || !seats,
          why: busy ? "One moment." : why,
          onPress: () => void make(),
        },
        "Create table",
      )}
    </p>
  </div>`;
}

/** @param {{met: Opponent[], chosen: string[], onChange: (chosen: string[]) => void}} props */
function People({ met, chosen, onChange }) {
  const some = met.filter(({ who }) => who.handle);
  if (!some.length) return html`<p class="quiet">You haven't finished a game with other people yet.</p>`;
  /** @param {string} handle @param {boolean} on */
  const tick = (handle, on) => onChange(on ? [...chosen, handle] : chosen.filter((one) => one !== handle));
  return html`<fieldset>
    <legend>Players</legend>
    ${some.map(
      ({ who, played }) => html`<label class="check" key=${who.handle}>
        <input
          type="checkbox" checked=${chosen.includes(who.handle)}
          onChange=${(/** @type {any} */ e) => tick(who.handle, e.target.checked)} />
        <span>
          <b>${who.name} ${h(Kind, { one: who })}</b>
          ${played === 1 ? "one game together" : `${played} games together`}
        </span>
      </label>`,
    )}
  </fieldset>`;
}

/** Spectators: who can watch a table and what they see, and a finished game from another player's point of view. */

import { durationText } from "../lobby/answer-time.js";
import { get, post } from "../shared/api.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { Button, toast, toastFault } from "../shared/ui.js";
import { list, plural } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").Table} Table */
/** @typedef {Table["watching"]} Watching */
/**
 * @typedef {{watching: Watching, open_hands: boolean, max_spectators?: number, analysis?: boolean,
 *   puzzles?: boolean}} Choice
 */

/** What is chosen at first. @type {Choice} */
export const USUAL_WATCHING = { watching: "link", open_hands: true, max_spectators: 0, analysis: true, puzzles: false };

/** The limits of spectators to choose from; 0: no limit. */
const LIMITS = [0, 1, 2, 3, 5, 10, 20, 50, 100];

/** The choices, and what each means. @type {[Watching, string, string][]} */
const CHOICES = [
  ["link", "Anyone with the link", "The game isn't listed. Anyone with the link can watch."],
  ["public", "Everyone", "The game is listed under “Games to watch”."],
  ["delayed", "Everyone, with a delay", "The game is listed, but spectators see everything two minutes late."],
  ["nobody", "Only the players", "Once the seats are taken, only the players can see the table."],
];

/** Which choices are left once play has begun: fewer may watch, not more. @type {Record<Watching, Watching[]>} */
const FEWER = { public: ["link", "nobody"], link: ["nobody"], delayed: ["nobody"], nobody: [] };

/** The most watchers that are told by name. */
const NAMED = 20;

/** Whether positions of a game can become puzzles, if it is rated. @param {Choice} choice */
const hasPuzzles = ({ watching, open_hands: hands, analysis }) =>
  !!analysis && hands && (watching === "public" || watching === "delayed");

/**
 * @param {{value: Choice, among?: Watching[], onChange: (value: Choice) => void}} props among: what may be chosen
 */
export function WatchingChoice({ value, among, onChange }) {
  const offered = CHOICES.filter(([kind]) => !among || among.includes(kind));
  return html`<div class="watching-choice">
    <label class="field">
      <span>Who can watch</span>
      <select
        name="watching" value=${value.watching}
        onChange=${(/** @type {any} */ e) => onChange({ ...value, watching: e.target.value })}>
        ${offered.map(
          ([kind, text]) => html`<option value=${kind} selected=${kind === value.watching}>${text}</option>`,
        )}
      </select>
      <span class="hint">${CHOICES.find(([kind]) => kind === value.watching)?.[2]}</span>
    </label>
    ${
      value.watching === "nobody"
        ? null
        : html`<label class="check">
            <input
              type="checkbox" name="open_hands" checked=${value.open_hands}
              onChange=${(/** @type {any} */ e) => onChange({ ...value, open_hands: e.target.checked })} />
            <span>
              <b>Reveal all hands when the game is over</b>Spectators can then see the replay from any player's point of
              view. If this is off, only the players can.
            </span>
          </label>`
    }
    ${
      value.watching === "nobody" || value.max_spectators === undefined
        ? null
        : html`<label class="field">
            <span>Spectators at a time</span>
            <select
              name="max_spectators" value=${value.max_spectators}
              onChange=${(/** @type {any} */ e) => onChange({ ...value, max_spectators: Number(e.target.value) })}>
              ${LIMITS.map(
                (most) => html`<option value=${most} selected=${most === value.max_spectators}>
                  ${most ? `Up to ${most}` : "No limit"}
                </option>`,
              )}
            </select>
          </label>`
    }
    ${
      value.analysis === undefined
        ? null
        : html`<label class="check">
            <input
              type="checkbox" name="analysis" checked=${value.analysis}
              onChange=${(/** @type {any} */ e) => onChange({ ...value, analysis: e.target.checked })} />
            <span>
              <b>Allow analysis when the game is over</b>It shows how much was luck and which decisions cost the most.
            </span>
          </label>`
    }
    ${
      value.puzzles === undefined || !hasPuzzles(value)
        ? null
        : html`<label class="check">
            <input
              type="checkbox" name="puzzles" checked=${value.puzzles}
              onChange=${(/** @type {any} */ e) => onChange({ ...value, puzzles: e.target.checked })} />
            <span>
              <b>Allow puzzles</b>If the game is rated, its positions can become public puzzles, without names.
            </span>
          </label>`
    }
  </div>`;
}

/** How a table may be watched. @param {Table} table */
export function watchingText(table) {
  const who = {
    nobody: "Only the players can see this table.",
    link: "Anyone with the link can watch.",
    public: "Anyone can watch. The game is listed under “Games to watch”.",
    delayed: `Anyone can watch, with a delay of ${durationText(table.delay)}.`,
  }[table.watching];
  const analysis = table.analysis ? "" : " It can't be analyzed.";
  const puzzles =
    table.puzzles && table.rated && hasPuzzles(table) ? " Positions can become public puzzles, without names." : "";
  if (table.watching === "nobody") return `${who}${analysis}`;
  const hands = table.open_hands
    ? "When the game is over, all hands are revealed."
    : "When the game is over, only the players can see all hands.";
  const limit = table.max_spectators ? `There is room for ${plural(table.max_spectators, "spectator")}. ` : "";
  return `${who} ${limit}${hands}${analysis}${puzzles}`;
}

/**
 * The host's way to change that.
 * @param {{table: Table, live: import("./live.js").Live}} props
 */
export function HostWatching({ table, live }) {
  const free = table.status === "waiting";
  const [wish, setWish] = useState(/** @type {Choice | null} */ (null));
  const [busy, setBusy] = useState(false);
  const among = free ? undefined : [table.watching, ...FEWER[table.watching]];
  const { watching, open_hands: openHands } = table;
  const value = wish ?? { watching, open_hands: openHands };
  const changed = value.watching !== watching || value.open_hands !== openHands;
  if (!free && !FEWER[watching].length && !openHands) return null;
  const keep = async () => {
    setBusy(true);
    try {
      live.take(await post(`/api/tables/${table.id}/watching`, value));
      setWish(null);
    } catch (fault) {
      toastFault(fault);
    } finally {
      setBusy(false);
    }
  };
  return html`<details class="host-watching">
    <summary>${free ? "Choose who can watch" : "Restrict spectators"}</summary>
    ${h(WatchingChoice, { value, among, onChange: setWish })}
    ${h(Button, { size: "small", disabled: busy || !changed, onPress: () => void keep() }, "Save")}
  </details>`;
}

/** Who watches, as in "Cleo and a guest"; "" for no one. @param {Table} table */
export function spectatorsText({ watchers: count, onlookers }) {
  const rest = count - onlookers.length;
  const names = onlookers.map(({ name, guest }) => `${name}${guest ? " (guest)" : ""}`);
  if (rest === 1) names.push(onlookers.length < NAMED ? "a guest" : "one more");
  if (rest > 1) names.push(onlookers.length < NAMED ? plural(rest, "guest") : `${rest} more`);
  return list(names);
}

/** How the table may be watched, and by whom it is. @param {{table: Table}} props */
export function WatchingInfo({ table }) {
  const now = spectatorsText(table);
  return html`<p class="small" id="watching-terms">${watchingText(table)} ${now ? `Watching now: ${now}.` : ""}</p>`;
}

/** Who looks on before the game. @param {{table: Table, seated: boolean}} props */
export function Watchers({ table, seated }) {
  const others = seated || table.watchers > 1 ? spectatorsText(table) : "";
  return others ? html`<p class="quiet small onlookers">Also here: ${others}</p>` : null;
}

/**
 * How late watchers are of a game that goes on, as in ", 2 minutes late"; "" where they are not.
 * @param {Table} table
 */
function lateness({ delay, status }) {
  return delay && (status === "playing" || status === "starting") ? `, ${durationText(delay)} late` : "";
}

/**
 * That the reader watches: in the row of the players, or in the bar.
 * @param {{table: Table, seat: number, as: string}} props as: what it is, for HTML
 */
export function YouWatch({ table, seat, as }) {
  if (seat >= 0) return null;
  return h(as, { class: "watching" }, html`<span class="tag">You are watching${lateness(table)}</span>`);
}

/**
 * Who watches, by name: in the row of the players, or in the bar.
 * @param {{table: Table, seat: number, as: string}} props as: what it is, for HTML
 */
export function Spectators({ table, seat, as }) {
  const others = spectatorsText(table);
  if (!others || (seat < 0 && table.watchers < 2)) return null;
  const text = `Watching: ${others}${seat < 0 ? "" : lateness(table)}`;
  return h(as, { class: "quiet small onlookers", title: text }, text);
}

// A finished game from another player's point of view.

/** @typedef {import("../shared/wire.js").State} State */
/** @typedef {{seat: number, state: State}} Look */

/**
 * What the reader looks at, with whose eyes. mine: the reader's seat, -1 for none; may: whether there are others.
 * @param {import("./live.js").Snapshot} now
 */
export function usePointOfView({ table, you, state, log }) {
  const mine = you.seat ?? -1;
  const [look, setLook] = useState(/** @type {Look | null} */ (null));
  const over = table.status === "over";
  const may = over && (table.open_hands || mine >= 0);
  useEffect(() => setLook(null), [over]);
  /** @param {number} through */
  const onLook = (through) => {
    if (through === mine) setLook(null);
    else {
      get(`${table.links.state}?eyes=${through}`).then(
        (seen) => setLook({ seat: through, state: seen }),
        (fault) => toast(fault.message, "bad"),
      );
    }
  };
  const eyes = { mine, may, seat: look?.seat ?? mine, onLook };
  return look ? { state: look.state, log: look.state.log, eyes } : { state, log, eyes };
}

/**
 * Whose eyes there are.
 * @param {{names: string[], seat: number, mine: number, may: boolean, onLook: (seat: number) => void}} props
 *   seat: with whose the reader looks now
 */
export function PointOfView({ names, seat, mine, may, onLook }) {
  if (!may) return null;
  const all = [...(mine < 0 ? [-1] : []), ...names.keys()];
  return html`<div class="eyes row" role="group" aria-label="Point of view">
    <span class="quiet small">View as</span>
    ${all.map((one) =>
      h(
        Button,
        { key: one, size: "small", pressed: one === seat, onPress: () => onLook(one) },
        one < 0 ? "spectator" : one === mine ? "yourself" : names[one],
      ),
    )}
  </div>`;
}

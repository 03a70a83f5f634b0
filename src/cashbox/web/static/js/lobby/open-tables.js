/** Tables to join and games to watch. */

import { get } from "../shared/api.js";
import { h, html, useState } from "../shared/preact.js";
import { Button, Panel, toastFault } from "../shared/ui.js";
import { clockTag } from "../table/clock-text.js";
import { isInvited } from "../table/rematch.js";
import { usePolling } from "./polling.js";
import { lastChangeText, gameOf, modeOf, titleOf, seatsText } from "./table-status.js";

/** @typedef {import("../shared/wire.js").GameInfo} GameInfo */
/** @typedef {import("../shared/wire.js").TableAnswer} TableAnswer */
/** @typedef {import("../shared/wire.js").TableList} TableList */

/** As many tables can be looked through without choosing a game. */
const FEW = 6;

/** As many games to watch are shown for each "More". */
const MANY = 20;

/** @param {{one: TableAnswer, action: string, primary: boolean}} props */
function Row({ one, action, primary }) {
  const { table } = one;
  const clock = clockTag(table.clock);
  return html`<li>
    <span class="name">
      ${titleOf(table)} ${table.rated ? html` <span class="tag">Rated</span>` : null}
      ${clock ? html` <span class="tag">${clock}</span>` : null}
    </span>
    <span class="who">
      ${gameOf(table)}${modeOf(table)}${seatsText(one)}. <span class="age">${lastChangeText(table)}</span>
    </span>
    <a
      class=${`button ${primary ? "primary" : ""}`} href=${table.links.page}
      aria-label=${`${action}: ${titleOf(table)}`}>
      ${action}
    </a>
  </li>`;
}

/** @param {{games: GameInfo[], chosen: string, onChoose: (game: string) => void}} props */
function WhichGame({ games, chosen, onChoose }) {
  return html`<label class="which-game">
    <span class="visually-hidden">Show open tables for</span>
    <select value=${chosen} onChange=${(/** @type {any} */ event) => onChoose(event.target.value)}>
      <option value="" selected=${!chosen}>All games</option>
      ${games.map(({ id, name }) => html`<option value=${id} selected=${id === chosen}>${name}</option>`)}
    </select>
  </label>`;
}

/**
 * @param {{tables: TableAnswer[], games: GameInfo[], game: string, onChoose: (game: string) => void}} props
 *   game: the one whose tables these are, "" for all
 */
export function OpenTables({ tables, games, game, onChoose }) {
  const others = tables.filter((one) => one.you.seat === null && !one.you.host && !isInvited(one));
  const many = games.length > 1 && (game || others.length > FEW);
  const none = game ? "No tables of this game are waiting for players." : "No tables are waiting for players.";
  return h(
    Panel,
    { title: "Open tables", id: "open", aside: many ? h(WhichGame, { games, chosen: game, onChoose }) : undefined },
    others.length
      ? html`<ul class="tables">
          ${others.map((one) => h(Row, { key: one.table.id, one, action: "Sit down", primary: true }))}
        </ul>`
      : html`<p class="quiet">${none} <a href="#new">Create one</a>, and others will see it here.</p>`,
  );
}

/** Those that are read so far, and how to read on. */
function useWatchable() {
  const [answer] = usePolling("/api/tables?which=watch");
  const list = /** @type {TableList | null} */ (answer);
  const [further, setFurther] = useState(/** @type {TableAnswer[]} */ ([]));
  const [next, setNext] = useState(/** @type {string | null} */ (null));
  const place = next ?? list?.next ?? "";
  const readOn = async () => {
    try {
      const found = await get(`/api/tables?which=watch&before=${encodeURIComponent(place)}`);
      setFurther([...further, ...found.tables]);
      setNext(found.next);
    } catch (fault) {
      toastFault(fault);
    }
  };
  const first = list?.tables ?? [];
  const known = new Set(first.map(({ table }) => table.id));
  const tables = [...first, ...further.filter(({ table }) => !known.has(table.id))];
  return { tables: tables.filter(({ you }) => you.seat === null), readOn: place ? readOn : null };
}

/** Running games that everyone may watch, more of them when asked for; nothing while there are none. */
export function TablesToWatch() {
  const { tables, readOn } = useWatchable();
  const [shown, setShown] = useState(FEW);
  if (!tables.length && !readOn) return null;
  const more = () => {
    if (tables.length <= shown + MANY) void readOn?.();
    setShown(shown + MANY);
  };
  return h(
    Panel,
    { title: "Games to watch", id: "watch" },
    html`<ul class="tables">
      ${tables.slice(0, shown).map((one) => h(Row, { key: one.table.id, one, action: "Watch", primary: false }))}
    </ul>`,
    tables.length > shown || readOn
      ? h(Button, { size: "small", onPress: more, label: "More games to watch", class: "more" }, "More")
      : null,
  );
}

/** The home page: games to play right away, your tables, open tables, the form for a new one, and your name. */

import { DeviceLink } from "./account/device-link.js";
import { SignOutElsewhere } from "./account/devices.js";
import { saveTypedName, NameField } from "./account/my-name.js";
import { markListsSeen } from "./lobby/last-seen.js";
import { Lessons } from "./lobby/lessons.js";
import { FinishedTables, MyTables } from "./lobby/my-tables.js";
import { NewTable } from "./lobby/new-table.js";
import { OpenTables, TablesToWatch } from "./lobby/open-tables.js";
import { offerPlayNow } from "./lobby/play-now.js";
import { RecentActivity, lobbyOf, usePolling } from "./lobby/polling.js";
import { boot, NAMELESS } from "./shared/api.js";
import { h, html, render, useEffect, useState } from "./shared/preact.js";
import { tellZone } from "./shared/time-zone.js";

/** @typedef {import("./shared/wire.js").Lobby} Lobby */

const { games = [], me } = boot();

/** @param {string} id @param {any} node */
function place(id, node) {
  const element = document.getElementById(id);
  if (element) render(node, element);
}

/** All lists of tables. The reader's own games in play stand above everything else on the page. */
function Lists() {
  const [game, setGame] = useState("");
  const [answer, ask] = usePolling(lobbyOf(game));
  const [isNew] = useState(markListsSeen);
  const lobby = /** @type {Lobby | null} */ (answer);
  useEffect(() => {
    if (lobby) place("my-tables", h(MyTables, { lobby, isNew, onAnswered: ask }));
  }, [lobby]);
  if (!lobby) return null;
  return html`
    ${h(FinishedTables, { lobby, isNew })} ${h(Lessons, { games, lobby })}
    ${h(OpenTables, { tables: lobby.open, games, game, onChoose: setGame })} ${h(TablesToWatch, {})}
    ${h(RecentActivity, { people: lobby.people, played: lobby.played })}
  `;
}

/** What else there is to do about oneself. */
function Myself() {
  return html`
    ${h(SignOutElsewhere, { onDone: null })}
    <p class="row">${h(DeviceLink, { size: "small" })}<a class="button small" href="/me">Devices and data</a></p>
  `;
}

offerPlayNow(games);
place("lobby", h(Lists, {}));
place("new", h(NewTable, { games, keepTypedName: saveTypedName }));
// who has not said a name is asked first
if (!me || me.name === NAMELESS) document.getElementById("new")?.before(document.getElementById("me") ?? "");
place("me", h(NameField, { more: h(Myself, {}) }));
if (me) void tellZone(me.zone);
if (location.hash === "#new") document.getElementById("new")?.scrollIntoView();

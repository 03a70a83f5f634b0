/** The archive page: finished games, your own or public ones. The search is part of the address. */

import { ArchiveForm, GameFilter } from "./archive/form.js";
import { searchOf, onSearchLink, useSearch } from "./archive/search.js";
import { boot } from "./shared/api.js";
import { h, html, render } from "./shared/preact.js";
import { Button, Kind, Panel } from "./shared/ui.js";
import { amount, clauses, list, plural } from "./shared/words.js";

/** @typedef {import("./shared/wire.js").ArchivedGame} ArchivedGame */
/** @typedef {import("./shared/wire.js").ArchivedSeat} ArchivedSeat */
/** @typedef {import("./archive/search.js").Found} Found */

const { me } = boot();

/** What is said of how a game ended for the reader. */
const RESULTS = { won: "You won", shared: "You tied for the win", lost: "You lost", off: "No result" };

/** A day and a time as people read them. @param {number} at seconds since 1970 */
function moment(at) {
  return new Date(at * 1000).toLocaleString("en-US", { dateStyle: "long", timeStyle: "short" });
}

/** How long a game took. @param {number} seconds */
function took(seconds) {
  if (seconds < 60) return "less than a minute";
  if (seconds < 7200) return plural(Math.round(seconds / 60), "minute");
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

/** Who had a seat, the way to whose page it was, and the points. @param {{one: ArchivedGame, seat: number}} props */
function Sat({ one, seat }) {
  const { name, level, guest, person, won, score, abandoned } = /** @type {ArchivedSeat} */ (one.seats[seat]);
  return html`<li class=${won ? "winner" : ""}>
    ${person ? html`<a href=${`/t/${one.table}/player/${seat}`}>${name}</a>` : name}
    ${h(Kind, { one: { level, guest } })}
    ${score === null ? null : html` <span class="points">${amount(score)}</span>`} ${
      won ? " won" : abandoned ? " no result" : ""
    }
  </li>`;
}

/** How it ended, where the seats do not say it. @param {ArchivedGame} one */
function ended({ seats, winners, closed }) {
  if (closed) return closed;
  if (seats.some(({ won }) => won)) return "";
  return winners.length ? `${list(winners)} won.` : "No one won.";
}

/** @param {{one: ArchivedGame}} props */
function Row({ one }) {
  const title = one.name || one.game_name;
  const kind = clauses(one.name && one.name !== one.game_name ? one.game_name : "", one.mode_name);
  const when = moment(one.at);
  return html`<li>
    <span class="name">
      <a href=${one.page}>${title}</a>
      ${kind ? html`<span class="quiet small">${kind}</span>` : null}
      ${one.result ? html`<span class=${`tag ${one.result}`}>${RESULTS[one.result]}</span>` : null}
      ${one.rated ? html`<span class="tag">Rated</span>` : null}
      ${one.public ? null : html`<span class="tag">Private</span>`}
    </span>
    <ul class="sat" aria-label="Players">${one.seats.map((_, seat) => h(Sat, { key: seat, one, seat }))}</ul>
    <span class="when">
      ${ended(one)} <time datetime=${new Date(one.at * 1000).toISOString()}>${when}</time>, ${took(one.seconds)},${" "}
      ${plural(one.steps, "step")}${one.nth > 1 ? html`, <a href=${one.page}>game ${one.nth} of a series</a>` : null}
    </span>
    <span class="doing">
      <a class="button small" href=${`/t/${one.table}/replay`} aria-label=${`Replay: ${title}, ${when}`}>Replay</a>
      ${
        one.again
          ? html`<a class="button small" href=${`${one.page}#final`} aria-label=${`Play again: ${title}, ${when}`}>
              Play again
            </a>`
          : null
      }
    </span>
  </li>`;
}

/** What is said where there is nothing to show. @param {{found: Found}} props */
function Nothing({ found }) {
  const { address, looked } = found;
  const wanted = searchOf(address);
  if (looked !== null) return html`<p class="quiet">No matches in games since ${moment(looked)}.</p>`;
  const filtered = Object.keys(wanted).some((key) => key !== "mine");
  if (filtered && (me || !wanted.mine)) {
    return html`<p class="quiet">
      No games match your search. <a href=${`/archive${wanted.mine ? "?mine=true" : ""}`} onClick=${onSearchLink}>
        Show all
      </a>
    </p>`;
  }
  if (!wanted.mine) return html`<p class="quiet">No public games finished yet.</p>`;
  return html`<p class="quiet">
    ${me ? "You haven't finished a game yet." : "You haven't played here yet."}${" "}<a href="/#new">Create a table</a>,
    and your finished games will appear here.
  </p>`;
}

/** @param {{found: Found}} props */
function Games({ found }) {
  const { games, who, next, busy, fault, more, looked, address } = found;
  const title = searchOf(address).mine ? "My games" : "Public games";
  const with_ = searchOf(address).mine ? "with" : "of";
  const told = busy && !games.length ? "Searching…" : games.length ? `${plural(games.length, "game")} so far` : "";
  return h(
    Panel,
    {
      title: who ? html`${title} ${with_} <a href=${`/p/${who.handle}`}>${who.name}</a>` : title,
      id: "games",
      aside: html`<span class="quiet small" role="status">${next || busy ? told : plural(games.length, "game")}</span>`,
    },
    fault ? html`<p class="fault" role="alert">${fault}</p>` : null,
    games.length
      ? html`<ol class="finished-games">${games.map((one) => h(Row, { key: one.table, one }))}</ol>`
      : busy || fault
        ? null
        : h(Nothing, { found }),
    next
      ? html`<p class="row">
          ${h(Button, { onPress: more, disabled: busy }, looked === null ? "More" : "Search older games")}
          ${
            looked !== null && games.length
              ? html`<span class="quiet small">Searched games since ${moment(looked)}.</span>`
              : null
          }
        </p>`
      : null,
  );
}

function Archive() {
  const found = useSearch();
  return html`
    ${h(GameFilter, { address: found.address })}
    ${h(ArchiveForm, { key: found.address, found })}
    ${h(Games, { found })}
  `;
}

const place = document.getElementById("archive");
if (place) render(h(Archive, {}), place);

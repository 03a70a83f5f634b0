/** How many people are here, and what was played lately. */

import { h, html } from "./preact.js";
import { Panel } from "./ui.js";
import { ago, list } from "./words.js";

/** @typedef {import("./wire.js").LatelyPlayed} LatelyPlayed */

/** How many people are here, the reader among them. @param {number} people */
const told = (people) => (people > 1 ? `${people} people are here.` : "You are the only one here just now.");

/** @param {LatelyPlayed} one */
function sentence({ players, winners }) {
  if (!winners.length) return `${list(players)} played.`;
  const others = players.filter((name) => !winners.includes(name));
  return `${list(winners)} won${others.length ? ` against ${list(others)}` : ""}.`;
}

/** @param {{people: number, played: LatelyPlayed[]}} props */
export function Lately({ people, played }) {
  return h(
    Panel,
    { title: "Here and lately", id: "lately" },
    html`<p class="people"><span class="dot" aria-hidden="true"></span>${told(people)}</p>`,
    played.length
      ? html`<ul class="lately">
          ${played.map(
            (one) => html`<li>
              <b>${one.game_name}:</b> ${sentence(one)}
              ${" "}
              <span class="age">${ago(Math.max(0, Date.now() / 1000 - one.at))}</span>
            </li>`,
          )}
        </ul>`
      : html`<p class="quiet small">No public game has been finished lately.</p>`,
    html`<p class="row"><a class="button small" href="/archive">Archive</a></p>`,
  );
}

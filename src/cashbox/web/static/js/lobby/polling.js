/** Polls the lists of the home page, and shows recent activity. */

import { get } from "../shared/api.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { secondsSince } from "../shared/server-time.js";
import { Panel } from "../shared/ui.js";
import { ago, list } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").Lobby} Lobby */
/** @typedef {import("../shared/wire.js").TableAnswer} TableAnswer */

/** Milliseconds from one look to the next. */
const AGAIN = 12_000;

/**
 * The answer to a call, and anew from time to time; as it was before where the server does not answer.
 * @template T
 * @param {string} path
 * @returns {[T | null, () => void]} what there is, and how to ask at once
 */
export function usePolling(path) {
  const [answer, setAnswer] = useState(/** @type {T | null} */ (null));
  const [asking, setAsking] = useState(0);
  useEffect(() => {
    let stop = false;
    const load = () => {
      if (document.visibilityState === "hidden") return;
      get(path).then(
        (found) => !stop && setAnswer(found),
        () => {}, // what is shown stays; it is asked for again
      );
    };
    load();
    const timer = setInterval(load, AGAIN);
    document.addEventListener("visibilitychange", load);
    return () => {
      stop = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", load);
    };
  }, [path, asking]);
  return [answer, () => setAsking((before) => before + 1)];
}

/** @param {string} game the one whose open tables are shown, "" for all */
export const lobbyOf = (game) => `/api/lobby${game ? `?game=${encodeURIComponent(game)}` : ""}`;

// Recent activity: people online and games just finished.

/** @typedef {import("../shared/wire.js").LatelyPlayed} LatelyPlayed */

/** How many people are here, the reader among them. @param {number} people */
const told = (people) => (people > 1 ? `${people} people online.` : "You're the only one online.");

/** How a game ended; it has no result for those who left it to a bot. @param {LatelyPlayed} one */
function sentence({ players, winners, abandoned }) {
  const stayed = players.filter((name) => !abandoned.includes(name));
  const left = abandoned.length
    ? `${list(abandoned)} left, and ${abandoned.length > 1 ? "bots" : "a bot"} took over.`
    : "";
  if (!stayed.length) return left;
  const others = stayed.filter((name) => !winners.includes(name));
  const against = others.length ? ` against ${list(others)}` : "";
  return `${winners.length ? `${list(winners)} won${against}.` : `${list(stayed)} played.`} ${left}`.trim();
}

/** @param {{people: number, played: LatelyPlayed[]}} props */
export function RecentActivity({ people, played }) {
  return h(
    Panel,
    { title: "Recent activity", id: "lately" },
    html`<p class="people"><span class="dot" aria-hidden="true"></span>${told(people)}</p>`,
    played.length
      ? html`<ul class="lately">
          ${played.map(
            (one) => html`<li>
              <b>${one.game_name}:</b> ${sentence(one)}
              ${" "}
              <span class="age">${ago(secondsSince(one.at))}</span>
            </li>`,
          )}
        </ul>`
      : html`<p class="quiet small">No public games finished recently.</p>`,
    html`<p class="row"><a class="button small" href="/archive">Archive</a></p>`,
  );
}

/** The score of a series of games, and its earlier games. */

import { get } from "../shared/api.js";
import { html, useEffect, useState } from "../shared/preact.js";
import { list, plural, withNames } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").Series} Series */
/** @typedef {import("../shared/wire.js").Table} Table */

/** The score in words. @param {Series} series */
function told({ scores, shared, nth }) {
  const sides = scores.map(({ name, won }) => `${name} ${won}`);
  if (shared) sides.push(plural(shared, "tie"));
  return `${sides.join(" · ")}, game ${nth} of the series`;
}

/** How one game ended. @param {import("../shared/wire.js").SeriesGame} game */
function ended({ names, outcome }) {
  return outcome ? withNames(outcome.text, names) : `${list(names)}: not finished.`;
}

/** @param {{table: Table}} props */
export function SeriesScore({ table }) {
  const [series, setSeries] = useState(/** @type {Series | null} */ (null));
  const { id, nth, then, status } = table;
  const wanted = nth > 1 || !!then;
  useEffect(() => {
    if (!wanted) return;
    get(`/api/tables/${id}/series`).then(setSeries, () => {}); // the game goes on without
  }, [id, wanted, status]);
  if (!wanted || !series) return null;
  const { games, counted } = series;
  return html`<div class="series">
    <p><b>${told(series)}</b>${counted > 100 ? ` (the last ${counted} games)` : ""}</p>
    ${
      games.length
        ? html`<details>
            <summary>Earlier games (${games.length})</summary>
            <ol>
              ${games.map(
                (game) =>
                  html`<li key=${game.table}><a href=${`/t/${game.table}`}>Game ${game.nth}</a>: ${ended(game)}</li>`,
              )}
            </ol>
          </details>`
        : null
    }
  </div>`;
}

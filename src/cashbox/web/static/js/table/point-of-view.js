/** Looking at a game that is over with any player's eyes. */

import { get } from "../shared/api.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { Button, toast } from "../shared/ui.js";

/** @typedef {import("../shared/wire.js").State} State */
/** @typedef {{seat: number, state: State}} Look */

/**
 * What the reader looks at, with whose eyes. mine: the reader's seat, -1 for none; may: whether there are others.
 * @param {import("./live.js").Snapshot} now
 */
export function useEyes({ table, you, state, log }) {
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
export function Eyes({ names, seat, mine, may, onLook }) {
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

/** What the mode of a finished game says to play after it. */

import { get } from "../shared/api.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { Button, toast } from "../shared/ui.js";
import { makeTable } from "../verify/nonce.js";

/**
 * What the mode says to play after it, one press away: a table for this person and bots.
 * @param {{table: import("../shared/wire.js").Table}} props
 */
export function Next({ table }) {
  const [then, setThen] = useState(/** @type {import("../shared/wire.js").Then | null} */ (null));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    get("/api/games").then(
      (/** @type {import("../shared/wire.js").GameInfo[]} */ games) =>
        setThen(games.find(({ id }) => id === table.game)?.modes.find(({ id }) => id === table.mode)?.then ?? null),
      () => {}, // without the list there is still the home page
    );
  }, [table.game, table.mode]);
  if (!then) return null;
  const begin = async () => {
    setBusy(true);
    try {
      const seats = Array.from({ length: then.seats }, (_, k) => ({ kind: k ? "bot" : "me" }));
      const answer = await makeTable({ game: table.game, mode: then.mode, options: then.options, seats });
      location.href = answer.table.links.page;
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message, "bad");
      setBusy(false);
    }
  };
  return html`<p>${h(Button, { onPress: () => void begin(), kind: "primary", disabled: busy }, then.text)}</p>`;
}

/** For who has no table yet: the first game with hints, one press away. */

import { keepTypedName } from "./myname.js";
import { h, html, useState } from "./preact.js";
import { makeTable } from "./share.js";
import { Button, Panel, toastFault } from "./ui.js";

/** @param {{games: import("./wire.js").GameInfo[]}} props */
export function Lessons({ games }) {
  const [busy, setBusy] = useState(false);
  const game = games.find(({ modes }) => modes.some(({ guided }) => guided));
  const lessons = game?.modes.filter(({ guided }) => guided) ?? [];
  if (!game || !lessons.length) return null;
  const begin = async () => {
    setBusy(true);
    try {
      await keepTypedName();
      const body = { game: game.id, mode: lessons[0]?.id, seats: [{ kind: "me" }], listed: false };
      location.href = (await makeTable(body)).table.links.page;
    } catch (fault) {
      toastFault(fault);
      setBusy(false);
    }
  };
  const how = lessons.length > 1 ? `${lessons.length === 2 ? "two" : lessons.length} short games` : "a short game";
  return h(
    Panel,
    { title: "New here?", id: "newcomer" },
    html`
      <p>Learn ${game.name} in ${how}, alone at the table, with hints beside everything you do.</p>
      <p class="row">
        ${h(Button, { kind: "primary", disabled: busy, onPress: () => void begin() }, "Start the first lesson")}
        <span class="quiet">Or press “Play now” above: bots sit down with you at once.</span>
      </p>
    `,
  );
}

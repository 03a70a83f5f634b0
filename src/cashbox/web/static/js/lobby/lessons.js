/** Lessons for newcomers: the next one of each game that this browser has neither finished nor dismissed. */

import { saveTypedName } from "../account/my-name.js";
import { memory } from "../shared/memory.js";
import { h, html, render, useEffect, useState } from "../shared/preact.js";
import { Button, Panel, toastFault } from "../shared/ui.js";
import { makeTable } from "../verify/nonce.js";

/** @typedef {import("../shared/wire.js").GameInfo} GameInfo */
/** @typedef {import("../shared/wire.js").Lobby} Lobby */
/** @typedef {import("../shared/wire.js").Mode} Mode */

const NTH = ["first", "second", "third"];
const DISMISSED = "dismissed";

/** @param {string} game */
const keyOf = (game) => `lessons:${game}`;

/**
 * How many lessons of a game are done, as far as this browser has seen; all of them where they were dismissed.
 * @param {string} game
 * @param {Mode[]} lessons
 * @param {Lobby} lobby
 */
function doneOf(game, lessons, lobby) {
  const kept = memory.read(keyOf(game), "0");
  if (kept === DISMISSED) return lessons.length;
  const over = lobby.finished.filter(({ table }) => table.game === game && table.status === "over");
  return Math.max(Number(kept), ...over.map(({ table }) => 1 + lessons.findIndex(({ id }) => id === table.mode)));
}

/** @param {GameInfo[]} games @param {Lobby} lobby */
function offered(games, lobby) {
  return games.flatMap((game) => {
    const lessons = game.modes.filter(({ guided }) => guided);
    const done = doneOf(game.id, lessons, lobby);
    const mode = lessons[done];
    const begun = lobby.mine.find(({ table }) => table.game === game.id && table.mode === mode?.id);
    return mode ? [{ game, mode, done, begun: begun?.table.links.page ?? "" }] : [];
  });
}

/** @typedef {ReturnType<typeof offered>[number]} Offered */

/** @param {{one: Offered, busy: boolean, begin: (one: Offered) => void, dismiss: (one: Offered) => void}} props */
function Row({ one, busy, begin, dismiss }) {
  const { game, mode, done, begun } = one;
  const which = `the ${NTH[done]} lesson`;
  return html`<li class="row">
    <span class="grow"><b>${game.name}</b> ${mode.text}</span>
    ${
      begun
        ? html`<a class="button primary" href=${begun} aria-label=${`Continue ${which} of ${game.name}`}>
            Continue ${which}
          </a>`
        : h(
            Button,
            {
              kind: "primary",
              disabled: busy,
              label: `Start ${which} of ${game.name}`,
              onPress: () => begin(one),
            },
            `Start ${which}`,
          )
    }
    ${h(
      Button,
      { size: "small", label: `No, thanks: no lessons for ${game.name}`, onPress: () => dismiss(one) },
      "No, thanks",
    )}
  </li>`;
}

/**
 * Make a table for a lesson, and go there.
 * @param {GameInfo} game @param {Mode} mode
 */
async function startLesson(game, mode) {
  await saveTypedName();
  const bots = Array.from({ length: (mode.least || 1) - 1 }, () => ({ kind: "bot" }));
  const body = { game: game.id, mode: mode.id, seats: [{ kind: "me" }, ...bots], listed: false };
  location.href = (await makeTable(body)).table.links.page;
}

/** @param {{game: GameInfo, mode: Mode}} props */
function StartLesson({ game, mode }) {
  const [busy, setBusy] = useState(false);
  const which = `the ${NTH[game.modes.filter(({ guided }) => guided).indexOf(mode)]} lesson`;
  const onPress = async () => {
    setBusy(true);
    try {
      await startLesson(game, mode);
    } catch (fault) {
      toastFault(fault);
      setBusy(false);
    }
  };
  return h(
    Button,
    { kind: "primary", disabled: busy, label: `Start ${which} of ${game.name}`, onPress: () => void onPress() },
    `Start ${which}`,
  );
}

/** Put the buttons that start lessons where the page has places for them. @param {GameInfo[]} games */
export function offerLessons(games) {
  for (const place of document.querySelectorAll(".start-lesson")) {
    const wanted = /** @type {HTMLElement} */ (place).dataset;
    const game = games.find(({ id }) => id === wanted.game);
    const mode = game?.modes.find(({ id }) => id === wanted.mode);
    if (game && mode) render(h(StartLesson, { game, mode }), place);
  }
}

/** @param {{games: GameInfo[], lobby: Lobby}} props */
export function Lessons({ games, lobby }) {
  const [busy, setBusy] = useState(false);
  const [, again] = useState(0);
  const rows = offered(games, lobby);
  useEffect(() => {
    for (const { game, done } of rows) if (done) memory.write(keyOf(game.id), String(done));
  }, [lobby]);
  if (!rows.length) return null;
  /** @param {Offered} one */
  const begin = async ({ game, mode }) => {
    setBusy(true);
    try {
      await startLesson(game, mode);
    } catch (fault) {
      toastFault(fault);
      setBusy(false);
    }
  };
  /** @param {Offered} one */
  const dismiss = ({ game }) => {
    memory.write(keyOf(game.id), DISMISSED);
    again((n) => n + 1);
  };
  return h(
    Panel,
    { title: "New here?", id: "newcomer" },
    html`
      <p>Learn a game in short lessons with hints at every step.</p>
      <ul class="plain">
        ${rows.map((one) => h(Row, { key: one.game.id, one, busy, begin: (it) => void begin(it), dismiss }))}
      </ul>
      <p class="quiet">Or choose “Play now” above to start right away against bots.</p>
    `,
  );
}

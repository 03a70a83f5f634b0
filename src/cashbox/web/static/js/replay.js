/** The replay page: a game step by step, from any player's point of view. */

import { LuckButton } from "./analysis/button.js";
import { usePlayerFocus, useShape } from "./board/layout.js";
import { loadBoard } from "./board/loader.js";
import { TablePage, focusOr, BoardErrorBoundary, into } from "./board/table-page.js";
import { Ranking } from "./ending/ranking.js";
import { Keys, Slider, useKeptFocus, useReplayKeys, StepChoice } from "./replay/bar.js";
import { ContinueButton } from "./replay/continue.js";
import { partsOf, ReplayLog } from "./replay/log.js";
import { asked, ReplayPosition } from "./replay/moments.js";
import { Hands, LastHand, viewOf } from "./replay/open-hands.js";
import { Copy, Help, Links, Moment, News, PointOfView, Switch, Trouble } from "./replay/parts.js";
import { addressOf, replayOf, useReplay, wished } from "./replay/position.js";
import { boot, Fault, get } from "./shared/api.js";
import { memory } from "./shared/memory.js";
import { h, html, render, useCallback, useEffect, useMemo, useState } from "./shared/preact.js";
import { setTitle } from "./shared/title.js";
import { Dialog, Panel } from "./shared/ui.js";
import { withNames } from "./shared/words.js";
import { useFetched, useSkips } from "./table/hooks.js";

/** @typedef {import("./board/props.js").BoardModule} BoardModule */
/** @typedef {import("./board/props.js").BoardProps} BoardProps */
/** @typedef {import("./replay/position.js").Now} Now */
/** @typedef {import("./replay/parts.js").Lid | ""} Lid */

const start = boot();
const address = start.file ? `/api/replays/${start.file}` : `/api/tables/${start.table}/replay`;
const here = start.file ? `/replay/${start.file}` : replayOf(start.table ?? "");

/** Till they are there. @type {BoardProps["tips"]} */
const NO_TIPS = {};
/** Nothing can be done in what is past. */
const PAST = "This is a replay. You can't play here.";
const IDLE = {
  legal: [],
  act: () => Promise.reject(new Error(PAST)),
  explain: () => Promise.resolve(PAST),
  busy: false,
  past: true,
};

/**
 * What a board is given of a moment.
 * @param {Now} now @param {string[]} names @param {Pick<BoardProps, "shape" | "focusPlayer">} seen
 * @returns {BoardProps | null}
 */
function useBoardProps({ replay, moment, eyes, n }, names, { shape, focusPlayer }) {
  const content = useFetched(replay.table.links.content, true);
  const tips = useFetched(replay.table.links.tips, true) ?? NO_TIPS;
  const view = useMemo(() => viewOf(moment), [moment]);
  const seat = /^\d+$/.test(eyes) ? Number(eyes) : -1;
  return useMemo(() => {
    if (content === undefined) return null;
    return { ...IDLE, content, tips, view, seat, names, prompt: moment.prompt, announce: () => {}, shape, focusPlayer };
  }, [content, tips, view, seat, names, n, shape, focusPlayer]);
}

/** The bar over the board. @param {{now: Now, said: string, tools: import("./shared/preact.js").Child}} props */
function Bar({ now, said, tools }) {
  const { course, at, go, onwards, running, play, replay, n, moment } = now;
  const step = replay.steps[n];
  return html`<div class="replay-bar" aria-busy=${now.aim === null ? "false" : "true"} data-n=${n}>
    ${h(Moment, { said, step, moment }, tools)}
    <div class="transport">
      ${h(Keys, { course, n: at, go, onwards, more: running, playing: play })}
      ${h(Slider, { course, n: at, go, said })}
      ${h(StepChoice, { course, n: at, go })}
    </div>
  </div>`;
}

/** When the game is over: who won, and the sheets. @param {{now: Now, module: BoardModule, board: BoardProps}} props */
function End({ now, module, board }) {
  const { moment, replay } = now;
  if (!moment.outcome) return null;
  return h(
    Panel,
    { title: withNames(moment.outcome.text, board.names), class: "final", id: "final" },
    h(Ranking, { table: replay.table, seat: replay.you.seat ?? -1, names: board.names, module, view: board.view }),
    module.Score ? h(module.Score, board) : null,
  );
}

/** What happened at a step, in words. @param {Now} now @param {string[]} names */
function toldAt({ replay, n }, names) {
  const step = replay.steps[n];
  const lines = replay.log.filter((line) => line.n === n).map(({ text }) => text);
  if (lines.length || !step?.back) return lines.join(" ");
  const count = replay.steps.filter(({ gone }) => gone === n).length;
  const who = step.seat === null ? "A player" : names[step.seat];
  return `${who} undoes ${count === 1 ? "this step" : `${count} steps`}.`;
}

/** @param {{looking: ReplayPosition, module: BoardModule}} props */
function App({ looking, module }) {
  const [lid, setLid] = useState(/** @type {Lid} */ (""));
  const [keys, setKeys] = useState(memory.read("keys", "on") === "on");
  const now = useReplay(looking);
  const { replay, moment, n, eyes, course, go, leaveOut } = now;
  const { table } = replay;
  const names = useMemo(() => table.seats.map((one) => one.name || `Seat ${one.seat + 1}`), [table.seats]);
  const shape = useShape();
  const { focusPlayer, onPlayer } = usePlayerFocus();
  const board = useBoardProps(now, names, { shape, focusPlayer });
  const roomy = shape === "wide";
  const inMenu = shape === "narrow";
  const inHead = shape === "low" || (roomy && names.length <= 3);
  const focusLog = () => focusOr(document.getElementById("log"), () => setLid("log"));
  useSkips(focusLog);
  useReplayKeys({ now, keys, onHelp: () => setLid("help"), focusLog });
  useKeptFocus(moment);
  useEffect(() => setTitle(`Replay: ${table.name || table.game_name} – cashbox`, false), [table.name]);
  const link = useCallback((/** @type {number} */ to) => addressOf(to, eyes), [eyes]);
  const parts = useMemo(() => partsOf(replay, leaveOut), [replay, leaveOut]);
  const onGo = useMemo(() => (/** @type {number} */ to) => go(to), [looking, n, course]);
  const log = h(ReplayLog, { parts, n, go: onGo, link });
  const onLine = (/** @type {number} */ to) => {
    setLid("");
    go(to);
  };
  const said = toldAt(now, names);
  const onEyes = (/** @type {string} */ one) => {
    now.onEyes(one);
    if (/^\d+$/.test(one)) onPlayer(Number(one));
  };
  const seen = { replay, eyes, names, module, view: moment.view, due: moment.due, onEyes };
  const more = html`<div class="replay-tools row">
    ${course.turnsBack ? h(Switch, { leaveOut, onLeaveOut: now.onLeaveOut }) : null} ${h(Copy, { n, eyes })}
    ${h(LuckButton, { ...seen, file: start.file, mine: replay.you.seat ?? -1, at: n, onSee: onLine })}
    ${h(ContinueButton, { replay, n, over: !!moment.outcome, eyes, names })}
  </div>`;
  const tools = h(Links, { table, running: now.running, menu: inMenu, onOpen: setLid });
  /** @param {boolean} on */
  const onKeys = (on) => {
    setKeys(on);
    memory.write("keys", on ? "on" : "off");
  };
  const strip = [inHead ? null : h(PointOfView, seen), roomy || inMenu ? null : more];
  const open = moment.hands?.map((view, at) => ({ seat: at, view }));
  const last = moment.outcome ? h(LastHand, { module, board }) : null;
  const hands = board && open ? h(Hands, { hands: open, module, board, onEyes: now.onEyes }) : last;
  return html`
    ${h(TablePage, {
      head: h(Bar, { now, said, tools: roomy ? more : null }),
      players: inHead ? into("table-players", h(PointOfView, seen)) : null,
      tools: into("table-tools", tools),
      notice: html`
        ${h(News, { table, running: now.running, fault: now.fault })}
        ${strip.some(Boolean) ? html`<div class="replay-strip">${strip}</div>` : null}
      `,
      hands,
      final: board && h(End, { now, module, board }),
      board: board ? h(BoardErrorBoundary, { module, board, key: "board" }) : null,
      still: now.still,
      faint: typeof replay.steps[n]?.gone === "number",
      sides: [{ id: "log", label: "Log", title: "Log", inside: log }],
    })}
    ${h(
      Dialog,
      { title: "Log", open: lid === "log", onClose: () => setLid("") },
      h(ReplayLog, { parts, n, go: onLine, link }),
    )}
    ${h(Dialog, { title: "This step", open: inMenu && lid === "moment", onClose: () => setLid("") }, more)}
    ${h(Dialog, { title: "Help", open: lid === "help", onClose: () => setLid("") }, h(Help, { keys, onKeys }))}
  `;
}

/** The replay that the address asks for, and its moment. */
async function find() {
  const wish = wished();
  const eyes = wish.eyes ? `?eyes=${encodeURIComponent(wish.eyes)}` : "";
  /** @type {import("./shared/wire.js").Replay} */
  const replay = await asked(() => get(`${address}${eyes}`));
  const n = wish.n ?? (replay.table.status === "playing" ? replay.last : 0);
  if (Number.isNaN(n)) throw new Fault("no-such-step", `No such step. This replay has steps 0 to ${replay.last}.`);
  /** @type {import("./shared/wire.js").Moment} */
  const moment = await asked(() => get(`${address}/${n}?eyes=${replay.eyes}`));
  return new ReplayPosition(address, replay, moment);
}

const place = document.getElementById("table");
if (place && (start.file || start.table)) {
  Promise.all([find(), loadBoard(start.board ?? "")]).then(
    ([looking, module]) => {
      place.textContent = "";
      render(h(App, { looking, module }), place);
    },
    (fault) => {
      place.textContent = "";
      render(h(Trouble, { fault, replay: here }), place);
    },
  );
}

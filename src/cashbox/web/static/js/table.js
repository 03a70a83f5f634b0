/** The table page: seats before the game, the board while it runs, the score sheet when it is over. */

import { boot, get } from "./api.js";
import { Asking, useDoing } from "./doing.js";
import Fallback from "./fallback.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { Final } from "./final.js";
import { Chat, hasChat, useUnread } from "./chat.js";
import { memory } from "./memory.js";
import { LeftOut, Shares, Warnings, useProof } from "./proof.js";
import { LinkBanner, PromptBar, SignedOut } from "./promptbar.js";
import { useKeys, useMedia, useOnce, useSkipToLog, useTitle, useTurnEnd } from "./tablehooks.js";
import { CLOSED, Waiting } from "./waiting.js";
import {
  createPortal,
  h,
  html,
  render,
  useCallback,
  useEffect,
  useErrorBoundary,
  useMemo,
  useState,
} from "./preact.js";
import { Help, Players } from "./tableparts.js";
import { Button, Dialog } from "./ui.js";

/** @typedef {import("./board.js").BoardModule} BoardModule */
/** @typedef {import("./board.js").BoardProps} BoardProps */
/** @typedef {import("./preact.js").VNode} VNode */

const start = boot();
const raw = new URLSearchParams(location.search).has("raw");

/**
 * The game's own board with its style sheets, or the one that suits every game.
 * @returns {Promise<BoardModule>}
 */
async function loadBoard() {
  if (raw || !start.board) return { default: Fallback };
  const folder = new URL(start.board, location.href);
  try {
    /** @type {BoardModule} */
    const module = await import(new URL("board.js", folder).href);
    await Promise.all((module.css ?? []).map((sheet) => loadSheet(new URL(sheet, folder).href)));
    return module;
  } catch (fault) {
    console.warn("This game's board could not be loaded; the list of what is legal takes its place.", fault);
    return { default: Fallback };
  }
}

/** @param {string} href @returns {Promise<void>} */
function loadSheet(href) {
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}

/** Where one writes to the chat, or reads it. */
function chatPlace() {
  return document.querySelector("#chat .chat-text") ?? document.querySelector("#chat .chat-lines");
}

/**
 * Shows a part of the page where there is room for it, else opens its dialog.
 * @param {Element | null} part
 * @param {() => void} open
 */
function focusOr(part, open) {
  if (part?.checkVisibility()) /** @type {HTMLElement} */ (part).focus();
  else open();
}

/** How many lines are new, on a button. @param {{count: number, title: string}} props */
function Fresh({ count, title }) {
  if (!count) return null;
  return html` <span class="tag turn" title=${title}>
      ${count > 99 ? "99+" : count}
      <span class="visually-hidden"> new</span>
    </span>
  `;
}

/** A dialog of the page. @typedef {"log" | "chat" | "help"} Lid */

/**
 * The buttons that open the page's dialogs.
 * @param {{talk: boolean, unread: number, fresh: number, onOpen: (lid: Lid) => void}} props
 */
function Tools({ talk, unread, fresh, onOpen }) {
  /** @type {{size: "small", kind: "plain"}} */
  const plain = { size: "small", kind: "plain" };
  return html`
    ${
      talk
        ? h(
            Button,
            { ...plain, onPress: () => onOpen("chat"), class: "chat-button" },
            "Chat",
            h(Fresh, { count: unread, title: "not read yet" }),
          )
        : null
    }
    ${h(
      Button,
      { ...plain, onPress: () => onOpen("log"), class: "log-button" },
      "Log",
      h(Fresh, { count: fresh, title: "since your last turn" }),
    )}
    ${h(Button, { ...plain, onPress: () => onOpen("help"), label: "Help and shortcuts" }, "?")}
  `;
}

/**
 * Board and log of a game that has begun.
 * @param {{head: VNode, players: VNode, tools: VNode, notice: VNode, final: VNode | null, board: VNode | null,
 *   log: VNode, chat: VNode | null}} props
 */
function Felt({ head, players, tools, notice, final, board, log, chat }) {
  return html`<div class="play">
    <div class="table-head">${head}</div>
    ${players}
    ${tools}
    ${notice}
    <div class="felt">
      <div id="board" tabindex="-1" aria-label="Board" role="region">
        ${final}
        ${board ?? html`<p class="page quiet">Laying out the table…</p>`}
      </div>
      <div class="side">
        <aside id="log" class="panel side-panel" tabindex="-1" aria-label="Log"><h2>Log</h2>${log}</aside>
        ${
          chat
            ? html`<aside id="chat" class="panel side-panel" tabindex="-1" aria-label="Chat">
                <h2>Chat</h2>
                ${chat}
              </aside>`
            : null
        }
      </div>
    </div>
  </div>`;
}

/**
 * What lies over the page where it was asked for.
 * @param {{lid: Lid | "", onClose: () => void, log: VNode, chat: (focus: boolean) => VNode, help: VNode}} props
 */
function Dialogs({ lid, onClose, log, chat, help }) {
  return html`
    ${h(Dialog, { title: "Log", open: lid === "log", onClose }, log)}
    ${h(
      Dialog,
      { title: "Chat", open: lid === "chat", onClose },
      chat(!matchMedia("(pointer: coarse)").matches), // a keyboard on the screen would hide what was said
    )}
    ${h(Dialog, { title: "At the table", open: lid === "help", onClose }, help)}
  `;
}

/** What the bar says where nothing is to be done any more. @type {Record<string, string>} */
const ENDED = { over: "The game is over.", closed: CLOSED };

/** Till they are there. @type {BoardProps["tips"]} */
const NO_TIPS = {};

/**
 * A table as one guest sees it, and what that guest can do there.
 * @param {Live} live
 * @param {BoardModule} module
 * @param {(text: string) => void} announce
 */
function useTable(live, module, announce) {
  const [now, setNow] = useState(live.snapshot);
  useEffect(() => live.subscribe(setNow), [live]);
  const { table, you, state, link } = now;
  const seat = you.seat ?? -1;
  const names = useMemo(() => table.seats.map((one) => one.name || `Seat ${one.seat + 1}`), [table.seats]);
  const myTurn = !!state && seat >= 0 && state.due.includes(seat);
  const canUndo = state?.can_undo ?? 0;
  const begun = !!state || ["playing", "over"].includes(table.status);
  const proof = useProof(live, now);
  const content = useOnce(table.links.content, begun);
  const tips = useOnce(table.links.tips, begun) ?? NO_TIPS;
  const [mark, onTurnEnd] = useTurnEnd(start.table ?? "", state, now.log.length, myTurn);
  const doing = useDoing({ live, module, seat, content, onTurnEnd });
  const { act, explain, undo } = doing;
  const busy = doing.busy || link !== "open";
  const given = { content, tips, seat, names, act, explain, undo: canUndo ? undo : undefined, busy, announce };
  /** @type {BoardProps | null} */
  const board =
    state && content !== undefined ? { ...given, view: state.view, legal: state.legal, prompt: state.prompt } : null;
  return { ...now, ...doing, begun, proof, seat, names, myTurn, canUndo, mark: seat >= 0 ? mark : -1, board };
}

/** @typedef {ReturnType<typeof useTable>} Table */

/** The bar over the board. @param {{now: Table, announce: (text: string) => void}} props */
function Bar({ now, announce }) {
  const { table, state, myTurn, seat, names, canUndo, busy, undo } = now;
  // no clock but the server's counts, so what is left is counted from when it came
  const until = useMemo(() => Date.now() + (state?.lapse?.left ?? 0) * 1000, [state]);
  return h(PromptBar, {
    prompt: ENDED[table.status] ?? state?.prompt ?? "Laying out the table…",
    myTurn,
    lapse: state?.lapse ?? null,
    until,
    seat,
    names,
    announce,
    undo: seat >= 0 && table.status === "playing" ? undo : null,
    canUndo,
    busy,
  });
}

/** @param {{live: Live, module: BoardModule}} props */
function App({ live, module }) {
  const [lid, setLid] = useState(/** @type {Lid | ""} */ (""));
  const [said, setSaid] = useState("");
  const [keys, setKeys] = useState(memory.read("keys", "on") === "on");
  const announce = useCallback(
    (/** @type {string} */ text) => setSaid((before) => (before === text ? `${text}\u00a0` : text)),
    [],
  );
  const now = useTable(live, module, announce);
  const { table, you, state, seat, names, myTurn, canUndo, undo, board } = now;
  const roomy = useMedia("(min-width: 74rem)");
  const { lines, muted } = now.chat ?? { lines: [], muted: [] };
  const { unread, onRead } = useUnread(table.id, now.chat?.lines ?? null, seat, announce);
  useTitle(table, myTurn, unread);
  const talk = hasChat(table, lines);
  const focusLog = () => focusOr(document.getElementById("log"), () => setLid("log"));
  useSkipToLog(focusLog);
  useKeys({
    "?": () => setLid("help"),
    u: keys && canUndo > 0 && (() => undo(1)),
    U: keys && canUndo > 0 && (() => undo(null)),
    l: keys && focusLog,
    c: keys && talk && (() => focusOr(chatPlace(), () => setLid("chat"))),
    b: keys && (() => document.getElementById("board")?.focus()),
  });

  const fresh = now.mark >= 0 ? Math.max(0, now.log.length - now.mark) : 0;
  const players = h(Players, { table, seat, due: state?.due ?? table.due, mark: module.Mark, view: state?.view });
  const chat = (/** @type {boolean} */ focus) => h(Chat, { live, table, seat, lines, muted, onRead, focus });
  const chatHere = talk ? chat(false) : null;
  const log = h(Log, { lines: now.log, mark: now.mark });
  const banner = html`
    ${h(LinkBanner, { link: now.link })}
    ${now.signedOut ? h(SignedOut, {}) : null}
    ${h(Warnings, now.proof)}
  `;
  /** @param {boolean} on */
  const onKeys = (on) => {
    setKeys(on);
    memory.write("keys", on ? "on" : "off");
  };
  const help = html`
    ${h(Help, { keys, rules: `/rules/${table.game}${table.mode ? `/${table.mode}` : ""}`, onKeys })}
    ${h(Shares, { table, names })}
  `;
  return html`
    ${
      !now.begun
        ? html`
            <div class="table-head">${banner}</div>
            ${h(Waiting, {
              table,
              you,
              me: start.me,
              live,
              gameName: table.game_name,
              chat: chatHere,
            })}
          `
        : h(Felt, {
            head: html`${banner}${h(Bar, { now, announce })}`,
            players: roomy ? into("table-players", players) : players,
            tools: into("table-tools", h(Tools, { talk, unread, fresh, onOpen: setLid })),
            notice: h(LeftOut, { table, names }),
            final:
              table.status === "over" && board ? h(Final, { table, names, module, board, proof: now.proof }) : null,
            board: board ? h(Guarded, { module, board, key: "board" }) : null,
            log,
            chat: chatHere,
          })
    }
    ${h(Dialogs, { lid, onClose: () => setLid(""), log, chat, help })}
    ${h(Asking, { question: now.question })}
    <div class="visually-hidden" aria-live="polite" id="announcer">${said}</div>
  `;
}

/**
 * A node at a place that the page's frame keeps for it.
 * @param {string} id
 * @param {import("./preact.js").VNode} node
 */
function into(id, node) {
  const place = document.getElementById(id);
  return place ? createPortal(node, place) : node;
}

/** A board that breaks must not take the game with it. @param {{module: BoardModule, board: BoardProps}} props */
function Guarded({ module, board }) {
  const [fault, reset] = useErrorBoundary((error) => console.error(error));
  if (!fault) return h(module.default, board);
  return html`
    <div class="page">
      <p class="panel">
        The board could not be drawn. You can go on with the plain list below, or
        ${h(Button, { size: "small", onPress: reset }, "try the board again")}.
      </p>
    </div>
    ${h(Fallback, board)}
  `;
}

const place = document.getElementById("table");
if (place && start.table) {
  Promise.all([get(`/api/tables/${start.table}`), loadBoard()]).then(
    ([answer, module]) => {
      const live = new Live(answer.table, answer.you);
      place.textContent = "";
      render(h(App, { live, module }), place);
    },
    (fault) => {
      place.textContent = "";
      render(
        html`<div class="page">
          <p class="panel">${fault.message} ${h(Button, { onPress: () => location.reload() }, "Try again")}</p>
        </div>`,
        place,
      );
    },
  );
}

/** The table page: seats before the game, the board while it runs, the score sheet when it is over. */

import { Fault, boot, get } from "./api.js";
import Fallback from "./fallback.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { Final } from "./final.js";
import { Chat, hasChat, useUnread } from "./chat.js";
import { memory } from "./memory.js";
import { LinkBanner, PromptBar } from "./promptbar.js";
import { Waiting } from "./waiting.js";
import { createPortal, h, html, render, useCallback, useEffect, useErrorBoundary, useMemo, useRef, useState } from "./preact.js";
import { Button, Dialog, SeatMark, toast } from "./ui.js";

/** @typedef {import("./board.js").BoardModule} BoardModule */
/** @typedef {import("./board.js").BoardProps} BoardProps */
/** @typedef {import("./wire.js").Form} Form */
/** @typedef {{text: string, answer: (yes: boolean) => void}} Question */

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

/** @param {{live: Live, module: BoardModule}} props */
function App({ live, module }) {
  const [now, setNow] = useState(live.snapshot);
  const [busy, setBusy] = useState(false);
  const [question, setQuestion] = useState(/** @type {Question | null} */ (null));
  const [help, setHelp] = useState(false);
  const [logOpen, setLogOpen] = useState(false);
  const [chatOpen, setChatOpen] = useState(false);
  const [said, setSaid] = useState("");
  const [content, setContent] = useState(/** @type {any} */ (undefined));
  const [keys, setKeys] = useState(memory.read("keys", "on") === "on");
  const [mark, setMark] = useState(Number(memory.read(`mark:${start.table}`, "-1")));
  useEffect(() => live.subscribe(setNow), [live]);

  const roomy = useMedia("(min-width: 74rem)");
  const { table, you, state, link, log, chat } = now;
  const seat = you.seat ?? -1;
  const names = useMemo(() => table.seats.map((one) => one.name || `Seat ${one.seat + 1}`), [table.seats]);
  const myTurn = !!state && seat >= 0 && state.due.includes(seat);
  const canUndo = state?.can_undo ?? 0;

  // the content (cards, map...) never changes: once is enough
  const wanted = table.status !== "waiting";
  useEffect(() => {
    if (!wanted) return;
    let again = 0;
    let stopped = false;
    const ask = () => {
      get(table.links.content).then(
        (answer) => !stopped && setContent(answer),
        () => {
          again = setTimeout(ask, 2000);
        },
      );
    };
    ask();
    return () => {
      stopped = true;
      clearTimeout(again);
    };
  }, [wanted, table.links.content]);

  // "since your last turn" begins where one's turn ended, on whichever page that was
  const setTurnEnd = useCallback((/** @type {number} */ number) => {
    setMark(number);
    memory.write(`mark:${start.table}`, String(number));
  }, []);
  const last = useRef({ mine: false, number: 0 });
  useEffect(() => {
    if (!state) return;
    if (last.current.mine && !myTurn) setTurnEnd(last.current.number + 1);
    last.current = { mine: myTurn, number: state.number };
  }, [state, myTurn, setTurnEnd]);
  useEffect(() => {
    const hear = (/** @type {StorageEvent} */ event) => {
      if (event.key === `cashbox:mark:${start.table}`) setMark(Number(event.newValue ?? -1));
    };
    addEventListener("storage", hear);
    return () => removeEventListener("storage", hear);
  }, []);

  const announce = useCallback((/** @type {string} */ text) => setSaid((before) => (before === text ? `${text}\u00a0` : text)), []);
  const { unread, onRead } = useUnread(table.id, chat?.lines ?? null, seat, announce);
  // no clock but the server's counts, so what is left is counted from when it came
  const until = useMemo(() => Date.now() + (state?.lapse?.left ?? 0) * 1000, [state]);

  useEffect(() => {
    const what = table.name || table.game_name;
    document.title = `${unread ? `(${unread}) ` : ""}${myTurn && table.status === "playing" ? "● Your turn – " : ""}${what} – cashbox`;
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    if (icon) icon.href = `/static/img/icon${myTurn ? "-turn" : ""}.svg`;
  }, [myTurn, unread, table.name, table.game_name, table.status]);

  /** Runs something that the table may refuse; shows why, and passes it on. @param {() => Promise<void>} go */
  const tell = async (go) => {
    setBusy(true);
    try {
      await go();
    } catch (fault) {
      const { code, message } = /** @type {Fault} */ (fault);
      if (code !== "declined") toast(message, code === "stale" ? "" : "bad");
      throw fault;
    } finally {
      setBusy(false);
    }
  };

  /** @param {Promise<void>} promise */
  const handled = (promise) => {
    promise.catch(() => {}); // the reader has been told already
    return promise;
  };

  const act = useCallback(
    (/** @type {Form[]} */ actions) =>
      handled(
        tell(async () => {
          const view = live.snapshot.state?.view;
          for (const action of actions) {
            const text = module.endTurnWarning?.(view, seat, action, content);
            if (!text) continue;
            const yes = await new Promise((answer) => setQuestion({ text, answer }));
            setQuestion(null);
            if (!yes) throw new Fault("declined", "Not done.");
          }
          const number = await live.act(actions);
          // the others were so quick that it is one's turn again: no state in between has been seen
          if ((live.snapshot.state?.number ?? 0) > number) setTurnEnd(number);
          keepFocus();
        }),
      ),
    [live, module, seat, content],
  );
  const undo = useCallback(
    (/** @type {number | null} */ steps) => {
      void handled(tell(async () => void (await live.undo(steps))));
    },
    [live],
  );
  const explain = useCallback(
    async (/** @type {Form} */ action) => {
      try {
        return await live.explain(action);
      } catch (fault) {
        return /** @type {Fault} */ (fault).message;
      }
    },
    [live],
  );

  const talk = hasChat(table, chat?.lines ?? []);
  const focusChat = () => {
    const panel = document.getElementById("chat");
    const place = panel?.querySelector(".chat-text") ?? panel?.querySelector(".chat-lines");
    if (place?.checkVisibility()) /** @type {HTMLElement} */ (place).focus();
    else setChatOpen(true);
  };
  // single keys, unless one is writing, asked something, or has turned them off
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable) return;
      if (document.querySelector("dialog[open]")) return;
      if (event.key === "?") setHelp(true);
      else if (!keys) return;
      else if (event.key === "u" && canUndo) undo(1);
      else if (event.key === "U" && canUndo) undo(null);
      else if (event.key === "l") focusLog();
      else if (event.key === "c" && talk) focusChat();
      else if (event.key === "b") document.getElementById("board")?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [keys, canUndo, undo, talk]);

  const focusLog = () => {
    const panel = document.getElementById("log");
    if (panel?.checkVisibility()) panel.focus();
    else setLogOpen(true);
  };
  useEffect(() => {
    const skip = document.querySelector('.skip[href="#log"]');
    const go = (/** @type {Event} */ event) => {
      event.preventDefault();
      focusLog();
    };
    skip?.addEventListener("click", go);
    return () => skip?.removeEventListener("click", go);
  }, []);

  /** @type {BoardProps | null} */
  const board =
    state && content !== undefined
      ? {
          content,
          view: state.view,
          seat,
          names,
          legal: state.legal,
          act,
          explain,
          undo: canUndo ? undo : undefined,
          busy: busy || link !== "open",
          prompt: state.prompt,
          announce,
        }
      : null;
  const fresh = mark >= 0 ? log.filter(({ n }) => n > mark).length : 0;
  const players = h(Players, { table, seat, due: state?.due ?? table.due, mark: module.Mark, view: state?.view });
  const chatView = (/** @type {boolean} */ focus) => h(Chat, { live, table, seat, lines: chat?.lines ?? [], muted: chat?.muted ?? [], onRead, focus });
  const tools = html`${
    talk
      ? h(
          Button,
          { onPress: () => setChatOpen(true), size: "small", kind: "plain", class: "chat-button" },
          html`Chat${unread ? html` <span class="tag turn" title="not read yet">${unread > 99 ? "99+" : unread}<span class="visually-hidden"> new</span></span>` : null}`,
        )
      : null
  }${h(
    Button,
    { onPress: () => setLogOpen(true), size: "small", kind: "plain", class: "log-button" },
    html`Log${fresh ? html` <span class="tag turn" title="since your last turn">${fresh > 99 ? "99+" : fresh}<span class="visually-hidden"> new</span></span>` : null}`,
  )}${h(Button, { onPress: () => setHelp(true), size: "small", kind: "plain", label: "Help and shortcuts" }, "?")}`;
  const logView = h(Log, { lines: log, mark: seat >= 0 ? mark : -1 });

  const banner = h(LinkBanner, { link });
  return html`
    ${
      table.status === "waiting"
        ? html`<div class="table-head">${banner}</div>${h(Waiting, { table, you, me: start.me, live, gameName: table.game_name, chat: talk ? chatView(false) : null })}`
        : html`<div class="play">
            <div class="table-head">${banner}
            ${h(PromptBar, {
              prompt: table.status === "over" ? "The game is over." : (state?.prompt ?? "Laying out the table…"),
              myTurn,
              lapse: state?.lapse ?? null,
              until,
              seat,
              names,
              announce,
              undo: seat >= 0 && table.status === "playing" ? undo : null,
              canUndo,
              busy,
            })}</div>
            ${roomy ? into("table-players", players) : players}
            ${into("table-tools", tools)}
            <div class="felt">
              <div id="board" tabindex="-1" aria-label="Board" role="region">
                ${table.status === "over" && board ? h(Final, { table, names, module, board }) : null}
                ${board ? h(Guarded, { module, board, key: "board" }) : html`<p class="page quiet">Laying out the table…</p>`}
              </div>
              <div class="side">
                <aside id="log" class="panel side-panel" tabindex="-1" aria-label="Log">
                  <h2>Log</h2>${logView}
                </aside>
                ${talk ? html`<aside id="chat" class="panel side-panel" tabindex="-1" aria-label="Chat"><h2>Chat</h2>${chatView(false)}</aside>` : null}
              </div>
            </div>
          </div>`
    }
    ${h(Dialog, { title: "Log", open: logOpen, onClose: () => setLogOpen(false) }, logView)}
    ${h(Dialog, { title: "Chat", open: chatOpen, onClose: () => setChatOpen(false) }, chatView(!matchMedia("(pointer: coarse)").matches))}
    ${h(Dialog, { title: "At the table", open: help, onClose: () => setHelp(false) }, h(Help, {
      keys,
      rules: `/rules/${table.game}${table.mode ? `/${table.mode}` : ""}`,
      onKeys: (on) => {
        setKeys(on);
        memory.write("keys", on ? "on" : "off");
      },
    }))}
    ${h(
      Dialog,
      { title: "Before you do", open: !!question, onClose: () => question?.answer(false) },
      html`<p>${question?.text}</p><div class="buttons">
        ${h(Button, { onPress: () => question?.answer(false) }, "Go back")}
        ${h(Button, { onPress: () => question?.answer(true), kind: "primary" }, "Do it")}</div>`,
    )}
    <div class="visually-hidden" aria-live="polite" id="announcer">${said}</div>`;
}

/** What one pressed may be gone afterwards; then the keyboard stays at the board, not at the page's beginning. */
function keepFocus() {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    document.getElementById("board")?.focus({ preventScroll: true });
  });
}

/** A node at a place that the page's frame keeps for it. @param {string} id @param {import("./preact.js").VNode} node */
function into(id, node) {
  const place = document.getElementById(id);
  return place ? createPortal(node, place) : node;
}

/** Whether a media query holds now. @param {string} query */
function useMedia(query) {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const hear = () => setHolds(media.matches);
    hear();
    media.addEventListener("change", hear);
    return () => media.removeEventListener("change", hear);
  }, [query]);
  return holds;
}

/**
 * @param {{table: import("./wire.js").Table, seat: number, due: number[], mark: BoardModule["Mark"], view: any}} props
 *   mark: the game's own marks of its seats.
 */
function Players({ table, seat, due, mark, view }) {
  return html`<ul class="players" aria-label="Players" tabindex="0">
    ${table.seats.map(
      (one) => html`<li key=${one.seat} class=${due.includes(one.seat) && table.status === "playing" ? "due" : ""}>
        ${mark && view ? h(mark, { view, seat: one.seat }) : h(SeatMark, { seat: one.seat })}<span class="name">${one.name || "open"}${one.seat === seat ? " (you)" : ""}</span>
        ${
          one.kind === "bot"
            ? html`<span class="quiet small">bot</span>`
            : html`<span class=${`presence ${one.online ? "on" : ""}`} role="img" aria-label=${one.online ? "here" : "away"} title=${one.online ? "here" : "away"}></span>`
        }
        ${due.includes(one.seat) && table.status === "playing" ? html`<span class="visually-hidden">, to act</span>` : null}</li>`,
    )}
    ${seat < 0 ? html`<li class="watching"><span class="tag">You are watching</span></li>` : null}
    ${table.watchers > (seat < 0 ? 1 : 0) ? html`<li class="quiet small">${table.watchers - (seat < 0 ? 1 : 0)} more watching</li>` : null}
  </ul>`;
}

/** A board that breaks must not take the game with it. @param {{module: BoardModule, board: BoardProps}} props */
function Guarded({ module, board }) {
  const [fault, reset] = useErrorBoundary((error) => console.error(error));
  if (!fault) return h(module.default, board);
  return html`<div class="page"><p class="panel">The board could not be drawn. You can go on with the plain list below, or
    ${h(Button, { size: "small", onPress: reset }, "try the board again")}.</p></div>${h(Fallback, board)}`;
}

/** @param {{keys: boolean, onKeys: (on: boolean) => void, rules: string}} props */
function Help({ keys, onKeys, rules }) {
  const rows = [
    ["u", "undo one step"],
    ["Shift u", "undo the whole turn"],
    ["l", "go to the log"],
    ["c", "go to the chat"],
    ["b", "go to the board"],
    ["?", "this help"],
    ["Tab, Enter", "reach and press anything"],
    ["Esc", "close what is on top"],
  ];
  return html`<p>You can do everything that glows. Press anything else, and it says why you cannot. <a href=${rules} target="_blank">The rules</a></p>
    <table class="keys"><tbody>${rows.map(([key, what]) => html`<tr key=${key}><th scope="row"><kbd>${key}</kbd></th><td>${what}</td></tr>`)}</tbody></table>
    <label class="check"><input type="checkbox" checked=${keys} onChange=${(/** @type {any} */ e) => onKeys(e.target.checked)} />
      <span>Single-key shortcuts</span></label>`;
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
      render(html`<div class="page"><p class="panel">${fault.message} ${h(Button, { onPress: () => location.reload() }, "Try again")}</p></div>`, place);
    },
  );
}

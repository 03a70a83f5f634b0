/** The table page: seats before the game, the board during it, and the score sheet afterwards. */

import { storedTable, storeLastTable } from "./app/last-table.js";
import { usePlayerFocus, useShape } from "./board/layout.js";
import { loadBoard } from "./board/loader.js";
import { TablePage, focusOr, BoardErrorBoundary, into, usePageClass } from "./board/table-page.js";
import { Final, FinalChip, lookAtBoard, useFinal } from "./ending/layer.js";
import { markTableSeen } from "./lobby/last-seen.js";
import { WebhookPanel } from "./notifications/webhook.js";
import { Origin, OriginNotice } from "./replay/continue.js";
import { LastHand } from "./replay/open-hands.js";
import { replayOf } from "./replay/position.js";
import { useRules } from "./rules/open.js";
import { boot, get } from "./shared/api.js";
import { toDecision } from "./shared/focus.js";
import { memory } from "./shared/memory.js";
import { h, html, render, useEffect, useMemo, useState } from "./shared/preact.js";
import { cameAt } from "./shared/server-time.js";
import { tellZone } from "./shared/time-zone.js";
import { Button, Dialog } from "./shared/ui.js";
import { withNames } from "./shared/words.js";
import { ReportPeople } from "./social/report.js";
import { Confirmation, useActions } from "./table/actions.js";
import { Announcer, useAnnouncer, useCourse } from "./table/announcer.js";
import { Pregame } from "./table/pregame.js";
import { botSeats } from "./table/bot-speed.js";
import { Chat, hasChat, useUnread } from "./table/chat.js";
import { OwnClock } from "./table/clocks.js";
import {
  TakeSeatBack,
  Votes,
  useUnsavedSeat,
  LeaveDialog,
  substituteReason,
  withoutPlayersText,
} from "./table/departures.js";
import { PastLinks, HeaderTools } from "./table/header-tools.js";
import { useHint } from "./table/hints.js";
import { useKeys, useFetched, useSkips, useTitle } from "./table/hooks.js";
import { LessonNote, hintOf } from "./table/lesson-note.js";
import { Live } from "./table/live.js";
import { ownMoveAt, Concerns, newLines, seatChanges, Log, useConcerns } from "./table/log.js";
import { Nudge, useNudged } from "./table/nudge.js";
import { Help, Players } from "./table/players.js";
import { Preferences, usePreferences } from "./table/preferences.js";
import { LinkBanner, PromptBar, SignedOut } from "./table/prompt-bar.js";
import { SeriesScore } from "./table/series.js";
import { full } from "./table/snapshot.js";
import { useSounds } from "./table/sounds.js";
import { useSpectatorChat } from "./table/spectator-chat.js";
import { PointOfView, Spectators, usePointOfView, YouWatch } from "./table/spectators.js";
import { useProof, Warnings } from "./verify/fairness.js";

/** @typedef {import("./shared/api.js").Fault} Fault */
/** @typedef {import("./board/props.js").BoardModule} BoardModule */
/** @typedef {import("./board/props.js").BoardProps} BoardProps */
/** @typedef {import("./shared/preact.js").VNode} VNode */
/** @typedef {import("./table/header-tools.js").Lid} Lid */

const start = boot();

/** A table as it is; without a connection as it was seen last. @param {string} id */
async function askFor(id) {
  try {
    return await get(`/api/tables/${id}`);
  } catch (fault) {
    const kept = /** @type {Fault} */ (fault).code === "offline" ? await storedTable(id) : null;
    if (!kept) throw fault;
    return kept;
  }
}

/** Where one writes to the chat, or reads it. */
function chatPlace() {
  return document.querySelector("#chat .chat-text") ?? document.querySelector("#chat .chat-lines");
}

/**
 * What stands beside the board.
 * @param {VNode} log @param {VNode | null} chat @param {((focus: boolean) => VNode) | null} remarks
 */
function sidesOf(log, chat, remarks) {
  return [
    { id: "log", label: "Log", title: "Log", inside: log },
    chat && { id: "chat", label: "Chat", title: "Chat", inside: chat },
    remarks && { id: "remarks", label: "Spectator chat", title: "Spectators", inside: remarks(false) },
  ];
}

/** @typedef {{now: Table, table: import("./shared/wire.js").Table, you: import("./shared/wire.js").You}} Behaving */

/** The viewer's preferences, and the webhook of the table. @param {Behaving & {open: boolean}} props */
function Manners({ now, table, you, open }) {
  return html`${h(Preferences, now)}${h(WebhookPanel, { table: table.id, host: you.host, open })}`;
}

/**
 * What lies over the page where it was asked for.
 * @param {{lid: Lid | "", onClose: () => void, past: string, log: VNode, chat: (focus: boolean) => VNode,
 *   remarks: ((focus: boolean) => VNode) | null, manners: Behaving, ways: VNode, help: VNode}} props
 */
function Dialogs({ lid, onClose, past, log, chat, remarks, manners, ways, help }) {
  const focus = !matchMedia("(pointer: coarse)").matches; // a keyboard on the screen would hide what was said
  return html`
    ${h(Dialog, { title: "Log", open: lid === "log", onClose }, html`${h(PastLinks, { past })} ${log}`)}
    ${h(Dialog, { title: "Chat", open: lid === "chat", onClose }, chat(focus))}
    ${h(Dialog, { title: "Spectators", open: lid === "remarks" && !!remarks, onClose }, remarks?.(focus))}
    ${h(
      Dialog,
      { title: "Preferences", open: lid === "behaviour", onClose },
      h(Manners, { ...manners, open: lid === "behaviour" }),
    )}
    ${h(Dialog, { title: "Leave or end game", open: lid === "ways", onClose }, ways)}
    ${h(Dialog, { title: "Help", open: lid === "help", onClose }, help)}
  `;
}

/**
 * What the bar says where nothing is to be done anymore, "" where something is.
 * @param {Table["table"]} table @param {string[]} names @param {boolean} revealed whether the result may be revealed
 */
function ending({ status, closed, outcome }, names, revealed) {
  if (status !== "over") return closed;
  return outcome && revealed ? withNames(outcome.text, names) : "The game is over.";
}

/** What is asked now, or how it ended; "" while that is not known. @param {Table} now */
function usePrompt({ table, state, names, stoodIn }) {
  const { revealed } = useFinal();
  return stoodIn || ending(table, names, revealed) || withoutPlayersText(table) || (state?.prompt ?? "");
}

/** As many players have room in the page's header. */
const IN_HEAD = 4;

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
  const { table, you, link } = now;
  const seat = you.seat ?? -1;
  const { state, log, eyes } = usePointOfView(now);
  const names = useMemo(() => table.seats.map((one) => one.name || `Seat ${one.seat + 1}`), [table.seats]);
  const stoodIn = substituteReason(table, seat, you.banned);
  const myTurn = !!state && seat >= 0 && !stoodIn && state.due.includes(seat);
  const canUndo = stoodIn ? 0 : (state?.can_undo ?? 0);
  const begun = !!state || ["playing", "over"].includes(table.status);
  const proof = useProof(live, now);
  const content = useFetched(table.links.content, begun);
  const tips = useFetched(table.links.tips, !!content) ?? NO_TIPS; // the board does not wait for them
  const behaviour = usePreferences(live, table);
  const { said, onSeen } = useConcerns(table.id, now.log, seat);
  const doing = useActions({ live, module, seat, content, asks: behaviour.inForce, onActed: onSeen });
  const { act, explain, undo } = doing;
  const concerns = { said, onClose: () => onSeen(now.log.length) };
  const shape = useShape();
  const { focusPlayer, onPlayer } = usePlayerFocus();
  const busy = doing.busy || link !== "open";
  const given = {
    content,
    tips,
    seat: eyes.seat,
    names,
    act,
    explain,
    undo: canUndo ? undo : undefined,
    busy,
    announce,
    shape,
    focusPlayer,
  };
  /** @type {BoardProps | null} */
  const board =
    state && content !== undefined
      ? { ...given, view: state.view, legal: stoodIn ? [] : state.legal, prompt: stoodIn || state.prompt }
      : null;
  useSounds(module, board?.view, myTurn);
  const skip = now.playing && table.status === "playing" && (() => live.pace.skip());
  const due = state?.due ?? table.due;
  const past = state && table.status === "playing" ? replayOf(table.id) : "";
  const hint = hintOf(module, board);
  const mine = {
    handed: seatChanges(state, names, seat),
    plays: (seat >= 0 || you.host) && table.status === "playing",
    concerns,
    seat,
    due,
    past,
    stoodIn,
    myTurn,
    canUndo,
    behaviour,
    skip,
    hint,
  };
  const lines = now.log; // one's own, whoever's eyes one looks through
  return { ...now, ...doing, ...mine, shape, onPlayer, state, log, lines, eyes, begun, proof, names, board };
}

/** @typedef {ReturnType<typeof useTable>} Table */

/** One's own clock, while it runs. @param {Table} now @param {(text: string) => void} announce */
function ownClock({ table, state, seat }, announce) {
  const clock = state?.clocks.find((one) => one.seat === seat && one.hours.length);
  if (!state || !clock || !table.clock || table.status !== "playing" || table.seats[seat]?.stand_in) return null;
  return h(OwnClock, { kind: table.clock.kind, clock, state, announce });
}

/**
 * The bar over the board.
 * @param {{live: Live, now: Table, announce: (text: string) => void, roomy: boolean}} props
 */
function Bar({ live, now, announce, roomy }) {
  const { table, state, stoodIn, myTurn, seat, names, canUndo, busy, undo } = now;
  const until = useMemo(() => cameAt(state) + (state?.lapse?.left ?? 0) * 1000, [state]);
  const newest = usePrompt(now) || "Setting up the table…";
  const skip = !withoutPlayersText(table) && now.skip;
  return h(PromptBar, {
    prompt: skip && !stoodIn ? "Bots are playing…" : newest,
    myTurn,
    lapse: state?.lapse ?? null,
    clock: ownClock(now, announce),
    until,
    seat,
    names,
    announce,
    undo: seat >= 0 && table.status === "playing" && !stoodIn ? undo : null,
    canUndo,
    busy,
    sending: busy && !now.question,
    skip,
    nudge: h(Nudge, { live, table, due: now.due, seat }),
    onlookers: roomy ? html`${h(YouWatch, { table, seat, as: "p" })}${h(Spectators, { table, seat, as: "p" })}` : null,
    back: table.status === "over" ? h(FinalChip, {}) : stoodIn && !now.you.banned ? h(TakeSeatBack, { live }) : null,
  });
}

/** What is to be known besides the game. @param {{live: Live, now: Table}} props */
function Notice({ live, now }) {
  const { table, you, names, seat } = now;
  return html`
    ${h(LessonNote, { hint: now.hint, names })} ${table.status === "over" ? null : h(Concerns, now.concerns)}
    ${h(OriginNotice, { table })} ${h(Votes, {
      live,
      table,
      seat,
      host: you.host,
    })}
    ${h(PointOfView, { ...now.eyes, names })}
  `;
}

/** What is wrong with the link, the account or the proof. @param {{now: Table}} props */
function Banner({ now }) {
  return html`
    ${h(LinkBanner, {
      link: now.link,
      kept: now.kept,
      plain: now.plain,
      banned: now.link === "full" ? full(now.table) : now.you.banned,
    })}
    ${now.signedOut && now.you.seat === null ? h(SignedOut, {}) : null}
    ${h(Warnings, now.proof)}
  `;
}

/**
 * A game that has begun, as it lies in the window.
 * @param {{live: Live, now: Table, module: BoardModule, announce: (text: string) => void, banner: VNode, tools: VNode,
 *   sides: ReturnType<typeof sidesOf>, advice: VNode | null}} props
 */
function Spread({ live, now, module, announce, banner, tools, sides, advice }) {
  const { table, seat, names, state, board, proof, shape } = now;
  const { revealed, open } = useFinal();
  const roomy = shape === "wide";
  const inHead = roomy && table.seats.length <= IN_HEAD;
  usePageClass("several-in-head", inHead && table.seats.length > 2);
  usePageClass("untold", table.status === "over" && !!table.outcome && !revealed);
  const onPlayer = module.Chip && now.onPlayer;
  const players = h(Players, { table, seat, due: now.due, module, state, roomy, onPlayer });
  const bar = h(Bar, { key: "bar", live, now, announce, roomy });
  return h(TablePage, {
    head: html`${banner}${shape === "low" ? into("table-prompt", bar) : bar}${shape === "middle" ? advice : null}`,
    advice: shape === "middle" ? null : advice,
    players: inHead ? into("table-players", players) : players,
    tools: into("table-tools", tools),
    notice: h(Notice, { live, now }),
    hands: table.status === "over" && !(table.outcome && open) ? h(LastHand, { module, board }) : null,
    final: board && h(Final, { table, seat, names, module, board, proof }),
    board: board ? h(BoardErrorBoundary, { module, board, key: "board" }) : null,
    sides,
    roomy,
  });
}

/** The table with the hint, which the board marks. @param {Table} now */
function useAdvised(now) {
  const advice = useHint(now);
  return { ...now, advice, board: now.board && { ...now.board, suggested: advice.suggested } };
}

/** @param {{live: Live, module: BoardModule}} props */
function App({ live, module }) {
  const [lid, setLid] = useState(/** @type {Lid | ""} */ (""));
  const [said, announce] = useAnnouncer();
  const [keys, setKeys] = useState(memory.read("keys", "on") === "on");
  const { advice, ...now } = useAdvised(useTable(live, module, announce));
  const onClose = () => setLid("");
  const { table, you, state, seat, names, myTurn, canUndo, undo } = now;
  const hint = withNames(now.board?.view.hint?.say ?? "", names);
  useCourse({ log: now.lines, prompt: usePrompt(now), hint, seat, myTurn }, announce);
  const { lines, muted } = now.chat ?? { lines: [], muted: [] };
  const { unread, onRead } = useUnread(table.id, now.chat?.lines ?? null, seat, announce);
  useTitle(table, myTurn, unread, useNudged(table, now.due, seat), seat >= 0, !!state || table.status !== "playing");
  const { unread: toRead, show: remarks } = useSpectatorChat(live, now, announce);
  const talk = hasChat(table, lines);
  const focusLog = () => focusOr(document.getElementById("log"), () => setLid("log"));
  useSkips(focusLog);
  useUnsavedSeat(table, seat);
  const rules = useRules(table, state);
  useKeys({
    "?": () => setLid("help"),
    u: keys && canUndo > 0 && (() => undo(1)),
    "Shift u": keys && canUndo > 0 && (() => undo(null)),
    l: keys && focusLog,
    c: keys && talk && (() => focusOr(chatPlace(), () => setLid("chat"))),
    b: keys && lookAtBoard,
    d: keys && toDecision,
    s: keys && now.skip,
    r: keys && rules.toggle,
  });

  const chat = (/** @type {boolean} */ focus) => h(Chat, { live, table, seat, lines, muted, onRead, focus });
  const chatHere = talk ? chat(false) : null;
  const bots = useMemo(() => botSeats(table), [table.seats]);
  const log = h(Log, {
    lines: now.log,
    acted: ownMoveAt(state),
    handed: now.handed,
    bots,
    head: [h(Origin, { table }), h(SeriesScore, { table })],
  });
  const ways = h(LeaveDialog, { live, table, seat, host: you.host, onClose });
  const banner = h(Banner, { now });
  /** @param {boolean} on */
  const onKeys = (on) => {
    setKeys(on);
    memory.write("keys", on ? "on" : "off");
  };
  const tools = h(HeaderTools, {
    talk,
    plays: now.plays,
    past: now.past,
    unread,
    fresh: newLines(state, now.log),
    remarks: toRead,
    onOpen: setLid,
    onRules: rules.toggle,
    expert: advice.button,
  });
  const help = html`${h(Help, { keys, table, names, onKeys })} ${talk ? null : h(ReportPeople, { table, seat })}`;
  return html`
    ${
      !now.begun
        ? html`<div class="table-head">${banner}</div>${h(Pregame, { table, you, me: start.me, live, chat: chatHere })}`
        : h(Spread, {
            live,
            now,
            module,
            announce,
            banner,
            tools,
            sides: [...sidesOf(log, chatHere, remarks), rules.side],
            advice: advice.panel,
          })
    }
    ${h(Dialogs, { lid, onClose, past: now.past, log, chat, remarks, manners: { now, table, you }, ways, help })}
    ${rules.dialog} ${h(Confirmation, { question: now.question })}
    ${h(Announcer, { said })}
  `;
}

const place = document.getElementById("table");
if (place && start.table) {
  Promise.all([askFor(start.table), loadBoard(start.board ?? "")]).then(
    ([found, module]) => {
      const live = new Live(found);
      storeLastTable(live);
      markTableSeen(start.table);
      place.textContent = "";
      render(h(App, { live, module }), place);
      if (start.me) void tellZone(start.me.zone);
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

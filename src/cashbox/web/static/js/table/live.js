/**
 * The live channel of one table: it connects, reconnects without missing anything, and sends what a player does.
 *
 * @typedef {import("../shared/wire.js").Table} Table
 * @typedef {import("../shared/wire.js").You} You
 * @typedef {import("../shared/wire.js").Form} Form
 * @typedef {import("./snapshot.js").Snapshot} Snapshot
 */

import { Fault, get } from "../shared/api.js";
import { hasCome, tellTime } from "../shared/server-time.js";
import { after, BotSpeed } from "./bot-speed.js";
import { PolledSocket } from "./polling.js";
import { fetchTable, full, SWITCHED_OFF, reloadAfterBan } from "./snapshot.js";

/**
 * @typedef {object} Pending
 * @property {(value?: any) => void} resolve
 * @property {(fault: Fault) => void} reject
 */

const PING_EVERY = 15_000;
const SILENCE = 8_000;
const HANDSHAKE = 10_000;
/** How often a WebSocket is tried again once plain HTTP has taken its place. */
const TRY_AGAIN = 60_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
const STALE = "The game has moved on. Check the table, then choose again.";
/** The close code for those who may not go on, such as one who was signed out. */
const POLICY = 1008;

export class Live {
  /** @type {Snapshot} */
  snapshot;
  /** @type {WebSocket | PolledSocket | null} */
  #socket = null;
  #prober = 0;
  /** @type {Set<(snapshot: Snapshot) => void>} */
  #listeners = new Set();
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  /** Acks whose state, the next to come, is not here yet. @type {(() => void)[]} */
  #acked = [];
  /** Acks whose state is in the inbox. @type {(() => void)[]} */
  #shown = [];
  /** Messages not applied yet. @type {import("./bot-speed.js").Step[]} */
  #inbox = [];
  /** The mark of the newest state, shown or not. @type {string | undefined} */
  #newest;
  /** Whether the next state is the first after a break. */
  #back = true;
  #scheduled = false;
  #id = 0;
  #wait = FIRST_WAIT;
  #tries = 0;
  #closed = false;
  #retry = 0;
  #pinger = 0;
  #silence = 0;

  /**
   * @param {Pick<Snapshot, "table" | "you"> & Partial<import("../app/last-table.js").Kept>} start as it is, or was
   *   seen last
   */
  constructor({ table, you, state = null, log = [], at = 0 }) {
    const nothing = { chat: null, remarks: null, playing: false, plain: false };
    this.snapshot = { link: "connecting", signedOut: false, table, you, state, log, kept: at, ...nothing };
    this.pace = new BotSpeed(
      (steps) => this.#show(steps),
      () => this.snapshot,
    );
    addEventListener("online", this.#soon);
    document.addEventListener("visibilitychange", this.#soon);
    if (you.banned) this.#onlyLook();
    else this.#connect();
  }

  /**
   * Tells a listener what is known, now and after every change: it may come later than the first message.
   * @param {(snapshot: Snapshot) => void} listener @returns {() => void} stops it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    listener(this.snapshot);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes actions, all or none. Resolves when a state that shows them is here.
   * @param {Form[]} actions @returns {Promise<void>}
   */
  act(actions) {
    return this.#decide({ type: "act", at: this.snapshot.state?.mark, actions });
  }

  /**
   * Takes back one's last actions; null: the whole turn.
   * @param {number | null} steps @returns {Promise<void>}
   */
  undo(steps) {
    return this.#decide({ type: "undo", at: this.snapshot.state?.mark, steps });
  }

  /**
   * Why an action is not legal now, "" where it is.
   * @param {Form} action @returns {Promise<string>}
   */
  explain(action) {
    return this.#command({ type: "explain", action });
  }

  /**
   * Says something, to the table or to those who watch. Resolves when it is kept.
   * @param {string} text @param {"say" | "remark"} [type] @returns {Promise<number>} the line's number
   */
  say(text, type = "say") {
    return this.#command({ type, text });
  }

  /** Puts what those say who watch in place. @param {import("../shared/wire.js").Remarks} news */
  takeRemarks = (news) => this.#change({ remarks: mergeSpectatorChat(this.snapshot.remarks, news) });

  /**
   * Puts a chat message in place; null: what is there is shown anew.
   * @param {import("../shared/wire.js").Chat | null} news
   */
  takeChat(news) {
    this.#change({ chat: mergeChat(this.snapshot.chat, news) });
  }

  /**
   * Puts a table that an HTTP call answered with in place, without waiting for the channel.
   * @param {{table: Table, you: You}} answer
   */
  take(answer) {
    this.pace.dropTables();
    this.#change({ table: answer.table, you: answer.you });
    if (answer.you.banned) this.#onlyLook();
  }

  /** Opens the channel anew, e.g. because one's seat has changed. */
  reconnect() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#wait = FIRST_WAIT;
    this.#connect();
  }

  close() {
    this.#closed = true;
    this.pace.close();
    removeEventListener("online", this.#soon);
    document.removeEventListener("visibilitychange", this.#soon);
    clearTimeout(this.#retry);
    clearInterval(this.#pinger);
    clearInterval(this.#prober);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  // -- the connection ------------------------------------------------------------------------------------------------

  #connect() {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    const { plain, table } = this.snapshot;
    const socket = plain ? new PolledSocket(table.id, this.#newest) : openSocket(this.#address());
    this.#socket = socket;
    this.#listen(HANDSHAKE);
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      // Some proxies open a channel and let nothing through: only a first message shows that it works.
      this.#listen(SILENCE);
      this.#back = true;
      clearInterval(this.#pinger);
      this.#pinger = setInterval(() => this.#ping(), PING_EVERY);
      this.#change({ link: "open", kept: 0 });
    };
    socket.onmessage = (/** @type {{data: string}} */ event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#silence);
      this.#wait = FIRST_WAIT;
      this.#tries = 0;
      this.#hear(JSON.parse(event.data));
    };
    socket.onclose = (/** @type {{code: number, reason: string}} */ { code, reason }) => {
      if (socket !== this.#socket) return;
      if (reason === "switched-off") {
        this.#onlyLook("off");
        return;
      }
      if (reason === "too-many-spectators") {
        this.#onlyLook("full");
        return;
      }
      this.#lost();
      if (code !== POLICY) return;
      // in the browser that signed out all others, the new token is there by then
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => void this.#returnAs(), FIRST_WAIT);
    };
  }

  /** Where the WebSocket of this table is. */
  #address() {
    const address = new URL(this.snapshot.table.links.live, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    if (this.#newest) address.searchParams.set("since", this.#newest);
    return address;
  }

  /** Goes on over plain HTTP, where the server answers, and tries a WebSocket again from time to time. */
  #goPlain() {
    this.#change({ plain: true });
    this.reconnect();
    clearInterval(this.#prober);
    this.#prober = setInterval(() => {
      const probe = new WebSocket(this.#address());
      const given = setTimeout(() => probe.close(), HANDSHAKE);
      probe.onmessage = () => {
        clearTimeout(given);
        clearInterval(this.#prober);
        probe.onmessage = null;
        probe.close();
        this.#change({ plain: false });
        this.reconnect();
      };
    }, TRY_AGAIN);
  }

  #lost() {
    this.#socket = null;
    clearInterval(this.#pinger);
    clearTimeout(this.#silence);
    for (const { reject } of this.#pending.values()) {
      reject(
        new Fault("lost", "The connection was lost before the server answered. You'll see the table as it stands."),
      );
    }
    this.#pending.clear();
    for (const resolve of [...this.#shown, ...this.#acked]) resolve();
    this.#shown = [];
    this.#acked = [];
    if (this.#closed) return;
    this.pace.catchUp();
    this.#tries += 1;
    this.#change({ link: "lost" });
    // a handshake that was refused looks like a broken line from here: ask which it was
    if (this.#tries % 4 === 2) {
      get(`/api/tables/${this.snapshot.table.id}`).then(
        (answer) => {
          this.take(answer);
          if (this.#tries && !this.snapshot.plain) this.#goPlain();
        },
        (fault) => {
          if (fault.code !== "no-such-table") return;
          this.close();
          this.#change({ link: "gone" });
        },
      );
    }
    this.#retry = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.7);
  }

  /** Comes back, and finds out whether this browser still has its guest's token. */
  async #returnAs() {
    const { table, you } = this.snapshot;
    try {
      const answer = await get(`/api/tables/${table.id}`);
      this.take(answer);
      if (answer.you.banned) return;
      if (you.seat !== null && answer.you.seat === null) this.#change({ signedOut: true });
    } catch {
      // coming back finds out the rest
    }
    if (!this.#socket) this.#connect();
  }

  /**
   * Shows the table as it is now to a reader to whom the server gives no channel.
   * @param {"banned" | "off" | "full"} [why]
   */
  #onlyLook(why = "banned") {
    this.close();
    if (why === "banned" && this.snapshot.link !== "banned") reloadAfterBan(this.snapshot.table);
    this.#change({ link: why });
    void fetchTable(this.snapshot, (message) => this.#hear(message));
  }

  /** The network is back, or the page is looked at again: do not wait. */
  #soon = () => {
    if (document.visibilityState === "hidden") return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else if (this.snapshot.link === "lost" && !this.#socket) {
      this.#wait = FIRST_WAIT;
      this.#connect();
    }
  };

  #ping() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send('{"type":"ping"}');
    this.#listen(SILENCE);
  }

  /** Gives the connection up where nothing is heard of it for so long. @param {number} patience milliseconds */
  #listen(patience) {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      const socket = this.#socket;
      if (!socket) return;
      socket.onclose = null;
      socket.close();
      this.#lost();
    }, patience);
  }

  // -- what comes in -------------------------------------------------------------------------------------------------

  /** @param {any} message */
  #hear(message) {
    switch (message.type) {
      case "state":
        hasCome(message);
        this.#inbox.push({ state: message, table: this.#tableBefore(), now: this.#back || this.#acked.length > 0 });
        this.#newest = message.mark;
        this.#back = false;
        this.#shown.push(...this.#acked);
        this.#acked = [];
        this.#schedule();
        break;
      case "table":
        this.#tableBefore();
        this.#inbox.push({ state: null, table: { table: message.table, you: message.you }, now: false });
        this.#schedule();
        break;
      case "chat":
        this.takeChat(message);
        break;
      case "remarks":
        this.takeRemarks(message);
        break;
      case "said":
        this.#take(message.id)?.resolve(message.n);
        break;
      case "ack": {
        const pending = this.#take(message.id);
        if (!pending) break;
        if (message.mark === this.#newest) {
          // Over plain HTTP the state may overtake the answer.
          pending.resolve();
          break;
        }
        this.#acked.push(pending.resolve);
        setTimeout(pending.resolve, 4000);
        break;
      }
      case "because":
        this.#take(message.id)?.resolve(message.text);
        break;
      case "refused":
        this.#take(message.id)?.reject(
          message.code === "stale" ? new Fault("stale", STALE) : new Fault(message.code, message.message),
        );
        break;
      case "pong":
        if (message.now) tellTime(message.now);
        break;
      default: // of a newer server
    }
  }

  /** @param {number | null} id */
  #take(id) {
    if (id === null) return undefined;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  /** Many messages, one drawing: what has come is applied once the browser is about to paint (or soon, if hidden). */
  #schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    if (document.visibilityState === "hidden") setTimeout(() => this.#flush(), 50);
    else requestAnimationFrame(() => this.#flush());
  }

  #flush() {
    this.#scheduled = false;
    const steps = this.#inbox;
    this.#inbox = [];
    this.pace.take(steps);
    const shown = this.#shown;
    this.#shown = [];
    for (const resolve of shown) resolve();
  }

  /** A table that came last goes with the state that follows it: they tell of one change. */
  #tableBefore() {
    const last = this.#inbox.at(-1);
    return last && !last.state ? (this.#inbox.pop()?.table ?? null) : null;
  }

  /** @param {import("./bot-speed.js").Step[]} steps */
  #show(steps) {
    const { playing } = this.pace;
    if (!steps.length && playing === this.snapshot.playing) return;
    this.snapshot = after(this.snapshot, steps);
    this.#change({ playing: this.pace.playing });
  }

  /** @param {Partial<Snapshot>} change */
  #change(change) {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of this.#listeners) listener(this.snapshot);
  }

  // -- what goes out -------------------------------------------------------------------------------------------------

  /** Decides on the newest state, if that is what one sees. @param {Record<string, unknown>} message */
  #decide(message) {
    if (!this.pace.behind) return this.#command(message);
    this.pace.skip();
    return Promise.reject(new Fault("stale", STALE));
  }

  /** @param {Record<string, unknown>} message @returns {Promise<any>} */
  #command(message) {
    const socket = this.#socket;
    if (this.snapshot.link === "off") return Promise.reject(new Fault("switched-off", SWITCHED_OFF));
    if (this.snapshot.link === "full") {
      return Promise.reject(new Fault("too-many-spectators", full(this.snapshot.table)));
    }
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Fault("offline", "You're offline. The page will reconnect automatically."));
    }
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }
}

// Opening a channel: early-connection.js may have opened the first one already.

/**
 * The channel that `early-connection.js` has opened, and what came over it since.
 * @typedef {{to: string, socket: WebSocket, heard: string[]}} Ahead
 */

const page = /** @type {{ahead?: Ahead | null}} */ (globalThis);

/**
 * A channel to an address. Whoever takes it listens at once: then it hears all that has come.
 * @param {URL} address @returns {WebSocket}
 */
export function openSocket(address) {
  const { ahead } = page;
  page.ahead = null;
  if (!ahead) return new WebSocket(address);
  const { to, socket, heard } = ahead;
  socket.onmessage = null;
  if (to !== address.href || socket.readyState > WebSocket.OPEN) {
    socket.close();
    return new WebSocket(address);
  }
  if (socket.readyState === WebSocket.OPEN) {
    queueMicrotask(() => {
      socket.onopen?.(new Event("open"));
      for (const data of heard) socket.onmessage?.(new MessageEvent("message", { data }));
    });
  }
  return socket;
}

// Chat messages as they arrive, without those of blocked players.

/** @typedef {{lines: import("../shared/wire.js").ChatLine[], muted: number[]}} HeardChat */
/**
 * @typedef {{lines: import("../shared/wire.js").RemarkLine[], muted: import("../shared/wire.js").MutedOnlooker[]}}
 *   HeardRemarks
 */

/**
 * What players say. news: null where all stays as it is, and is to be shown anew.
 * @param {HeardChat | null} before @param {import("../shared/wire.js").Chat | null} news @returns {HeardChat}
 */
export function mergeChat(before, news) {
  const { lines, muted } = before ?? { lines: [], muted: [] };
  if (!news) return { lines, muted: [...muted] };
  return { lines: [...lines.filter(({ n }) => n < news.chat_from), ...news.lines], muted: news.muted };
}

/**
 * What those say who watch.
 * @param {HeardRemarks | null} before @param {import("../shared/wire.js").Remarks} news @returns {HeardRemarks}
 */
export function mergeSpectatorChat(before, news) {
  const lines = (before?.lines ?? []).filter(({ n }) => n < news.remarks_from);
  return { lines: [...lines, ...news.lines], muted: news.muted };
}

/**
 * The live channel of one table: it connects, comes back by itself after a break and misses nothing, and carries what a
 * player does.
 *
 * @typedef {import("./wire.js").Table} Table
 * @typedef {import("./wire.js").You} You
 * @typedef {import("./wire.js").State} State
 * @typedef {import("./wire.js").LogLine} LogLine
 * @typedef {import("./wire.js").Form} Form
 * @typedef {import("./wire.js").ChatLine} ChatLine
 */

import { Fault, get } from "./api.js";

/**
 * What is known now. A new object at every change, so that it can be compared.
 * @typedef {object} Snapshot
 * @property {"connecting" | "open" | "lost" | "gone"} link gone: there is no such table any more
 * @property {boolean} signedOut the seat is no longer this browser's: its guest signed out elsewhere
 * @property {Table} table
 * @property {You} you
 * @property {State | null} state the newest; null while the table waits for players
 * @property {LogLine[]} log every line so far, oldest first
 * @property {{lines: ChatLine[], muted: number[]} | null} chat what was said by those one hears; null: not here yet
 */

/**
 * @typedef {object} Pending
 * @property {(value: any) => void} resolve
 * @property {(fault: Fault) => void} reject
 */

const PING_EVERY = 15_000;
const SILENCE = 8_000;
const HANDSHAKE = 10_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** The close code for those who may not go on, such as one who was signed out. */
const POLICY = 1008;

/**
 * What the table answered to something done. mark: of the state that shows it; lines: how many lines the log has then.
 * @typedef {{mark: string, lines: number}} Done
 */

/**
 * The log with new lines in it. Those after the first `log_from` that were there are gone: what they told was taken
 * back.
 * @param {LogLine[]} lines @param {Pick<State, "log_from" | "log">} news @returns {LogLine[]}
 */
function putLines(lines, news) {
  return [...lines.slice(0, news.log_from), ...news.log];
}

export class Live {
  /** @type {Snapshot} */
  snapshot;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Set<(snapshot: Snapshot) => void>} */
  #listeners = new Set();
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  /** Acks whose state, the next to come, is not here yet. @type {(() => void)[]} */
  #acked = [];
  /** Acks whose state is in the inbox. @type {(() => void)[]} */
  #shown = [];
  /**
   * Messages not applied yet: of states and tables only the newest counts, of the log every line.
   * @type {{state: State | null, table: any, logs: Pick<State, "log_from" | "log">[]}}
   */
  #inbox = { state: null, table: null, logs: [] };
  #scheduled = false;
  #id = 0;
  #wait = FIRST_WAIT;
  #tries = 0;
  #closed = false;
  #retry = 0;
  #pinger = 0;
  #silence = 0;

  /**
   * @param {Table} table @param {You} you as the page was made with
   */
  constructor(table, you) {
    this.snapshot = { link: "connecting", signedOut: false, table, you, state: null, log: [], chat: null };
    addEventListener("online", this.#soon);
    document.addEventListener("visibilitychange", this.#soon);
    this.#connect();
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
   * @param {Form[]} actions @returns {Promise<Done>}
   */
  act(actions) {
    return this.#command({ type: "act", at: this.snapshot.state?.mark, actions });
  }

  /**
   * Takes back one's last actions; null: the whole turn.
   * @param {number | null} steps @returns {Promise<Done>}
   */
  undo(steps) {
    return this.#command({ type: "undo", at: this.snapshot.state?.mark, steps });
  }

  /**
   * Why an action is not legal now, "" where it is.
   * @param {Form} action @returns {Promise<string>}
   */
  explain(action) {
    return this.#command({ type: "explain", action });
  }

  /**
   * Says something to the table. Resolves when it is kept.
   * @param {string} text @returns {Promise<number>} the line's number
   */
  say(text) {
    return this.#command({ type: "say", text });
  }

  /**
   * Puts a chat message in place; null: what is there is shown anew.
   * @param {import("./wire.js").Chat | null} news
   */
  takeChat(news) {
    const { lines, muted } = this.snapshot.chat ?? { lines: [], muted: [] };
    if (!news) this.#change({ chat: { lines, muted: [...muted] } });
    else {
      this.#change({
        chat: { lines: [...lines.filter(({ n }) => n < news.chat_from), ...news.lines], muted: news.muted },
      });
    }
  }

  /**
   * Puts a table that an HTTP call answered with in place, without waiting for the channel.
   * @param {{table: Table, you: You}} answer
   */
  take(answer) {
    this.#change({ table: answer.table, you: answer.you });
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
    removeEventListener("online", this.#soon);
    document.removeEventListener("visibilitychange", this.#soon);
    clearTimeout(this.#retry);
    clearInterval(this.#pinger);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  // -- the connection ------------------------------------------------------------------------------------------------

  #connect() {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    const { state, table } = this.snapshot;
    const address = new URL(table.links.live, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    if (state) address.searchParams.set("since", state.mark);
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#listen(HANDSHAKE);
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#silence);
      this.#wait = FIRST_WAIT;
      this.#tries = 0;
      clearInterval(this.#pinger);
      this.#pinger = setInterval(() => this.#ping(), PING_EVERY);
      this.#change({ link: "open" });
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#silence);
      this.#hear(JSON.parse(event.data));
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#lost();
      if (code !== POLICY) return;
      // in the browser that signed out all others, the new token is there by then
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => void this.#returnAs(), FIRST_WAIT);
    };
  }

  #lost() {
    this.#socket = null;
    clearInterval(this.#pinger);
    clearTimeout(this.#silence);
    for (const { reject } of this.#pending.values()) {
      reject(new Fault("lost", "The connection broke before the table answered. You will see the table as it stands."));
    }
    this.#pending.clear();
    for (const resolve of [...this.#shown, ...this.#acked]) resolve();
    this.#shown = [];
    this.#acked = [];
    if (this.#closed) return;
    this.#tries += 1;
    this.#change({ link: "lost" });
    // a handshake that was refused looks like a broken line from here: ask which it was
    if (this.#tries % 4 === 2) {
      get(`/api/tables/${this.snapshot.table.id}`).then(
        (answer) => this.take(answer),
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
      if (you.seat !== null && answer.you.seat === null) this.#change({ signedOut: true });
    } catch {
      // coming back finds out the rest
    }
    if (!this.#socket) this.#connect();
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
        this.#inbox.logs.push(message);
        this.#inbox.state = message;
        this.#shown.push(...this.#acked);
        this.#acked = [];
        this.#schedule();
        break;
      case "table":
        this.#inbox.table = message;
        this.#schedule();
        break;
      case "chat":
        this.takeChat(message);
        break;
      case "said":
        this.#take(message.id)?.resolve(message.n);
        break;
      case "ack": {
        const pending = this.#take(message.id);
        if (!pending) break;
        const resolve = () => pending.resolve({ mark: message.mark, lines: message.lines });
        this.#acked.push(resolve);
        setTimeout(resolve, 4000);
        break;
      }
      case "because":
        this.#take(message.id)?.resolve(message.text);
        break;
      case "refused":
        this.#take(message.id)?.reject(
          message.code === "stale"
            ? new Fault("stale", "The table has moved on since; look again, then choose.")
            : new Fault(message.code, message.message),
        );
        break;
      default: // a pong has done its work by coming
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
    const { state, table, logs } = this.#inbox;
    if (!state && !table) return;
    this.#inbox = { state: null, table: null, logs: [] };
    /** @type {Partial<Snapshot>} */
    const change = {};
    const before = this.snapshot;
    if (table) {
      change.table = table.table;
      change.you = table.you;
    }
    if (state) {
      change.state = state;
      change.log = logs.reduce(putLines, before.log);
    }
    this.#change(change);
    const shown = this.#shown;
    this.#shown = [];
    for (const resolve of shown) resolve();
  }

  /** @param {Partial<Snapshot>} change */
  #change(change) {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of this.#listeners) listener(this.snapshot);
  }

  // -- what goes out -------------------------------------------------------------------------------------------------

  /** @param {Record<string, unknown>} message @returns {Promise<any>} */
  #command(message) {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Fault("offline", "There is no connection just now; it will come back by itself."));
    }
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }
}

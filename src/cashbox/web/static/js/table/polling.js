/**
 * The live channel over plain HTTP, for networks that block WebSockets. To table/live.js it looks like a WebSocket: it
 * polls the server, and each answer arrives once there is news.
 */

import { Fault, post } from "../shared/api.js";

/** Milliseconds after which an answer counts as lost; the server answers within 20 seconds. */
const PATIENCE = 40_000;
const BROKEN = 1006;

/** @typedef {Record<string, any>} Message */

export class PolledSocket {
  readyState = /** @type {number} */ (WebSocket.CONNECTING);
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: {data: string}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number, reason: string}) => void) | null} */
  onclose = null;
  #path;

  /** @param {string} table its id @param {string} [since] the mark of the newest state that was seen */
  constructor(table, since = "") {
    this.#path = `/api/tables/${table}`;
    void this.#listen(since);
  }

  close() {
    this.readyState = WebSocket.CLOSED;
  }

  /** Does what a message asks for, through the table's other addresses. @param {string} text */
  send(text) {
    /** @type {Message} */
    const { type, id, ...body } = JSON.parse(text);
    const asked = {
      act: () => this.#ask(id, "act", body, (done) => ({ type: "ack", ...done })),
      undo: () => this.#ask(id, "undo", body, (done) => ({ type: "ack", ...done })),
      explain: () => this.#ask(id, "explain", body, ({ text: why }) => ({ type: "because", text: why })),
      say: () => this.#ask(id, "chat", body, ({ n }) => ({ type: "said", n })),
      remark: () => this.#ask(id, "remarks", body, ({ n }) => ({ type: "said", n })),
      ping: async () => queueMicrotask(() => this.#hear({ type: "pong" })),
    }[/** @type {string} */ (type)];
    if (!asked) throw new TypeError(`There is no request of type ${type}.`);
    void asked();
  }

  /** @param {string} since */
  async #listen(since) {
    let channel = "";
    while (this.readyState <= WebSocket.OPEN) {
      let answer;
      try {
        answer = await inTime(post(`${this.#path}/poll`, { channel, since }));
      } catch (error) {
        this.#end(BROKEN, /** @type {Fault} */ (error).code);
        return;
      }
      if (this.readyState > WebSocket.OPEN) return;
      ({ channel } = answer);
      if (this.readyState === WebSocket.CONNECTING) {
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      }
      for (const message of answer.messages) this.#hear(message);
      if (answer.closed) this.#end(answer.closed);
    }
  }

  /**
   * @param {number} id @param {string} what @param {Message} body @param {(answer: Message) => Message} told what the
   *   channel would have said
   */
  async #ask(id, what, body, told) {
    try {
      this.#hear({ ...told(await post(`${this.#path}/${what}`, body)), id });
    } catch (error) {
      const fault = /** @type {Fault} */ (error);
      this.#hear({ type: "refused", id, code: fault.code, message: fault.message });
    }
  }

  /** @param {Message} message */
  #hear(message) {
    if (this.readyState === WebSocket.OPEN) this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** @param {number} code @param {string} [reason] the code of the server's refusal */
  #end(code, reason = "") {
    if (this.readyState > WebSocket.OPEN) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}

/** @param {Promise<any>} answer */
async function inTime(answer) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Fault("offline", "Can't reach the server.")), PATIENCE);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

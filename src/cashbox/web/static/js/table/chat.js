/** The chat of a table: messages, writing one, and blocking a player. */

import { useSlow } from "../board/feedback.js";
import { boot, post } from "../shared/api.js";
import { useDraft } from "../shared/drafts.js";
import { draftOf, memory } from "../shared/memory.js";
import { h, html, useCallback, useEffect, useRef, useState } from "../shared/preact.js";
import { ToEnd, useEnd } from "../shared/scroll.js";
import { isToday } from "../shared/server-time.js";
import { Kind, toastFault } from "../shared/ui.js";
import { ReportButton, ReportDialog } from "../social/report.js";

/** @typedef {import("../shared/wire.js").ChatLine} ChatLine */
/** @typedef {import("../shared/wire.js").Table} Table */
/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("../social/report.js").About} About */

/** Most characters of a message; the server has the last word. */
const LONGEST = 500;

/** What is said where no one knows whether a message has arrived. */
const LOST = "The connection was lost, so your message might not have been sent. Check the chat, then try again.";

/**
 * Whether there is anyone to talk to, or anything to read.
 * @param {Table} table @param {ChatLine[]} lines
 */
export function hasChat(table, lines) {
  return lines.length > 0 || table.seats.filter(({ kind }) => kind !== "bot").length > 1;
}

/**
 * How much of a chat is new to its reader, on whichever page it was read; and each new line said to a screen reader.
 * @param {string} table its id, or another name of what is read
 * @param {ChatLine[] | null} lines null: not here yet @param {number} seat the reader's
 * @param {(text: string) => void} announce
 */
export function useUnread(table, lines, seat, announce) {
  const key = `chat:${table}`;
  const [read, setRead] = useState(Number(memory.read(key, "0")));
  const heard = useRef(-1);
  const last = lines?.at(-1)?.n ?? 0;
  useEffect(() => {
    if (!lines) return;
    const fresh = heard.current < 0 ? [] : lines.filter((line) => line.n > heard.current && isNews(line, seat));
    heard.current = Math.max(heard.current, last);
    if (fresh.length) announce(fresh.map(({ name, text }) => `${name} says: ${text}`).join(" "));
  }, [lines, last, seat, announce]);
  useEffect(() => {
    const hear = (/** @type {StorageEvent} */ event) => {
      if (event.key === `cashbox:${key}`) setRead(Number(event.newValue ?? 0));
    };
    addEventListener("storage", hear);
    return () => removeEventListener("storage", hear);
  }, [key]);
  const onRead = useCallback(() => {
    setRead((before) => {
      if (last > before) memory.write(key, String(last));
      return Math.max(before, last);
    });
  }, [key, last]);
  return { unread: (lines ?? []).filter((line) => line.n > read && isNews(line, seat)).length, onRead };
}

/** Whether someone else has said something. @param {ChatLine} line @param {number} seat the reader's */
function isNews(line, seat) {
  return line.seat !== seat && !line.deleted;
}

/**
 * @param {{live: Live, table: Table, seat: number, lines: ChatLine[], muted: number[], onRead: () => void, focus?:
 *   boolean}} props
 *   seat: the reader's, -1 for a spectator; focus: begin in the line to write in.
 */
export function Chat({ live, table, seat, lines, muted, onRead, focus = false }) {
  const [about, setAbout] = useState(/** @type {About | null} */ (null));
  const after = (/** @type {ChatLine} */ line) =>
    isNews(line, seat)
      ? h(ReportButton, { about: { line, seat: line.seat, name: line.name }, onReport: setAbout })
      : null;
  return html`<div class="chat">
    ${h(ChatLines, { lines, seat, label: "Chat messages", onRead, muted: muted.length > 0, after })}
    ${
      table.status === "closed"
        ? html`<p class="quiet small">This table is closed, so no one can post messages.</p>`
        : seat >= 0
          ? h(ChatField, { say: (text) => live.say(text), label: "Message to the table", place: "table", focus })
          : html`<p class="quiet small">Only players can post here.</p>`
    }
    ${h(Muting, { live, table, seat, muted, onReport: setAbout })}
    ${h(ReportDialog, { table, lines, about, onClose: () => setAbout(null) })}
  </div>`;
}

/**
 * Chat messages, the newest at the end.
 * @param {{lines: ChatLine[], seat: number, label: string, onRead: () => void, muted?: boolean,
 *   after?: (line: ChatLine) => import("../shared/preact.js").VNode | (import("../shared/preact.js").VNode | null)[]
 *   | null}} props
 *   seat: the reader's; muted: there may be more that the reader does not hear; after: what stands beside a line
 */
export function ChatLines({ lines, seat, label, onRead, muted = false, after }) {
  const look = () => {
    if (end.ref.current?.checkVisibility() && document.visibilityState === "visible") onRead();
  };
  const end = useEnd(lines, look);
  useEffect(() => {
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [lines.length, onRead]);
  return html`<div class="chat-lines" ref=${end.ref} tabindex="0" role="log" aria-live="off" aria-label=${label}>
    <div>
      ${
        lines.length
          ? html`<ol>
              ${lines.map(
                (line) => html`<li key=${line.n} class=${line.seat === seat ? "own" : ""}>
                  <b>${line.name}</b> ${h(Kind, { one: line })}
                  <time dateTime=${new Date(line.at * 1000).toISOString()}>${when(line.at)}</time>
                  ${after?.(line)}
                  <span class=${line.deleted ? "said quiet" : "said"} dir="auto">
                    ${line.deleted ? "This message was deleted by the server's operator." : line.text}
                  </span>
                </li>`,
              )}
            </ol>`
          : html`<p class="quiet small">
              ${muted ? "No messages from players you haven't muted." : "No messages yet."}
            </p>`
      }
    </div>
    ${h(ToEnd, end)}
  </div>`;
}

/**
 * A field to write in. place: what it is written for.
 * @param {{say: (text: string) => Promise<unknown>, label: string, place: string, focus: boolean}} props
 */
export function ChatField({ say, label, place, focus }) {
  const [text, keep] = useDraft(place, "");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const slow = useSlow(busy);
  const sending = useRef(false);
  const write = (/** @type {string} */ to) => {
    keep(to);
    setFault("");
  };
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    // who is quick presses before what was typed is drawn
    const said = draftOf(place) ?? "";
    if (sending.current || !said.trim()) return;
    sending.current = true;
    setBusy(true);
    setFault("");
    try {
      await say(said);
      if (draftOf(place) === said) write("");
    } catch (error) {
      const { code, message } = /** @type {import("../shared/api.js").Fault} */ (error);
      setFault(code === "lost" ? LOST : `Not sent: ${message}`);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return html`<form class="chat-form" onSubmit=${send}>
    <input
      type="text" class="chat-text" aria-label=${label} placeholder="Say something" maxlength=${LONGEST} dir="auto"
      autocomplete="off" autofocus=${focus} enterkeyhint="send" value=${text}
      onInput=${(/** @type {any} */ e) => write(e.target.value)} />
    <button class="button" aria-disabled=${busy || !text.trim() ? "true" : undefined}>
      ${slow ? "Sending…" : "Send"}
    </button>
    <p class="chat-status small" role="status">${slow ? html`<span class="visually-hidden">Sending…</span>` : fault}</p>
  </form>`;
}

/**
 * Switches for every other player; only the reader hears less. Beside them, the way to report one.
 * @param {{live: Live, table: Table, seat: number, muted: number[], onReport: (about: About) => void}} props
 */
function Muting({ live, table, seat, muted, onReport }) {
  const others = table.seats.filter((one) => one.kind === "guest" && one.seat !== seat);
  if (!others.length) return null;
  const mute = async (/** @type {number} */ other, /** @type {boolean} */ on) => {
    try {
      live.takeChat(await post(`/api/tables/${table.id}/mute`, { seat: other, on }));
      if (!boot().me) live.reconnect(); // the channel was opened by no one, whom nothing is kept for
    } catch (fault) {
      toastFault(fault);
      live.takeChat(null);
    }
  };
  return html`<details class="muting">
    <summary>Mute${muted.length ? ` (${muted.length})` : ""} or report</summary>
    <div class="row">
      ${others.map(
        (one) => html`<div class="muting-one" key=${one.seat}>
          <label class="check">
            <input
              type="checkbox" checked=${muted.includes(one.seat)}
              onChange=${(/** @type {any} */ e) => void mute(one.seat, e.target.checked)} />
            <span>${one.name}</span>
          </label>
          ${h(ReportButton, { about: { seat: one.seat, name: one.name }, onReport })}
        </div>`,
      )}
    </div>
  </details>`;
}

/** The time of day, with the date where it was another day. @param {number} at seconds since 1970 */
function when(at) {
  const then = new Date(at * 1000);
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return isToday(then) ? time : `${then.toLocaleDateString()} ${time}`;
}

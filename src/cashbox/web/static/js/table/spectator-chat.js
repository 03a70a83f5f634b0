/** The spectators' chat. */

import { saveName, shortEnough } from "../account/my-name.js";
import { boot, post } from "../shared/api.js";
import { useDraft } from "../shared/drafts.js";
import { h, html, useMemo, useState } from "../shared/preact.js";
import { Button, toastFault } from "../shared/ui.js";
import { ReportButton, ReportDialog } from "../social/report.js";
import { ChatLines, useUnread, ChatField } from "./chat.js";

/** @typedef {import("../shared/wire.js").RemarkLine} RemarkLine */
/** @typedef {import("../shared/wire.js").MutedOnlooker} MutedOnlooker */
/** @typedef {import("../shared/wire.js").Table} Table */
/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("../social/report.js").About} About */

/** Whose lines are the reader's own, where lines are told apart by seats. */
const ME = -2;

/** The lines as the chat shows them. @param {RemarkLine[]} lines */
function asChat(lines) {
  return lines.map((line) => ({ ...line, seat: line.mine ? ME : -1 }));
}

/**
 * @param {{live: Live, table: Table, lines: RemarkLine[], muted: MutedOnlooker[], onRead: () => void,
 *   focus?: boolean}} props
 */
function Remarks({ live, table, lines, muted, onRead, focus = false }) {
  const [about, setAbout] = useState(/** @type {About | null} */ (null));
  /** @param {number} n @param {boolean} on */
  const mute = async (n, on) => {
    try {
      live.takeRemarks(await post(`/api/tables/${table.id}/remarks/mute`, { n, on }));
      if (!boot().me) live.reconnect(); // the channel was opened by no one, whom nothing is kept for
    } catch (fault) {
      toastFault(fault);
    }
  };
  const after = (/** @type {import("../shared/wire.js").ChatLine} */ line) => {
    const { n, seat, name, deleted } = line;
    if (seat === ME) return null;
    return [
      deleted ? null : h(ReportButton, { about: { line, seat, name, watcher: true }, onReport: setAbout }),
      h(
        Button,
        { size: "small", kind: "plain", class: "mute", onPress: () => void mute(n, true), label: `Mute ${name}` },
        "Mute",
      ),
    ];
  };
  return html`<div class="chat">
    ${h(ChatLines, { lines: asChat(lines), seat: ME, label: "Spectator chat messages", onRead, after })}
    ${
      table.status === "closed"
        ? html`<p class="quiet small">This table is closed, so no one can post messages.</p>`
        : boot().me
          ? h(ChatField, {
              say: (text) => live.say(text, "remark"),
              label: "Message to spectators",
              place: "remarks",
              focus,
            })
          : h(Introduce, { onNamed: () => live.reconnect() })
    }
    ${
      muted.length
        ? html`<p class="row small">
            <span class="quiet">Muted:</span>
            ${muted.map(({ n, name }) =>
              h(Button, { key: n, size: "small", onPress: () => void mute(n, false), label: `Unmute ${name}` }, name),
            )}
          </p>`
        : null
    }
    ${h(ReportDialog, { table, lines: [], about, onClose: () => setAbout(null) })}
  </div>`;
}

/** A name to write under, for a watcher who has none yet. @param {{onNamed: () => void}} props */
function Introduce({ onNamed }) {
  const [name, setName] = useDraft("watcher-name", "");
  const [busy, setBusy] = useState(false);
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await saveName(name);
      setName("");
      onNamed();
    } catch (fault) {
      toastFault(fault);
      setBusy(false);
    }
  };
  return html`<form class="inline-form" onSubmit=${send}>
    <label class="field">
      <span>Your name in the chat</span>
      <input
        type="text" name="watcher-name" required autocomplete="nickname" value=${name}
        onInput=${(/** @type {any} */ e) => setName(shortEnough(e.target))} />
    </label>
    <button class="button" aria-disabled=${busy ? "true" : undefined}>Save name</button>
  </form>`;
}

/**
 * What there is to read for this reader; players see it once the game is over, if anyone has said anything.
 * @param {Live} live @param {import("./live.js").Snapshot} now @param {(text: string) => void} announce
 * @returns {{unread: number | null, show: ((focus: boolean) => import("../shared/preact.js").VNode) | null}}
 */
export function useSpectatorChat(live, { table, you, remarks }, announce) {
  const here = remarks && (you.seat === null || remarks.lines.length) ? remarks : null;
  const said = useMemo(() => (here ? asChat(here.lines) : null), [here]);
  const { unread, onRead } = useUnread(`${table.id}:watchers`, said, ME, announce);
  if (!here) return { unread: null, show: null };
  return { unread, show: (focus) => h(Remarks, { live, table, ...here, onRead, focus }) };
}

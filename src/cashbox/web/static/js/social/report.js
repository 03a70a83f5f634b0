/** Reports a chat message or a player to the server's operator. */

import { post } from "../shared/api.js";
import { useDraft } from "../shared/drafts.js";
import { keepDraft } from "../shared/memory.js";
import { h, html, useState } from "../shared/preact.js";
import { Button, Dialog, toast, toastFault } from "../shared/ui.js";

/** @typedef {import("../shared/wire.js").ChatLine} ChatLine */
/** @typedef {import("../shared/wire.js").Table} Table */
/**
 * What is reported: a line, or the person on a seat. watcher: the line is of someone who watches, and has no seat.
 * @typedef {{line?: ChatLine, seat: number, name: string, watcher?: boolean}} About
 */

/** Most characters of a reason; the server has the last word. */
const LONGEST = 200;

/** How many of someone's lines can be chosen, the newest. */
const CHOICE = 30;

/**
 * A button beside something that can be reported. Those in a chat are many, so the Tab key passes them by: the dialog
 * of a player offers the lines as well.
 * @param {{about: About, onReport: (about: About) => void}} props
 */
export function ReportButton({ about, onReport }) {
  const { line, name, watcher } = about;
  return h(
    Button,
    {
      size: "small",
      kind: "plain",
      class: "report",
      onPress: () => onReport(about),
      ...(line && !watcher ? { tabindex: -1 } : {}),
    },
    flag,
    html`<span class="visually-hidden">${line ? `Report what ${name} said: ${line.text}` : `Report ${name}`}</span>`,
  );
}

const flag = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M5 18V3M5 3.5h9.5l-2.5 3.5 2.5 3.5H5" fill="none" stroke="currentColor" stroke-width="1.8"
    stroke-linejoin="round" stroke-linecap="round" />
</svg>`;

/**
 * What is sent and who gets it, before it goes.
 * @param {{table: Table, lines: ChatLine[], about: About | null, onClose: () => void}} props about: null while nothing
 *   is reported
 */
export function ReportDialog({ table, lines, about, onClose }) {
  return h(
    Dialog,
    { title: about ? `Report ${about.name}` : "Report", open: about !== null, onClose },
    about && h(Form, { table, lines, about, onClose, key: `${about.line?.n} ${about.seat}` }),
  );
}

/** @param {{table: Table, lines: ChatLine[], about: About, onClose: () => void}} props */
function Form({ table, lines, about, onClose }) {
  const [number, setNumber] = useState(about.line?.n ?? 0);
  const what = `report:${about.seat}:${about.line?.n ?? 0}`;
  const [reason, setReason] = useDraft(what, "");
  const [busy, setBusy] = useState(false);
  const theirs = about.watcher ? [] : lines.filter((one) => one.seat === about.seat && !one.deleted).slice(-CHOICE);
  if (about.line && !about.watcher && !theirs.includes(about.line)) theirs.unshift(about.line);
  const line = about.watcher ? about.line : theirs.find(({ n }) => n === number);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const { text } = await post(`/api/tables/${table.id}/report`, {
        ...(line ? { [about.watcher ? "remark" : "line"]: line.n } : { seat: about.seat }),
        reason,
      });
      keepDraft(what, null);
      onClose();
      toast(text);
    } catch (fault) {
      setBusy(false);
      toastFault(fault);
    }
  };
  return html`<form class="stack report-form" onSubmit=${send}>
    ${
      theirs.length
        ? html`<label class="field">
            <span>What are you reporting?</span>
            <select
              name="about" value=${number} onChange=${(/** @type {any} */ e) => setNumber(Number(e.target.value))}>
              <option value="0" selected=${!line}>${about.name} (the player)</option>
              ${theirs.map(
                (one) => html`<option key=${one.n} value=${one.n} selected=${one.n === number}>“${one.text}”</option>`,
              )}
            </select>
          </label>`
        : null
    }
    ${line ? html`<blockquote>${line.text}</blockquote>` : null}
    <p>
      The server's operator receives ${line ? "this message" : `${about.name}'s name and this table`} and sees who
      reported it. No one at the table will know.
    </p>
    <label class="field">
      <span>Reason (optional)</span>
      <input
        type="text" name="reason" maxlength=${LONGEST} autocomplete="off" value=${reason}
        onInput=${(/** @type {any} */ e) => setReason(e.target.value)} />
    </label>
    <div class="buttons">
      ${h(Button, { onPress: onClose }, "Cancel")}
      <button class="button primary" aria-disabled=${busy ? "true" : undefined}>Send report</button>
    </div>
  </form>`;
}

/**
 * The people at a table where there is no chat to report them from.
 * @param {{table: Table, seat: number}} props seat: the reader's, -1 for a spectator
 */
export function ReportPeople({ table, seat }) {
  const [about, setAbout] = useState(/** @type {About | null} */ (null));
  const others = table.seats.filter((one) => one.kind === "guest" && one.seat !== seat);
  if (!others.length) return null;
  return html`
    <h3>Report a player</h3>
    <ul class="report-people">
      ${others.map(
        (one) => html`<li key=${one.seat}>
          <span>${one.name}</span> ${h(ReportButton, { about: one, onReport: setAbout })}
        </li>`,
      )}
    </ul>
    ${h(ReportDialog, { table, lines: [], about, onClose: () => setAbout(null) })}
  `;
}

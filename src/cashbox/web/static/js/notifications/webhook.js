/** The webhook of a table: every player can see that there is one, and the host sets it. */

import { get, post } from "../shared/api.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { Button, toast } from "../shared/ui.js";
import { KindChoices } from "./kinds.js";

/** @typedef {import("../shared/wire.js").TableWebhook} TableWebhook */
/** @typedef {import("./kinds.js").NoticeKind} NoticeKind */

/** @type {NoticeKind[]} */
const USUAL = ["turn", "end"];

/** A part of a dialog. @param {{table: string, host: boolean, open: boolean}} props open: the dialog is */
export function WebhookPanel({ table, host, open }) {
  const [found, setFound] = useState(/** @type {TableWebhook | null} */ (null));
  const [url, setUrl] = useState("");
  const [fault, setFault] = useState("");
  const path = `/api/tables/${encodeURIComponent(table)}/webhook`;
  /** @param {() => Promise<TableWebhook>} work */
  const attempt = async (work) => {
    setFault("");
    try {
      const now = await work();
      setFound(now);
      setUrl(now.webhook?.address ?? "");
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
    }
  };
  useEffect(() => {
    if (open) void attempt(() => get(path));
  }, [open, path]);
  if (!found || (!host && !found.there)) return null;
  const there = html`<p>The host sends updates about this table to a webhook.</p>`;
  if (!host) return html`<div class="table-webhook">${there}</div>`;
  const mine = found.webhook;
  /** @param {string} address @param {NoticeKind[]} kinds */
  const tell = (address, kinds) => void attempt(() => post(path, { url: address.trim(), kinds }));
  /** @param {Event} event */
  const save = (event) => {
    event.preventDefault();
    tell(url, mine?.kinds.length ? mine.kinds : USUAL);
  };
  const test = () =>
    void attempt(async () => {
      const now = await post(`${path}/test`, {});
      toast("Test sent.");
      return now;
    });
  return html`<div class="table-webhook">
    <h3>Send updates to a webhook</h3>
    <form class="inline-form" onSubmit=${save}>
      <label class="field">
        <span class="hint">Webhook URL: Discord, Slack, or any service that accepts JSON</span>
        <input
          type="url" name="table-webhook" aria-label="Table webhook URL" required maxlength="2000" autocomplete="off"
          placeholder="https://" value=${url} onInput=${(/** @type {any} */ e) => setUrl(e.target.value)} />
      </label>
      <button class="button">Save webhook</button>
    </form>
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : null}
    ${mine?.said ? html`<p class="small delivery-error">The last update wasn't delivered. ${mine.said}</p>` : null}
    ${
      mine
        ? html`
            ${h(KindChoices, {
              name: "table",
              chosen: mine.kinds,
              table: true,
              onChoose: (kinds) => tell(mine.address, kinds),
            })}
            <p class="row">
              ${h(Button, { size: "small", onPress: test }, "Send test")}
              ${h(Button, { size: "small", onPress: () => tell("", []) }, "Remove webhook")}
            </p>
          `
        : null
    }
    <p class="quiet small">
      Everyone at this table can see that updates are sent, but not where. If spectators see this table with a delay,
      only the end of the game is sent, after the delay. If someone else becomes the host, the webhook is removed.
    </p>
  </div>`;
}

/** Links to share: their address, copying them, and a warning if other people can't open them. */

import { boot } from "./api.js";
import { h, html } from "./preact.js";
import { Button, toast } from "./ui.js";

/**
 * A page's complete address as others reach it: the one that the operator has set, else the one that this page was
 * opened by. @param {string} path a path, or a complete address of this server
 */
export function linkTo(path) {
  const { pathname, search, hash } = new URL(path, location.href);
  return new URL(pathname + search + hash, boot().url || location.href).href;
}

/** Whether only this computer can open a link. @param {string} link */
export function isLocal(link) {
  const name = new URL(link).hostname;
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(name);
}

/**
 * Copy a text. Browsers offer the clipboard to pages over https only, so that others use a selection.
 * @param {string} text @returns {Promise<boolean>} false where the browser refuses
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** @param {string} text */
function copySelected(text) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const area = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  // A style attribute would be against the page's policy.
  Object.assign(area.style, { position: "fixed", opacity: "0", inset: "0 auto auto 0" });
  // Nothing outside an open dialog can be selected.
  (before?.closest("dialog") ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    before?.focus();
  }
}

/**
 * A link in a field, with a button that copies it.
 * @param {{link: string, id: string, label: string, copied: string, kind?: "" | "primary", shown?: boolean}} props
 *   label: of the field, which sighted people see too where it is `shown`; copied: what a press says
 */
export function CopyLink({ link, id, label, copied, kind = "", shown = false }) {
  const copy = async () => {
    if (await copyText(link)) {
      toast(copied);
      return;
    }
    /** @type {HTMLInputElement | null} */ (document.getElementById(id))?.select();
    toast("Press Ctrl+C (or touch and hold the link) to copy it.");
  };
  return html`
    <div class="inline-form">
      <label class="field">
        <span class=${shown ? undefined : "visually-hidden"}>${label}</span>
        <input type="text" id=${id} readonly value=${link} onFocus=${(/** @type {any} */ e) => e.target.select()} />
      </label>
      ${h(Button, { onPress: () => void copy(), kind }, "Copy link")}
    </div>
    ${h(OnlyHere, { link })}
  `;
}

/** A warning where a link works on this computer only. @param {{link: string}} props */
export function OnlyHere({ link }) {
  if (!isLocal(link)) return null;
  return html`<p class="only-here small">
    Only this computer can open this link. To let others in, start the server with <code>
      cashbox serve --host 0.0.0.0
    </code>
    (or set <code>CASHBOX_URL</code>) and copy the link again.
  </p>`;
}

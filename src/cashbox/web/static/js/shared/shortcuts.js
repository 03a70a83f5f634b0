/** The list of keyboard shortcuts in a page's help. */

import { html } from "./preact.js";

/**
 * What each key does, and whether those that are a single one do anything.
 * @param {{rows: readonly (readonly string[])[], keys: boolean, onKeys: (on: boolean) => void}} props
 */
export function Shortcuts({ rows, keys, onKeys }) {
  return html`
    <table class="keys">
      <tbody>
        ${rows.map(([key, what]) => html`<tr key=${key}><th scope="row"><kbd>${key}</kbd></th><td>${what}</td></tr>`)}
      </tbody>
    </table>
    <label class="check">
      <input type="checkbox" checked=${keys} onChange=${(/** @type {any} */ e) => onKeys(e.target.checked)} />
      <span>Single-key shortcuts</span>
    </label>
  `;
}

/** Recovery codes, shown once: to print, to keep as a file, or to write down. */

import { h, html, useEffect, useRef } from "../shared/preact.js";
import { Button } from "../shared/ui.js";

/**
 * @param {{name: string, codes: string[], onDone: () => void}} props name: the account's, which is asked for as well
 */
export function RecoverySheet({ name, codes, onDone }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), [codes]);
  const download = () => {
    const lines = [`Recovery codes for cashbox at ${location.host}`, `Name: ${name}`, "", ...codes, ""];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([lines.join("\n")], { type: "text/plain" }));
    link.download = "cashbox-recovery-codes.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return html`<div class="recovery-sheet">
    <h3 ref=${heading} tabindex="-1">Your recovery codes</h3>
    <p>
      For <b>${name}</b> at <b>${location.host}</b>. Each one signs you in once, on any device, with your name. Older
      codes no longer work. Keep them where only you can find them. <b>You won't see them again.</b>
    </p>
    <ol class="recovery-codes">${codes.map((code) => html`<li key=${code}><span class="mono">${code}</span></li>`)}</ol>
    <p class="row no-print">
      ${h(Button, { kind: "primary", onPress: () => print() }, "Print")}
      ${h(Button, { onPress: download }, "Download")}
      ${h(Button, { onPress: onDone }, "I've saved them")}
    </p>
  </div>`;
}

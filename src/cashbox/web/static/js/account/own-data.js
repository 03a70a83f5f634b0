/** Your personal data: downloading it and deleting it. */

import { NAMELESS, post } from "../shared/api.js";
import { h, html, useState } from "../shared/preact.js";
import { Button, Dialog, Panel, toastFault } from "../shared/ui.js";

/** @param {{name: string}} props */
export function OwnData({ name }) {
  return h(
    Panel,
    { title: "Your data" },
    html`
      <p>
        Download your name, your devices, your tables with everything you did there, and your messages as one JSON file.
        For games in progress, the file contains only what you are allowed to know.
      </p>
      <p><a class="button" href="/api/me/export" download="cashbox.json">Download data</a></p>
    `,
    h(Deleting, { name }),
  );
}

/** Asks twice, and says before what will be so after. @param {{name: string}} props */
function Deleting({ name }) {
  const [asking, setAsking] = useState(false);
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const open = () => {
    setSure(false);
    setAsking(true);
  };
  const close = () => setAsking(false);
  const erase = async () => {
    setBusy(true);
    try {
      await post("/api/me/delete", {});
      location.href = "/";
    } catch (fault) {
      toastFault(fault);
      setBusy(false);
    }
  };
  const who = name === NAMELESS ? "yourself" : name;
  return html`
    ${h(Button, { kind: "bad", onPress: open }, "Delete my data")}
    ${h(
      Dialog,
      { title: `Delete ${who}?`, open: asking, onClose: close },
      html`
        <p>This takes effect right away and can't be undone:</p>
        <ul>
          <li>Your name and everything you wrote are deleted.</li>
          <li>In games in progress, a bot plays for you until the end.</li>
          <li>Tables that haven't started stay open without you or are closed.</li>
          <li>Finished games stay, with “a former player” in your place. They can still be verified.</li>
          <li>You are signed out on all devices.</li>
        </ul>
        <label class="check">
          <input
            type="checkbox" name="sure" checked=${sure}
            onChange=${(/** @type {any} */ e) => setSure(e.target.checked)} />
          <span>I understand, and I want to delete my data.</span>
        </label>
        <div class="buttons">
          ${h(Button, { onPress: close }, "Cancel")}
          ${h(
            Button,
            {
              kind: "bad",
              onPress: () => void erase(),
              disabled: !sure || busy,
              why: busy ? "One moment." : "First check the box above.",
            },
            "Delete permanently",
          )}
        </div>
      `,
    )}
  `;
}

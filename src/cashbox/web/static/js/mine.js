/** What is kept of oneself: to take away, and to have deleted. */

import { NAMELESS, post } from "./api.js";
import { h, html, useState } from "./preact.js";
import { Button, Dialog, Panel, toastFault } from "./ui.js";

/** @param {{name: string}} props */
export function Mine({ name }) {
  return h(
    Panel,
    { title: "What is kept about you" },
    html`
      <p>
        Your name, your devices, the tables where you sat with all that you did there, and what you wrote. It is one
        file of JSON; nothing that is secret in a running game is in it but your own.
      </p>
      <p><a class="button" href="/api/me/export" download="cashbox.json">Download it</a></p>
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
    ${h(Button, { kind: "bad", onPress: open }, "Delete me")}
    ${h(
      Dialog,
      { title: `Delete ${who}?`, open: asking, onClose: close },
      html`
        <p>This happens at once, and nobody can take it back:</p>
        <ul>
          <li>Your name is gone, and so is all that you wrote.</li>
          <li>In games that go on, a bot plays your seat to the end.</li>
          <li>Tables of yours that have not begun go on without you, or are closed.</li>
          <li>Games that are over stay, with “a former player” in your place; they can still be verified.</li>
          <li>You are signed out on all your devices.</li>
        </ul>
        <label class="check">
          <input
            type="checkbox" name="sure" checked=${sure}
            onChange=${(/** @type {any} */ e) => setSure(e.target.checked)} />
          <span>I want all of this, for good.</span>
        </label>
        <div class="buttons">
          ${h(Button, { onPress: close }, "Go back")}
          ${h(
            Button,
            {
              kind: "bad",
              onPress: () => void erase(),
              disabled: !sure || busy,
              why: busy ? "One moment." : "Tick first that you want this.",
            },
            "Delete me for good",
          )}
        </div>
      `,
    )}
  `;
}

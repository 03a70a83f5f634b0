/** Signing out everywhere but in this browser: for anyone who has left a token elsewhere. */

import { get, post } from "../shared/api.js";
import { h, html, useState } from "../shared/preact.js";
import { Button, Dialog, toast } from "../shared/ui.js";

/** @typedef {import("../shared/api.js").Fault} Fault */

const UNKNOWN = "This browser was signed out, too. Reload the page to start as a new guest.";

/**
 * A button that says beforehand what it does, and afterwards that it is done.
 * @param {{onDone: ((devices: import("../shared/wire.js").Device[]) => void) | null}} props
 *   onDone: called with the devices that are left
 */
export function SignOut({ onDone }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const signOut = async () => {
    setBusy(true);
    try {
      await post("/api/me/sign-out", {});
      setDone(true);
      setAsking(false);
      if (onDone) onDone((await get("/api/me/devices")).devices);
    } catch (fault) {
      const { code, message } = /** @type {Fault} */ (fault);
      toast(code === "no-guest" ? UNKNOWN : message, "bad");
    } finally {
      setBusy(false);
    }
  };
  return html`
    ${h(
      Dialog,
      { title: "Sign out everywhere else?", open: asking, onClose: () => setAsking(false) },
      html`
        <p>You stay signed in here, with your name and your seats.</p>
        <p>Every other browser or program that plays as you is signed out right away and loses access to your seats.</p>
        <div class="buttons">
          ${h(Button, { onPress: () => setAsking(false) }, "Cancel")}
          ${h(Button, { onPress: () => void signOut(), kind: "primary", disabled: busy }, "Sign out everywhere else")}
        </div>
      `,
    )}
    <div class="sign-out">
      ${h(Button, { size: "small", onPress: () => setAsking(true) }, "Sign out everywhere else")}
      <p role="status" class="small">${done ? "You are signed out everywhere except here." : ""}</p>
    </div>
  `;
}

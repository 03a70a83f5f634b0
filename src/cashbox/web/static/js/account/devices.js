/** The devices where you are signed in, and signing out of them. */

import { get, post } from "../shared/api.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { secondsSince } from "../shared/server-time.js";
import { Button, Dialog, Panel, toast } from "../shared/ui.js";

/** @typedef {import("../shared/wire.js").Device} Device */

const HOUR = 3600;

/** When a device was last here, in words; it is known to the hour. @param {number} seen seconds since 1970 */
function lastHere(seen) {
  const ago = secondsSince(seen);
  if (ago < 2 * HOUR) return "active in the last two hours";
  if (ago < 48 * HOUR) return `last active ${Math.floor(ago / HOUR)} hours ago`;
  return `last active on ${new Date(seen * 1000).toLocaleDateString([], { dateStyle: "long" })}`;
}

export function DeviceList() {
  const [devices, setDevices] = useState(/** @type {Device[] | null} */ (null));
  const [fault, setFault] = useState("");
  const [said, setSaid] = useState("");
  useEffect(() => {
    get("/api/me/devices").then(
      (answer) => setDevices(answer.devices),
      (error) => setFault(error.message),
    );
  }, []);
  /** @param {Device} device */
  const signOut = async ({ id, label }) => {
    try {
      setDevices((await post(`/api/me/devices/${id}/sign-out`, {})).devices);
      setSaid(`${label} is signed out.`);
      document.getElementById("where")?.focus();
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "bad");
    }
  };
  return h(
    Panel,
    { title: html`<span id="where" tabindex="-1">Signed-in devices</span>`, id: "my-devices" },
    fault ? html`<p class="fault" role="alert">${fault}</p>` : null,
    devices
      ? html`<ul class="devices">
          ${devices.map(
            (one) => html`<li key=${one.id}>
              <span class="label">${one.label} ${one.here ? html`<span class="tag">this device</span>` : null}</span>
              <span class="when">
                Since ${new Date(one.made * 1000).toLocaleDateString([], { dateStyle: "long" })}
                ${one.here ? "" : `, ${lastHere(one.seen)}`}
              </span>
              ${
                one.here
                  ? null
                  : h(
                      Button,
                      { size: "small", onPress: () => void signOut(one), label: `Sign out: ${one.label}` },
                      "Sign out",
                    )
              }
            </li>`,
          )}
        </ul>`
      : null,
    html`<p role="status" class="small">${said}</p>`,
    devices && devices.length > 1 ? h(SignOutElsewhere, { onDone: setDevices }) : null,
  );
}

// Signing out everywhere except in this browser.

/** @typedef {import("../shared/api.js").Fault} Fault */

const UNKNOWN = "This browser was signed out, too. Reload the page to start as a new guest.";

/**
 * A button that says beforehand what it does, and afterwards that it is done.
 * @param {{onDone: ((devices: import("../shared/wire.js").Device[]) => void) | null}} props
 *   onDone: called with the devices that are left
 */
export function SignOutElsewhere({ onDone }) {
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

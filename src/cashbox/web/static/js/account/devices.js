/** Where one is signed in, and signing out there. */

import { get, post } from "../shared/api.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { secondsSince } from "../shared/server-time.js";
import { Button, Panel, toast } from "../shared/ui.js";
import { SignOut } from "./signout.js";

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
    devices && devices.length > 1 ? h(SignOut, { onDone: setDevices }) : null,
  );
}

/** A one-time link that opens your seats on another device, as text and as a QR code. */

import { get, post } from "../shared/api.js";
import { CopyLink } from "../shared/copy-link.js";
import { h, html, useCallback, useEffect, useState } from "../shared/preact.js";
import { serverNow } from "../shared/server-time.js";
import { Button, Dialog } from "../shared/ui.js";
import { durationText } from "../table/prompt-bar.js";

/** @typedef {import("../shared/wire.js").DeviceCode} DeviceCode */
/** @typedef {import("../shared/wire.js").Device} Device */

/** Milliseconds from one look whether the code was used to the next. */
const LOOK = 3000;

/** A code as it is read aloud and typed. @param {string} code */
const grouped = (code) => code.replace(/(.{4})(?=.)/g, "$1-");

/**
 * A button, and in its dialog what the other device needs.
 * @param {{size?: "" | "small", onClose?: () => void}} props onClose: called when a device may have been added
 */
export function DeviceLink({ size = "", onClose }) {
  const [open, setOpen] = useState(false);
  const [given, setGiven] = useState(/** @type {DeviceCode | null} */ (null));
  const [until, setUntil] = useState(0);
  const [fault, setFault] = useState("");
  const ask = useCallback(async () => {
    setFault("");
    setGiven(null);
    try {
      const code = await post("/api/me/code", {});
      setUntil(serverNow() + code.seconds * 1000);
      setGiven(code);
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
    }
  }, []);
  const show = () => {
    setOpen(true);
    void ask();
  };
  const close = () => {
    setOpen(false);
    setGiven(null);
    onClose?.();
  };
  return html`
    ${h(Button, { size, onPress: show }, "Add a device")}
    ${h(
      Dialog,
      { title: "Add a device", open, onClose: close, wide: true },
      fault ? html`<p class="fault" role="alert">${fault}</p>` : null,
      given ? h(Given, { key: given.code, given, until, onAgain: () => void ask() }) : null,
      !given && !fault ? html`<p role="status">One moment…</p>` : null,
    )}
  `;
}

/**
 * @param {{given: DeviceCode, until: number, onAgain: () => void}} props
 *   until: when it ends, in milliseconds of this browser's clock
 */
function Given({ given, until, onAgain }) {
  const left = useLeft(until);
  const added = useAdded(left > 0);
  if (added) {
    return html`<p role="status">
      <b>${added}</b> is now signed in as you. The link can't be used again; each device needs its own.
    </p>`;
  }
  if (!left) {
    return html`
      <p role="status">This link has expired.</p>
      <p>${h(Button, { kind: "primary", onPress: onAgain }, "Get new link")}</p>
    `;
  }
  return html`
    <div class="another given">
      ${h(Qr, given)}
      <div class="stack">
        <p>Scan this code with the other device, or open this link there. It works once.</p>
        ${h(CopyLink, {
          link: given.link,
          id: "device-link",
          label: "Link for the other device",
          copied: "Link copied. Anyone who opens it plays as you, so send it only to yourself.",
        })}
        <p>
          Or open <b>${new URL("/device", given.link).href.replace(/^https?:\/\//, "")}</b> there and enter this code:
        </p>
        <p class="code mono">${grouped(given.code)}</p>
        <p>
          Expires in <b role="timer">${durationText(left)}</b>. Anyone who uses it plays as you, so don't show it to
          anyone else.
        </p>
      </div>
    </div>
  `;
}

/** The link as squares: dark on white in any theme, since cameras want it so. @param {DeviceCode} given */
function Qr({ size, path }) {
  return html`<svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link">
    <path d=${path} />
  </svg>`;
}

/** The seconds until a moment. @param {number} until in milliseconds */
function useLeft(until) {
  const [now, setNow] = useState(serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/**
 * What the device is called that was added meanwhile, "" for none yet.
 * @param {boolean} counts whether one still can be
 */
function useAdded(counts) {
  const [added, setAdded] = useState("");
  useEffect(() => {
    if (!counts || added) return undefined;
    /** @type {Set<string> | null} */
    let before = null;
    let stop = false;
    const look = async () => {
      try {
        const { devices } = /** @type {{devices: Device[]}} */ (await get("/api/me/devices"));
        const fresh = before && devices.find(({ id }) => !before?.has(id));
        before ??= new Set(devices.map(({ id }) => id));
        if (fresh && !stop) setAdded(fresh.label);
      } catch {
        // it is asked again
      }
    };
    void look();
    const timer = setInterval(() => void look(), LOOK);
    return () => {
      stop = true;
      clearInterval(timer);
    };
  }, [counts, added]);
  return added;
}

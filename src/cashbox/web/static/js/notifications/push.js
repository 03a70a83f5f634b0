/** This browser's push subscription. */

import { Fault, get, post } from "../shared/api.js";
import { memory, workers } from "../shared/memory.js";
import { serverNow } from "../shared/server-time.js";

const NO_STORAGE =
  "This browser blocks cookies and site data, which notifications need. Allow them for this site, then " +
  "reload the page.";
const SETUP = "Notifications aren't ready yet. Reload the page.";
const HOME = "On an iPhone or iPad, first add cashbox to the Home Screen, then open it there.";
const NONE = "This browser doesn't support notifications.";
const SAFE = "Browser notifications need https, but you opened this page over http.";
const BLOCKED = "Notifications from this site are blocked in your browser's settings.";

/**
 * What shows notifications when no page is open; undefined where there is none, null where the browser blocks it.
 * @returns {Promise<ServiceWorkerRegistration | undefined | null>}
 */
async function worker() {
  try {
    const found = await workers()?.getRegistration("/");
    return found ? await workers()?.ready : undefined;
  } catch {
    return null;
  }
}

/** Why this browser cannot be told, "" where it can. @returns {Promise<string>} */
export async function whyNoPush() {
  if (!isSecureContext) return SAFE;
  if (!("PushManager" in window) || !("Notification" in window)) {
    return /iPhone|iPad/.test(navigator.userAgent) ? HOME : NONE;
  }
  if (Notification.permission === "denied") return BLOCKED;
  const found = await worker();
  return found ? "" : found === null ? NO_STORAGE : SETUP;
}

/** The subscription that there is. @returns {Promise<PushSubscription | null>} */
export async function currentSubscription() {
  const found = "PushManager" in window ? await worker() : undefined;
  return found ? found.pushManager.getSubscription() : null;
}

/**
 * A subscription, as the server wants it; the browser asks first. An Error in a sentence where there can be none.
 * @param {string} key the server's
 */
export async function subscribe(key) {
  const found = await worker();
  if (!found) throw new Error(SETUP);
  if ((await Notification.requestPermission()) !== "granted") throw new Error(BLOCKED);
  const applicationServerKey = bytes(key);
  const old = await found.pushManager.getSubscription();
  if (old && !same(old.options.applicationServerKey, applicationServerKey)) await old.unsubscribe();
  let made;
  try {
    made = await found.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch {
    throw new Error("Your browser's push service isn't responding. Try again later.");
  }
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" };
}

/** Where this browser remembers what is sent to it. */
const KINDS = "push";
const CHECKED = "push-checked";
/** How often the server is asked whether it still has the subscription. */
const OFTEN = 6 * 3600_000;
const STOPPED = "This browser no longer gets notifications. Turn them on again on the “You” page.";

/** Remembers what is sent to this browser. @param {string[]} kinds none: nothing */
export const storeSubscription = (kinds) => memory.write(KINDS, kinds.join(" "));

/**
 * Subscribes again where the browser or the push service has dropped the subscription, or the server has forgotten it.
 * A sentence where that cannot be done, "" where all is well. @returns {Promise<string>}
 */
export async function renewSubscription() {
  const kinds = memory.read(KINDS, "").split(" ").filter(Boolean);
  if (!kinds.length) return "";
  const found = await currentSubscription();
  if (found && serverNow() - Number(memory.read(CHECKED, "0")) < OFTEN) return "";
  try {
    const { key, channels } = await get("/api/me/notices");
    /** @type {import("../shared/wire.js").ChannelInfo[]} */
    const known = channels;
    if (!found || !known.some((one) => one.kind === "push" && one.here)) {
      if (Notification.permission !== "granted") throw new Error(BLOCKED);
      await found?.unsubscribe();
      await post("/api/me/notices/push", { ...(await subscribe(key)), kinds });
    }
    memory.write(CHECKED, String(serverNow()));
    return "";
  } catch (fault) {
    // without a connection, the next page finds out
    if (fault instanceof Fault && fault.code === "offline") return "";
    storeSubscription([]);
    return STOPPED;
  }
}

/** Ends the subscription; its address, "" where there was none. */
export async function unsubscribe() {
  const found = await currentSubscription();
  await found?.unsubscribe();
  return found?.endpoint ?? "";
}

/** @param {string} text base64url */
function bytes(text) {
  const raw = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer | null} one @param {Uint8Array} other */
function same(one, other) {
  const its = one ? new Uint8Array(one) : null;
  return its?.length === other.length && its.every((byte, n) => byte === other[n]);
}

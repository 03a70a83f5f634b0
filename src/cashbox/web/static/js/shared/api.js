/** HTTP calls. Every error is a `Fault` with the server's sentence. */

import { allowed } from "./memory.js";
import { tellTime } from "./server-time.js";

/** What the server calls those who have not said their name. */
export const NAMELESS = "Guest";

export class Fault extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** What the server says to a browser that sends it no cookie. */
export const NO_COOKIES = "no-cookies";

/** Shows the server that this browser sends cookies back: only then does it get a token, which makes it a guest. */
function showCookies() {
  const safe = location.protocol === "https:";
  const name = safe ? "__Host-cashbox-test" : "cashbox-test";
  allowed(() => {
    document.cookie = `${name}=1; Path=/; Max-Age=600; SameSite=Lax${safe ? "; Secure" : ""}`;
  });
}

/**
 * @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  if (method !== "GET") showCookies();
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Fault("offline", "Can't reach the server. Check your connection, then try again.");
  }
  const time = answer.headers.get("cashbox-time");
  if (time) tellTime(Number(time));
  const text = await answer.text();
  /** @type {any} */
  let json;
  try {
    json = text ? JSON.parse(text) : null;
  } catch {
    json = null;
  }
  if (!answer.ok) {
    const message = json?.message ?? `The server answered with error ${answer.status}. Try again later.`;
    throw new Fault(json?.code ?? "internal", message);
  }
  return json;
}

/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path @param {unknown} body */
export const post = (path, body) => call("POST", path, body);
/** @param {string} path @param {unknown} body */
export const patch = (path, body) => call("PATCH", path, body);

/**
 * What the server wrote into this page.
 * @returns {import("./wire.js").Boot}
 */
export function boot() {
  return JSON.parse(document.getElementById("boot")?.textContent || "{}");
}

/** From now on the page knows who its reader is. @param {import("./wire.js").Me} me */
export function meet(me) {
  const written = document.getElementById("boot");
  if (written) written.textContent = JSON.stringify({ ...boot(), me });
}

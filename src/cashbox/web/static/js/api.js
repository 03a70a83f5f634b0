/** The HTTP calls of the pages. Every fault is a `Fault` with the server's sentence. */

/** What the server calls those who have not said their name. */
export const NAMELESS = "Guest";

export class Fault extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Fault("offline", "The server does not answer. Check your connection, then try again.");
  }
  const text = await answer.text();
  /** @type {any} */
  let json;
  try {
    json = text ? JSON.parse(text) : null;
  } catch {
    json = null;
  }
  if (!answer.ok) throw new Fault(json?.code ?? "internal", json?.message ?? `The server answered ${answer.status}.`);
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

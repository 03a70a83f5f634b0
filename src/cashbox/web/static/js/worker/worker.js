/**
 * The service worker. It keeps the files that pages are made of, and the last table, for when there is no connection;
 * and it shows what the server has to tell while no page is open.
 *
 * A page never goes with files of another version. The server says with each page which files belong to it. Only if
 * these are the ones kept here does the page get them; otherwise it gets them from the server, as without a worker,
 * until the worker of the new version has taken over. Each file is kept by its hash, so that a server which is just
 * being replaced cannot put an old one among the new.
 *
 * @typedef {{id: string, kind: string, title: string, body: string, url: string, tag: string, count: number}} Notice
 * @typedef {{url: string, focus: () => Promise<unknown>, postMessage: (message: unknown) => void}} Client
 */

const worker = /** @type {any} */ (globalThis);
/** What the server writes in front of this. @type {{mark: string, files: Record<string, string>}} */
const { mark: MARK, files: FILES } = worker.SHELL;

const SHELL = `shell-${MARK}`;
/** The last table, as it was seen. */
const LAST = "last";
/** What must be known when the worker is started anew. */
const NOTES = "notes";
const NEWEST = "/newest-shell";
const OFFLINE = "/offline";
const TABLE = /^\/t\/[\w-]+$/;
/** What belongs to a table and never changes: content, tips, and what a board has for the content of older tables. */
const CONTENT =
  /^\/api\/games\/[^/]+\/content\/[^/]+$|^\/api\/tables\/[\w-]+\/tips$|^\/games\/[^/]+\/board\/[\w-]+\.json$/;

// -- versions --------------------------------------------------------------------------------------------------------

/** With which files the newest page went. @type {Promise<string> | null} */
let newest = null;

async function readNewest() {
  const kept = await (await caches.open(NOTES)).match(NEWEST);
  return kept ? kept.text() : MARK;
}

/** A page has come from the server. @param {Response} answer */
async function notePage(answer) {
  const mark = answer.headers.get("x-cashbox-shell");
  if (!mark) return;
  newest ??= readNewest();
  if (mark === (await newest)) return;
  newest = Promise.resolve(mark);
  await (await caches.open(NOTES)).put(NEWEST, new Response(mark));
  if (mark !== MARK) void worker.registration.update();
}

/** @param {ArrayBuffer} body */
async function hashOf(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Keeps one file of this version; fails where the server has another one. @param {Cache} cache @param {string} path */
async function keep(cache, path) {
  const answer = await fetch(path, /** @type {RequestInit} */ ({ cache: "no-cache", priority: "low" }));
  const body = await answer.arrayBuffer();
  if (!answer.ok || (await hashOf(body)) !== FILES[path]) throw new Error(`${path} is of another version`);
  await cache.put(path, new Response(body, { headers: { "content-type": answer.headers.get("content-type") ?? "" } }));
}

async function install() {
  const cache = await caches.open(SHELL);
  const paths = Object.keys(FILES);
  const some = 2; // a phone's connection, and the server's patience, are shared with the page that is open
  for (let first = 0; first < paths.length; first += some) {
    await Promise.all(paths.slice(first, first + some).map((path) => keep(cache, path)));
  }
  await cache.put(OFFLINE, await fetch(OFFLINE, { cache: "no-cache", credentials: "omit" }));
  await worker.skipWaiting();
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith("shell-") && name !== SHELL) await caches.delete(name);
  }
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  for (const client of await pages()) client.postMessage({ type: "shell", mark: MARK });
}

// -- what pages ask for ----------------------------------------------------------------------------------------------

/** @param {any} event @param {URL} url */
async function page(event, url) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    await notePage(answer);
    if (answer.ok && TABLE.test(url.pathname)) event.waitUntil(keepLast(url.pathname, answer.clone()));
    return answer;
  } catch {
    return without(url);
  }
}

/** A page without a connection: the last table, or a sentence. @param {URL} url */
async function without(url) {
  newest = Promise.resolve(MARK); // there is nothing else to be had
  const last = await caches.open(LAST);
  const kept = await last.match(url.pathname);
  if (kept) return kept;
  const [table] = (await last.keys())
    .map((request) => new URL(request.url).pathname)
    .filter((path) => TABLE.test(path));
  if (table && url.pathname === "/") return Response.redirect(table);
  return (await (await caches.open(SHELL)).match(OFFLINE)) ?? Response.error();
}

/** The last table is another one. @param {string} path @param {Response} answer */
async function keepLast(path, answer) {
  const last = await caches.open(LAST);
  if (!(await last.match(path))) await caches.delete(LAST);
  await (await caches.open(LAST)).put(path, answer);
}

/** @param {Request} request @param {string} path */
async function file(request, path) {
  newest ??= readNewest();
  const cache = await caches.open(SHELL);
  if ((await newest) === MARK) return (await cache.match(path)) ?? fetch(request);
  return fetch(request).catch(async (fault) => {
    const kept = await cache.match(path);
    if (!kept) throw fault;
    return kept;
  });
}

/** What belongs to a table and never changes. @param {Request} request @param {string} path */
async function content(request, path) {
  const last = await caches.open(LAST);
  const kept = await last.match(path);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await last.put(path, answer.clone());
  return answer;
}

// -- what the server tells -------------------------------------------------------------------------------------------

/** The pages that are open. @returns {Promise<Client[]>} */
const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

/** The page of this house that a notice leads to, under the name by which the browser knows it: one that a house with
 * several names does not go by first. @param {unknown} address complete, as in every notice */
function here(address) {
  try {
    const { pathname, search } = new URL(typeof address === "string" ? address : "/", location.origin);
    return `${pathname.replace(/^\/+/, "/")}${search}`;
  } catch {
    return "/";
  }
}

/** @param {any} event */
async function tell(event) {
  /** @type {Partial<Notice>} */
  let notice = {};
  try {
    notice = event.data?.json() ?? {};
  } catch {
    // a browser that was called must show something
  }
  const url = here(notice.url);
  if (typeof notice.count === "number") await badge(notice.count);
  await worker.registration.showNotification(notice.title || "cashbox", {
    body: notice.body || "There is something new.",
    tag: notice.tag || "cashbox",
    renotify: true,
    icon: "/static/img/icon-192.png",
    badge: "/static/img/icon-badge.png",
    data: { url },
  });
}

/** @param {number} count tables that wait */
async function badge(count) {
  try {
    await (count ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch {
    // there is no icon to put it on
  }
}

/** The table that a notice tells of comes to the front. @param {string} path */
async function open(path) {
  const there = await pages();
  const same = there.find(({ url }) => new URL(url).pathname === new URL(path, location.href).pathname);
  if (same) return same.focus();
  return worker.clients.openWindow(path);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(tell(event)));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (Object.hasOwn(FILES, url.pathname)) event.respondWith(file(request, url.pathname));
  else if (CONTENT.test(url.pathname)) event.respondWith(content(request, url.pathname));
});

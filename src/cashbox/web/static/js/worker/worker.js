/**
 * The service worker. It keeps the files that pages are made of, and the last table, for when there is no connection;
 * and it shows what the server has to tell while no page is open.
 *
 * A page never goes with files of another version. The server says with each page which files belong to it. Only if
 * these are the ones kept here does the page get them; otherwise it gets them from the server, as without a worker,
 * until the worker of the new version has taken over. Each file is kept by its hash, so that a server which is just
 * being replaced cannot put an old one among the new.
 *
 * @typedef {{id: string, kind: string, title: string, body: string, url: string, tag: string, count: number,
 *   tables: Named[]}} Notice
 * @typedef {{id: string, name: string}} Named
 * @typedef {{tag: string, data: {kind: string, tables: Named[]}, close: () => void}} Shown
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
  if (!answer.ok || (await hashOf(body)) !== FILES[path]) throw new Error(`${path} is from another version`);
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

/**
 * Shows a notification. One for each table that waits, or one for all of them: none takes the place of another.
 * @param {any} event
 */
async function tell(event) {
  /** @type {Partial<Notice>} */
  let notice = {};
  try {
    notice = event.data?.json() ?? {};
  } catch {
    // a browser that was called must show something
  }
  if (typeof notice.count === "number") await badge(notice.count);
  const tables = Array.isArray(notice.tables) ? notice.tables : [];
  await settle();
  const before = notice.kind === "turn" ? (await turns()).filter(({ tag }) => tag !== notice.tag) : [];
  const all = [...before.flatMap(({ data }) => data.tables), ...tables];
  const each = [...new Map(all.map((table) => [table.id, table])).values()];
  if (notice.kind === "turn" && each.length > tables.length) {
    for (const one of before) one.close();
    await show(together(each));
  } else await show({ ...notice, tables });
}

/** @param {Partial<Notice>} notice @param {boolean} [quiet] it was shown before */
async function show({ title, body, tag, kind = "", tables = [], url }, quiet = false) {
  await worker.registration.showNotification(title || "cashbox", {
    body: body || "There is something new.",
    tag: tag || "cashbox",
    renotify: !quiet,
    silent: quiet,
    icon: "/static/img/icon-192.png",
    badge: "/static/img/icon-badge.png",
    data: { url: here(url), kind, tables },
  });
}

/** One notification for several turns. @param {Named[]} tables @returns {Partial<Notice>} */
function together(tables) {
  const names = tables.map(({ name }) => name);
  const rest = names.length > 3 ? `${names.splice(3).length} more` : names.pop();
  const and = names.length > 1 ? ", and " : names.length ? " and " : "";
  const body = `It's your turn at ${names.join(", ")}${and}${rest}.`;
  const one = tables.length === 1;
  return {
    kind: "turn",
    title: one ? "Your turn" : `Your turn at ${tables.length} tables`,
    body,
    tag: one ? `turn:${tables[0].id}` : "turn",
    url: one ? `/t/${tables[0].id}` : "/",
    tables,
  };
}

/** The notifications of turns that are shown. @returns {Promise<Shown[]>} */
async function turns() {
  return (await worker.registration.getNotifications()).filter(
    (/** @type {Shown} */ { data }) => data?.kind === "turn" && Array.isArray(data.tables),
  );
}

/**
 * Closes what is no longer true: turns that are over, seats that no one keeps anymore, and whatever is about a table
 * that someone looks at. @param {{ids?: string[], open?: string}} [known]
 *   ids: of the tables that wait, where a page knows; open: the table that a page shows
 */
async function settle({ ids, open: seen } = {}) {
  const all = /** @type {Shown[]} */ (await worker.registration.getNotifications());
  if (!all.some(({ data }) => data?.tables?.length)) return;
  const waiting = ids ?? (await waitingTables());
  for (const one of all) {
    const { kind, tables = [] } = one.data ?? {};
    const waits = ["turn", "clock", "invitation", "rematch"].includes(kind);
    const left = tables.filter(({ id }) => id !== seen && !(waits && waiting && !waiting.includes(id)));
    if (left.length === tables.length) continue;
    one.close();
    if (left.length) await show(together(left), true);
  }
}

/** The ids of the tables that wait for the reader, null where the server does not answer. */
async function waitingTables() {
  try {
    const answer = await fetch("/api/me/waiting", { cache: "no-store" });
    return answer.ok ? /** @type {string[]} */ ((await answer.json()).ids) : null;
  } catch {
    return null;
  }
}

/** @param {number} count tables that wait */
async function badge(count) {
  try {
    await (count ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch {
    // there is no icon to put it on
  }
}

/** The push service has given this browser another address, or none: the server must know. @param {any} event */
async function subscribeAgain({ oldSubscription: old, newSubscription: given }) {
  const subscribed = given ?? (old?.options ? await worker.registration.pushManager.subscribe(old.options) : null);
  if (!subscribed) return;
  const { endpoint, keys } = subscribed.toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth, kinds: null });
  await fetch("/api/me/notices/push", { method: "POST", headers: { "Content-Type": "application/json" }, body });
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
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data?.type === "settle") event.waitUntil(settle(event.data));
});
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(subscribeAgain(event)));
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

/** Hooks of the table page: media queries, content, the window's title, and single keys. */

import { get } from "../shared/api.js";
import { openPanel } from "../shared/focus.js";
import { keyOf } from "../shared/keys.js";
import { useEffect, useRef, useState } from "../shared/preact.js";
import { countWaiting, nowKnown, setTitle, settle } from "../shared/title.js";

/** @typedef {import("../shared/wire.js").Table} Table */

/** Whether a media query holds now. @param {string} query */
export function useMedia(query) {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const hear = () => setHolds(media.matches);
    hear();
    media.addEventListener("change", hear);
    return () => media.removeEventListener("change", hear);
  }, [query]);
  return holds;
}

/** What an address answers, which never changes: once is enough. @param {string} address @param {boolean} wanted */
export function useFetched(address, wanted) {
  const [found, setFound] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    if (!wanted) return undefined;
    let again = 0;
    let stopped = false;
    const ask = () => {
      get(address).then(
        (answer) => !stopped && setFound(answer),
        (fault) => {
          if (fault.code !== "switched-off") again = setTimeout(ask, 2000);
        },
      );
    };
    ask();
    return () => {
      stopped = true;
      clearTimeout(again);
    };
  }, [wanted, address]);
  return found;
}

/**
 * The window says whose turn it is, and what is not read yet.
 * @param {Table} table
 * @param {boolean} myTurn
 * @param {number} unread
 * @param {boolean} nudged
 * @param {boolean} sits whether whoever looks has a seat
 * @param {boolean} sure whether it is known by now whose turn it is
 */
export function useTitle(table, myTurn, unread, nudged, sits, sure) {
  useEffect(() => {
    const what = table.name || table.game_name;
    const called = nudged ? "● You were nudged – " : myTurn ? "● Your turn – " : "";
    const turn = table.status === "playing" ? called : "";
    setTitle(`${turn}${unread ? `${unread} unread – ` : ""}${what} – cashbox`, sits && myTurn);
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    if (icon) icon.href = `/static/img/icon${myTurn ? "-turn" : ""}.svg`;
  }, [myTurn, sits, unread, nudged, table.name, table.game_name, table.status]);
  const counted = useRef("");
  useEffect(() => {
    if (!sure) return;
    const now = `${table.status} ${sits && myTurn}`;
    if (sits) nowKnown();
    // when the page was loaded, it was asked for
    if (counted.current && counted.current !== now) countWaiting();
    counted.current = now;
  }, [myTurn, table.status, sits, sure]);
  useEffect(() => {
    const seen = () => document.visibilityState === "visible" && settle({ open: table.id });
    seen();
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  }, [table.id, myTurn, table.status]);
}

/** Whether a key is meant for what has the focus. @param {HTMLElement} target @param {string} key */
function isMeantFor(target, key) {
  if (/^(SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable) return true;
  if (target.tagName === "INPUT") return !/^(range|checkbox)$/.test(/** @type {HTMLInputElement} */ (target).type);
  return key === " " && !!target.closest("button, a, summary");
}

/** Keys that do something at the table, which no one expects while a panel hides what it is done to. */
const ACTING = new Set(["u", "Shift u", "s"]);

/**
 * Single keys, unless one is writing or asked something.
 * @param {Record<string, (() => void) | false>} does what each key does, as `keyOf` names it; false: nothing just now
 */
export function useKeys(does) {
  const latest = useRef(does);
  latest.current = does;
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const key = event.defaultPrevented ? "" : keyOf(event);
      if (!key || isMeantFor(target, event.key) || document.querySelector("dialog[open]")) return;
      if (ACTING.has(key) && openPanel()) return;
      const then = Object.hasOwn(latest.current, key) && latest.current[key];
      if (!then) return;
      then();
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** The links that skip to what is there; the one to the log opens it where it lies over the page.
 * @param {() => void} focusLog */
export function useSkips(focusLog) {
  useEffect(() => {
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".skip"))) {
      const better = link.hash === "#table" && document.getElementById("board");
      link.hidden = !!better || !document.getElementById(link.hash.slice(1));
    }
  });
  useEffect(() => {
    const skip = document.querySelector('.skip[href="#log"]');
    const go = (/** @type {Event} */ event) => {
      event.preventDefault();
      focusLog();
    };
    skip?.addEventListener("click", go);
    return () => skip?.removeEventListener("click", go);
  }, []);
}

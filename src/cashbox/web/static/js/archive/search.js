/** The search of the archive and its results. Back and forward step through earlier searches. */

import { boot, get } from "../shared/api.js";
import { useEffect, useRef, useState } from "../shared/preact.js";

/** @typedef {import("../shared/wire.js").ArchivedGame} ArchivedGame */
/** @typedef {import("../shared/wire.js").ArchiveList} ArchiveList */
/**
 * next: where the list goes on, null where it ends; looked: back to when it was looked through, where that was only a
 * part; fault: why nothing was found, "" where it was.
 * @typedef {{address: string, games: ArchivedGame[], who: ArchiveList["who"], next: string | null,
 *   looked: number | null, busy: boolean, fault: string, more: () => void}} Found
 */

/** What can be asked for. */
export const FIELDS = ["mine", "game", "mode", "who", "from", "to", "length", "result"];

/** So often it is looked further back for one press, while nothing fits. */
const TRIES = 5;

/** The page goes to another search. */
const MOVED = "archive:moved";

/** What an address asks for; nothing that is empty. @param {string} address @returns {Record<string, string>} */
export function searchOf(address) {
  const given = new URLSearchParams(address);
  const pairs = FIELDS.map((field) => [field, given.get(field) ?? ""]);
  const wanted = Object.fromEntries(pairs.filter(([, value]) => value));
  if (wanted["mine"] !== "true") delete wanted["mine"];
  return wanted;
}

/** The end of the page's address for a search. @param {Record<string, string>} wanted */
export function addressOf(wanted) {
  const some = FIELDS.map((field) => [field, wanted[field] ?? ""]).filter(([, value]) => value);
  return some.length ? `?${new URLSearchParams(some)}` : "";
}

/** Search for something else. @param {Record<string, string>} wanted */
export function searchFor(wanted) {
  const address = `/archive${addressOf(wanted)}`;
  if (address !== location.pathname + location.search) history.pushState(null, "", address);
  window.dispatchEvent(new Event(MOVED));
}

/** A link to another search was pressed: the page stays. @param {any} event */
export function onSearchLink(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  searchFor(searchOf(new URL(event.currentTarget.href).search));
}

/** Some of what fits, further back where nothing does. @param {string} address @param {string} after */
async function ask(address, after) {
  let place = after;
  for (let tries = 1; ; tries++) {
    const wanted = addressOf(searchOf(address)).slice(1);
    const found = /** @type {ArchiveList} */ (await get(`/api/archive?${wanted}&after=${encodeURIComponent(place)}`));
    if (found.games.length || !found.next || tries === TRIES) return found;
    place = found.next;
  }
}

/** @returns {Found} */
export function useSearch() {
  const [address, setAddress] = useState(location.search);
  const none = { games: /** @type {ArchivedGame[]} */ ([]), who: null, next: null, looked: null, fault: "" };
  const [found, setFound] = useState(/** @type {Omit<Found, "address" | "busy" | "more">} */ (none));
  const [busy, setBusy] = useState(true);
  const newest = useRef(0);
  /** @param {string} after @param {ArchivedGame[]} before what stands there already */
  const load = async (after, before) => {
    const number = ++newest.current;
    setBusy(true);
    try {
      const answer = await ask(location.search, after);
      if (number !== newest.current) return;
      // a game that stands there already does not come again
      const there = new Set(before.map(({ table }) => table));
      const games = [...before, ...answer.games.filter(({ table }) => !there.has(table))];
      setFound({ games, who: answer.who, next: answer.next, looked: answer.looked, fault: "" });
    } catch (error) {
      if (number !== newest.current) return;
      setFound({ ...(after ? found : none), fault: /** @type {Error} */ (error).message });
    }
    setBusy(false);
  };
  useEffect(() => {
    const moved = () => {
      setAddress(location.search);
      const nobody = searchOf(location.search)["mine"] && !boot().me;
      if (nobody) {
        newest.current++;
        setFound(none);
        setBusy(false);
        return;
      }
      setFound((before) => ({ ...before, who: null }));
      void load("", []);
    };
    moved();
    window.addEventListener("popstate", moved);
    window.addEventListener(MOVED, moved);
    return () => {
      window.removeEventListener("popstate", moved);
      window.removeEventListener(MOVED, moved);
    };
  }, []);
  return { ...found, address, busy, more: () => void load(found.next ?? "", found.games) };
}

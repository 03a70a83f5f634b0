/** What the first page shows of tables, asked for again and again while somebody looks at it. */

import { get } from "../shared/api.js";
import { useEffect, useState } from "../shared/preact.js";

/** @typedef {import("../shared/wire.js").Lobby} Lobby */
/** @typedef {import("../shared/wire.js").TableAnswer} TableAnswer */

/** Milliseconds from one look to the next. */
const AGAIN = 12_000;

/**
 * The answer to a call, and anew from time to time; as it was before where the server does not answer.
 * @template T
 * @param {string} path
 * @returns {[T | null, () => void]} what there is, and how to ask at once
 */
export function useAnswer(path) {
  const [answer, setAnswer] = useState(/** @type {T | null} */ (null));
  const [asking, setAsking] = useState(0);
  useEffect(() => {
    let stop = false;
    const load = () => {
      if (document.visibilityState === "hidden") return;
      get(path).then(
        (found) => !stop && setAnswer(found),
        () => {}, // what is shown stays; it is asked for again
      );
    };
    load();
    const timer = setInterval(load, AGAIN);
    document.addEventListener("visibilitychange", load);
    return () => {
      stop = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", load);
    };
  }, [path, asking]);
  return [answer, () => setAsking((before) => before + 1)];
}

/** @param {string} game the one whose open tables are shown, "" for all */
export const lobbyOf = (game) => `/api/lobby${game ? `?game=${encodeURIComponent(game)}` : ""}`;

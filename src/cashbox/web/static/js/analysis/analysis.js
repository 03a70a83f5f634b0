/** The analysis of a finished game: asking for it, and its numbers in words. */

import { call, get } from "../shared/api.js";
import { useCallback, useEffect, useState } from "../shared/preact.js";
import { amount, signed, sum } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").AnalyzedMoment} AnalyzedMoment */
/** @typedef {import("../shared/wire.js").GameAnalysis} GameAnalysis */
/** @typedef {import("../shared/wire.js").SeatSummary} SeatSummary */
/** @typedef {"quick" | "deep"} Effort */

/** Milliseconds from one look at a running analysis to the next. */
const PAUSE = 2000;

/**
 * The analysis of a game, kept up to date while it is running.
 * @param {string} path where the server has it
 * @returns {{answer: GameAnalysis | null, fault: string, start: (effort: Effort) => void, cancel: () => void,
 *   load: () => void}} answer: null until there is one
 */
export function useAnalysis(path) {
  const [answer, setAnswer] = useState(/** @type {GameAnalysis | null} */ (null));
  const [fault, setFault] = useState("");
  const ask = useCallback(
    async (/** @type {string} */ method, /** @type {unknown} */ body = undefined) => {
      setFault("");
      try {
        setAnswer(await call(method, path, body));
      } catch (error) {
        setFault(/** @type {Error} */ (error).message);
      }
    },
    [path],
  );
  const load = () => void ask("GET");
  useEffect(load, [ask]);
  useEffect(() => {
    if (answer?.status !== "running") return undefined;
    let stop = false;
    /** @param {GameAnalysis} found */
    const tell = (found) => !stop && setAnswer(found);
    const look = () => get(path).then(tell, () => tell({ ...answer })); // what is shown stays; it is asked for again
    const timer = setTimeout(() => void look(), PAUSE);
    return () => {
      stop = true;
      clearTimeout(timer);
    };
  }, [answer, path]);
  const start = (/** @type {Effort} */ effort) => void ask("POST", { effort });
  return { answer, fault, start, cancel: () => void ask("DELETE"), load };
}

// Numbers: chances of winning are shown in percentage points.

/** A chance in percentage points, with so many digits. @param {number} chance @param {number} [digits] */
export const precise = (chance, digits = 1) => Number((100 * chance).toFixed(digits)) || 0;

/** A chance in whole points; halves go to the even number, so two players' add up to 100. @param {number} chance */
function whole(chance) {
  const exact = precise(chance, 6);
  const near = Math.round(exact);
  return near - exact === 0.5 && near % 2 ? near - 1 : near;
}

/** The same in words. @param {number} chance */
export const points = (chance) => amount(whole(chance));

/**
 * A player's sum in whole points: rounded so that what is shown adds up.
 * @param {Pick<SeatSummary, "start" | "luck" | "own" | "others" | "result">} seat
 */
export function wholePoints({ start, luck, own, others, result }) {
  const [first, last] = [start, result].map(whole);
  const exact = [luck, own, others].map((chance) => 100 * chance);
  const parts = exact.map((one) => Math.round(one) || 0);
  let left = last - first - sum(parts);
  while (left) {
    const by = Math.sign(left);
    const wrong = exact.map((one, k) => by * (one - parts[k]));
    parts[wrong.indexOf(Math.max(...wrong))] += by; // the one that rounding has taken the most from
    left -= by;
  }
  return { start: first, luck: parts[0], own: parts[1], others: parts[2], result: last };
}

/** What a player gained by luck. @param {AnalyzedMoment} moment @param {number} seat */
export const luckOf = ({ drawn, hidden }, seat) => (drawn?.[seat] ?? 0) + (hidden?.[seat] ?? 0);

/** As in +4.2 or −0.5: a chance in percentage points. @param {number} chance */
export const signedPoints = (chance) => signed(precise(chance));

/** The analysis of a finished game: asking for it, and its numbers in words. */

import { call, get } from "../shared/api.js";
import { useCallback, useEffect, useState } from "../shared/preact.js";
import { amount, list, plural, signed, sum } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").AnalyzedMoment} AnalyzedMoment */
/** @typedef {import("../shared/wire.js").GameAnalysis} GameAnalysis */
/** @typedef {import("../shared/wire.js").Judged} Judged */
/** @typedef {import("../shared/wire.js").SeatSummary} SeatSummary */
/** @typedef {"quick" | "deep"} Effort */

/** Milliseconds from one look at a running analysis to the next. */
const PAUSE = 2000;

/**
 * The analysis of a table's game, kept up to date while it is running.
 * @param {string} table its id
 * @returns {{answer: GameAnalysis | null, fault: string, start: (effort: Effort) => void, cancel: () => void,
 *   load: () => void}} answer: null until there is one
 */
export function useAnalysis(table) {
  const [answer, setAnswer] = useState(/** @type {GameAnalysis | null} */ (null));
  const [fault, setFault] = useState("");
  const path = `/api/tables/${table}/analysis`;
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

// Numbers: chances to win are shown in points of 100.

/** A chance in points of 100, with so many digits. @param {number} chance @param {number} [digits] */
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

// Words.

/** How the texts of sources begin of which a player wants less. */
const COSTS = ["on ", "lost to ", "for your best opponent"];
/** How many sources are named. */
const NAMED = 3;

/**
 * What the better choice gains, as in "About 4 more stars from positions and 2 fewer from cards."
 * @param {Judged} judged @param {string} unit
 */
export function reason({ sources = {} }, unit) {
  const named = Object.entries(sources)
    .filter(([, by]) => Math.round(by))
    .slice(0, NAMED);
  if (!named.length) return "";
  const parts = named.map(([text, by], k) => {
    const gain = by > 0 !== COSTS.some((start) => text.startsWith(start));
    const number = rounded(Math.abs(by));
    const source = text.replace("your", "the");
    if (unit === "dollar") return `$${amount(number)} ${gain ? "more" : "less"} ${source}`;
    const word = gain ? "more" : "fewer";
    return k ? `${amount(number)} ${word} ${source}` : `${plural(number, `${word} ${unit}`)} ${source}`;
  });
  return `About ${list(parts)}.`;
}

/** A number of points; large ones have two digits before zeros. @param {number} number */
function rounded(number) {
  const step = 10 ** Math.max(0, String(Math.round(number)).length - 2);
  return number < 1000 ? Math.round(number) : step * Math.round(number / step);
}

/** As in +4.2 or −0.5: a chance in points of 100. @param {number} chance */
export const signedPoints = (chance) => signed(precise(chance));

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
 * What the better choice gains, and then what it gives up, as in "About 4 more stars from positions, but 2 fewer from
 * cards."
 * @param {Judged} judged @param {string} unit @param {boolean} mine whether the reader decided
 */
export function reason({ sources = {}, margin }, unit, mine) {
  const known = Object.entries(sources).filter(([, by]) => Math.round(by));
  const named = known.slice(0, NAMED);
  const gains = named.filter(([, by]) => by > 0);
  const losses = named.filter(([, by]) => by < 0);
  if (!gains.length) return margin && margin >= 1 ? `About ${counted(margin, unit, "more")} in the end.` : "";
  const parts = [...gains, ...losses].map(([text, by], k) => {
    const more = by > 0 !== COSTS.some((start) => text.startsWith(start));
    const word = more ? "more" : unit === "dollar" ? "less" : "fewer";
    const number = k && unit !== "dollar" ? `${amount(rounded(by))} ${word}` : counted(by, unit, word);
    return `${number} ${mine ? text : text.replace("your", "their")}`;
  });
  const found = [parts.slice(0, gains.length), parts.slice(gains.length)].filter((some) => some.length);
  return `About ${found.map(list).join(", but ")}.`;
}

/** So many points, as in "$12,000 more" or "4 more stars". @param {number} by @param {string} unit @param {string} word
 */
function counted(by, unit, word) {
  const number = rounded(by);
  return unit === "dollar" ? `$${amount(number)} ${word}` : plural(number, `${word} ${unit}`);
}

/** A number of points without its sign; large ones have two digits before zeros. @param {number} number */
function rounded(number) {
  const size = Math.round(Math.abs(number));
  const step = size < 1000 ? 1 : 10 ** (String(size).length - 2);
  return step * Math.round(size / step);
}

/** As in +4.2 or −0.5: a chance in points of 100. @param {number} chance */
export const signedPoints = (chance) => signed(precise(chance));

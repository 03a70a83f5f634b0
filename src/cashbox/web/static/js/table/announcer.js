/**
 * Announces a table's news to screen readers: one place says everything once and in order. Other parts of the page that
 * show the same news stay silent.
 */

import { html, useCallback, useEffect, useRef, useState } from "../shared/preact.js";

/** @typedef {import("../shared/wire.js").LogLine} LogLine */
/** @typedef {{n: number, text: string}} Said */
/**
 * @typedef {object} Course how a game stands, for the one who listens
 * @property {LogLine[]} log every line
 * @property {string} prompt what is to be done now, or who is waited for; "" while that is not known
 * @property {string} hint what a lesson says now, "" for nothing
 * @property {number} seat the listener's, -1 for none
 * @property {boolean} myTurn
 */

/**
 * Milliseconds for which a sentence stands, which is long enough to be heard. What is to be read again stands in the
 * log and in the chat, without what was deleted there.
 */
const STANDS = 7000;

/** What was just said, oldest first, and what says more. @returns {[Said[], (text: string) => void]} */
export function useAnnouncer() {
  const [said, setSaid] = useState(/** @type {Said[]} */ ([]));
  const count = useRef(0);
  const announce = useCallback((/** @type {string} */ text) => {
    if (!text) return;
    count.current += 1;
    const n = count.current;
    setSaid((before) => [...before, { n, text }]);
    setTimeout(() => setSaid((before) => before.filter((one) => one.n !== n)), STANDS);
  }, []);
  return [said, announce];
}

/** Says what is added to it. @param {{said: Said[]}} props */
export function Announcer({ said }) {
  return html`<div
    class="visually-hidden" id="announcer" role="log" aria-live="polite" aria-relevant="additions" aria-atomic="false"
    aria-label="Announcements">
    ${said.map(({ n, text }) => html`<p key=${n}>${text}</p>`)}
  </div>`;
}

/**
 * What is to be said when a game has gone on: what happened, then what is to be done now, where that is another thing
 * or is to be done again, and what a lesson says of it.
 * @param {Course | null} before null: nothing is known from before
 * @param {Course} now
 * @returns {string[]}
 */
export function news(before, now) {
  if (!before) return [now.prompt, now.hint].filter(Boolean);
  const same = before.log.findIndex(({ text }, k) => text !== now.log[k]?.text);
  const kept = same < 0 ? before.log.length : same;
  const lines = now.log.slice(kept);
  const gone = before.log.length - kept;
  const told = lines.map(({ text, you }) => you || text);
  if (gone && !lines.length) told.push(gone > 1 ? `Undone: the last ${gone} lines of the log.` : "Undone.");
  // one's turn has come round again, and asks the same as the last time
  const again = now.myTurn && (!before.myTurn || lines.some(({ seat }) => seat !== null && seat !== now.seat));
  // the log's last line says how a game ended, as the bar does then
  const asks = now.prompt !== "" && now.log.at(-1)?.text !== now.prompt;
  if (asks && (now.prompt !== before.prompt || again)) told.push(now.prompt);
  if (now.hint && now.hint !== before.hint) told.push(now.hint);
  return told;
}

/** Says how a game goes on. @param {Course} course @param {(text: string) => void} announce */
export function useCourse({ log, prompt, hint, seat, myTurn }, announce) {
  const before = useRef(/** @type {Course | null} */ (null));
  useEffect(() => {
    if (!prompt) return;
    const now = { log, prompt, hint, seat, myTurn };
    for (const text of news(before.current, now)) announce(text);
    before.current = now;
  }, [log, prompt, hint, seat, myTurn, announce]);
}

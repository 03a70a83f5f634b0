/**
 * What others did to the player or answered, since the player last acted: above the board until it is closed. A screen
 * reader is told by table/announcer.js.
 */

import { oneAtATime, useShape } from "../board/layout.js";
import { memory } from "../shared/memory.js";
import { html, useCallback, useEffect, useState } from "../shared/preact.js";

/** @typedef {import("../shared/wire.js").LogLine} LogLine */

/** So many sentences are shown; the log has those before. */
const SENTENCES = 3;
/** In windows of less height (pixels) the board needs the room: one sentence is shown. */
const ROOMY = 800;

/**
 * @param {string} table its id @param {LogLine[]} log @param {number} seat the player's, -1 for none
 * @returns {{said: string[], onSeen: (lines: number) => void}} onSeen: the first so many lines have been seen
 */
export function useConcerns(table, log, seat) {
  const key = `seen:${table}`;
  const [seen, setSeen] = useState(Number(memory.read(key, "0")));
  const onSeen = useCallback(
    (/** @type {number} */ lines) => {
      setSeen(lines);
      memory.write(key, String(lines));
    },
    [key],
  );
  useEffect(() => {
    if (log.length && seen > log.length) onSeen(log.length); // lines were taken back
  }, [log, seen, onSeen]);
  const own = log.findLastIndex((line) => line.seat === seat); // the player may have acted on another page
  const said = seat < 0 ? [] : log.slice(Math.max(seen, own + 1)).flatMap(({ you }) => you || []);
  return { said, onSeen };
}

/** @param {{said: string[], onClose: () => void}} props */
export function Concerns({ said, onClose }) {
  const some = oneAtATime(useShape()) || innerHeight < ROOMY ? 1 : SENTENCES;
  if (!said.length) return null;
  const more = said.length - some;
  return html`<section class="concerns" aria-label="What happened to you">
    <ul>
      ${more > 0 ? html`<li class="quiet">${more} more in the log</li>` : null}
      ${said.slice(-some).map((text, k) => html`<li key=${k}>${text}</li>`)}
    </ul>
    <button type="button" class="close" aria-label="Close" onClick=${onClose}>✕</button>
  </section>`;
}

/** The log: what happened, in sentences. */

import { html, useState } from "./preact.js";
import { useEnd } from "./scroll.js";

/** Lines drawn at first; the rest when asked for. */
const SHOWN = 300;

/**
 * @param {{lines: import("./wire.js").LogLine[], mark: number}} props mark: so many of them came before
 *   the end of one's last turn; -1: no mark.
 */
export function Log({ lines, mark }) {
  const [all, setAll] = useState(false);
  const end = useEnd(lines);
  const some = all ? lines : lines.slice(-SHOWN);
  const before = lines.length - some.length;
  const first = mark >= 0 && mark < lines.length ? Math.max(0, mark - before) : -1;
  return html`<div
    class="log-lines" ref=${end.ref} tabindex="0" role="log" aria-live="off" aria-label="What happened"
    onScroll=${end.onScroll}>
    ${
      some.length < lines.length
        ? html`<button type="button" class="button small" onClick=${() => setAll(true)}>
            Show all ${lines.length} lines
          </button>`
        : null
    }
    <ol>
      ${some.flatMap((line, i) => [
        i === first ? html`<li key="mark" class="mark"><span>Since your last turn</span></li>` : null,
        html`<li key=${before + i} class=${first >= 0 && i >= first ? "fresh" : ""}>${line.text}</li>`,
      ])}
    </ol>
    ${lines.length ? null : html`<p class="quiet">Nothing has happened yet.</p>`}
  </div>`;
}

/** The note of a lesson above the board, for boards that do not show it themselves. */

import { h, html, useEffect, useRef, useState } from "../shared/preact.js";
import { Button } from "../shared/ui.js";
import { withNames } from "../shared/words.js";

/** @typedef {{say: string, point: string}} Said */

/**
 * The hint of a view, null where there is none, or the board shows it itself.
 * @param {import("../board/props.js").BoardModule} module
 * @param {import("../board/props.js").BoardProps | null} board
 * @returns {Said | null}
 */
export const hintOf = (module, board) => (module.ownHints ? null : (board?.view.hint ?? null));

/**
 * The note; closed, a small button that brings it back. What it speaks of is marked by the page's style sheet.
 * @param {{hint: Said | null, names: string[]}} props
 */
export function LessonNote({ hint, names }) {
  const [closed, setClosed] = useState("");
  const say = hint ? withNames(hint.say, names) : "";
  const point = hint && closed !== say ? hint.point : "";
  const note = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    document.documentElement.dataset.hint = point;
    return () => void delete document.documentElement.dataset.hint;
  }, [point]);
  // The reader may have scrolled to the end of the hint before.
  useEffect(() => note.current?.closest(".notices")?.scrollTo({ top: 0 }), [say]);
  if (!hint) return null;
  return html`<div class="lesson" ref=${note}>
    ${
      point
        ? html`
            <p class="lesson-note">${say}</p>
            ${h(Button, { size: "small", onPress: () => setClosed(say) }, "Got it")}
          `
        : h(Button, { size: "small", kind: "plain", onPress: () => setClosed("") }, "Show the hint")
    }
  </div>`;
}

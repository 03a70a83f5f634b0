/** Drafts: what a reader has typed or chosen but not sent, stored for this tab so that a reload keeps it. */

import { draftOf, keepDraft } from "./memory.js";
import { useCallback, useState } from "./preact.js";

/**
 * As `useState`, for a draft.
 * @template T
 * @param {string} what it is, on this page
 * @param {T} first what stands there before anything is begun
 * @returns {[T, (value: T) => void]}
 */
export function useDraft(what, first) {
  const [value, setValue] = useState(() => /** @type {T} */ (draftOf(what) ?? first));
  const empty = JSON.stringify(first);
  const write = useCallback(
    (/** @type {T} */ next) => {
      keepDraft(what, JSON.stringify(next) === empty ? null : next);
      setValue(next);
    },
    [what, empty],
  );
  return [value, write];
}

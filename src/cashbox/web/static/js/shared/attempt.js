/** A call that a click starts: one at a time, with a sentence if it fails. */

import { useState } from "./preact.js";

/**
 * What was tried, once it is done; undefined where it has failed.
 * @typedef {<T>(work: () => Promise<T>) => Promise<T | undefined>} Attempt
 */

/** busy: something is under way; fault: why the last thing failed, "" where it did not. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  /** @type {Attempt} */
  const attempt = async (work) => {
    setBusy(true);
    setFault("");
    try {
      return await work();
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { busy, fault, attempt, setFault };
}

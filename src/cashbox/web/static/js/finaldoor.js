/** Where a game ends: what tells of that is fetched when it is over, and not before. */

import { setFinal } from "./finalstate.js";
import { h, useEffect, useRef, useState } from "./preact.js";

/** @typedef {import("./final.js").Props} Props */

/** @param {Omit<Props, "sawIt">} props */
export function Final(props) {
  const { status, outcome } = props.table;
  const sawIt = useRef(status === "playing").current;
  const [told, setTold] = useState(/** @type {typeof import("./final.js") | null} */ (null));
  const over = status === "over" && !!outcome;
  useEffect(() => {
    if (!over) return;
    // where it cannot be fetched, the bar tells who won
    import("./final.js").then(setTold, () => setFinal({ told: true }));
  }, [over]);
  return over && told ? h(told.Ending, { ...props, sawIt }) : null;
}

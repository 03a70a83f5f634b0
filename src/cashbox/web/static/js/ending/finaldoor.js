/** Where a game ends: what tells of that is fetched when it is over, and not before. */

import { h, useEffect, useRef, useState } from "../shared/preact.js";
import { setFinal } from "./finalstate.js";

/** @typedef {import("./ending.js").Props} Props */

/** @param {Omit<Props, "sawIt">} props */
export function Final(props) {
  const { status, outcome } = props.table;
  const sawIt = useRef(status === "playing").current;
  const [told, setTold] = useState(/** @type {typeof import("./ending.js") | null} */ (null));
  const over = status === "over" && !!outcome;
  useEffect(() => {
    if (!over) return;
    // where it cannot be fetched, the bar tells who won
    import("./ending.js").then(setTold, () => setFinal({ told: true }));
  }, [over]);
  return over && told ? h(told.Ending, { ...props, sawIt }) : null;
}

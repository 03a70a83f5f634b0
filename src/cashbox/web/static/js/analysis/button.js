/** The button in a replay that opens the analysis of the game. */

import { h, html, useEffect, useState } from "../shared/preact.js";
import { Button, Dialog } from "../shared/ui.js";

/** @typedef {import("./panel.js").Props} Props */

/**
 * The dialog fetches what it needs once it is open; a press on "View position" closes it and goes to the step.
 * @param {Omit<Props, "table"> & {replay: import("../shared/wire.js").Replay, onSee: (n: number) => void}} props
 */
export function LuckButton(props) {
  const [open, setOpen] = useState(false);
  const [panel, setPanel] = useState(/** @type {typeof import("./panel.js") | null} */ (null));
  const [fault, setFault] = useState("");
  const { table, may } = props.replay;
  useEffect(() => {
    if (!open) return;
    import("./panel.js").then(setPanel, () =>
      setFault("Can't reach the server. Check your connection, then try again."),
    );
  }, [open]);
  if (table.status !== "over" || !table.analysis || !may.includes("all")) return null;
  const onSee = (/** @type {number} */ n) => {
    setOpen(false);
    props.onSee(n);
  };
  const waiting = html`<p class=${fault ? "fault" : "quiet"}>${fault || "Loading…"}</p>`;
  return html`
    ${h(Button, { size: "small", onPress: () => setOpen(true) }, "Luck and skill")}
    ${h(
      Dialog,
      { title: "Luck and skill", open, onClose: () => setOpen(false), wide: true },
      panel ? h(panel.LuckPanel, { ...props, table: table.id, onSee }) : waiting,
    )}
  `;
}

/** Opens the rules at the table: beside the board if there is room, above the page otherwise. */

import { h, html, useCallback, useEffect, useState } from "../shared/preact.js";
import { Dialog } from "../shared/ui.js";
import { useMedia } from "../table/hooks.js";

/** From here on there is a column beside the board. */
const BESIDE = "(min-width: 1180px) and (min-height: 640px)";

/**
 * Where the rules of a table stand.
 * @typedef {{game: string, mode: string, variant: string, content: string}} Played
 * @param {Played} table
 */
export function rulesOf({ game, mode, variant, content }) {
  return `/rules/${game}${mode ? `/${mode}` : ""}${variant ? `?content=${content}` : ""}`;
}

/** @typedef {typeof import("./panel.js")} Panel */

/** The panel, which is loaded when it is first shown. @param {Parameters<Panel["RulesPanel"]>[0]} props */
function Late(props) {
  const [panel, setPanel] = useState(/** @type {Panel | null} */ (null));
  useEffect(() => {
    let gone = false;
    void import("./panel.js").then((module) => !gone && setPanel(module));
    return () => {
      gone = true;
    };
  }, []);
  return panel ? h(panel.RulesPanel, props) : html`<p class="quiet">Loading the rules…</p>`;
}

/**
 * The rules at a table: how they are opened, and where they are shown.
 * @param {Played} table
 * @param {import("../shared/wire.js").State | null} state
 */
export function useRules(table, state) {
  const rule = state?.rule ?? "";
  const [open, setOpen] = useState(false);
  const beside = useMedia(BESIDE);
  const onClose = useCallback(() => {
    setOpen(false);
    document.querySelector(/** @type {"button"} */ (".rules-button"))?.focus();
  }, []);
  const toggle = useCallback(() => setOpen((before) => !before && !!state), [!state]);
  const address = rulesOf(table);
  const title = "Rules";
  return {
    toggle,
    side:
      open && beside
        ? { id: "rules", label: title, title, inside: h(Late, { address, rule, onClose, key: "rules" }) }
        : null,
    dialog: h(Dialog, { title, open: open && !beside, onClose, wide: true }, h(Late, { address, rule })),
  };
}

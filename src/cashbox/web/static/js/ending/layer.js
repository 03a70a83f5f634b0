/** The layer over the board on which a game ends: its state, and loading the ending when it is needed. */

import { createPortal, h, html, useEffect, useLayoutEffect, useRef, useState } from "../shared/preact.js";
import { Button } from "../shared/ui.js";

/** @typedef {import("../shared/preact.js").Child} Child */

/** Pixels of height that the layer wants: it takes the room of the players and notices, and then of the bar. */
const LEAST = 340;

/** Where the board can be seen: under what is fixed above it, down to the end of the window. */
function place() {
  const board = document.getElementById("board")?.getBoundingClientRect();
  const head = document.querySelector(".table-head")?.getBoundingClientRect();
  const under = Math.max(head?.bottom ?? 0, 0);
  const top = [Math.max(board?.top ?? 0, under), under].find((one) => innerHeight - one >= LEAST) ?? 0;
  return {
    top,
    left: board?.left ?? 0,
    width: board?.width ?? innerWidth,
  };
}

/** The same, kept up to date. @param {boolean} open */
function usePlace(open) {
  const [found, setFound] = useState(place);
  useLayoutEffect(() => {
    if (!open) return undefined;
    const measure = () =>
      setFound((before) => {
        const after = place();
        return before.top === after.top && before.left === after.left && before.width === after.width ? before : after;
      });
    measure();
    const sizes = new ResizeObserver(measure);
    for (const part of [document.body, document.getElementById("board")]) if (part) sizes.observe(part);
    addEventListener("resize", measure);
    addEventListener("scroll", measure, { passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener("resize", measure);
      removeEventListener("scroll", measure);
    };
  }, [open]);
  return found;
}

/** What lies under the layer cannot be reached, and whoever was there comes to the layer. @param {boolean} open
 * @param {{current: HTMLElement | null}} layer */
function useCover(open, layer) {
  useEffect(() => {
    const board = document.getElementById("board");
    if (!board || !open) return undefined;
    const { activeElement: active } = document;
    const was = !active || active === document.body || board.contains(active);
    board.inert = true;
    if (was) layer.current?.focus({ preventScroll: true });
    return () => {
      board.inert = false;
    };
  }, [open]);
}

/**
 * @param {{title: string, kicker: string, skip: (() => void) | null, foot?: Child, children?: Child}} props
 *   title: the result, or what is told until then; kicker: the name of the scene; skip: past what is still to be told;
 *   foot: what can be done, always in sight
 */
export function Layer({ title, kicker, skip, foot, children }) {
  const { open } = useFinal();
  const layer = useRef(/** @type {HTMLElement | null} */ (null));
  const { top, left, width } = usePlace(open);
  useCover(open, layer);
  useEffect(() => {
    // the button that had the focus has gone
    if (!skip && open && document.activeElement === document.body) layer.current?.focus({ preventScroll: true });
  }, [!skip]);
  const away = skip ?? lookAtBoard;
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    away();
  };
  const inside = html`<section
    id="final" class="final final-layer" aria-labelledby="final-title" tabindex="-1" ref=${layer} hidden=${!open}
    style=${{ top: `${top}px`, left: `${left}px`, width: `${width}px` }} onKeyDown=${press}>
    <header class="final-head">
      <div>${kicker ? html`<p class="kicker">${kicker}</p>` : null}<h2 id="final-title">${title}</h2></div>
      ${
        skip
          ? h(Button, { key: "skip", onPress: skip, kind: "primary" }, "Skip to result")
          : h(Button, { key: "away", onPress: lookAtBoard }, "View board")
      }
    </header>
    <div key=${skip ? "scene" : "result"} class="final-body" tabindex="0" role="group" aria-label="How the game ended">
      ${children}
    </div>
    ${foot ? html`<footer class="final-foot row">${foot}</footer>` : null}
  </section>`;
  const home = document.querySelector("main");
  return home ? createPortal(inside, home) : inside;
}

/** In the bar, where the board is looked at: the way back. */
export function FinalChip() {
  const { open } = useFinal();
  if (open) return null;
  return h(
    Button,
    { onPress: () => setFinal({ open: true }), size: "small", kind: "primary", class: "final-chip" },
    "Show result",
  );
}

// The state of the ending: whether the result is revealed, and whether the layer is open.

/**
 * open: it lies over the board; revealed: the result may be shown.
 * @typedef {{open: boolean, revealed: boolean}} LayerState
 */

/** @type {LayerState} */
let now = { open: true, revealed: false };
/** @type {Set<(layer: LayerState) => void>} */
const hearers = new Set();

/** @param {Partial<LayerState>} more */
export function setFinal(more) {
  now = { ...now, ...more };
  for (const hear of hearers) hear(now);
}

/** @returns {LayerState} */
export function useFinal() {
  const [layer, setLayer] = useState(now);
  useEffect(() => {
    setLayer(now);
    hearers.add(setLayer);
    return () => void hearers.delete(setLayer);
  }, []);
  return layer;
}

/** Away with the ending, to the board. */
export function lookAtBoard() {
  setFinal({ open: false });
  const board = document.getElementById("board");
  if (!board) return;
  board.inert = false;
  board.focus({ preventScroll: true });
}

// Loads the ending when the game is over, and not before.

/** @typedef {import("./ending.js").Props} Props */

/** @param {Omit<Props, "sawIt">} props */
export function Final(props) {
  const { status, outcome } = props.table;
  const sawIt = useRef(status === "playing").current;
  const [module, setModule] = useState(/** @type {typeof import("./ending.js") | null} */ (null));
  const over = status === "over" && !!outcome;
  useEffect(() => {
    if (!over) return;
    // where it cannot be fetched, the bar tells who won
    import("./ending.js").then(setModule, () => setFinal({ revealed: true }));
  }, [over]);
  return over && module ? h(module.Ending, { ...props, sawIt }) : null;
}

/** The frame of a table's page: notices above, the board, and panels beside it. */

import { memory } from "../shared/memory.js";
import {
  createPortal,
  h,
  html,
  useEffect,
  useErrorBoundary,
  useLayoutEffect,
  useRef,
  useState,
} from "../shared/preact.js";
import { Button, copyWhole } from "../shared/ui.js";
import Fallback from "./fallback.js";

/** @typedef {import("./props.js").BoardModule} BoardModule */
/** @typedef {import("./props.js").BoardProps} BoardProps */
/** @typedef {import("../shared/preact.js").VNode} VNode */
/** @typedef {import("../shared/preact.js").Child} Child */

/**
 * A panel beside the board. label: what a screen reader calls it; title: its heading.
 * @typedef {{id: string, label: string, title: string, inside: Child}} Side
 */

/**
 * What scrolls can be reached with the keyboard, also where nothing in it can.
 * @param {{current: HTMLElement | null}} ref
 */
function useReachable(ref) {
  const look = () => {
    const part = ref.current;
    if (part) part.tabIndex = part.scrollHeight > part.clientHeight + 1 ? 0 : -1;
  };
  useEffect(look);
  useEffect(() => {
    const seen = new ResizeObserver(look);
    if (ref.current) seen.observe(ref.current);
    return () => seen.disconnect();
  }, []);
}

/** The page carries a class while something is so. @param {string} name @param {boolean} on */
export function usePageClass(name, on) {
  useLayoutEffect(() => {
    document.body.classList.toggle(name, on);
    return () => document.body.classList.remove(name);
  }, [name, on]);
}

/**
 * Board and log of a game that has begun.
 * @param {{head: Child, players: Child, tools: Child, notice?: Child, hands?: Child, final: Child, board: VNode | null,
 *   sides: (Side | null)[], advice?: Child, roomy?: boolean, faint?: boolean, still?: boolean}} props
 *   hands: cards laid open over the board, which gets the rest of the window; final: what lies above the board; sides:
 *   beside it; advice: the hint, beside the board where the window is roomy, else below; faint: what the board shows
 *   came to nothing; still: nothing flies there. The parts have keys, so that a board goes on when players or tools lie
 *   elsewhere.
 */
export function TablePage({ head, players, tools, notice, hands, final, board, sides, advice, roomy, faint, still }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [folded, setFolded] = useState(memory.read("sides", "open") === "folded");
  useReachable(place);
  usePageClass("with-felt", true);
  usePageClass("sides-folded", folded);
  useEffect(() => {
    document.addEventListener("copy", copyWhole);
    return () => document.removeEventListener("copy", copyWhole);
  }, []);
  const fold = () => {
    memory.write("sides", folded ? "open" : "folded");
    setFolded(!folded);
  };
  return html`<div class="play">
    <div key="head" class="table-head">${head}</div>
    ${players}
    ${tools}
    <div key="notices" class="notices">${notice}</div>
    ${hands ? html`<div key="hands" class="open-hands">${hands}</div>` : null}
    <div key="felt" class="felt">
      <div
        ref=${place} id="board" class=${faint ? "faint" : ""} data-still=${still ? "" : undefined} tabindex="-1"
        aria-label="Board" role="region">
        ${final}
        ${board ?? html`<p class="page quiet">Setting up the table…</p>`}
      </div>
      <div class="side">
        <button
          type="button" class="fold" aria-expanded=${folded ? "false" : "true"}
          aria-label=${folded ? "Show the log next to the board" : "Hide the log to enlarge the board"}
          title=${folded ? "Show the log" : "Hide the log"} onClick=${fold}>
          <svg viewBox="0 0 12 20" aria-hidden="true">
            <path
              d=${folded ? "M9 3l-6 7 6 7" : "M3 3l6 7-6 7"} fill="none" stroke="currentColor" stroke-width="2"
              stroke-linecap="round" stroke-linejoin="round" />
          </svg>
        </button>
        ${sides.map(
          (side) =>
            side &&
            (!folded || side.id === "rules") &&
            html`<aside key=${side.id} id=${side.id} class="panel side-panel" tabindex="-1" aria-label=${side.label}>
              <h2>${side.title}</h2>
              ${side.inside}
            </aside>`,
        )}
        ${roomy ? advice : null}
      </div>
    </div>
    ${roomy ? null : advice}
  </div>`;
}

/** A board that breaks must not take the game with it. @param {{module: BoardModule, board: BoardProps}} props */
export function BoardErrorBoundary({ module, board }) {
  const [fault, reset] = useErrorBoundary((error) => console.error(error));
  if (!fault) return h(module.default, board);
  return html`
    <div class="page">
      <p class="panel">
        The board couldn't be displayed. Keep playing from the list below, or
        ${h(Button, { size: "small", onPress: reset }, "try the board again")}.
      </p>
    </div>
    ${h(Fallback, board)}
  `;
}

/**
 * A node at a place that the page's frame keeps for it.
 * @param {string} id
 * @param {VNode} node
 */
export function into(id, node) {
  const place = document.getElementById(id);
  return place ? createPortal(node, place) : node;
}

/**
 * Shows a part of the page where there is room for it, else opens its dialog.
 * @param {Element | null} part
 * @param {() => void} open
 */
export function focusOr(part, open) {
  if (part?.checkVisibility()) /** @type {HTMLElement} */ (part).focus();
  else open();
}

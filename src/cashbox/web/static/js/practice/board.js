/** The board of a puzzle: a position as one seat saw it, in which nothing can be done. */

import { useShape } from "../board/layout.js";
import { BoardErrorBoundary } from "../board/table-page.js";
import { h, html, useMemo } from "../shared/preact.js";
import { useFetched } from "../table/hooks.js";

/** @typedef {import("../board/props.js").BoardModule} BoardModule */
/** @typedef {import("../board/props.js").BoardProps} BoardProps */
/** @typedef {import("../shared/wire.js").Moment} Moment */

/** Till they are there. @type {BoardProps["tips"]} */
const NO_TIPS = {};
/** Nothing can be done on the board. */
const LISTED = "Choose from the list.";
const IDLE = {
  legal: [],
  act: () => Promise.reject(new Error(LISTED)),
  explain: () => Promise.resolve(LISTED),
  busy: false,
  past: true,
  announce: () => {},
};

/**
 * @param {{links: {content: string, tips: string}, moment: Moment, seat: number, module: BoardModule, best: string,
 *   names: string[]}} props
 *   links: where the content and the tips are, "" for no tips; best: the label of the best choice, once it is known
 */
export function PuzzleBoard({ links, moment, seat, module, best, names }) {
  const shape = useShape();
  const content = useFetched(links.content, true);
  const tips = useFetched(links.tips, !!links.tips) ?? NO_TIPS;
  const suggested = moment.legal.find(({ label }) => label === best)?.action ?? null;
  const board = useMemo(() => {
    if (content === undefined) return null;
    return { ...IDLE, content, tips, view: moment.view, seat, names, prompt: moment.prompt, shape, suggested };
  }, [content, tips, moment, seat, names, shape, suggested]);
  return board ? h(BoardErrorBoundary, { module, board }) : html`<p class="page quiet">Setting up the puzzle…</p>`;
}

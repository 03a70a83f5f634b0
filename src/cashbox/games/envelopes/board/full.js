// The map on the whole screen.

import { useEffect, useState } from "./kit.js";

/** @typedef {{on: boolean, toggle: () => void}} Full */

/**
 * Lays the board over the page, where a browser has no full screen.
 * @param {HTMLElement} board
 * @param {boolean} over
 */
function lay(board, over) {
  if (over) {
    board.popover = "manual";
    board.showPopover();
  } else if (board.popover) {
    board.hidePopover();
    board.popover = null;
  }
}

/**
 * Whether the board has the whole screen, and how that changes.
 * @param {{current: HTMLElement | null}} root
 * @returns {Full}
 */
export function useFull(root) {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const hear = () => setOn(!!document.fullscreenElement);
    document.addEventListener("fullscreenchange", hear);
    return () => document.removeEventListener("fullscreenchange", hear);
  }, []);
  /** @param {HTMLElement} board @param {boolean} over */
  const cover = (board, over) => {
    lay(board, over);
    setOn(over);
  };
  const toggle = () => {
    const board = root.current;
    if (!board) return;
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (on || !board.requestFullscreen) cover(board, !on);
    else board.requestFullscreen().catch(() => cover(board, true));
  };
  return { on, toggle };
}

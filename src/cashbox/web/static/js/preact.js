/**
 * The one door to Preact: `h`, hooks and `html`, for the shell and for every board.
 *
 * Components are called with h(), so that their props are checked; html`...` is for leaf markup.
 */

import htm from "../vendor/htm.mjs";
import { h } from "../vendor/preact.mjs";

export {
  Fragment,
  cloneElement,
  createContext,
  createPortal,
  createRef,
  h,
  options,
  render,
} from "../vendor/preact.mjs";
export {
  useCallback,
  useContext,
  useEffect,
  useErrorBoundary,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "../vendor/hooks.mjs";

/** @typedef {import("../vendor/preact.mjs").VNode} VNode */
/** @typedef {import("../vendor/preact.mjs").Child} Child */

export const html = htm.bind(h);

/**
 * The only module that imports Preact: `h`, hooks, and `html`, for pages and boards.
 *
 * Components are called with h(), so that their props are checked; html`...` is for leaf markup.
 */

import htm from "../../vendor/htm.mjs";
import { h, options, render as draw } from "../../vendor/preact.mjs";
import { isolateNames } from "./bidi.js";
import { redrawAfterFaults, remembering } from "./remount.js";
import { settle, watchText } from "./translation.js";

export { Fragment, cloneElement, createContext, createPortal, createRef, h, options } from "../../vendor/preact.mjs";
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
} from "../../vendor/hooks.mjs";

/** @typedef {import("../../vendor/preact.mjs").VNode} VNode */
/** @typedef {import("../../vendor/preact.mjs").Child} Child */

export const html = htm.bind(h);
export const render = remembering(draw);

watchText(options);
isolateNames(options, h);
redrawAfterFaults(options, draw);
options.debounceRendering = (go) =>
  queueMicrotask(() => {
    settle();
    go();
  });

/** Tips: what a thing on the table is, in one sentence with the heading of its rule. */

import { useEffect } from "../shared/preact.js";
import { say } from "./sentence.js";
import { listen, Tooltip } from "./tooltip.js";

/** @typedef {import("../shared/wire.js").TableTip} TableTip */
/** @typedef {import("./sentence.js").Facts} Facts */

/**
 * The attributes of a thing that explains itself. stop: the keyboard stops at it (once in a group, where the arrow keys
 * lead on).
 * @param {string} key of help.json
 * @param {Facts} [facts] what this one thing is, besides what the table plays by
 * @param {boolean} [stop]
 */
export function tip(key, facts, stop) {
  return {
    "data-tip": key,
    "data-facts": facts && JSON.stringify(facts),
    tabindex: stop === undefined ? undefined : stop ? 0 : -1,
  };
}

/** @type {TableTip} */
const NOTHING = { name: [], say: [], rule: [] };

/** @type {Tooltip | null} */
let slip = null;
/** The sentences of the table that is shown. @type {Record<string, TableTip>} */
let tips = {};

/** What there is to say of a thing. @param {string} key @param {string} [json] its facts */
function sentence(key, json) {
  return tips[key] ? tipText(tips, key, json ? JSON.parse(json) : {}) : null;
}

/**
 * The words for a thing, for a board that writes them on the table itself; empty till they are there.
 * @param {Record<string, TableTip>} every the table's
 * @param {string} key
 * @param {Facts} [facts]
 */
export function tipText(every, key, facts = {}) {
  const { name, say: what, rule } = every[key] ?? NOTHING;
  return { name: say(name, facts), say: say(what, facts), rule: say(rule, facts) };
}

/**
 * Things of the page explain themselves while this component is shown.
 * @param {Record<string, TableTip>} sentences by the key of the tip
 * @param {unknown} view what is shown now: a thing that has gone says nothing any longer
 * @param {(form: import("../shared/wire.js").Form) => Promise<string>} reason why an action cannot be taken now
 */
export function useTips(sentences, view, reason) {
  tips = sentences;
  useEffect(() => {
    const own = new AbortController();
    // without an answer a thing says why when it is pressed
    slip = new Tooltip(sentence, (action) => reason(JSON.parse(action)).catch(() => ""));
    listen(slip, own.signal);
    return () => {
      own.abort();
      slip?.close();
      slip?.paper.remove();
      slip = null;
    };
  }, []);
  useEffect(() => {
    if (slip?.target && !slip.target.isConnected) slip.close();
  }, [view]);
}

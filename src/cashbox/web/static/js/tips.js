/** What a thing on the table is, in one sentence with the heading of its rule. */

import { listen } from "./pointing.js";
import { useEffect } from "./preact.js";
import { say } from "./sentence.js";
import { Slip } from "./slip.js";

/** @typedef {import("./wire.js").TableTip} TableTip */
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

/** @type {Slip | null} */
let slip = null;
/** The sentences of the table that is shown. @type {Record<string, TableTip>} */
let tips = {};

/** What there is to say of a thing. @param {string} key @param {string} [json] its facts */
function sentence(key, json) {
  const found = tips[key];
  if (!found) return null;
  const facts = json ? JSON.parse(json) : {};
  return { name: say(found.name, facts), say: say(found.say, facts), rule: say(found.rule, facts) };
}

/**
 * Things of the page explain themselves while this component is shown.
 * @param {Record<string, TableTip>} sentences by the key of the tip
 * @param {unknown} view what is shown now: a thing that has gone says nothing any longer
 */
export function useTips(sentences, view) {
  tips = sentences;
  useEffect(() => {
    const own = new AbortController();
    slip = new Slip(sentence);
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

/**
 * Show names and other text of right-to-left scripts so that the sentence around them reads right.
 *
 * In an English sentence, a Hebrew or Arabic name pulls the numbers, parentheses and names beside it to its other side.
 * So each run of such text in anything that Preact draws stands in a `bdi`, or between the characters for isolation
 * where no element can.
 */

/** @typedef {import("../../vendor/preact.mjs").Child} Child */
/** @typedef {typeof import("../../vendor/preact.mjs").options} Options */
/** @typedef {typeof import("../../vendor/preact.mjs").h} H */

const LETTER = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefe\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]";
/** One name or phrase: a comma or a parenthesis ends it. */
const RUN = new RegExp(`${LETTER}+(?:[\\s'’"\\-‐.\\u200c\\u200d]+${LETTER}+)*`, "gu");
/** Elements that hold text only; in a drawing, no element but these can hold any. */
const TEXT_ONLY = ["option", "title", "textarea", "text", "tspan", "textPath", "desc"];

/** Texts that are drawn as they are. Preact compares them by identity. @type {Map<string, String>} */
const plain = new Map();

/** @param {string} text @returns {any} */
function asItIs(text) {
  const found = plain.get(text) ?? Object(text);
  plain.set(text, found);
  return found;
}

/** The element that a component draws into. @param {any} vnode */
function host(vnode) {
  let up = vnode;
  while (up && typeof up.type !== "string") up = up.__;
  return up ?? { type: "", props: {} };
}

/** Isolate right-to-left names in plain text. @param {string} text */
export function isolated(text) {
  return text.replace(RUN, "\u2068$&\u2069");
}

/** Attributes that people read or hear. */
const SAID = ["aria-label", "aria-description", "title", "alt", "placeholder"];

/**
 * Isolate right-to-left text in everything that is drawn; text fields take the direction of what is typed.
 * @param {Options} options @param {H} h
 */
export function isolateNames(options, h) {
  /** @this {any} @param {any} props @returns {any} */
  function Isolated(props) {
    /** @type {string} */
    const text = props.text;
    const { type, props: its } = host(this.__v);
    if (type === "bdi" || its.dir === "auto") return asItIs(text);
    if (TEXT_ONLY.includes(type)) return asItIs(isolated(text));
    /** @type {Child[]} */
    const parts = [];
    let from = 0;
    for (const { 0: run, index } of text.matchAll(RUN)) {
      parts.push(text.slice(from, index), h("bdi", null, run));
      from = index + run.length;
    }
    return [...parts, text.slice(from)].filter((part) => part !== "");
  }

  const some = new RegExp(LETTER, "u");
  /** @param {string} type @param {Record<string, any>} props */
  const attributes = (type, props) => {
    if (type === "input" && props.type === "text") props.dir ??= "auto";
    for (const name of SAID) {
      if (typeof props[name] === "string" && some.test(props[name])) props[name] = isolated(props[name]);
    }
  };
  const before = options.vnode;
  options.vnode = (vnode) => {
    const { type, props } = /** @type {{type: unknown, props: unknown}} */ (vnode);
    if (type === null && typeof props === "string" && some.test(props)) {
      Object.assign(vnode, { type: Isolated, props: { text: props } });
    } else if (typeof type === "string") attributes(type, /** @type {Record<string, any>} */ (props));
    before?.(vnode);
  };
}

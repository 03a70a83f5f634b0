/**
 * Keep the page up to date while a browser translates it or an extension changes it.
 *
 * A translator takes a text node out of the page and puts elements with its own words there. Preact keeps the node and
 * would go on writing into it, unseen. So the node is put back, empty, right behind what stands in for it. Preact finds
 * it where it was. As soon as its text changes or goes away, the stand-ins go, too, and the new text can be translated.
 */

/** @typedef {import("../../vendor/preact.mjs").VNode} VNode */
/** @typedef {typeof import("../../vendor/preact.mjs").options} Options */

/**
 * A text whose place others have taken. text: what the page says there; parent: where it belongs; nodes: what stands
 * there instead; returns: how often it was put back with this text.
 * @typedef {{text: string, parent: Node, nodes: ChildNode[], returns: number}} Displaced
 */

/** After so many returns, a translator that replaces empty texts, too, has its way. */
const MOST_RETURNS = 3;

/** What Preact made and still uses. @type {WeakSet<Node>} */
const own = new WeakSet();
/** @type {Map<Text, Displaced>} */
const displaced = new Map();
/** For which text a node stands in. @type {WeakMap<Node, Text>} */
const standsFor = new WeakMap();
/** How often an element was taken out of one that others put around it. @type {WeakMap<Node, number>} */
const unwrapped = new WeakMap();

const observer = new MutationObserver(follow);

/** Whether Preact made a node and still uses it. @param {Node} node */
export const isOwn = (node) => own.has(node);

/** Follow what others do to the page's text until now. To be called before Preact draws. */
export function settle() {
  const records = observer.takeRecords();
  if (records.length) follow(records);
}

/** Watch the text that Preact makes. @param {Options} options */
export function watchText(options) {
  const { diffed, unmount } = options;
  options.diffed = (vnode) => {
    if (vnode.__e && typeof vnode.type !== "function") own.add(vnode.__e);
    diffed?.(vnode);
  };
  options.unmount = (vnode) => {
    if (vnode.__e && typeof vnode.type !== "function") own.delete(vnode.__e);
    unmount?.(vnode);
  };
  observer.observe(document.documentElement, { childList: true, characterData: true, subtree: true });
}

/** @param {MutationRecord[]} records */
function follow(records) {
  const added = new Set(records.flatMap((record) => [...record.addedNodes]));
  for (const record of records) {
    if (record.type === "characterData") release(/** @type {Text} */ (record.target));
    for (const node of record.removedNodes) {
      if (node.parentNode === record.target) continue;
      const text = standsFor.get(node);
      if (text) replaceStandIn(text, /** @type {ChildNode} */ (node), record, added);
      else if (node instanceof Text && own.has(node)) displace(node, record, added);
      else if (own.has(node)) unwrap(node, record.target);
    }
  }
  for (const [text, { nodes, parent }] of displaced) {
    if (!own.has(text)) {
      for (const node of nodes) node.remove();
      displaced.delete(text);
    } else if (text.parentNode === parent && nodes.at(-1)?.nextSibling !== text) text.before(...nodes);
  }
  observer.takeRecords(); // what was done here
}

/**
 * What others put where something was removed.
 * @param {MutationRecord} record @param {Set<Node>} added what was added to the page
 */
function newcomers({ addedNodes, previousSibling, nextSibling, target }, added) {
  const beside = [previousSibling, nextSibling].filter((node) => node && added.has(node));
  const found = addedNodes.length ? [...addedNodes] : beside.slice(0, 1);
  return /** @type {ChildNode[]} */ (
    found.filter((node) => node && !own.has(node) && !standsFor.has(node) && node.parentNode === target)
  );
}

/**
 * Others took a text away: it goes back, empty, behind what they put there.
 * @param {Text} text @param {MutationRecord} record @param {Set<Node>} added
 */
function displace(text, record, added) {
  const { target: parent, previousSibling, nextSibling } = record;
  const found = displaced.get(text) ?? { text: text.data, parent, nodes: [], returns: 0 };
  const nodes = newcomers(record, added);
  for (const node of nodes) standsFor.set(node, text);
  found.nodes.push(...nodes);
  displaced.set(text, found);
  if (text.data) Object.assign(found, { text: text.data, returns: 0 });
  found.returns += 1;
  if (found.returns > MOST_RETURNS) {
    observer.observe(text, { characterData: true });
    return;
  }
  if (text.parentNode) text.replaceWith(text.data); // a translator may use the page's own node
  text.data = "";
  const next = nodes.at(-1)?.nextSibling ?? nextSibling;
  if (nodes.length) parent.insertBefore(text, nodes[nodes.length - 1].nextSibling);
  else if (next?.parentNode === parent) parent.insertBefore(text, next);
  else if (previousSibling?.parentNode === parent) parent.insertBefore(text, previousSibling.nextSibling);
  else parent.appendChild(text);
}

/**
 * Others put an element of the page into one of theirs: it goes back beside that.
 * @param {Node} node @param {Node} parent where it belongs
 */
function unwrap(node, parent) {
  let wrapper = node.parentNode;
  while (wrapper && wrapper.parentNode !== parent) wrapper = wrapper.parentNode;
  const times = (unwrapped.get(node) ?? 0) + 1;
  if (!wrapper || own.has(wrapper) || times > MOST_RETURNS) return;
  unwrapped.set(node, times);
  parent.insertBefore(node, wrapper);
}

/**
 * Others took away what stood in for a text: they put something else there, or show the page's own words again.
 * @param {Text} text @param {ChildNode} node @param {MutationRecord} record @param {Set<Node>} added
 */
function replaceStandIn(text, node, record, added) {
  standsFor.delete(node);
  const found = displaced.get(text);
  if (!found) return;
  const instead = newcomers(record, added);
  for (const one of instead) standsFor.set(one, text);
  found.nodes.splice(found.nodes.indexOf(node), 1, ...instead);
  if (found.nodes.length) return;
  displaced.delete(text);
  if (!text.data) text.data = found.text;
}

/** The page's text has changed: it is shown itself. @param {Text} text */
function release(text) {
  const found = displaced.get(text);
  if (!found) return;
  displaced.delete(text);
  const last = found.nodes.at(-1);
  if (text.parentNode !== found.parent) last?.after(text);
  for (const node of found.nodes) node.remove();
  // a translator sees what is added
  if (text.parentNode) text.replaceWith(text);
}

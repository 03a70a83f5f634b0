/**
 * What this browser stores under `cashbox:`. Where storage is blocked or full, it lasts as long as the page.
 * @param {() => Storage} place throws where the browser blocks it
 */

function stored(place) {
  /** What the browser has not taken. @type {Map<string, string>} */
  const here = new Map();
  return {
    /** @param {string} key @param {string} otherwise */
    read(key, otherwise) {
      try {
        return here.get(key) ?? place().getItem(`cashbox:${key}`) ?? otherwise;
      } catch {
        return otherwise;
      }
    },
    /** @param {string} key @param {string} value */
    write(key, value) {
      try {
        place().setItem(`cashbox:${key}`, value);
        here.delete(key);
      } catch {
        here.set(key, value);
      }
    },
    /** @param {string} key */
    forget(key) {
      here.delete(key);
      try {
        place().removeItem(`cashbox:${key}`);
      } catch {
        // nothing is stored there
      }
    },
  };
}

/**
 * Something that a browser may lack, or throw at where it blocks cookies and site data.
 * @template T @param {() => T} read @returns {T | undefined}
 */
export function allowed(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** What keeps pages and shows notifications while no page is open; undefined where there is none. */
export const workers = () => allowed(() => /** @type {Partial<Navigator>} */ (navigator).serviceWorker);

/** For every page and visit. */
export const memory = stored(() => localStorage);

/** For this tab, until it is closed. */
export const session = stored(() => sessionStorage);

// -- what is half done ------------------------------------------------------------------------------------------------

/** The drafts of this page that are not sent yet. @type {Set<string>} */
const begun = new Set();

/** The fields in which something was typed or chosen. @type {Set<HTMLInputElement>} */
const touched = new Set();

/** @param {string} what */
const keyOf = (what) => `draft:${location.pathname}:${what}`;

/**
 * The reader's draft on this page (of this table, say), null for none. It outlives a reload.
 * @param {string} what
 * @returns {any}
 */
export function draftOf(what) {
  const found = allowed(() => JSON.parse(session.read(keyOf(what), "null")));
  if (found === undefined || found === null) return null;
  begun.add(what);
  return found;
}

/** @param {string} what @param {unknown} value null: it was sent, or left */
export function keepDraft(what, value) {
  if (value === null) {
    begun.delete(what);
    session.forget(keyOf(what));
  } else {
    begun.add(what);
    session.write(keyOf(what), JSON.stringify(value));
  }
}

/** Forgets drafts: what they were for is done. @param {string} prefix of what they are */
export function forgetDrafts(prefix) {
  for (const what of [...begun]) if (what.startsWith(prefix)) keepDraft(what, null);
}

/** Whether a reload would take something from the reader: a draft, what stands in a field, an open dialog. */
export function isHalfDone() {
  const typed = [...touched].some((field) => field.isConnected && field.value && (field.form || field.type === "text"));
  return typed || begun.size > 0 || !!document.querySelector("dialog[open]");
}

document.addEventListener("input", ({ target }) => touched.add(/** @type {HTMLInputElement} */ (target)), true);
document.addEventListener("submit", ({ target }) => {
  for (const field of touched) if (field.form === target) touched.delete(field);
});

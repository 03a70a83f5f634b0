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

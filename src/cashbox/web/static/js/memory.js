/** What this browser remembers; where storage is off, as long as the page. */
export const memory = {
  /** @param {string} key @param {string} otherwise */
  read(key, otherwise) {
    try {
      return localStorage.getItem(`cashbox:${key}`) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  /** @param {string} key @param {string} value */
  write(key, value) {
    try {
      localStorage.setItem(`cashbox:${key}`, value);
    } catch {
      // storage is off
    }
  },
};

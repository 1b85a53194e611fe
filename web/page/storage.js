// @ts-check

/** What this browser keeps of the reader's choices and progress. Storage may be refused (a sandboxed frame). */
export const storage = {
  /** @param {string} key @returns {string | null} */
  get(key) {
    try {
      return localStorage.getItem(`poslab-${key}`);
    } catch {
      return null;
    }
  },
  /**
   * @param {string} key
   * @param {string} value
   */
  set(key, value) {
    try {
      localStorage.setItem(`poslab-${key}`, value);
    } catch {
      // nothing to do: a choice lasts as long as the page
    }
  },
};

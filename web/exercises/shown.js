// @ts-check
// A value of a file from elsewhere, in a sentence about it.

/** A value as JSON. A file can be nested deeper than JavaScript can write again. @param {unknown} value @returns {string} */
export function shownValue(value) {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch {
    return 'lists in lists that are too many to show';
  }
}

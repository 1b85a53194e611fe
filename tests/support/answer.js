/** What the Python worker answers of a run in which nothing happened. */
export const ANSWER = {
  error: null,
  results: [],
  figures: [],
  changed: [],
  used: [],
  isCut: false,
  isSpent: false,
  ms: 1,
};

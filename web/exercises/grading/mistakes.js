// @ts-check
// The mistakes of an exercise as its mistakes.py holds them: changes against the solution, which run as a learner's
// code does.
//
//   # ==== base-1000
//   # What it is, and what is expected instead, in as many lines as it takes.
//   # change: 10000 -> 1000
//
// Each change is made wherever the solution has its text. Code that follows takes the place of what the
// solution defines by the same names. “(partial)” after the name marks a right answer to an easier question.

/**
 * @typedef {object} CodeMistake
 * @property {string} id
 * @property {string} sentence what it is, and what is expected instead
 * @property {boolean} isPartial a right answer to an easier question
 * @property {[from: string, to: string][]} changes
 * @property {string} code '' where the changes are all
 */

const HEAD = /^# ==== ([a-z0-9-]+)( \(partial\))?$/m;
const CHANGE = /^# change: (.+?) -> ?(.*)$/;

/** @param {string} text a mistakes.py @returns {CodeMistake[]} */
export function readMistakes(text) {
  const [, ...parts] = text.split(HEAD);
  return Array.from({length: parts.length / 3}, (_, k) =>
    readMistake(parts[3 * k], parts[3 * k + 1] !== undefined, parts[3 * k + 2]),
  );
}

/** @param {string} id @param {boolean} isPartial @param {string} text @returns {CodeMistake} */
function readMistake(id, isPartial, text) {
  const lines = text.trim().split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  const [comments, code] = end < 0 ? [lines, []] : [lines.slice(0, end), lines.slice(end)];
  /** @type {[string, string][]} */
  const changes = comments.flatMap((line) => {
    const [, from, to] = line.match(CHANGE) ?? [];
    return from === undefined ? [] : [/** @type {[string, string]} */ ([from, to])];
  });
  const words = comments.filter((line) => !CHANGE.test(line)).map((line) => line.slice(2));
  return {id, isPartial, changes, sentence: words.join(' '), code: code.join('\n').trim()};
}

/**
 * The solution with some mistakes in it.
 *
 * @param {string} solution
 * @param {readonly CodeMistake[]} mistakes
 * @returns {string} Python
 * @throws {Error} where a change finds nothing to change
 */
export function withMistakes(solution, mistakes) {
  let program = solution.split('\nif __name__ ==')[0];
  for (const {id, changes} of mistakes) {
    for (const [from, to] of changes) {
      if (!program.includes(from)) {
        throw new Error(`${id}: the solution must have '${from}' to be changed; it has not`);
      }
      program = program.replaceAll(from, () => to);
    }
  }
  const added = mistakes.map(({code}) => code).filter(Boolean);
  return `${[program.trimEnd(), ...added].join('\n\n\n')}\n`;
}

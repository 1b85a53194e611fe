// @ts-check
// Makes one self-contained module that tests a reader's own positional encoding in JavaScript, under Node's test runner:
// the tests, numbers and bugs of the Python file.
import {BUGS} from './cases.js';
import {NODE_HEAD, NODE_KIND_TEXTS, NODE_SHARED} from './node-text.js';
import {fullSettings, KINDS} from './pytest-file.js';

/** @import {Core} from '../core/core.js' */

/**
 * @param {Core} core
 * @param {{kind: string, settings?: Record<string, number | string | boolean>, adapter?: string}} options
 *   settings: values that KINDS lists, else the default; adapter: JavaScript that is put in place of the empty one
 * @returns {{name: string, text: string, bugs: string[]}} bugs: those that the file can name
 * @throws {RangeError} naming the argument, its value and what was expected
 */
export function nodeFile(core, {kind, settings = {}, adapter}) {
  const given = fullSettings(kind, settings);
  const {cases, facts} = KINDS[kind].numbers(core, given);
  const bugs = [...new Set(Object.values(cases).flatMap(({wrong}) => Object.keys(wrong)))];
  const name = `test-my-${kind}.mjs`;
  const said = Object.entries(given).map(([key, value]) => `${key} ${value}`);
  const {adapter: empty, tests} = NODE_KIND_TEXTS[kind];
  const text = `// Tests of your own code, made by poslab: ${[KINDS[kind].label, ...said].join(', ')}.
//
// 1. Fill in the adapter: let it call your code.
// 2. Run \`node --test ${name}\`. It needs Node 20 or newer, and nothing else.
//
// A test that fails says KNOWN BUG and its name where your numbers are those of a bug that this file knows.

${NODE_HEAD}
// --- adapter: yours to fill in ---

${adapter ?? empty}
// --- numbers: computed by the core of poslab ---

const FACTS = ${JSON.stringify(facts)};
const BUGS = ${JSON.stringify(Object.fromEntries(bugs.map((bug) => [bug, BUGS[bug]])))};
const CASES = ${JSON.stringify(cases)};

// --- tests ---

${NODE_SHARED}
${tests}`;
  return {name, text: text.replace(/\n{3,}/g, '\n\n'), bugs};
}

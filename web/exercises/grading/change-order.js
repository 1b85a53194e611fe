// @ts-check
// In which order changes are tried: those that people make most often first, and first those in functions whose results are
// wrong. What no wrong result comes of is left out.
import {agreesOn} from './grader.js';

/** @import {Change} from './changes.js' */
/** @import {Case, Check} from './grader.js' */
/** @import {Output} from './outputs.js' */
/** @import {Place} from './problems.js' */

/** The functions and classes of a program: where each begins, and what is in it. @param {string} program */
function blocksOf(program) {
  /** @type {{name: string, line: number, text: string}[]} */
  const blocks = [];
  let isIn = false;
  for (const [k, text] of program.split('\n').entries()) {
    const name = text.match(/^(?:def|class) (\w+)/)?.[1];
    isIn = Boolean(name) || (isIn && !/^[^\s)#]/.test(text));
    if (name) blocks.push({name, line: k + 1, text: ''});
    if (isIn) blocks[blocks.length - 1].text += `${text}\n`;
  }
  return blocks;
}

/** All that some functions come to use. @param {ReturnType<typeof blocksOf>} blocks @param {Iterable<string>} names @returns {Set<string>} */
function usedBy(blocks, names) {
  const used = new Set(names);
  for (const name of used) {
    const words = new Set(blocks.find((one) => one.name === name)?.text.match(/\w+/g));
    for (const other of blocks) if (words.has(other.name)) used.add(other.name); // which is then looked at, too
  }
  return used;
}

/**
 * The functions that gave what is right, and what is wrong.
 *
 * @param {{check: Check, cases: readonly Case[], places: readonly Place[][], outputs: readonly Output[][], right: readonly Output[][]}} options outputs: the learner's, by case; right: the solution's
 * @returns {{right: Set<string>, wrong: Set<string>} | null} null where one is not known
 */
export function targetsOf({check, cases, places, outputs, right}) {
  const targets = {right: new Set(), wrong: new Set()};
  for (const [at, own] of outputs.entries()) {
    const {steps} = cases[at];
    const asking = steps.filter(({get}) => get);
    for (const [k, output] of own.entries()) {
      const {step, call} = places[at][k];
      const target = asking[step]?.target ?? '';
      const made = steps.find(({as}) => as && as === target.split('.')[0])?.target ?? target;
      const name = /^_|^$/.test(made) ? call.match(/^\w+/)?.[0] : made;
      if (!name) return null;
      const isRight = right[at][k] && agreesOn(check, cases[at], [output], [right[at][k]]);
      targets[isRight ? 'right' : 'wrong'].add(name);
    }
  }
  for (const name of targets.wrong) targets.right.delete(name);
  return targets;
}

/**
 * The changes of a program that can make a wrong result, those that are made in functions of wrong results alone first.
 *
 * @param {string} program @param {readonly Change[]} changes @param {ReturnType<typeof targetsOf>} targets
 * @returns {Change[]}
 */
export function ordered(program, changes, targets) {
  const blocks = blocksOf(program);
  const names = blocks.map(({name}) => name);
  if (!targets || [...targets.wrong].some((name) => !names.includes(name))) return [...changes];
  const [wrong, right] = [targets.wrong, targets.right].map((of) => usedBy(blocks, of));
  const nameAt = (/** @type {number} */ line) =>
    blocks.find((one) => one.line <= line && line < one.line + one.text.split('\n').length)?.name;
  const isShared = (/** @type {Change} */ {line}) => {
    const name = nameAt(line);
    return !name || right.has(name);
  };
  return changes
    .filter(({line}) => wrong.has(nameAt(line) ?? '') || !nameAt(line))
    .toSorted((a, b) => a.rank - b.rank || Number(isShared(a)) - Number(isShared(b)));
}

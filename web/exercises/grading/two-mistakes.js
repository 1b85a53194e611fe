// @ts-check
// A solution with two of its known mistakes in it: what each of them changes, token by token, where the two change
// different places.
import {diffIndices} from 'node-diff3';

import {withMistakes} from './mistakes.js';

/** @import {CodeMistake} from './mistakes.js' */

/** @typedef {{at: number, end: number, tokens: string[]}} Hunk what takes the place of the tokens from at to end */

/** @param {string} program */
const tokensOf = (program) => program.match(/\w+|\s+|[^\w\s]/g) ?? [];

/** The functions and classes of a program, and what is between them. @param {string} program */
function blocksOf(program) {
  /** @type {{name: string, text: string}[]} */
  const blocks = [{name: '', text: ''}];
  for (const line of program.split('\n')) {
    const name = line.match(/^(?:def|class) (\w+)/)?.[1];
    const endsOne = blocks[blocks.length - 1].name && /^[^\s)#]/.test(line);
    if (name || endsOne) blocks.push({name: name ?? '', text: ''});
    blocks[blocks.length - 1].text += `${line}\n`;
  }
  return blocks;
}

/** A function without types and the text below its first line, in which two that do the same may differ. @param {string} text */
const bare = (text) =>
  text
    .replace(/^(\s*def \w+\()([\s\S]*?)\)(?: -> [^\n]*)?:\n/gm, (_, name, parameters) => {
      const own = parameters.split(/,(?![^[(]*[\])])/).map((/** @type {string} */ one) => {
        const [, word, value] = one.trim().match(/^([*\w]+)[^=]*(?:=\s*([\s\S]*))?$/) ?? [];
        return value ? `${word}=${value.trim()}` : word;
      });
      return `${name}${own.filter(Boolean).join(', ')}):\n`;
    })
    .replace(/^\s*"""[\s\S]*?"""\n/gm, '')
    .trimEnd();

/**
 * A program, its functions bare, and those of `code` in the place of its own; null where there is more than functions.
 *
 * @param {string} program @param {string} code
 */
function inPlace(program, code) {
  const blocks = blocksOf(program);
  for (const {name, text} of blocksOf(code)) {
    if (!text.trim()) continue;
    if (!name) return null;
    const own = blocks.find((block) => block.name === name);
    if (own) own.text = text;
    else blocks.push({name, text});
  }
  return tokensOf(blocks.map(({text}) => bare(text)).join('\n\n'));
}

/** @param {string[]} before @param {string[]} after @returns {Hunk[]} */
const hunksOf = (before, after) =>
  diffIndices(before, after).map(({buffer1: [at, length], buffer2Content: tokens}) => ({
    at,
    end: at + length,
    tokens,
  }));

/** Whether both put something else in the place of the same text: what comes of half of each is neither. @param {CodeMistake} a @param {CodeMistake} b */
const isOfSameText = (a, b) => a.changes.some(([from]) => b.changes.some(([one]) => one === from));

/**
 * What gives a solution with two mistakes in it.
 *
 * @param {string} solution
 * @returns {(a: CodeMistake, b: CodeMistake) => string | null} Python; null where one changes what the other does
 */
export function twoMistakes(solution) {
  const program = withMistakes(solution, []);
  const before = inPlace(program, '') ?? [];
  /** @type {Map<CodeMistake, Hunk[] | null>} */
  const known = new Map();
  const changesOf = (/** @type {CodeMistake} */ mistake) => {
    const found = known.get(mistake);
    if (found !== undefined) return found;
    const after = inPlace(withMistakes(program, [{...mistake, code: ''}]), mistake.code);
    const hunks = after && hunksOf(before, after);
    known.set(mistake, hunks);
    return hunks;
  };
  return (a, b) => {
    if (isOfSameText(a, b)) return null;
    const [one, other] = [changesOf(a), changesOf(b)];
    return one && other && merged(before, one, other);
  };
}

/**
 * A merge of three programs would refuse changes of neighbouring tokens, as of two arguments.
 *
 * @param {string[]} before @param {Hunk[]} one @param {Hunk[]} other
 */
function merged(before, one, other) {
  const hunks = [...one, ...other].sort((a, b) => a.at - b.at || a.end - b.end);
  const after = [];
  let done = 0;
  for (const [k, {at, end, tokens}] of hunks.entries()) {
    const last = hunks[k - 1];
    if (at === last?.at && end === last.end && tokens.join('') === last.tokens.join('')) continue;
    if (at < done || at === last?.at) return null;
    after.push(...before.slice(done, at), ...tokens);
    done = end;
  }
  return `${[...after, ...before.slice(done)].join('')}\n`;
}

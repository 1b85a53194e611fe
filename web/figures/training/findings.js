// @ts-check
// Common claims about methods and length, compared with the numbers of this run. Every sentence gives
// its numbers; none ranks methods beyond this task.
import {accuracyLuck, missingAt, resultAt} from './results.js';
import {listText, share} from './sentences.js';

/** @import {Entry, Info} from './results.js' */

/** Of what it had above chance: what keeps this much is said to have held. */
const KEEPS = 0.9;
/** Of the way from chance to the best: what comes less far has not learned the task. */
const LEARNED = 0.5;

/**
 * @typedef {{seqLen: number, lengths: readonly number[], info: (seqLen: number) => Info,
 *   rows: number, causal?: boolean}} Race
 *   seqLen: that of training, which is one of the lengths; rows: of the learned table
 */

/** @typedef {{seqLen: number, accuracy: number, kept: number, chance: number}} Point */

/**
 * A method's accuracies, and what each keeps of that at the training length, above chance.
 *
 * @param {Entry} entry
 * @param {Race} race
 * @returns {Point[]} none before all lengths are measured, or where it has not learned the task
 */
export function pathOf(entry, {seqLen, lengths, info}) {
  const start = resultAt(entry, seqLen);
  if (!start) return [];
  const {chance, best} = info(seqLen);
  const above = start.accuracy.mean - chance;
  if (above < LEARNED * (best - chance)) return [];
  const points = lengths.flatMap((length) => {
    const result = resultAt(entry, length);
    if (!result) return [];
    const {mean} = result.accuracy;
    const {chance: here} = info(length);
    return [{seqLen: length, accuracy: mean, kept: (mean - here) / above, chance: here}];
  });
  const known = lengths.filter((length) => missingAt(entry, length) === '').length;
  return points.length === known ? points.filter((point) => point.seqLen >= seqLen) : [];
}

/**
 * The start, the first length beyond it, and the last.
 *
 * @param {readonly Point[]} path
 */
function pathText(path) {
  const shown = path.filter((_, k) => k < 2 || k === path.length - 1);
  return listText(shown.map(({seqLen, accuracy}) => `${share(accuracy)} at ${seqLen}`));
}

/**
 * @param {readonly Entry[]} entries
 * @param {string} key
 */
const find = (entries, key) => entries.find(({method}) => method.key === key);

/**
 * A promise that a method keeps its accuracy at length.
 *
 * @param {readonly Entry[]} entries
 * @param {Race} race
 * @param {string} key
 * @param {string} promise a whole sentence
 * @returns {string[]}
 */
function promised(entries, race, key, promise) {
  const entry = find(entries, key);
  const path = entry ? pathOf(entry, race) : [];
  if (path.length < 2) return [];
  const held = path[path.length - 1].kept >= KEEPS;
  return [`${promise} ${held ? 'In this run it does' : 'Not in this run'}: ${pathText(path)}.`];
}

/**
 * @param {readonly Entry[]} entries
 * @param {Race} race
 * @returns {string[]}
 */
function noneClaim(entries, {seqLen, info, causal = true}) {
  const entry = find(entries, 'none');
  const result = entry && resultAt(entry, seqLen);
  if (!result || !causal) return [];
  const {mean} = result.accuracy;
  const here = info(seqLen);
  const luck = accuracyLuck({...here, best: here.chance}, result.nTargets);
  const claim = 'Claim: a model without position stays at chance.';
  const chance = `chance is ${share(here.chance)}`;
  if (mean - here.chance <= luck) return [`${claim} In this run it is: ${share(mean)}, ${chance}.`];
  return [
    `${claim} This causal one, which learns order from its mask, reaches ${share(mean)} where ${chance}.`,
  ];
}

/**
 * @param {readonly Entry[]} entries
 * @param {Race} race
 * @returns {string[]}
 */
function learnedClaim(entries, race) {
  const entry = find(entries, 'learned');
  if (!entry) return [];
  const missing = race.lengths.filter((length) => missingAt(entry, length) !== '');
  const path = pathOf(entry, race);
  const longer = path.filter(({seqLen}) => seqLen > race.seqLen);
  const {seqLen, rows} = race;
  return [
    ...(longer.length > 0
      ? [
          `The learned table has ${rows} rows and was trained on ${seqLen}: longer texts raise no ` +
            `error, they meet rows that are still noise: ${pathText(path)}.`,
        ]
      : []),
    ...(missing.length > 0
      ? [`At ${listText(missing)} there is nothing to measure. ${missingAt(entry, missing[0])}`]
      : []),
  ];
}

/**
 * @param {readonly Entry[]} entries
 * @param {Race} race
 * @returns {string[]}
 */
function alibiClaim(entries, race) {
  const path = ((entry) => (entry ? pathOf(entry, race) : []))(find(entries, 'alibi'));
  if (path.length < 2) return [];
  const last = path[path.length - 1];
  const held = last.kept >= KEEPS;
  const lost = share(path[0].accuracy - last.accuracy);
  const others = entries
    .filter(({method}) => method.key !== 'alibi')
    .flatMap((entry) => {
      const other = pathOf(entry, race);
      const end = other[other.length - 1];
      return end?.seqLen === last.seqLen ? [{name: entry.method.name, accuracy: end.accuracy}] : [];
    });
  const ahead = others.filter(({accuracy}) => accuracy > last.accuracy);
  const rank =
    others.length === 0
      ? ''
      : ahead.length === 0
        ? ` None of the ${others.length} others here is as high at ${last.seqLen}.`
        : ` Higher at ${last.seqLen}: ${listText(ahead.map(({name, accuracy}) => `${name} ${share(accuracy)}`))}.`;
  const verdict = held ? 'Here it keeps nearly all' : `Here it loses ${lost}`;
  return [`Claim: ALiBi extrapolates excellently. ${verdict}: ${pathText(path)}.${rank}`];
}

/**
 * @param {readonly Entry[]} entries
 * @param {Race} race
 * @returns {string[]} a sentence for each method that did not learn the task where it was trained
 */
function unlearned(entries, race) {
  const {chance, best} = race.info(race.seqLen);
  const names = entries.flatMap((entry) => {
    const start = resultAt(entry, race.seqLen);
    const isBelow = start && start.accuracy.mean - chance < LEARNED * (best - chance);
    return isBelow ? [`${entry.method.name} (${share(start.accuracy.mean)})`] : [];
  });
  if (names.length === 0) return [];
  return [
    `Not learned at its own length, so that its longer ones say nothing: ${listText(names)}.`,
  ];
}

/**
 * The sentences for a race, in a fixed order; of methods that are measured, and of no others.
 *
 * @param {readonly Entry[]} entries
 * @param {Race} race
 * @returns {string[]}
 */
export function claims(entries, race) {
  return [
    ...noneClaim(entries, race),
    ...promised(entries, race, 'sinusoidal', 'Claim: sinusoids work at any length.'),
    ...learnedClaim(entries, race),
    ...promised(entries, race, 'rope', 'Claim: RoPE generalises well to longer texts.'),
    ...alibiClaim(entries, race),
    ...unlearned(entries, race),
  ];
}

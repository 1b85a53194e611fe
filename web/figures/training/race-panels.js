// @ts-check
// The panels of a race: loss while it trains, then accuracy and perplexity against length.
import {lossCurve, missingAt, resultAt} from './results.js';

/** @import {LinesPanel, Series} from '../../draw/panel.js' */
/** @import {TrainSpec} from '../../workers/protocol.js' */
/** @import {Entry, Info, Result, Spread} from './results.js' */

/**
 * @typedef {{entries: readonly Entry[], spec: TrainSpec, seeds: readonly number[], title: string,
 *   lengths: readonly number[], rows: number, info: (seqLen: number) => Info}} Race
 *   spec: that of any run; title: of the task; rows: of the learned table
 */

/**
 * The marks that curves of one number against length are compared with.
 *
 * @param {Race} race
 * @param {(info: Info) => number | null} chance
 * @param {(info: Info) => number | null} best
 * @returns {Series[]}
 */
function references({lengths, info}, chance, best) {
  return [
    referenceOf('chance', lengths, (length) => chance(info(length)), 'dots'),
    referenceOf('best possible', lengths, (length) => best(info(length)), 'dashes'),
  ];
}

/**
 * @param {string} name
 * @param {readonly number[]} x
 * @param {(x: number) => number | null} of
 * @param {Series['reference']} reference
 * @returns {Series}
 */
function referenceOf(name, x, of, reference) {
  const known = x.filter((value) => of(value) !== null);
  return {name, x: known, y: known.map((value) => Number(of(value))), reference};
}

/** Heights of the plots: first the result, large, and beneath it what else is known. */
const RESULT_PX = 140;
export const LOSS_PX = 64;

/**
 * @param {Race} race
 * @returns {LinesPanel}
 */
export function lossPanel(race) {
  const {entries, spec, info} = race;
  const {chancePerplexity, bestPerplexity} = info(spec.seqLen);
  const curves = entries.map(({runs}) => lossCurve(runs, spec.steps));
  const chance = Math.log(chancePerplexity ?? info(spec.seqLen).nOut);
  const top = Math.max(chance, ...curves.flatMap(({y}) => y));
  const ends = [0, spec.steps];
  return {
    kind: 'lines',
    title: `Loss while it trains, at length ${spec.seqLen}`,
    series: [
      ...entries.map(({method}, k) => ({name: method.name, ...curves[k], colour: method.colour})),
      referenceOf('chance', ends, () => chance, 'dots'),
      referenceOf(
        'best possible',
        ends,
        () => (bestPerplexity === null ? null : Math.log(bestPerplexity)),
        'dashes',
      ),
    ],
    x: {label: 'step', domain: [0, spec.steps]},
    y: {label: 'loss in nats', domain: [0, Math.ceil(top * 10.5) / 10], ticks: 3},
    height: LOSS_PX,
  };
}

/**
 * One curve a method over the lengths at which it was measured.
 *
 * @param {Race} race
 * @param {(result: Result) => Spread} numberOf
 * @returns {Series[]}
 */
function curvesOf({entries, lengths}, numberOf) {
  return entries.map((entry) => {
    const measured = lengths.flatMap((length) => {
      const result = resultAt(entry, length);
      return result ? [{length, spread: numberOf(result)}] : [];
    });
    return {
      name: entry.method.name,
      x: measured.map(({length}) => length),
      y: measured.map(({spread}) => spread.mean),
      spread: {
        low: measured.map(({spread}) => spread.low),
        high: measured.map(({spread}) => spread.high),
      },
      missing: lengths.filter((length) => missingAt(entry, length) !== ''),
      style: /** @type {const} */ ('both'),
      colour: entry.method.colour,
    };
  });
}

/** @param {Race} race */
const lengthAxis = ({lengths, spec}) => ({
  label: `length of the text (trained at ${spec.seqLen})`,
  scale: /** @type {const} */ ('log'),
  domain: /** @type {[number, number]} */ ([lengths[0] / 1.15, lengths[lengths.length - 1] * 1.15]),
  at: lengths,
});

/**
 * @param {Race} race
 * @returns {LinesPanel}
 */
export function accuracyPanel(race) {
  return {
    kind: 'lines',
    title: 'Accuracy against length',
    series: [
      ...curvesOf(race, ({accuracy}) => accuracy),
      ...references(
        race,
        ({chance}) => chance,
        ({best}) => best,
      ),
    ],
    x: lengthAxis(race),
    y: {label: 'accuracy', domain: [0, 1]},
    height: RESULT_PX,
    wide: true,
  };
}

/**
 * @param {Race} race
 * @returns {LinesPanel}
 */
export function perplexityPanel(race) {
  return {
    kind: 'lines',
    title: 'Perplexity against length',
    series: [
      ...curvesOf(race, ({perplexity}) => perplexity),
      ...references(
        race,
        ({chancePerplexity}) => chancePerplexity,
        ({bestPerplexity}) => bestPerplexity,
      ),
    ],
    x: lengthAxis(race),
    y: {label: 'perplexity', scale: 'log', ticks: 3},
    height: LOSS_PX,
  };
}

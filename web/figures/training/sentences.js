// @ts-check
// The sentences of an experiment's note: what was run, and what it does not show.
import {formatNumber} from '../../draw/format.js';
import {maskName} from '../frame/progress.js';

/** @import {RunState, TrainSpec} from '../../workers/protocol.js' */
/** @import {Entry, Info, Spread} from './results.js' */

/** @param {number} value 0..1 */
export const share = (value) => value.toFixed(3);

/**
 * A mean, and the ends where they differ.
 *
 * @param {Spread} spread
 */
export function spreadText({mean, low, high}) {
  const [first, last] = [share(low), share(high)];
  return first === last ? share(mean) : `${share(mean)} (${first} to ${last})`;
}

/** @param {readonly (string | number)[]} parts */
export function listText(parts) {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

/** @param {readonly number[]} seeds */
export const seedsText = (seeds) =>
  seeds.length === 1 ? `seed ${seeds[0]}` : `seeds ${listText(seeds)}`;

/** @param {readonly TrainSpec[]} specs */
const maskNames = (specs) => listText([...new Set(specs.map(maskName))]);

/**
 * Task, seeds, steps and batch, with what chance and a perfect model reach.
 *
 * @param {string} title of the task
 * @param {readonly TrainSpec[]} specs that differ in their methods, seeds and masks alone
 * @param {readonly number[]} seeds
 * @param {Info} info at the length of training
 */
export function setting(title, specs, seeds, {chance, best}) {
  const [spec] = specs;
  const {nLayers, dModel, readout} = spec.model;
  const asked = readout === 'each' ? 'asked after each token' : 'asked once a sequence';
  return (
    `Task: ${title}${title.endsWith('?') ? '' : '.'} Trained at length ${spec.seqLen} for ` +
    `${formatNumber(spec.steps)} steps of ${spec.batch} sequences (AdamW, learning rate up to ${spec.lr}), ` +
    `${seedsText(seeds)}; ${nLayers} layers of width ${dModel}, ${maskNames(specs)}, ${asked}. ` +
    `Accuracy of chance ${share(chance)}, best possible ${share(best)}.`
  );
}

/**
 * The parameters of each method, where they are known; equal ones together.
 *
 * @param {readonly Entry[]} entries
 */
export function parametersText(entries) {
  /** @type {Map<number, Set<string>>} */
  const names = new Map();
  for (const {method, runs} of entries) {
    const n = runs[0]?.nParams ?? 0;
    if (n > 0) names.set(n, (names.get(n) ?? new Set()).add(method.name));
  }
  if (names.size === 0) return '';
  const parts = [...names].map(([n, set]) => `${formatNumber(n)} (${[...set].join(', ')})`);
  return `Parameters: ${parts.join('; ')}.`;
}

/**
 * What Run will do, or what is still to come; '' when all is done.
 *
 * @param {readonly RunState[]} runs
 */
export function toCome(runs) {
  const open = runs.filter(({state}) => state !== 'done' && state !== 'failed');
  if (open.length === 0) return '';
  if (runs.every(({state}) => state === 'idle')) {
    const models = runs.length === 1 ? 'one model' : `${runs.length} models`;
    return `Nothing has been trained yet. Run trains ${models}, here in this tab.`;
  }
  const rest = runs.length - open.length;
  return `${rest} of ${runs.length} models are done.`;
}

/**
 * What a race does not show.
 *
 * @param {string} task
 * @param {number} nSeeds
 */
export function caveat(task, nSeeds) {
  const local =
    task === 'order-2'
      ? 'The last two tokens decide here, which favours methods that attend nearby'
      : 'This is one small task';
  const seeds = nSeeds === 1 ? '; one seed cannot tell small differences from luck' : '';
  return `${local}${seeds}. No general ranking of methods follows.`;
}

// @ts-check
// What claims read out of the files of web/runs/.

/** @import {Measured} from '../workers/protocol.js' */
/** @import {Recording} from '../workers/recorded.js' */

/** The methods of a run, as its name lists them -> the name in a slot. @type {Record<string, string>} */
const NAMES = {
  'rope-half': 'rope',
  'shaw-keys + shaw-values': 'shaw',
  'rope-half + alibi': 'ropeAlibi',
  'sinusoidal + alibi': 'sinusoidalAlibi',
  'rope-half + log-n': 'ropeLogN',
  'rope-half (some layers)': 'ropeAlternate',
  'rope-half (proportional)': 'pRope',
  'rope-half + fox': 'ropeFox',
  'rope-half + sink': 'ropeSink',
  'rope-half + temperature': 'ropeTemperature',
  'rope-half + rope-values': 'ropeValues',
  'stick-breaking': 'stickBreaking',
  'path + fox': 'pathFox',
};

/** @param {string} name of a run: learned (128 rows), causal, order-2 at length 6, seed 1 */
const methodOf = (name) => {
  const [methods] = name.split(', ');
  const plain = methods.replace(/ \(.*\)/, '');
  return NAMES[methods] ?? NAMES[plain] ?? camelCase(plain);
};

/** @param {readonly number[]} list */
export const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;

/**
 * Accuracies by method and tested length, `rope.12`: the mean over the seeds.
 *
 * @param {Recording} recording
 * @returns {Record<string, Record<string, number>>}
 */
export function accuraciesByLength({runs}) {
  const methods = [...new Set(runs.map(({name}) => methodOf(name)))];
  return Object.fromEntries(
    methods.map((method) => {
      const own = runs.filter(({name}) => methodOf(name) === method);
      const tested = /** @type {Measured[]} */ (own[0].evaluations);
      const means = tested.map(({seqLen}, k) => [
        seqLen,
        mean(own.map(({evaluations}) => /** @type {Measured} */ (evaluations[k]).accuracy)),
      ]);
      return [method, Object.fromEntries(means)];
    }),
  );
}

/** The runs of one method, each tested at one length. @param {Recording} recording @param {string} method @param {number} length */
const testedAt = ({runs}, method, length) =>
  runs
    .filter(({name}) => methodOf(name) === method)
    .flatMap(({evaluations}) => /** @type {Measured[]} */ (evaluations))
    .filter(({seqLen}) => seqLen === length);

/** The accuracy of each seed. @param {Recording} recording @param {string} method @param {number} length */
export const seedsAt = (recording, method, length) =>
  testedAt(recording, method, length).map(({accuracy}) => accuracy);

/** e to the mean loss over the seeds. @param {Recording} recording @param {string} method @param {number} length */
export const perplexityAt = (recording, method, length) =>
  Math.exp(mean(testedAt(recording, method, length).map(({loss}) => loss)));

/**
 * How far the accuracies of the seeds are apart, and the standard deviation that the number of targets alone gives.
 *
 * @param {Recording} recording
 * @param {string} method
 * @param {readonly number[]} lengths
 * @returns {Record<'targets' | 'sampling' | 'seeds', Record<string, number>>}
 */
export function spreadOf(recording, method, lengths) {
  /** @param {(accuracies: number[], nTargets: number) => number} of */
  const at = (of) =>
    Object.fromEntries(
      lengths.map((length) => {
        const tested = testedAt(recording, method, length);
        return [
          length,
          of(
            tested.map(({accuracy}) => accuracy),
            tested[0].nTargets,
          ),
        ];
      }),
    );
  return {
    targets: at((_, nTargets) => nTargets),
    sampling: at((list, nTargets) => Math.sqrt((mean(list) * (1 - mean(list))) / nTargets)),
    seeds: at((list) => Math.max(...list) - Math.min(...list)),
  };
}

/**
 * Accuracies by the rule of the position ids, method and tested length, `pose.rope.12`: the mean over the seeds.
 *
 * @param {Recording} recording
 * @returns {Record<string, Record<string, Record<string, number>>>}
 */
export function accuraciesByIds(recording) {
  const ruleOf = (/** @type {string} */ name) => name.replace(/^.*, (\w+) ids$/, '$1');
  const rules = [...new Set(recording.runs.map(({name}) => ruleOf(name)))];
  const of = (/** @type {string} */ rule) =>
    accuraciesByLength({
      ...recording,
      runs: recording.runs.filter(({name}) => ruleOf(name) === rule),
    });
  return Object.fromEntries(rules.map((rule) => [rule, of(rule)]));
}

/**
 * Accuracies by what a model keeps of RoPE and tested length: `rope.6` and `none.6` where nothing is removed, and
 * `removed25.6` where it is removed 25 steps before the end; the mean over the seeds.
 *
 * @param {Recording} recording
 * @returns {Record<string, Record<string, number>>}
 */
export function accuraciesByRemoval(recording) {
  const {runs, settings} = recording;
  const of = (/** @type {string} */ end) =>
    accuraciesByLength({...recording, runs: runs.filter(({name}) => name.endsWith(`, ${end}`))});
  const removed = /** @type {string[]} */ (settings.stepsAfter).map((n) => {
    const {rope} = of(`removed after ${Number(settings.steps) - Number(n)} steps`);
    return [`removed${n}`, rope];
  });
  return {...of('kept'), ...Object.fromEntries(removed)};
}

/**
 * Accuracies by method and cells of the tested grid, `axial.36` for RoPE that knows the grid; the mean over the seeds.
 *
 * @param {Recording} recording
 * @returns {Record<string, Record<string, number>>}
 */
export function accuraciesOnGrid(recording) {
  const of = (/** @type {boolean} */ knowsGrid) =>
    accuraciesByLength({
      ...recording,
      runs: recording.runs.filter(({name}) => name.endsWith(', on a grid') === knowsGrid),
    });
  const {rope: axial, ropeMixed: mixed} = of(true);
  return {...of(false), axial, mixed};
}

/**
 * Accuracies by mask and method, `causal.rope`, of runs that are tested at one length.
 *
 * @param {Recording} recording
 * @returns {Record<string, Record<string, number>>}
 */
export function accuraciesByMask({runs}) {
  /** @type {Record<string, Record<string, number>>} */
  const masks = {};
  for (const {name, evaluations} of runs) {
    const mask = name.includes(', causal') ? 'causal' : 'bidirectional';
    const {accuracy} = /** @type {Measured} */ (evaluations[0]);
    masks[mask] = {...masks[mask], [methodOf(name)]: accuracy};
  }
  return masks;
}

/**
 * Accuracies by task and method, `before.none`, of runs of several tasks.
 *
 * @param {Recording} recording
 * @returns {Record<string, Record<string, number>>}
 */
export function accuraciesByTask({runs}) {
  /** @type {Record<string, Record<string, number>>} */
  const tasks = {};
  for (const {name, evaluations} of runs) {
    const task = camelCase(name.split(', ')[2].split(' ')[0]);
    const {accuracy} = /** @type {Measured} */ (evaluations[0]);
    tasks[task] = {...tasks[task], [methodOf(name)]: accuracy};
  }
  return tasks;
}

/**
 * Accuracies by rule and tested length: one model, which is tested at every length once as it is and then by each rule
 * in the order of the settings; the mean over its seeds.
 *
 * @param {Recording} recording
 * @returns {Record<string, Record<string, number>>}
 */
export const accuraciesByRule = ({runs, settings}) =>
  meansByRule(runs, settings.rules, ({accuracy}) => accuracy);

/**
 * Perplexities of a passage, by how it is read and by the tokens before it, `lostBase.24`: e to the mean loss over
 * the seeds.
 *
 * @param {Recording} recording
 * @param {number} passage its tokens
 * @returns {Record<string, Record<string, number>>}
 */
export function perplexitiesByPlace({runs, settings}, passage) {
  const losses = meansByRule(runs, settings.readings, ({loss}) => loss);
  return Object.fromEntries(
    Object.entries(losses).map(([reading, byLength]) => {
      const byPlace = Object.entries(byLength).map(([seqLen, loss]) => [
        Number(seqLen) - passage,
        Math.exp(loss),
      ]);
      return [reading, Object.fromEntries(byPlace)];
    }),
  );
}

/**
 * @param {Recording['runs']} runs
 * @param {unknown} rules their names, in the order of the tests
 * @param {(measured: Measured) => number} numberOf
 * @returns {Record<string, Record<string, number>>}
 */
function meansByRule(runs, rules, numberOf) {
  const all = runs.map(({evaluations}) => /** @type {Measured[]} */ (evaluations));
  const nLengths = new Set(all[0].map(({seqLen}) => seqLen)).size;
  return Object.fromEntries(
    /** @type {string[]} */ (rules).map((rule, at) => {
      const own = Array.from({length: nLengths}, (_, k) => at * nLengths + k);
      const means = own.map((k) => [all[0][k].seqLen, mean(all.map((one) => numberOf(one[k])))]);
      return [camelCase(rule), Object.fromEntries(means)];
    }),
  );
}

/** @param {string} key yarn-paper @returns {string} yarnPaper */
const camelCase = (key) => key.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

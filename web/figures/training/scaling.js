// @ts-check
// One model read by several rules, as panels: what the race of the rules shows, and what it says of itself.
import {formatNumber} from '../../draw/format.js';
import {placeOf} from '../../draw/method-colours.js';
import {accuracyPanel, lossPanel, perplexityPanel} from './race-panels.js';
import {ceilingMeters, resultAt} from './results.js';
import {caveat, listText, setting, share, spreadText, toCome} from './sentences.js';

/** @import {TablePanel} from '../../draw/panel.js' */
/** @import {RunState} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Race} from './race-panels.js' */
/** @import {Entry} from './results.js' */

/**
 * A race of rules: an entry is a rule, its runs are the models with the evaluations under this rule alone.
 * `factor`: by which the rules that do not look at the text stretch; null where all follow it.
 *
 * @typedef {Race & {factor: number | null}} ScalingRace
 */

/** A curve falls where it loses this much accuracy, and stays flat where it loses less. */
const FLAT = 0.05;
/** Of the way from chance to the best: a model that comes less far has not learned the task. */
const LEARNED = 0.5;

/**
 * @param {ScalingRace} race
 * @param {string} key
 * @param {number} length
 * @returns {number | null}
 */
function accuracyAt({entries}, key, length) {
  const entry = entries.find(({method}) => method.key === key);
  return (entry && resultAt(entry, length)?.accuracy.mean) ?? null;
}

/**
 * Its accuracies, in words.
 *
 * @param {ScalingRace} race
 * @param {string} key
 * @returns {string} '' before all are measured
 */
function pathText(race, key) {
  const path = race.lengths.map((length) => accuracyAt(race, key, length));
  if (path.some((value) => value === null)) return '';
  return listText(path.map((value, k) => `${share(Number(value))} at ${race.lengths[k]}`));
}

/** @param {ScalingRace} race @returns {string[]} */
function noRuleClaim(race) {
  const text = pathText(race, 'none');
  return text ? [`Read as it was trained, by no rule: ${text}.`] : [];
}

/**
 * What interpolation costs a model that was not trained with it, where it had been at home.
 *
 * @param {ScalingRace} race
 * @returns {string[]}
 */
function linearClaim(race) {
  const {factor, spec} = race;
  const {seqLen} = spec;
  if (factor === null) return [];
  const [before, after] = ['none', 'linear'].map((key) => accuracyAt(race, key, seqLen));
  const last = accuracyAt(race, 'linear', factor * seqLen);
  if (before === null || after === null || last === null) return [];
  const cost =
    before - after > FLAT
      ? `Interpolation without fine-tuning takes it from ${share(before)} to ${share(after)} at ` +
        `${seqLen} tokens, its own length: neighbours are now 1/${formatNumber(factor)} of a step apart`
      : `Interpolation costs little at ${seqLen} tokens: ${share(before)} without, ${share(after)} with it`;
  const flat =
    after - last <= FLAT ? /* t */ '; what is left stays' : /* t */ '; the rest falls too';
  return [`${cost}${flat}, ${share(last)} at ${factor * seqLen}.`];
}

/** @param {ScalingRace} race @returns {string[]} */
function bestClaim(race) {
  const last = race.lengths[race.lengths.length - 1];
  const measured = race.entries.flatMap((entry) => {
    const result = resultAt(entry, last);
    return result ? [{name: entry.method.name, accuracy: result.accuracy.mean}] : [];
  });
  if (measured.length < race.entries.length || measured.length < 2) return [];
  const [first, second] = measured.sort((a, b) => b.accuracy - a.accuracy);
  const {best} = race.info(last);
  return [
    `Highest at ${last} tokens: ${first.name}, ${share(first.accuracy)}; next ${second.name}, ` +
      `${share(second.accuracy)}; best possible ${share(best)}.`,
  ];
}

/** @param {ScalingRace} race @returns {string[]} */
function logNClaim(race) {
  const last = race.lengths[race.lengths.length - 1];
  const [none, logN] = ['none', 'log-n'].map((key) => accuracyAt(race, key, last));
  if (none === null || logN === null) return [];
  const gain = logN - none;
  const verdict =
    Math.abs(gain) <= FLAT
      ? 'log-N alone changes little: thin attention is not what fails here'
      : `log-N alone ${gain > 0 ? 'gains' : 'loses'} ${share(Math.abs(gain))}`;
  return [`At ${last} tokens ${verdict} (${share(none)} without it, ${share(logN)} with it).`];
}

/**
 * @param {ScalingRace} race
 * @returns {string[]} what a race shows of rules; of a model that has not learned its task, only that
 */
function claimsOf(race) {
  const {seqLen} = race.spec;
  const home = accuracyAt(race, 'none', seqLen);
  const {chance, best} = race.info(seqLen);
  if (home !== null && home - chance < LEARNED * (best - chance)) {
    return [
      `Not learned at its own length (${share(home)} at ${seqLen}), so that no rule shows anything.`,
    ];
  }
  const all = [noRuleClaim, linearClaim, bestClaim, logNClaim];
  return all.flatMap((claim) => claim(race));
}

/**
 * @param {ScalingRace} race
 * @returns {TablePanel}
 */
function tablePanel(race) {
  const {entries, lengths} = race;
  return {
    kind: 'table',
    title: 'Accuracy, rule by rule',
    columns: ['rule', ...lengths.map((length) => `at ${length}`)],
    rows: entries.map((entry) => [
      entry.method.name,
      ...lengths.map((length) => {
        const result = resultAt(entry, length);
        return result ? spreadText(result.accuracy) : '—';
      }),
    ]),
    says: claimsOf(race).join('\n'),
    wide: true,
  };
}

/** Rules that must not touch a text as long as those of training. */
const AT_HOME = ['dynamic', 'log-n'];

/**
 * What follows the text changes nothing at home: the same loss as without a rule.
 *
 * @param {ScalingRace} race
 * @returns {Meter[]} none before it has been measured
 */
function homeMeters({entries, spec}) {
  const lossOf = (/** @type {Entry} */ {runs}) =>
    runs.flatMap(({evaluations}) =>
      evaluations.flatMap((one) =>
        one.seqLen === spec.seqLen && one.missing === undefined ? [one.loss] : [],
      ),
    );
  const none = entries.find(({method}) => method.key === 'none');
  const wanted = none ? lossOf(none) : [];
  const apart = entries
    .filter(({method}) => AT_HOME.includes(method.key))
    .flatMap((entry) => lossOf(entry).map((loss, k) => Math.abs(loss - wanted[k])))
    .filter(Number.isFinite);
  if (apart.length === 0) return [];
  const label = `dynamic NTK and log-N change nothing at ${spec.seqLen} tokens: change of the loss`;
  return [{name: 'at-home', label, value: Math.max(...apart), limit: 1e-9}];
}

/**
 * The drawing of a race in any condition.
 *
 * @param {ScalingRace} race
 * @param {readonly RunState[]} models one a seed
 * @returns {Drawing}
 */
export function scalingDrawing(race, models) {
  const {spec, seeds, title, info, factor} = race;
  const method = {key: 'rope', name: 'the model', list: [], colour: placeOf('rope')};
  const loss = {...race, entries: [{method, runs: [...models]}]};
  const stretch =
    factor === null
      ? 'Each rule stretches by the length of the text over that of training.'
      : `All rules stretch by ${formatNumber(factor)} whatever the text, but dynamic NTK follows it.`;
  return {
    columns: 2,
    least: 300,
    panels: [accuracyPanel(race), perplexityPanel(race), lossPanel(loss), tablePanel(race)],
    meters: [...homeMeters(race), ...ceilingMeters(models, info)],
    note: [
      toCome(models),
      setting(title, [spec], seeds, info(spec.seqLen)),
      `The same weights are read under every rule; nothing is trained again. ${stretch}`,
      seeds.length > 1 ? 'Bars reach from the least to the greatest of the seeds.' : '',
      caveat(spec.task, seeds.length),
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/**
 * The models as one rule sees them: with its evaluations alone.
 *
 * @param {readonly RunState[]} models
 * @param {string} rule 'none': as trained
 * @returns {RunState[]}
 */
export const readBy = (models, rule) =>
  models.map((run) => ({
    ...run,
    evaluations: run.evaluations.filter(({scaling = 'none'}) => scaling === rule),
  }));

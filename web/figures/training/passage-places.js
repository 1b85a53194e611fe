// @ts-check
import {taskInfo, tasks} from '../../core/task.js';
import {formatNumber} from '../../draw/format.js';
import {Experiment} from '../frame/experiment.js';
import {RULES} from '../shared/scaling-rules.js';
import {ceilingMeters, resultAt} from './results.js';
import {readBy} from './scaling.js';
import {setting, share, toCome} from './sentences.js';
import {scalingSpec, seedsOf} from './train-specs.js';

/** @import {Core} from '../../core/core.js' */
/** @import {ScalingSpec, RunState, TrainSpec} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */
/** @import {Entry} from './results.js' */

/** Tokens of a training text, and of the passage that is read; and how many tokens may come before it. */
const [TRAINED, PASSAGE] = [32, 8];
const PLACES = [0, 8, 24, 56, 120, 248];
const LENGTHS = PLACES.map((place) => place + PASSAGE);

/** What code falls back to where it does not find a model's base. */
const FALLBACK = 10_000;
const BASES = {[FALLBACK]: formatNumber(FALLBACK), 500000: formatNumber(500_000)};

/** By what the rules stretch. */
const FACTOR = 4;
const STRETCH = {dim: 0, base: 0, seqLen: 0, original: TRAINED, factor: FACTOR};

/** @param {string} rule of RULES */
function scalingOf(rule) {
  const {dim: _dim, base: _base, seqLen: _seqLen, ...reads} = RULES[rule].reads(STRETCH);
  return {scaling: reads};
}

/**
 * How the passage is read: what changes of RoPE, and the place in the palette; places six apart share a colour, as the
 * same rule does with and without the model's base.
 *
 * @type {Record<string, {name: string, colour: number, change: Omit<ScalingSpec, 'name'>}>}
 */
const READINGS = {
  none: {name: /* t */ 'as it was trained', colour: 0, change: {}},
  'lost-base': {name: /* t */ 'base lost', colour: 6, change: {base: FALLBACK}},
  linear: {name: RULES.linear.name, colour: 1, change: scalingOf('linear')},
  'lost-linear': {
    name: /* t */ 'interpolation, base lost',
    colour: 7,
    change: {base: FALLBACK, ...scalingOf('linear')},
  },
  ntk: {name: RULES.ntk.name, colour: 2, change: scalingOf('ntk')},
  dynamic: {name: RULES.dynamic.name, colour: 3, change: scalingOf('dynamic')},
  yarn: {name: RULES.yarn.name, colour: 4, change: scalingOf('yarn')},
};

/**
 * What each reading makes of the passage, at the start and at the last place.
 *
 * @param {readonly Entry[]} entries
 * @returns {string} '' before all are measured
 */
export function placeFindings(entries) {
  const ends = [LENGTHS[0], LENGTHS[LENGTHS.length - 1]];
  const lines = entries.map((entry) => {
    const [home, far] = ends.map((length) => resultAt(entry, length)?.perplexity.mean);
    if (home === undefined || far === undefined) return '';
    return `${entry.method.name}: ${home.toFixed(2)} and ${far.toFixed(2)}.`;
  });
  if (lines.includes('')) return '';
  const last = PLACES[PLACES.length - 1];
  return [
    `Perplexity of the passage with nothing and with ${last} tokens before it.`,
    ...lines,
  ].join('\n');
}

/**
 * The same passages at many places of a text: after 0 to 248 other tokens. One RoPE model reads them, as it was
 * trained and with other frequencies.
 *
 * Attributes: readings (separated by commas), base (of the model), steps, seeds (1 or 3 of them), seed (the first).
 */
export class PassagePlaces extends Experiment {
  static tag = 'passage-places';

  static settings = /** @type {Schema} */ ({
    readings: {
      type: 'set',
      default: Object.keys(READINGS),
      options: Object.fromEntries(Object.entries(READINGS).map(([key, {name}]) => [key, name])),
      label: 'Read',
    },
    base: {type: 'choice', default: '500000', options: BASES, label: 'Base of the model'},
    steps: {type: 'int', default: 600, min: 50, max: 2000, step: 50, label: 'Training steps'},
    seeds: {
      type: 'choice',
      default: '3',
      options: {1: 'one seed', 3: 'three seeds, with error bars'},
      label: 'Seeds',
    },
    seed: {type: 'int', default: 1, min: 0, max: 99, label: 'First seed'},
  });

  static presets = {
    'passage-places': {
      title: 'One passage, at six places: what a lost base does to its perplexity',
    },
  };

  /** @param {Settings} settings @returns {TrainSpec[]} */
  static runs(settings) {
    const {readings, steps, base} = settings;
    const scalings = readings
      .filter((/** @type {string} */ key) => key !== 'none')
      .map((/** @type {string} */ key) => ({
        name: key,
        methods: [{name: 'rope-half', ...READINGS[key].change}],
      }));
    return seedsOf(settings).map((seed) =>
      scalingSpec({
        scalings,
        seqLen: TRAINED,
        seed,
        steps,
        lengths: LENGTHS,
        base: Number(base),
        passage: PASSAGE,
      }),
    );
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} _fault
   * @param {RunState[]} runs
   * @returns {Drawing}
   */
  static compute(core, settings, _fault, runs) {
    const [spec] = PassagePlaces.runs(settings);
    const seeds = seedsOf(settings);
    const info = (/** @type {number} */ seqLen) => taskInfo(core, {task: spec.task, seqLen});
    /** @type {Entry[]} */
    const entries = settings.readings.map((/** @type {string} */ key) => ({
      method: {
        key,
        name: READINGS[key].name,
        list: [],
        colour: READINGS[key].colour,
      },
      runs: readBy(runs, key),
    }));
    const resultsOf = (/** @type {Entry} */ entry) =>
      PLACES.flatMap((place) => {
        const result = resultAt(entry, place + PASSAGE);
        return result ? [{place, ...result}] : [];
      });
    const {bestPerplexity} = info(TRAINED);
    const title = tasks(core).find(({name}) => name === spec.task)?.title ?? spec.task;
    return {
      columns: 1,
      panels: [
        {
          kind: 'lines',
          title: 'Perplexity of the passage',
          series: [
            ...entries.map((entry) => {
              const results = resultsOf(entry);
              return {
                name: entry.method.name,
                x: results.map(({place}) => place),
                y: results.map(({perplexity}) => perplexity.mean),
                spread: {
                  low: results.map(({perplexity}) => perplexity.low),
                  high: results.map(({perplexity}) => perplexity.high),
                },
                style: /** @type {const} */ ('both'),
                colour: entry.method.colour,
              };
            }),
            {
              name: 'best possible',
              x: [PLACES[0], PLACES[PLACES.length - 1]],
              y: [Number(bestPerplexity), Number(bestPerplexity)],
              reference: /** @type {const} */ ('dashes'),
            },
          ],
          x: {label: `tokens before the passage (texts of training have ${TRAINED})`, at: PLACES},
          y: {label: 'perplexity', scale: 'log', ticks: 3},
          height: 140,
          wide: true,
        },
        {
          kind: 'table',
          title: 'Perplexity by place',
          columns: ['read', ...PLACES.map((place) => `after ${place}`)],
          rows: entries.map((entry) => [
            entry.method.name,
            ...PLACES.map((place) => {
              const result = resultAt(entry, place + PASSAGE);
              return result ? share(result.perplexity.mean) : '—';
            }),
          ]),
          says: placeFindings(entries),
          wide: true,
        },
      ],
      meters: ceilingMeters(runs, info),
      note: [
        toCome(runs),
        setting(title, [spec], seeds, info(TRAINED)),
        `Each text ends with a passage of ${PASSAGE} tokens, the same at every place; only it is measured. All rules stretch by ${FACTOR}, but dynamic NTK follows the text.`,
        'The last two tokens decide here, so that what a far token could tell is not measured.',
      ]
        .filter(Boolean)
        .join(' '),
    };
  }
}

// @ts-check
import {fullCore} from '../../core/full-core.js';
import {formatNumber} from '../../draw/format.js';
import {spansOf} from '../../draw/spans.js';
import {COMMON_SLIP, onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {
  bucketRange,
  bucketsOfSide,
  exactSides,
  floatSides,
  isOneSided,
  nWrong,
  usedSides,
} from './buckets.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Strip, StripPanel} from '../../draw/panel.js' */
/** @import {Facts, Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Sides} from './buckets.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const BEFORE = 'key before the query';
const AFTER = 'key after the query';

/**
 * The strips of both sides.
 *
 * @param {Sides} sides
 * @param {string} suffix of the names
 * @param {number} [against] the place of the first strip to compare with
 * @returns {Strip[]}
 */
function stripsOf({before, after}, suffix, against) {
  const strips = [{name: `${BEFORE}${suffix}`, y: before, against}];
  if (!after) return strips;
  const other = against === undefined ? undefined : against + 1;
  return [...strips, {name: `${AFTER}${suffix}`, y: after, against: other}];
}

/**
 * @param {Settings} settings
 * @param {readonly number[]} distances
 * @param {Sides} exact
 * @param {Sides} used
 * @param {string} fault
 * @returns {StripPanel}
 */
function panelOf(settings, distances, exact, used, fault) {
  const nSides = used.after ? 2 : 1;
  const series = fault
    ? [...stripsOf(used, ', as broken', nSides), ...stripsOf(exact, ', as it should be')]
    : stripsOf(used, '');
  const right = fault ? nSides : 0;
  if (settings.rounding && hasLogarithm(settings)) {
    for (const type of /** @type {const} */ (['float64', 'float32'])) {
      const {before} = floatSides(settings, distances, type);
      series.push({name: `${BEFORE}, in ${type}`, y: before, against: right});
    }
  }
  return {
    kind: 'strip',
    title: fault ? 'red below a strip: distances in a wrong bucket' : '',
    series,
    range: bucketRange(settings),
    x: {label: 'distance between query and key (logarithmic)'},
    y: {label: 'bucket'},
  };
}

/** With a single exact bucket or none there is nothing to take a logarithm of. @param {Settings} settings */
const hasLogarithm = (settings) =>
  settings.rule === 't5' ? bucketsOfSide(settings) >= 2 : settings.nBuckets >= 4;

/**
 * @param {Settings} settings
 * @param {Sides} exact
 * @param {Sides} used
 * @returns {Meter[]}
 */
function metersOf(settings, exact, used) {
  const [low, high] = bucketRange(settings);
  const all = [...used.before, ...(used.after ?? [])];
  const label = 'distances in another bucket than the rule says';
  /** @type {Meter[]} */
  const meters = [
    {name: 'exact', label, value: nWrong(used, exact), limit: 0},
    {
      name: 'range',
      label: 'buckets without a row in the table',
      value: new Set(all.filter((bucket) => bucket < low || bucket > high)).size,
      limit: 0,
    },
  ];
  if (isOneSided(settings)) return meters;
  const before = new Set(used.before);
  const own = new Set(used.after?.filter((bucket) => !before.has(bucket)));
  const sides = 'buckets that keys after the query have for themselves';
  return [...meters, {name: 'sides', label: sides, value: own.size, limit: 2, relation: '≥'}];
}

/** @param {string} type @param {Facts} facts */
const roundedText = (type, {value}) =>
  `The bucket is computed with a logarithm in ${type}. Where the quotient of two logarithms should be a whole number, it ` +
  'can come out slightly below or above, and the floor or the ceiling makes another bucket of it: here at ' +
  `${value('exact')} distances, both sides counted. float32 and float64 go wrong at different distances, so a model trained with one and served with the other reads other rows.`;

/**
 * @param {Settings} settings
 * @param {Sides} exact
 * @param {string} fault
 */
function noteOf(settings, exact, fault) {
  if (fault) return ''; // its own sentence takes the place of these claims
  const spans = spansOf(exact.before);
  const shared = spans.findIndex(({from, to}) => to > from);
  if (shared < 0) return 'Every distance shown has a bucket of its own.';
  const last = spans[spans.length - 1];
  const own =
    shared === 1 ? 'Only distance 0 has' : `Distances 0 to ${spans[shared].from - 1} have`;
  const slips = settings.rounding ? slipText(settings, exact) : '';
  return (
    `${own} a bucket of their own; from there on buckets grow by about a constant factor, and so have ` +
    `about equal widths on this axis. From ${formatNumber(last.from)} on all distances ` +
    `shown share bucket ${formatNumber(last.bucket)}.${idleText(exact)}${slips}`
  ).replace('Only distance 0 has a bucket of their own', 'Only distance 0 has a bucket of its own');
}

/** T5's offset 0 counts as past: the first bucket of the other side waits for it in vain. @param {Sides} exact */
function idleText({before, after}) {
  const usedBuckets = new Set([...before, ...(after ?? [])]);
  const idle = before.length > 1 && after ? after[1] - 1 : -1;
  return after && idle > 0 && !usedBuckets.has(idle) ? ` Bucket ${idle} is never asked for.` : '';
}

/** @param {Settings} settings @param {Sides} exact */
function slipText(settings, {before}) {
  if (!hasLogarithm(settings)) return '';
  const distances = before.map((_, k) => k);
  const parts = /** @type {const} */ (['float64', 'float32']).map((type) => {
    const wrong = floatSides(settings, distances, type).before.flatMap((bucket, k) =>
      bucket === before[k] ? [] : [k],
    );
    return wrong.length > 0 ? `${type} is wrong at ${wrong.join(', ')}` : `${type} is right`;
  });
  return ` With a logarithm ${parts.join('; ')}.`;
}

/**
 * Which distances share a bucket, and so a learned number: T5's rule and DeBERTa's.
 *
 * Attributes: rule (t5, deberta), causal (T5's rule of a decoder), n-buckets, max-distance (T5's;
 * DeBERTa's max_position), reach (the largest distance shown), rounding (strips of what a logarithm in
 * floating point says).
 */
export class BucketStrip extends Figure {
  static tag = 'bucket-strip';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    rule: {type: 'choice', default: 't5', options: {t5: 'T5', deberta: 'DeBERTa'}, label: 'Rule'},
    causal: {type: 'flag', default: false, label: 'of a decoder, which sees no future'},
    nBuckets: {type: 'int', default: 32, min: 2, max: 512, label: 'Buckets'},
    maxDistance: {type: 'int', default: 128, min: 2, max: 2048, label: 'Maximum distance'},
    reach: {type: 'int', default: 256, min: 8, max: 2048, label: 'Shown up to distance'},
    rounding: {type: 'flag', default: false, label: 'What floating point makes of it'},
  });

  static presets = {
    't5-bucket-strip': {
      title: 'T5 in an encoder: 32 buckets, half for each side',
      short: 'T5 encoder',
      settings: {},
      controls: ['nBuckets', 'maxDistance', 'reach', 'rounding'],
      faults: ['one-sided', 'sign', 'no-cap'],
    },
    't5-causal': {
      title: 'T5 in a decoder: all 32 buckets for the past',
      short: 'T5 decoder',
      settings: {causal: true},
      controls: ['nBuckets', 'maxDistance', 'reach', 'rounding'],
      faults: ['no-cap'],
    },
    't5-slips-float64': {
      title: 'T5 with 18 buckets: three distances that float64 gets wrong',
      short: 'float64 slips',
      settings: {nBuckets: 18, rounding: true, reach: 160},
      controls: ['nBuckets', 'maxDistance', 'causal', 'reach', 'rounding'],
      faults: ['float64'],
    },
    't5-slips-float32': {
      title: 'T5 in a decoder with 48 buckets up to 81: two distances that float32 gets wrong',
      short: 'float32 slips',
      settings: {causal: true, nBuckets: 48, maxDistance: 81, rounding: true, reach: 100},
      controls: ['nBuckets', 'maxDistance', 'causal', 'reach', 'rounding'],
      faults: ['float32'],
    },
    'deberta-bucket-strip': {
      title: 'DeBERTa: 256 buckets per side, exact up to 128, then a logarithm to 512',
      short: 'DeBERTa',
      settings: {rule: 'deberta', nBuckets: 256, maxDistance: 512, reach: 1024},
      controls: ['nBuckets', 'maxDistance', 'reach', 'rounding'],
      faults: ['sign'],
    },
    'deberta-slips': {
      title: 'DeBERTa with 128 buckets up to 513: two distances that float64 gets wrong',
      short: 'DeBERTa slips',
      settings: {rule: 'deberta', nBuckets: 128, maxDistance: 513, rounding: true, reach: 600},
      controls: ['nBuckets', 'maxDistance', 'reach', 'rounding'],
      faults: ['float64', 'sign'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'one-sided': {
      label: 'a decoder’s rule where both sides are seen',
      source: onGitHub('google-research/text-to-text-transfer-transformer#415'),
      breaks: 'sides',
      says: ({value}) =>
        'A decoder’s rule has no buckets for the future: every key after the query lands in bucket 0, with the query ' +
        `itself. ${value('exact')} distances are in a wrong bucket.`,
    },
    sign: {
      label: 'query − key instead of key − query, or the other way round',
      source: onGitHub('dmlc/gluon-nlp#1470'),
      breaks: 'exact',
      says: ({value}) =>
        `The offset has the wrong sign, so each side reads the rows of the other: ${value('exact')} distances are in a wrong bucket. ` +
        'A model that is trained with it learns it so; weights trained with the other sign are read wrongly.',
    },
    'no-cap': {
      label: 'nothing keeps far distances in the last bucket',
      source: onGitHub('huggingface/candle#1312'),
      breaks: 'exact',
      says: ({value}) =>
        'Nothing caps the logarithm, so far keys ask for buckets beyond the last one: rows that the table does not ' +
        `have, or that belong to the other side. ${value('exact')} distances are in a wrong bucket.`,
    },
    float64: {
      label: 'a logarithm in float64 decides',
      source: COMMON_SLIP,
      breaks: 'exact',
      says: (facts) => roundedText('float64', facts),
    },
    float32: {
      label: 'a logarithm in float32 decides',
      source: {
        text: 'transformers, modeling_t5.py',
        url: 'https://github.com/huggingface/transformers/blob/main/src/transformers/models/t5/modeling_t5.py',
      },
      breaks: 'exact',
      says: (facts) => roundedText('float32', facts),
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    const distances = Array.from({length: settings.reach + 1}, (_, k) => k);
    const exact = exactSides(core, settings, distances);
    const used = usedSides(core, settings, distances, fault);
    return {
      panels: [panelOf(settings, distances, exact, used, fault)],
      meters: metersOf(settings, exact, used),
      note: noteOf(settings, exact, fault),
    };
  }
}

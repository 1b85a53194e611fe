// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {maxAbsDiff, rowSumError} from '../../core/linalg.js';
import {selfAttention} from '../../core/model.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {slice} from '../shared/tensors.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {BarsPanel, HeatmapPanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const MAX_WORDS = 8;

/**
 * One random vector per word, the same for the same word wherever it is.
 *
 * @param {Core} core
 * @param {string[]} words
 * @param {Settings} settings
 * @returns {Tensor} (n, dModel)
 */
function embed(core, words, {dModel, seed}) {
  const data = new Float32Array(words.length * dModel);
  words.forEach((word, k) => {
    data.set(randomNormal(core, {seed, name: `word ${word}`, shape: [dModel]}).data, k * dModel);
  });
  return {data, shape: [words.length, dModel]};
}

/**
 * @param {Settings} settings
 * @returns {string[]}
 */
function wordsOf({sentence}) {
  const words = sentence.trim().toLowerCase().split(/\s+/);
  if (words.length >= 2 && words.length <= MAX_WORDS) return words;
  throw new RangeError(`sentence must have 2 to ${MAX_WORDS} words, got ${words.length}.`);
}

/**
 * Rows in the opposite order.
 *
 * @param {Tensor} tensor (n, m)
 * @returns {Tensor}
 */
function rowsReversed({data, shape: [n, m]}) {
  const out = new Float32Array(n * m);
  for (let row = 0; row < n; row++)
    out.set(data.subarray(row * m, (row + 1) * m), (n - 1 - row) * m);
  return {data: out, shape: [n, m]};
}

/**
 * Queries and keys in the opposite order.
 *
 * @param {Tensor} tensor (n, n)
 * @returns {Tensor}
 */
function reversed({data, shape}) {
  return {data: Float32Array.from(data).reverse(), shape};
}

/**
 * @param {string} title
 * @param {Tensor} tensor
 * @param {string[]} words
 * @param {Partial<HeatmapPanel>} [rest]
 * @returns {HeatmapPanel}
 */
function weightsPanel(title, tensor, words, rest = {}) {
  return {
    kind: 'heatmap',
    title,
    tensor,
    x: {label: 'key', names: words},
    y: {label: 'query', names: words},
    value: {label: 'weight'},
    colour: {map: 'weight', domain: [0, 1]},
    aspect: 1,
    ...rest,
  };
}

/**
 * The largest change of any number in each row.
 *
 * @param {Core} core
 * @param {Tensor} a (n, m)
 * @param {Tensor} b (n, m)
 */
function rowChanges(core, a, b) {
  const [n, m] = a.shape;
  const row = (/** @type {Tensor} */ {data}, /** @type {number} */ k) => ({
    data: data.subarray(k * m, (k + 1) * m),
    shape: [1, m],
  });
  return Array.from({length: n}, (_, k) => maxAbsDiff(core, {a: row(a, k), b: row(b, k)}));
}

/**
 * @param {string[]} words
 * @param {number[]} changes
 * @returns {BarsPanel}
 */
function changesPanel(words, changes) {
  return {
    kind: 'bars',
    title: 'what it does to each word’s output',
    groups: words,
    series: [{name: 'change', values: changes}],
    x: {label: 'word'},
    // at least 1: rounding must not be drawn as if it were a change
    y: {label: 'largest change of the output', domain: [0, Math.max(1, ...changes)]},
    aspect: 0.8,
  };
}

/**
 * A sentence and its reversal through the same attention. ALiBi looks at the distance and not at
 * the side: without a causal mask the one is the mirror image of the other.
 *
 * Attributes: sentence, mask (causal, none), d-model, n-heads, head, seed.
 */
export class AlibiMirror extends Figure {
  static tag = 'alibi-mirror';

  static core = fullCore; // its attention runs the table of methods

  static settings = /** @type {Schema} */ ({
    sentence: {
      type: 'text',
      default: 'dog bites man',
      maxLength: 80,
      label: 'Sentence, 2 to 8 words',
    },
    mask: {
      type: 'choice',
      default: 'causal',
      options: {causal: 'causal', none: 'none (both sides)'},
      label: 'Mask',
    },
    nHeads: {
      type: 'choice',
      default: '4',
      options: {1: '1', 2: '2', 4: '4', 8: '8'},
      label: 'Heads',
    },
    head: {type: 'int', default: 1, min: 1, max: (s) => Number(s.nHeads), label: 'Head shown'},
    dModel: {type: 'int', default: 32, min: 8, max: 128, step: 8, label: 'Width d'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'alibi-mirror-blindness': {
      title: 'A sentence and its reversal, both read with ALiBi',
      controls: ['sentence', 'mask', 'head', 'seed'],
      faults: ['no-mask'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'no-mask': {
      label: 'ALiBi without a causal mask',
      source: onGitHub('ofirpress/attention_with_linear_biases#5'),
      breaks: 'mirror',
      says: 'The causal mask is missing, and the bias counts |i − j| to both sides.',
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {import('../frame/figure.js').Drawing}
   */
  static compute(core, settings, fault) {
    const words = wordsOf(settings);
    const nHeads = Number(settings.nHeads);
    const causal = fault !== 'no-mask' && settings.mask === 'causal';
    const x = embed(core, words, settings);
    const options = {seed: settings.seed, nHeads, methods: ['alibi'], causal};
    const there = selfAttention(core, {x, ...options});
    const back = selfAttention(core, {x: rowsReversed(x), ...options});
    const forward = slice(there.weights, settings.head - 1);
    const backward = slice(back.weights, settings.head - 1);
    const rotated = reversed(backward);
    const difference = {
      data: forward.data.map((w, k) => w - rotated.data[k]),
      shape: forward.shape,
    };
    const changes = rowChanges(core, there.output, rowsReversed(back.output));
    const value = Math.max(...changes);
    const sums = Math.max(rowSumError(core, {x: forward}), rowSumError(core, {x: backward}));
    return {
      panels: [
        weightsPanel('the sentence', forward, words),
        weightsPanel('its reversal', backward, words.toReversed()),
        weightsPanel('their difference, word for word', difference, words, {
          value: {label: 'difference of the weights'},
          colour: {map: 'signed', domain: [-1, 1]},
        }),
        changesPanel(words, changes),
      ],
      columns: 4,
      least: 240,
      meters: [
        {
          name: 'mirror',
          label: 'mirror image differs',
          value,
          limit: 1e-3,
          relation: '≥',
        },
        {name: 'rows', label: 'weights of a query sum to 1', value: sums, limit: 1e-5},
      ],
      note: noteOf(words, causal, value),
    };
  }
}

/**
 * @param {string[]} words
 * @param {boolean} causal
 * @param {number} value
 */
function noteOf(words, causal, value) {
  const [one, other] = [words.join(' '), words.toReversed().join(' ')];
  if (one === other) {
    return 'This sentence is its own reversal: no encoding can tell the two apart.';
  }
  if (causal) {
    return (
      'With the causal mask a word sees only what came before it, so ' +
      `“${one}” and “${other}” differ.`
    );
  }
  return (
    `Each word of “${other}” gets the very output that it gets in “${one}”, to ` +
    `${formatNumber(value)}: what is near weighs more, but left and right are alike, and a mean ` +
    'over the words is the same for both.'
  );
}

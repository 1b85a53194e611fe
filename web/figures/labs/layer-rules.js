// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {pearson} from '../../core/linalg.js';
import {ropeFrequencies} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines} from '../shared/curves.js';
import {logitsOf, rotated} from './rotated-logits.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const N_LAYERS = 8;
const EVERY = 4; // every fourth layer sees all tokens
const D_HEAD = 64;
const N_KEYS = 256;
const LENGTHS = [1, 4, 16, 64, 195, 512, 1024, 2916, 8192];
const SAME = 1e-3; // of a logit, whose spread is about 1

/** What a layer rotates by; null: it does not rotate. @typedef {{base: number, divisor: number} | null} Rule */

/** @type {Record<string, {sliding: Rule, full: Rule}>} */
const MODELS = {
  rules: {sliding: {base: 10000, divisor: 1}, full: {base: 1e6, divisor: 8}},
  nope: {sliding: {base: 10000, divisor: 1}, full: null},
};

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param {number} layer from 0 */
const isFull = (layer) => (layer + 1) % EVERY === 0;

/** The rule of a layer, as the model was trained. @param {string} model @param {number} layer @returns {Rule} */
const trainedRule = (model, layer) => MODELS[model][isFull(layer) ? 'full' : 'sliding'];

/**
 * The rule that the code applies.
 *
 * @param {string} model
 * @param {number} layer
 * @param {string} fault
 * @returns {Rule}
 */
function usedRule(model, layer, fault) {
  const right = trainedRule(model, layer);
  if (fault === 'everywhere') return MODELS[model].full ?? right;
  if (fault === 'nowhere' && right) return {...right, divisor: 1};
  if (fault === 'nope-rotated') return right ?? MODELS[model].sliding;
  return right;
}

/**
 * Logits of one query at the end of a text against keys all over it.
 *
 * @param {Core} core
 * @param {Rule} rule
 * @param {number} length
 * @param {{q: Tensor, k: Tensor}} content
 */
function layerLogits(core, rule, length, {q, k}) {
  if (!rule) return logitsOf(core, q, k).data;
  const invFreq = ropeFrequencies(core, {dim: D_HEAD, base: rule.base}).data.map(
    (w) => w / rule.divisor,
  );
  const positions = Array.from({length: N_KEYS}, (_, n) => Math.floor((n * length) / N_KEYS));
  const how = {base: rule.base, invFreq};
  const rotatedQ = rotated(core, q, [length - 1], how);
  return logitsOf(core, rotatedQ, rotated(core, k, positions, how)).data;
}

/**
 * A model whose layers do not all rotate alike, and code that treats them alike.
 *
 * Attributes: model (rules: two bases and a rule for one of them; nope: some layers do not rotate), length (tokens).
 */
export class LayerRules extends Figure {
  static tag = 'layer-rules';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    model: {
      type: 'choice',
      default: 'rules',
      options: {
        rules: 'window: base 10,000; all tokens: base 1,000,000, divided by 8',
        nope: 'window: base 10,000; all tokens: not rotated',
      },
      label: 'Layers',
    },
    length: {
      type: 'choice',
      default: '2916',
      options: Object.fromEntries(LENGTHS.map((n) => [n, formatNumber(n)])),
      label: 'Tokens of the text',
    },
  });

  static presets = {
    'layer-rules': {
      title: 'Eight layers, two rules: code that knows only one',
      short: 'two rules',
      controls: ['length'],
      faults: ['everywhere', 'nowhere'],
    },
    'layer-rules-nope': {
      title: 'Eight layers, two of which do not rotate',
      short: 'some do not rotate',
      settings: {model: 'nope'},
      controls: ['length'],
      faults: ['nope-rotated'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    everywhere: {
      label: 'the rule of some layers in all of them',
      source: onGitHub('vllm-project/vllm#29111'),
      breaks: 'layers',
      says: ({value}) =>
        'Base and divisor of the layers that see all tokens are used in the layers with a window too. Their logits change in ' +
        `${value('layers')} of ${N_LAYERS} layers; no shape does, and no error is raised.`,
    },
    nowhere: {
      label: 'the rule read, and applied in no layer',
      source: onGitHub('Blaizzy/mlx-vlm#1709'),
      breaks: 'layers',
      says: ({value}) =>
        'The divisor 8 is in the file and in no layer. Only the layers that see all tokens are wrong, ' +
        `${value('layers')} of ${N_LAYERS}, so the output stays fluent while the text is short.`,
    },
    'nope-rotated': {
      label: 'layers without positions rotated like the others',
      source: onGitHub('NVIDIA/TensorRT-LLM#3382'),
      breaks: 'layers',
      says: ({value}) =>
        `The fused kernel rotates in every layer, and ${value('layers')} of ${N_LAYERS} were trained without. Their logits now depend on a distance ` +
        'that they never saw in training.',
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, {model, length}, fault) {
    const layers = Array.from({length: N_LAYERS}, (_, layer) => {
      const draw = (/** @type {string} */ name, /** @type {number} */ n) =>
        randomNormal(core, {seed: 7, name: `${name} ${layer}`, shape: [n, D_HEAD]});
      const content = {q: draw('q', 1), k: draw('k', N_KEYS)};
      const rules = [trainedRule(model, layer), usedRule(model, layer, fault)];
      const at = (/** @type {number} */ n) =>
        rules.map((rule) => layerLogits(core, rule, n, content));
      return {
        agreement: LENGTHS.map((n) => {
          const [right, used] = at(n);
          return pearson(core, {x: right, y: used});
        }),
        apart: Math.max(
          ...at(Number(length)).reduce((a, b) => a.map((value, k) => Math.abs(value - b[k]))),
        ),
      };
    });
    const wrong = layers.filter(({apart}) => apart > SAME).length;
    return {
      columns: 2,
      least: 260,
      panels: [
        lines({
          title: 'Correlation of the logits with those of the model, mean of the layers',
          series: [false, true].map((full) => {
            const group = layers.filter((_, layer) => isFull(layer) === full);
            return {
              name: full ? 'layers that see all tokens' : 'layers with a window',
              x: LENGTHS,
              y: LENGTHS.map((_, at) => mean(group.map(({agreement}) => agreement[at]))),
              style: /** @type {const} */ ('both'),
              colour: full ? 1 : 0,
            };
          }),
          x: {label: 'tokens of the text', scale: 'log'},
          y: {label: 'correlation', domain: [-0.3, 1.05]},
          aspect: 0.75,
        }),
        {
          kind: 'bars',
          title: `Largest change of a logit, at ${formatNumber(Number(length))} tokens`,
          groups: layers.map((_, layer) => layer),
          series: [
            {
              name: 'change',
              values: layers.map(({apart}) => apart),
              colours: layers.map((_, layer) => (isFull(layer) ? 1 : 0)),
            },
          ],
          x: {label: 'layer'},
          y: {label: 'change of a logit'},
          aspect: 0.75,
        },
      ],
      meters: [
        {
          name: 'layers',
          label: 'layers whose logits are not those of the model',
          value: wrong,
          limit: 0,
        },
      ],
      note: fault
        ? 'With one token every layer is still right: at position 0 nothing is rotated.'
        : 'Layers 3 and 7 see all tokens, the others have a window. Each is rotated by its own rule, and all logits are those of the model.',
    };
  }
}

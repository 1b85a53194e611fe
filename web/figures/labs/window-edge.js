// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {attention} from '../../core/nn.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines} from '../shared/curves.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const D_HEAD = 16;
const LONGEST = 24;

/**
 * Whether the query sees the key, under a window of so many tokens.
 *
 * @param {number} query
 * @param {number} key
 * @param {number} window
 * @param {string} fault
 */
function sees(query, key, window, fault) {
  const distance = query - key;
  if (distance < 0) return false;
  if (fault === 'inclusive') return distance <= window;
  if (fault === 'negative') return true; // a size below 0 is no size: kernels take it for no limit
  return distance < window;
}

/**
 * @param {Core} core
 * @param {number} n tokens
 * @param {number} window
 * @param {string} fault
 */
function outputOf(core, n, window, fault) {
  const [q, k, v] = ['q', 'k', 'v'].map((name) => {
    const {data} = randomNormal(core, {seed: 9, name, shape: [LONGEST, D_HEAD]});
    return {data: data.slice(0, n * D_HEAD), shape: [1, n, D_HEAD]};
  });
  const bias = Float32Array.from({length: n * n}, (_, at) =>
    sees(Math.floor(at / n), at % n, window, fault) ? 0 : -1e9,
  );
  return attention(core, {q, k, v, bias: {data: bias, shape: [1, n, n]}, causal: true}).output;
}

/** @param {Tensor} a @param {Tensor} b */
const apart = (a, b) => Math.max(...a.data.map((value, at) => Math.abs(value - b.data[at])));

/** @type {Fault['unseen']} */
const unseen = ({settings: {window}}) =>
  `A text of up to ${formatNumber(window)} tokens shows nothing: the window does not cut anything yet.`;

/**
 * A window of W tokens: W keys, the query's own among them, or W + 1?
 *
 * Attributes: window (W), n-tokens.
 */
export class WindowEdge extends Figure {
  static tag = 'window-edge';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    window: {type: 'int', default: 6, min: 2, max: 16, label: 'Window W'},
    nTokens: {type: 'int', default: 16, min: 2, max: LONGEST, label: 'Tokens of the text'},
  });

  static presets = {
    'window-edge': {title: 'The edge of a window: W keys, or W + 1'},
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    inclusive: {
      label: 'the key at distance W visible too',
      source: onGitHub('huggingface/transformers#39408'),
      breaks: 'keys',
      says: ({settings: {window}, value}) =>
        `“Up to W tokens back” is read as distance ${formatNumber(window)} and below, so late queries see ${value('keys')} keys. One key more than ` +
        'in training, in every layer.',
      unseen,
    },
    negative: {
      label: 'the window given with a minus',
      source: onGitHub('Dao-AILab/flash-attention#580'),
      breaks: 'keys',
      says: ({value}) =>
        `A kernel takes a size below 0 for “no limit”. The last query sees all ${value('keys')} keys, and no error is raised.`,
      unseen,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, {window, nTokens}, fault) {
    const visible = Float32Array.from({length: nTokens * nTokens}, (_, at) => {
      const [query, key] = [Math.floor(at / nTokens), at % nTokens];
      if (key > query) return -Infinity;
      return Number(sees(query, key, window, fault));
    });
    const nKeys = visible.slice(-nTokens).reduce((sum, one) => sum + one, 0);
    const lengths = Array.from({length: LONGEST - 1}, (_, k) => k + 2);
    const changes = (/** @type {string} */ one) =>
      lengths.map((n) => apart(outputOf(core, n, window, one), outputOf(core, n, window, '')));
    return {
      columns: 2,
      least: 260,
      panels: [
        {
          kind: 'heatmap',
          title: 'Which keys each query sees',
          tensor: {data: visible, shape: [nTokens, nTokens]},
          x: {label: 'key'},
          y: {label: 'query'},
          value: {label: 'visible'},
          colour: {map: 'weight', domain: [0, 1.6]},
          aspect: 1,
        },
        lines({
          title: 'Change of the output, by length of the text',
          series: [
            {name: 'with W + 1 keys', x: lengths, y: changes('inclusive'), style: 'both'},
            {name: 'without a limit', x: lengths, y: changes('negative'), style: 'both'},
          ],
          x: {label: 'tokens of the text'},
          y: {label: 'change of the worst number'},
          rules: [{axis: 'x', at: window + 0.5, label: `W = ${window}`}],
          aspect: 0.8,
        }),
      ],
      meters: [
        {
          name: 'keys',
          label: `keys that the last query sees, of at most W = ${window}`,
          value: nKeys,
          limit: window,
        },
      ],
      note: fault
        ? `A text of up to ${formatNumber(window)} tokens shows nothing: the window does not cut anything yet.`
        : `A window of ${formatNumber(window)}: the query’s own key and ${formatNumber(window - 1)} before it. Keys above the diagonal are hidden by the causal mask.`,
    };
  }
}

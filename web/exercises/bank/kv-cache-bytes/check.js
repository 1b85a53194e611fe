// @ts-check
import {scalar} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */

/**
 * @typedef {{num_hidden_layers: number, num_attention_heads: number, hidden_size: number,
 *   num_key_value_heads?: number, head_dim?: number, layer_types?: string[], sliding_window?: number | null}} Config
 */

/** @param {string} title @param {Config} config @param {{nTokens: number, nTexts?: number, size?: number, isHidden?: boolean}} options */
function caseOf(title, config, {nTokens, nTexts, size, isHidden = false}) {
  const kwargs = {
    ...(nTexts !== undefined && {n_texts: nTexts}),
    ...(size !== undefined && {bytes_per_number: size}),
  };
  const code = `_config = ${JSON.stringify(config).replaceAll('null', 'None')}`;
  const args = [{ref: '_config'}, nTokens];
  const steps = [
    {op: 'define', code},
    {op: 'call', target: 'cache_bytes', args, kwargs, wants: 'lists', get: true},
  ];
  return {title, isHidden, steps, config, nTokens, nTexts: nTexts ?? 1, size: size ?? 2};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(
    'grouped heads',
    {num_hidden_layers: 4, num_attention_heads: 8, hidden_size: 64, num_key_value_heads: 2},
    {nTokens: 100},
  ),
  caseOf(
    'a head_dim of its own, 3 texts',
    {num_hidden_layers: 2, num_attention_heads: 4, hidden_size: 48, head_dim: 16},
    {nTokens: 10, nTexts: 3},
  ),
  caseOf(
    'sliding layers',
    {
      num_hidden_layers: 3,
      num_attention_heads: 4,
      hidden_size: 32,
      num_key_value_heads: 1,
      layer_types: ['sliding_attention', 'sliding_attention', 'full_attention'],
      sliding_window: 64,
    },
    {nTokens: random.int(100, 1000), nTexts: 3, size: 1, isHidden: true},
  ),
  caseOf(
    'a window longer than the text',
    {
      num_hidden_layers: 2,
      num_attention_heads: 2,
      hidden_size: 16,
      layer_types: ['sliding_attention', 'full_attention'],
      sliding_window: 4096,
    },
    {nTokens: random.int(10, 90), nTexts: 2, size: 4, isHidden: true},
  ),
  caseOf(
    'a window that no layer uses',
    {
      num_hidden_layers: 2,
      num_attention_heads: 6,
      hidden_size: 96,
      num_key_value_heads: 3,
      head_dim: random.int(20, 40),
      layer_types: ['full_attention', 'full_attention'],
      sliding_window: 8,
    },
    {nTokens: random.int(10, 90), isHidden: true},
  ),
  // as Mistral's configuration was published: no layer is said to slide
  caseOf(
    'a window without types of layers',
    {num_hidden_layers: 3, num_attention_heads: 4, hidden_size: 32, sliding_window: 8},
    {nTokens: random.int(10, 90), isHidden: true},
  ),
];

/** @type {Check['truth']} */
export const truth = (_core, {config, nTokens, nTexts, size}) => {
  /** @type {Config} */
  const {num_hidden_layers, num_attention_heads, hidden_size, layer_types, sliding_window} = config;
  const nKv = config.num_key_value_heads ?? num_attention_heads;
  const width = config.head_dim ?? hidden_size / num_attention_heads;
  let total = 0;
  for (let layer = 0; layer < num_hidden_layers; layer++) {
    const slides = layer_types?.[layer] === 'sliding_attention';
    const kept = slides ? Math.min(nTokens, sliding_window ?? Infinity) : nTokens;
    total += 2 * nTexts * nKv * kept * width * size;
  }
  return [scalar(total)];
};

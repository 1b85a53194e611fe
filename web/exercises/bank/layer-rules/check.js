// @ts-check
import {vector} from '../tensors.js';

/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * A configuration as published ones have it.
 *
 * @typedef {{rope_theta: number, factor?: number}} Rule
 * @typedef {{layer_types: string[], rope_parameters: Rule | Record<string, Rule>, no_rope_layers?: number[]}} Config
 */

/** @param {string} title @param {Config} config @param {boolean} [isHidden] */
const caseOf = (title, config, isHidden = false) => ({
  title,
  isHidden,
  steps: [
    {op: 'define', code: `_config = ${JSON.stringify(config)}`},
    {op: 'call', target: 'layer_rules', args: [{ref: '_config'}], get: true, wants: 'lists'},
  ],
  config,
});

const FULL = 'full_attention';
const SLIDING = 'sliding_attention';

/** @param {number} n @param {number} every */
const types = (n, every) =>
  Array.from({length: n}, (_, layer) => ((layer + 1) % every ? SLIDING : FULL));

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('a rule for each type', {
    layer_types: types(6, 3),
    rope_parameters: {
      [SLIDING]: {rope_theta: 10000},
      [FULL]: {rope_theta: 1000000, factor: 8},
    },
  }),
  caseOf('one rule, some layers without', {
    layer_types: types(4, 1),
    rope_parameters: {rope_theta: 500000, factor: 2},
    no_rope_layers: [1, 1, 1, 0],
  }),
  caseOf(
    'one rule for layers of two types',
    {layer_types: types(5, 2), rope_parameters: {rope_theta: random.int(20, 90) * 1000}},
    true,
  ),
  caseOf(
    'both',
    {
      layer_types: types(8, random.int(3, 4)),
      rope_parameters: {
        [FULL]: {rope_theta: random.int(2, 9) * 1e5, factor: random.int(2, 9)},
        [SLIDING]: {rope_theta: random.int(11, 19) * 1e3},
      },
      no_rope_layers: [1, 0, 1, 1, 0, 1, 1, 0],
    },
    true,
  ),
];

/** @type {Check['truth']} */
export const truth = (_core, item) => {
  /** @type {Config} */
  const {layer_types, rope_parameters, no_rope_layers} = item.config;
  const rules = layer_types.map((type, layer) => {
    if (no_rope_layers?.[layer] === 0) return {rope_theta: 0};
    const isFlat = 'rope_theta' in rope_parameters;
    return /** @type {Rule} */ (
      isFlat ? rope_parameters : /** @type {Record<string, Rule>} */ (rope_parameters)[type]
    );
  });
  return [vector(rules.map((r) => r.rope_theta)), vector(rules.map(({factor = 1}) => factor))];
};

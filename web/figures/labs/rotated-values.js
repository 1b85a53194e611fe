// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {attention} from '../../core/nn.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {COMMON_SLIP} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines} from '../shared/curves.js';
import {rotated} from './rotated-logits.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const D_HEAD = 16;
const N_TOKENS = 8;
const BASE = 10000;
const SHIFTS = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * @param {Core} core
 * @param {number} first position
 * @param {string} values plain; rotatedToo: rotated like keys; back: and the output rotated back
 * @returns {Tensor} (nTokens, dHead)
 */
function outputAt(core, first, values) {
  const positions = Array.from({length: N_TOKENS}, (_, k) => first + k);
  const [q, k, v] = ['q', 'k', 'v'].map((name) =>
    randomNormal(core, {seed: 3, name, shape: [N_TOKENS, D_HEAD]}),
  );
  const heads = (/** @type {Tensor} */ {data}) => ({data, shape: [1, N_TOKENS, D_HEAD]});
  const rotate = (/** @type {Tensor} */ x) => rotated(core, x, positions, {base: BASE});
  const {output} = attention(core, {
    q: heads(rotate(q)),
    k: heads(rotate(k)),
    v: heads(values === 'plain' ? v : rotate(v)),
    causal: true,
  });
  const mixed = {data: output.data, shape: [N_TOKENS, D_HEAD]};
  return values === 'back' ? rotated(core, mixed, positions, {base: BASE, inverse: true}) : mixed;
}

/** @param {Tensor} a @param {Tensor} b */
const apart = (a, b) => Math.max(...a.data.map((value, at) => Math.abs(value - b.data[at])));

/**
 * Why queries and keys are rotated, and values not: a shift of all positions must change nothing.
 *
 * Attributes: values (plain, back), shift (of all positions).
 */
export class RotatedValues extends Figure {
  static tag = 'rotated-values';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    values: {
      type: 'choice',
      default: 'plain',
      options: {plain: 'not rotated', back: 'rotated, and the output rotated back'},
      label: 'Values',
    },
    shift: {type: 'int', default: 16, min: 0, max: 256, label: 'Shift of all positions'},
  });

  static presets = {
    'rotated-values': {title: 'Values too? What a shift of the text does to the output'},
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'not-undone': {
      label: 'values rotated, the output not rotated back',
      source: COMMON_SLIP,
      breaks: 'shift',
      says: ({value}) =>
        'Each value is rotated by its own position, and the sum keeps those angles. The same text further on now gives a different ' +
        `output: it changes by up to ${value('shift')}.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, {values, shift}, fault) {
    const way = fault ? 'rotatedToo' : values;
    const [here, there] = [0, shift].map((first) => outputAt(core, first, way));
    const names = {
      plain: 'not rotated',
      rotatedToo: 'rotated',
      back: 'rotated, output rotated back',
    };
    const colour = colourFor('signed', here.data);
    const map = (/** @type {Tensor} */ tensor, /** @type {number} */ first) =>
      /** @type {const} */ ({
        kind: 'heatmap',
        title: `Output of a text that begins at ${formatNumber(first)}`,
        tensor,
        x: {label: 'element'},
        y: {label: 'token'},
        value: {label: 'output'},
        colour,
        aspect: 0.6,
      });
    return {
      columns: 2,
      least: 260,
      panels: [
        map(here, 0),
        map(there, shift),
        lines({
          title: 'Largest change of the output, by shift',
          series: Object.entries(names).map(([one, name]) => {
            const start = outputAt(core, 0, one);
            return {
              name: `values ${name}${one === way ? ' (in use)' : ''}`,
              x: SHIFTS,
              y: SHIFTS.map((first) => apart(outputAt(core, first, one), start)),
              style: /** @type {const} */ ('both'),
            };
          }),
          x: {label: 'shift of all positions'},
          y: {label: 'change'},
          wide: true,
          aspect: 0.3,
        }),
      ],
      meters: [
        {
          name: 'shift',
          label: 'change of the output under the shift',
          value: apart(here, there),
          limit: 1e-4,
        },
      ],
      note:
        way === 'back'
          ? 'Rotated back by its query’s position, each value enters the output at the angle of its distance: the output knows how far away a value was, and still not where in the text.'
          : fault
            ? 'With a shift of 0 nothing can be noticed.'
            : 'Distances are in the weights already. A value that is not rotated adds only what the token says.',
    };
  }
}

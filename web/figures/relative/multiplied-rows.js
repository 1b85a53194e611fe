// @ts-check
import {fullCore} from '../../core/full-core.js';
import {maxAbsDiff} from '../../core/linalg.js';
import {methodInit, methodInput} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {Figure} from '../frame/figure.js';
import {add, positionsFrom, rowOf} from '../shared/tensors.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const WORD = [0.8, 0, -0.5, 1.2];
const N_POS = 4;

/** @param {Tensor} x (n, d) @param {number} row */
const textOf = (x, row) =>
  Array.from(rowOf(x, row), (value) => value.toFixed(2).replace('-', '−')).join(', ');

/**
 * One word at four positions, multiplied by the position's row and added to it.
 *
 * Attributes: seed.
 */
export class MultipliedRows extends Figure {
  static tag = 'multiplied-rows';
  static core = fullCore; // runs the table of methods

  static settings = /** @type {Schema} */ ({
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'multiplied-rows': {title: 'One word at four positions: its row multiplied, and added'},
  };

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @returns {Drawing}
   */
  static compute(core, {seed}) {
    const dModel = WORD.length;
    const method = /** @type {const} */ ('multiplicative');
    const sizes = {nHeads: 1, dHead: dModel, dModel, maxLen: N_POS};
    // training starts with sigma 0.02, where the effect would not show
    const tensors = methodInit(core, {method, ...sizes, seed, sigma: 0.5});
    const [rows] = Object.values(tensors);
    const positions = positionsFrom(0, N_POS);
    const x = {
      data: Float32Array.from(Array.from(positions).flatMap(() => WORD)),
      shape: [N_POS, dModel],
    };
    const product = methodInput(core, {method, x, tensors, nHeads: 1, maxLen: N_POS});
    const sum = add(x, rows);
    const expected = {data: x.data.map((value, k) => value * rows.data[k]), shape: x.shape};
    const zeros = Array.from(positions, (p) => Math.abs(rowOf(product, p)[1]));
    return {
      panels: [
        {
          kind: 'table',
          columns: ['position', 'row p', 'x ⊙ p', 'x + p'],
          rows: Array.from(positions, (p) => [
            p,
            ...[rows, product, sum].map((tensor) => textOf(tensor, p)),
          ]),
          title: `The word x = (${WORD.map(formatNumber).join(', ')})`,
          says: 'The second element of the product is 0 at every position, that of the sum is not.',
        },
      ],
      meters: [
        {
          name: 'product',
          label: 'each element is word times position',
          value: maxAbsDiff(core, {a: product, b: expected}),
          limit: 1e-6,
        },
        {
          name: 'zero',
          label: 'an element of 0 stays 0 at every position',
          value: Math.max(...zeros),
          limit: 0,
        },
      ],
      note: 'Rows are drawn around 1 with a standard deviation of 0.5, so that the effect is visible; training starts much closer to 1.',
    };
  }
}

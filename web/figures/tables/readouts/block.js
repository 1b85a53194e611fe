// @ts-check
// A block of a transformer stage by stage: post-norm, dropout after the sum, and positions that are multiplied.
import {randomNormal} from '../../../core/base.js';
import {maxAbsDiff} from '../../../core/linalg.js';
import {miniBlock, toyTokens} from '../../../core/model.js';
import {dropout} from '../../../core/nn.js';
import {sinusoidal} from '../../../core/pe.js';
import {add, rowOf} from '../../shared/tensors.js';
import {counted, fixed, lengthOf, meanOf, tableOf} from './cells.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Demo} from './cells.js' */

const SENTENCE = 'the cat sat on the mat';

/** @param {ArrayLike<number>} row */
function meanAndDeviation(row) {
  const mean = meanOf(row);
  const squares = Array.from(row, (value) => (value - mean) ** 2);
  return {mean, deviation: Math.sqrt(meanOf(squares))};
}

/**
 * What layer norm changes and what it leaves: the length of a row, its mean, its standard deviation.
 *
 * @param {Core} core
 * @param {Tensor} x (n, d)
 */
function rowFacts(core, x) {
  const rows = counted(x.shape[0]).map((k) => rowOf(x, k));
  const measured = rows.map(meanAndDeviation);
  return {
    length: meanOf(rows.map((row) => lengthOf(core, row))),
    largestMean: Math.max(...measured.map(({mean}) => Math.abs(mean))),
    deviations: measured.map(({deviation}) => deviation),
  };
}

/** @param {Tensor} x @param {number} factor @returns {Tensor} */
const times = ({data, shape}, factor) => ({data: data.map((value) => value * factor), shape});

/** @type {Demo} */
export const postNormBlock = {
  title: '“the cat sat on the mat” through one block, stage by stage',
  settings: {dModel: 64, seed: 50},
  controls: ['dModel', 'seed'],
  limits: {dModel: 256},
  compute(core, {dModel: wanted, seed}) {
    const dModel = Math.max(4, wanted - (wanted % 4)); // four heads
    const block = miniBlock(core, {
      tokens: toyTokens(SENTENCE),
      vocabSize: 100,
      dModel,
      nHeads: 4,
      methods: ['sinusoidal'],
      seed,
    });
    const {embedded, input, attended, sum, output} = block;
    /** @type {[string, string, Tensor][]} */
    const stages = [
      ['embedding', 'row of the token', times(embedded, 1 / Math.sqrt(dModel))],
      [`embedding × √${dModel}`, `every element × ${fixed(Math.sqrt(dModel), 2)}`, embedded],
      ['plus position', 'its sinusoidal row is added', input],
      ['attention', 'averages of values, four heads', attended],
      ['residual sum', 'input + attention', sum],
      ['layer norm', 'each row: mean 0, deviation 1', output],
    ];
    const facts = stages.map(([, , x]) => rowFacts(core, x));
    const rows = stages.map(([name, does], k) => [
      name,
      does,
      fixed(facts[k].length, 2),
      fixed(facts[k].largestMean, 3),
      fixed(meanOf(facts[k].deviations), 3),
    ]);
    const last = facts[facts.length - 1];
    return {
      panels: [
        tableOf(
          ['stage', 'what it does', 'length of a row', 'largest |mean|', 'deviation in a row'],
          rows,
          {
            says: `A row has length ${rows[2][2]} before attention and ${rows[5][2]} after the norm.`,
          },
        ),
      ],
      meters: [
        {
          name: 'residual',
          label: 'the sum is input plus attention',
          value: maxAbsDiff(core, {a: sum, b: add(input, attended)}),
          limit: 1e-5,
        },
        {
          name: 'mean',
          label: 'after layer norm every row has mean 0',
          value: last.largestMean,
          limit: 1e-5,
        },
        {
          name: 'deviation',
          label: 'and standard deviation 1',
          value: Math.max(...last.deviations.map((value) => Math.abs(value - 1))),
          limit: 1e-3,
        },
      ],
      note: 'Untrained weights. Post-norm: the norm comes after the sum. Most later models normalise before attention instead (pre-norm), and the sum itself is never normalised.',
    };
  },
};

const KEPT = 1e-6;

/** @type {Demo} */
export const dropoutDemo = {
  title: 'Dropout after the position is added: in training and in use',
  settings: {dModel: 64, percent: 10, seed: 42},
  controls: ['percent', 'dModel', 'seed'],
  limits: {dModel: 256},
  compute(core, {dModel, percent, seed}) {
    const p = percent / 100;
    const tokens = randomNormal(core, {seed, name: 'tokens', shape: [20, dModel]});
    const even = dModel + (dModel % 2); // a sinusoidal row has whole pairs
    const {data} = sinusoidal(core, {nPos: 20, dModel: even});
    const table = {data: cutColumns(data, even, dModel), shape: [20, dModel]};
    const x = add(tokens, table);
    const trained = dropout(core, {x, p, seed, training: true});
    const used = dropout(core, {x, p, seed, training: false});
    const n = x.data.length;
    const zeros = trained.data.filter((value) => value === 0).length;
    const factor = 1 / (1 - p);
    const off = Math.max(
      ...Array.from(trained.data, (value, k) =>
        value === 0 ? 0 : Math.abs(value - x.data[k] * factor) / (1 + Math.abs(value)),
      ),
    );
    const again = dropout(core, {x, p, seed: seed + 1, training: true});
    const differs = trained.data.filter((value, k) => (value === 0) !== (again.data[k] === 0));
    const rows = [
      ['elements set to 0', `${zeros} of ${n}: ${fixed((100 * zeros) / n, 1)} %`, '0'],
      ['the others are multiplied by', fixed(factor), '1'],
      ['first elements of row 1', numbersOf(trained), numbersOf(used)],
      ['elements where another draw decides differently', differs.length, '0'],
    ];
    return {
      panels: [
        tableOf([`${percent} percent dropped`, 'in training', 'in use'], rows, {
          says: `In training ${zeros} of ${n} elements are 0; in use nothing changes.`,
        }),
      ],
      meters: [
        {
          name: 'kept',
          label: 'what is kept is divided by 1 − p',
          value: off,
          limit: KEPT,
        },
        {
          name: 'use',
          label: 'in use nothing is changed',
          value: maxAbsDiff(core, {a: used, b: x}),
          limit: 0,
        },
      ],
      note: 'Dividing by 1 − p keeps the expected value of every element, so that nothing has to be rescaled in use.',
    };
  },
};

/** @param {Float32Array} data (n, from) @param {number} from @param {number} to at most from */
const cutColumns = (data, from, to) => data.filter((_, k) => k % from < to);

/** @param {Tensor} x (n, d) @returns {string} the first four of row 1 */
const numbersOf = (x) => Array.from(rowOf(x, 1).slice(0, 4), (value) => fixed(value, 2)).join(', ');

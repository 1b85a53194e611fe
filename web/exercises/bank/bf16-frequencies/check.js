// @ts-check
import {ropePrecision} from '../../../core/pe.js';
import {call} from '../steps.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {NumberType} from '../../../core/pe/precision.js' */
/** @import {Case, Check} from '../../grading/grader.js' */

/** @param {string} title @param {number} headDim @param {number[]} positions @param {boolean} isHidden @param {number} [given] the base */
function caseOf(title, headDim, positions, isHidden, given) {
  const data = Float64Array.from(positions);
  const argument = {tensor: {shape: [data.length], dtype: 'int64', data}};
  const base = given ?? 10000;
  const omittable = given === undefined ? [] : [given];
  const steps = ['phase_error', 'safe_tables'].map((name) =>
    call(name, headDim, argument, ...omittable),
  );
  return {title, isHidden, steps, headDim, positions: data, base};
}

/** @type {Check['cases']} */
export const cases = (random) => {
  const some = (/** @type {number} */ most) => Array.from({length: 12}, () => random.int(1, most));
  return [
    caseOf('the first positions', 16, [0, 1, 2, 3, 4, 5], false, 10000),
    caseOf('as many positions, farther out', 16, [40, 33, 17, 900, 5, 2600], true, 10000),
    caseOf('far out, a head of 128', 128, [255, 511, 1023, 2047, 4095], false, 10000),
    caseOf('positions of its own', 2 * random.int(10, 64), some(6000), true),
    caseOf('another base', 64, some(4000), true, 500000),
  ];
};

/** @param {Case} item */
const rope = ({headDim, positions, base}) => ({dim: headDim, positions, base});

/** @param {TensorLike} x @param {(v: number) => number} f */
const mapped = ({data, shape}, f) => ({data: Float64Array.from(data, f), shape});

/** @param {Core} core @param {Case} item */
const errorOf = (core, item) =>
  mapped(ropePrecision(core, {...rope(item), frequencyType: 'bfloat16'}).phaseError, Math.abs);

/** @param {Core} core @param {Case} item @param {{frequencyType?: NumberType}} [types] */
function tablesOf(core, item, types = {}) {
  const {cos, sin} = ropePrecision(core, {...rope(item), ...types, tableType: 'bfloat16'});
  return [cos, sin];
}

/** @type {Check['truth']} */
export const truth = (core, item) => [errorOf(core, item), ...tablesOf(core, item)];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'tables-are-bfloat16',
    figure: '11-labs.html#three-roundings',
    sentence: 'safe_tables hands back bfloat16.',
    holds: (outputs) => {
      const at = outputs.findIndex(({dtype}, k) => k > 0 && dtype !== 'bfloat16');
      return at < 0 || `${at === 1 ? 'cos' : 'sin'} is ${outputs[at].dtype}`;
    },
  },
  {
    id: 'last-bit',
    figure: '11-labs.html#three-roundings',
    sentence: 'The tables are right to the last bit of bfloat16.',
    holds: ([, ...tables], item, core) => {
      const exact = ropePrecision(core, {...rope(item)});
      const want = tablesOf(core, item);
      for (const [t, name] of /** @type {const} */ (['cos', 'sin']).entries()) {
        const at = tables[t].data.findIndex((v, k) => {
          if (v === want[t].data[k]) return false;
          // float32 programs of whatever order of operations may round it to the other side
          const middle = (v + want[t].data[k]) / 2;
          const angle = item.positions[Math.floor(k / tables[t].shape[1])];
          return Math.abs(exact[name].data[k] - middle) > 1e-6 * (1 + angle);
        });
        const nPairs = tables[t].shape[1];
        if (at >= 0) return `${name}, row ${Math.floor(at / nPairs)}, pair ${at % nPairs}`;
      }
      return true;
    },
  },
  {
    id: 'error-of-its-position',
    figure: '11-labs.html#three-roundings',
    sentence: 'phase_error is exact but for what float32 rounds.',
    holds: ([{data, shape}], item, core) => {
      const want = errorOf(core, item).data;
      const row = (/** @type {number} */ k) => Math.floor(k / shape[1]);
      const at = data.findIndex(
        (v, k) => !(Math.abs(v - want[k]) <= 1e-6 * (2 + item.positions[row(k)])),
      );
      return at < 0 || `row ${row(at)}, pair ${at % shape[1]}`;
    },
  },
  {
    id: 'error-is-wide',
    figure: '11-labs.html#three-roundings',
    sentence: 'phase_error is rounded in its frequencies alone: it is float32 or float64.',
    holds: ([{dtype}]) => /^float(32|64)$/.test(dtype) || `it is ${dtype}`,
  },
  {
    id: 'within-pi',
    figure: '11-labs.html#three-roundings',
    sentence: 'No error is below 0 or above π.',
    holds: ([{data, shape}]) => {
      const at = data.findIndex((v) => !(v >= 0 && v <= Math.PI + 1e-6));
      return at < 0 || `pair ${at % shape[1]}`;
    },
  },
  {
    id: 'first-pair',
    figure: '11-labs.html#three-roundings',
    sentence: 'The first pair has frequency 1, which bfloat16 holds exactly: no error.',
    holds: ([{data, shape}]) => {
      const at = data.findIndex((v, k) => k % shape[1] === 0 && Math.abs(v) > 1e-4);
      return at < 0 || `row ${at / shape[1]}`;
    },
  },
];

// one step of bfloat16 below 1 is 2^-8: an angle in float32 may tip a rounding
/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 4e-3, rtol: 0});

// @ts-check
// The engine's functions that draw numbers, and the generators they draw from: 0 is PyTorch's own, others
// are those that Python made.
import {DTYPES, dtypeOf} from './dtypes.js';
import {runtimeError} from './errors.js';
import {checkOwnPlaces} from './overlap.js';
import {NumpyRandom, TorchRandom} from './random.js';
import {chosen} from './selection.js';
import {dense, from, make, put} from './tensor.js';

const FIRST_SEED = 0; // of each run, so that a run repeats

/** @import {Tensor} from './tensor.js' */

/** Its axes in the order of memory, in which PyTorch fills a tensor that is there. @param {Tensor} x */
function inMemoryOrder(x) {
  const order = x.shape.map((_, d) => d).sort((a, b) => x.strides[b] - x.strides[a] || a - b);
  const pick = (/** @type {readonly number[]} */ all) => order.map((d) => all[d]);
  return x.window(pick(x.shape), pick(x.strides));
}

/** @param {Tensor} x @param {ArrayLike<number>} values in the order of memory */
function fill(x, values) {
  const {round} = x.dtype;
  if (x.isContiguous) {
    const {data} = x.storage;
    for (let k = 0, to = x.offset; k < values.length; k++, to++) data[to] = round(values[k]);
    return;
  }
  checkOwnPlaces(x);
  const view = inMemoryOrder(x);
  put(view, from(x.dtype, view.shape, values));
}

/** @param {number} n @param {() => number} draw */
function many(n, draw) {
  const out = new Float64Array(n);
  for (let k = 0; k < n; k++) out[k] = draw();
  return out;
}

/** Places in a row of weights, each drawn by its weight; a place can come again. @param {ArrayLike<number>} row @param {number} n @param {TorchRandom} random @param {(x: number) => number} round */
function withReplacement(row, n, random, round) {
  let total = 0;
  const sums = Float64Array.from(row, (weight) => (total = round(total + weight)));
  if (!(total > 0)) runtimeError('invalid multinomial distribution (sum of probabilities <= 0)');
  const shares = sums.map((sum) => round(sum / total));
  return many(n, () => {
    const place = random.double();
    let [low, high] = [0, shares.length];
    while (high > low) {
      const middle = low + ((high - low) >> 1);
      if (shares[middle] < place) low = middle + 1;
      else high = middle;
    }
    return low;
  });
}

/** The same without: the n largest of the weights, each divided by an exponential number. @param {ArrayLike<number>} row @param {number} n @param {TorchRandom} random @param {(x: number) => number} round */
function withoutReplacement(row, n, random, round) {
  const keys = Float64Array.from(row, (weight) => round(weight / round(random.exponential())));
  return Float64Array.from(chosen('topk', keys, {k: n, isMost: true, isSorted: true}));
}

/** @param {Tensor} weights @param {number} n @param {boolean} repeats @param {TorchRandom} random */
function multinomial(weights, n, repeats, random) {
  const [rows, columns] = weights.rank === 1 ? [1, weights.shape[0]] : weights.shape;
  const values = dense(weights);
  if (values.some((v) => !(v >= 0 && v < Infinity))) {
    runtimeError('probability tensor contains either `inf`, `nan` or element < 0');
  }
  const draw = repeats ? withReplacement : withoutReplacement;
  const out = make(DTYPES.int64, weights.rank === 1 ? [n] : [rows, n]);
  for (let r = 0; r < rows; r++) {
    const row = values.subarray(r * columns, (r + 1) * columns);
    if (!row.some((v) => v > 0)) {
      runtimeError('invalid multinomial distribution (sum of probabilities <= 0)');
    }
    out.storage.data.set(draw(row, n, random, weights.dtype.round), r * n);
  }
  return out;
}

/**
 * @param {{keep: (x: Tensor) => number, of: (handle: number) => Tensor,
 *   list: (text: string) => number[]}} tools
 */
export function makeDrawn({keep, of, list}) {
  /** @type {TorchRandom[]} */
  const generators = [new TorchRandom()];
  const ofNumpy = [new NumpyRandom()]; // numpy.random's own; others are RandomStates
  const reset = () => {
    generators.length = 1;
    generators[0].seed(FIRST_SEED);
    ofNumpy.length = 1;
    ofNumpy[0].seed(FIRST_SEED);
  };
  reset();

  /** @param {string} dtype @param {string} shape @param {() => number} draw */
  function drawn(dtype, shape, draw) {
    const sizes = list(shape);
    return keep(from(dtypeOf(dtype), sizes, many(make(dtypeOf(dtype), sizes).size, draw)));
  }

  /** @param {number} low @param {number} high */
  function checkEnds(low, high) {
    if (low < high) return;
    runtimeError(`random_ expects 'from' to be less than 'to', but got from=${low} >= to=${high}`);
  }

  /** @type {Record<string, (...args: any[]) => any>} */
  const functions = {
    new_generator: () => {
      const made = new TorchRandom();
      made.seed(67280421310721); // PyTorch's, before it is seeded
      return generators.push(made) - 1;
    },
    manual_seed: (seed, g = 0) => generators[g].seed(seed),
    generator_state: (g) => JSON.stringify(generators[g].state),
    set_generator_state: (text, g) => {
      generators[g].state = JSON.parse(text);
    },
    /** 64 bits, as text. */
    random_bits: (g = 0) => String(generators[g].bits64()),
    rand: (dtype, shape, g = 0) => drawn(dtype, shape, () => generators[g].uniform(dtype)),
    randn: (dtype, shape, g = 0) => {
      const sizes = list(shape);
      const out = make(dtypeOf(dtype), sizes);
      return keep(from(out.dtype, sizes, generators[g].normals(dtype, out.size)));
    },
    randint: (dtype, shape, low, high, g = 0) => {
      checkEnds(low, high);
      return drawn(dtype, shape, () => low + generators[g].below(high - low));
    },
    random_: (h, low, high, g = 0) => {
      const x = of(h);
      checkEnds(low, high);
      fill(
        x,
        many(x.size, () => low + generators[g].below(high - low)),
      );
    },
    randperm: (n, g = 0) => keep(from(DTYPES.int64, [n], generators[g].permutation(n))),
    uniform_: (h, low, high, g = 0) => {
      const x = of(h);
      const [from, width] = [
        x.dtype.round(low),
        x.dtype.round(x.dtype.round(high) - x.dtype.round(low)),
      ];
      fill(
        x,
        many(x.size, () => generators[g].uniform(x.dtype.name) * width + from),
      );
    },
    normal_: (h, mean, std, g = 0) => {
      const x = of(h);
      fill(x, generators[g].normals(x.dtype.name, x.size, mean, std, x.isContiguous));
    },
    /** 1 by a probability, else 0: into what is there. */
    bernoulli_: (h, p, g = 0) => {
      const x = of(h);
      fill(
        x,
        many(x.size, () => (generators[g].double() < p ? 1 : 0)),
      );
    },
    /** By a probability of each. */
    bernoulli: (h, g = 0) => {
      const x = of(h);
      const p = dense(x);
      if (p.some((v) => !(v >= 0 && v <= 1))) {
        runtimeError('Expected p_in >= 0 && p_in <= 1 to be true, but got false.');
      }
      return keep(
        from(
          x.dtype,
          x.shape,
          Float64Array.from(p, (v) => (generators[g].uniform(x.dtype.name) < v ? 1 : 0)),
        ),
      );
    },
    exponential_: (h, rate, g = 0) => {
      const x = of(h);
      fill(
        x,
        many(x.size, () => generators[g].exponential() / rate),
      );
    },
    multinomial: (h, n, repeats, g = 0) => keep(multinomial(of(h), n, repeats, generators[g])),
    numpy_new: () => ofNumpy.push(new NumpyRandom()) - 1,
    numpy_seed: (seed, g) => ofNumpy[g].seed(seed),
    numpy_uniform: (shape, g) => drawn('float64', shape, () => ofNumpy[g].uniform()),
    numpy_normal: (shape, g) => drawn('float64', shape, () => ofNumpy[g].normal()),
    numpy_randint: (shape, low, high, g) =>
      drawn('int64', shape, () => low + ofNumpy[g].below(high - low)),
    numpy_permutation: (n, g) => keep(from(DTYPES.int64, [n], ofNumpy[g].permutation(n))),
  };
  /** 1 / p by a probability of p, else 0. @param {Tensor} noise @param {number} p */
  const dropout = (noise, p) =>
    fill(
      noise,
      many(noise.size, () => (generators[0].double() < p ? 1 / p : 0)),
    );
  return {functions, reset, dropout};
}

// @ts-check
// Along one axis by a tensor of indices: gather and scatter.
import {DTYPES} from './dtypes.js';
import {runtimeError} from './errors.js';
import {checkOwnPlaces} from './overlap.js';
import {dense, dimOf, make, Tensor, textOf, walk} from './tensor.js';

const {int64} = DTYPES;

/** @param {Tensor} x @param {number} d @param {Tensor} index @returns {Tensor} */
export function gather(x, d, index) {
  const at = checkIndex('gather', x, d, index);
  const out = make(x.dtype, index.shape);
  const w = x.dtype.width;
  eachAlong(x, at, index, (offset, k) => {
    for (let part = 0; part < w; part++) {
      out.storage.data[w * k + part] = x.storage.data[w * offset + part];
    }
  });
  return out;
}

/**
 * x with numbers of `source` put where the index says; of the source counts what the index covers.
 *
 * @param {Tensor} x
 * @param {number} d
 * @param {Tensor} index
 * @param {Tensor} source
 * @param {boolean} adds
 */
export function scatter(x, d, index, source, adds) {
  const at = checkIndex('scatter', x, d, index);
  if (source.dtype !== x.dtype) {
    runtimeError('scatter(): Expected self.dtype to be equal to src.dtype');
  }
  if (x.dtype.width > 1)
    runtimeError("scatter() of complex numbers is not part of this lab's torch");
  checkSource(x, index, source);
  checkOwnPlaces(x);
  const values = dense(source.window(index.shape, source.strides));
  eachAlong(x, at, index, (offset, k) => {
    const before = adds ? x.storage.data[offset] : 0;
    x.storage.data[offset] = x.dtype.round(before + values[k]);
  });
}

/** @param {Tensor} x @param {Tensor} index @param {Tensor} source */
function checkSource(x, index, source) {
  if (source.rank !== x.rank && index.size > 0) {
    runtimeError('Index tensor must have the same number of dimensions as src tensor');
  }
  if (index.shape.every((n, k) => n <= source.shape[k])) return;
  runtimeError(
    `Expected index ${textOf(index.shape)} to be smaller than self ${textOf(x.shape)} apart from dimension 0 and to be smaller size than src ${textOf(source.shape)}`,
  );
}

/** @param {string} name @param {Tensor} x @param {number} d @param {Tensor} index @returns {number} the axis */
function checkIndex(name, x, d, index) {
  const at = dimOf(d, x.rank);
  if (index.dtype !== int64) runtimeError(`${name}(): Expected dtype int64 for index`);
  if (Math.max(index.rank, 1) !== Math.max(x.rank, 1)) {
    runtimeError(
      `Index tensor must have the same number of dimensions as ${name === 'gather' ? 'input' : 'self'} tensor`,
    );
  }
  index.shape.forEach((n, k) => {
    if (k === at || n <= x.shape[k]) return;
    runtimeError(
      `Size does not match at dimension ${k} expected index ${textOf(index.shape)} to be smaller than self ${textOf(x.shape)} apart from dimension ${at}`,
    );
  });
  return at;
}

/** @param {Tensor} x @param {number} at @param {Tensor} index @param {(offset: number, k: number) => void} run */
function eachAlong(x, at, index, run) {
  const values = dense(index);
  let k = 0;
  const [size, along] = x.rank ? [x.shape[at], x.strides[at]] : [1, 1];
  const strides = index.shape.map((_, d) => (d === at ? 0 : x.strides[d]));
  walk(index.shape, [strides], [x.offset], ([from], n, [step]) => {
    for (let i = 0; i < n; i++, from += step, k++) {
      const row = values[k];
      if (row < 0 || row >= size) {
        runtimeError(`index ${row} is out of bounds for dimension ${at} with size ${size}`);
      }
      run(from + row * along, k);
    }
  });
}

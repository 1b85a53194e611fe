// @ts-check
// torch.einsum: the equation is read, then axes are lined up and multiplied.
import {binary} from './elementwise.js';
import {runtimeError} from './errors.js';
import {batched} from './products.js';
import {reduce} from './reduce.js';
import {permute, reshape, unsqueeze, view} from './shapes.js';
import {stretch, Tensor} from './tensor.js';

/** @import {Core} from '../../core/core.js' */

/** @param {string} equation */
function readEquation(equation) {
  const text = equation.replaceAll(' ', '');
  const wrong = [...text.replace('->', '').replaceAll('...', '')].find((c) => !/[a-zA-Z,]/.test(c));
  if (wrong === '.') checkDots(text.split('->')[0]);
  if (wrong) {
    runtimeError(
      `einsum(): invalid subscript given at index ${text.indexOf(wrong)} in the equation string, subscripts must be in [a-zA-Z]`,
    );
  }
  const [left, right] = text.split('->');
  const inputs = left.split(',');
  const letters = [...left.replaceAll(',', '').replaceAll('...', '')];
  const once = [...new Set(letters)].filter((c) => letters.indexOf(c) === letters.lastIndexOf(c));
  const dots = left.includes('...') ? '...' : '';
  return {inputs, output: right ?? dots + once.sort().join('')};
}

/** @param {string} left */
function checkDots(left) {
  left.split(',').forEach((operand, k) => {
    const single = operand.replaceAll('...', '').includes('.');
    if (single)
      runtimeError(`einsum(): found '.' for operand ${k} that is not part of any ellipsis`);
  });
}

/** The diagonal where a letter repeats. @param {Tensor} x @param {string[]} letters @param {number} operand */
function diagonals(x, letters, operand) {
  const kept = [...new Set(letters)];
  const [shape, strides] = [new Array(kept.length).fill(0), new Array(kept.length).fill(0)];
  letters.forEach((letter, d) => {
    const at = kept.indexOf(letter);
    if (letters.indexOf(letter) < d && shape[at] !== x.shape[d]) {
      runtimeError(
        `einsum(): subscript ${letter} is repeated for operand ${operand} but the sizes don't match, ${x.shape[d]} != ${shape[at]}`,
      );
    }
    shape[at] = x.shape[d];
    strides[at] += x.strides[d];
  });
  return {x: x.window(shape, strides), letters: kept};
}

/** Letters of an operand; of `...` its own axes, numbered from the last. @param {string} text @param {Tensor} x @param {number} k */
function lettersOf(text, x, k) {
  const named = text.replace('...', '').length;
  const n = x.rank - named;
  if (n < 0 || (n > 0 && !text.includes('...'))) {
    const [does, why] = text.includes('...')
      ? ['is more than', '']
      : ['does not match', ' and no ellipsis was given'];
    runtimeError(
      `einsum(): the number of subscripts in the equation (${named}) ${does} the number of dimensions (${x.rank}) for operand ${k}${why}`,
    );
  }
  const dots = Array.from({length: n}, (_, d) => `.${n - 1 - d}`);
  const [before, after = ''] = text.split('...');
  return text.includes('...') ? [...before, ...dots, ...after] : [...text];
}

/**
 * All operands over all letters, multiplied, and summed over those that the output lacks: for the small
 * tensors of exercises; a product of two matrices goes the fast way.
 *
 * @param {string} equation
 * @param {readonly Tensor[]} tensors
 * @param {Core | null} core
 */
export function einsum(equation, tensors, core) {
  const {inputs, output} = readEquation(equation);
  if (inputs.length !== tensors.length) {
    runtimeError(
      inputs.length > tensors.length
        ? 'einsum(): fewer operands were provided than specified in the equation'
        : 'einsum(): more operands were provided than specified in the equation',
    );
  }
  const operands = inputs.map((text, k) =>
    diagonals(tensors[k], lettersOf(text, tensors[k], k), k),
  );
  checkSizes(operands);
  const all = [...new Set(operands.flatMap(({letters}) => letters))];
  const dots = all
    .filter((c) => c.startsWith('.'))
    .sort()
    .reverse();
  const wanted = output.includes('...')
    ? [...output.split('...')[0], ...dots, ...output.split('...')[1]]
    : [...output];
  const unknown = wanted.find((c) => !all.includes(c));
  if (unknown) {
    runtimeError(
      `einsum(): output subscript ${unknown} does not appear in the equation for any input operand`,
    );
  }
  const twice = wanted.find((c, k) => wanted.indexOf(c) < k);
  if (twice)
    runtimeError(`einsum(): output subscript ${twice} appears more than once in the output`);
  return contract(operands, wanted, all, core);
}

/** A letter means one size, or one. @param {{x: Tensor, letters: string[]}[]} operands */
function checkSizes(operands) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const [k, {x, letters}] of operands.entries()) {
    letters.forEach((c, d) => {
      const [known, n] = [sizes.get(c) ?? 1, x.shape[d]];
      if (n !== known && n !== 1 && known !== 1) wrongSize(c, k, n, known, letters);
      sizes.set(c, n === 1 ? known : n);
    });
  }
}

/** @param {string} c @param {number} k @param {number} n @param {number} known @param {string[]} letters @returns {never} */
function wrongSize(c, k, n, known, letters) {
  if (!c.startsWith('.')) {
    return runtimeError(
      `einsum(): subscript ${c} has size ${n} for operand ${k} which does not broadcast with previously seen size ${known}`,
    );
  }
  const at = letters.filter((letter) => letter.startsWith('.')).indexOf(c);
  return runtimeError(
    `einsum(): dimension ${at} covered by ellipsis in operand ${k}has size ${n} which does not broadcast with previously seen ellipsis with size ${known} for the respective dimension`,
  );
}

/** @param {{x: Tensor, letters: string[]}[]} operands @param {string[]} wanted @param {string[]} all @param {Core | null} core */
function contract(operands, wanted, all, core) {
  const summed = all.filter((c) => !wanted.includes(c));
  if (operands.length === 2 && summed.length) return contractTwo(operands, wanted, summed, core);
  const order = [...wanted, ...summed];
  const aligned = operands.map(({x, letters}) => align(x, letters, order));
  const total = aligned.reduce((a, b) => binary('mul', a, b));
  if (summed.length === 0) return total;
  const dims = summed.map((_, k) => wanted.length + k);
  return reduce('sum', total, dims, false, 0);
}

/** Axes in this order; those it lacks are one wide. @param {Tensor} x @param {string[]} letters @param {string[]} order */
function align(x, letters, order) {
  const present = order.filter((c) => letters.includes(c));
  let y = permute(
    x,
    present.map((c) => letters.indexOf(c)),
  );
  order.forEach((c, d) => {
    if (!letters.includes(c)) y = unsqueeze(y, d);
  });
  return y;
}

/** Two operands as a batch of matrix products. @param {{x: Tensor, letters: string[]}[]} operands @param {string[]} wanted @param {string[]} summed @param {Core | null} core */
function contractTwo([a, b], wanted, summed, core) {
  const batch = wanted.filter((c) => a.letters.includes(c) && b.letters.includes(c));
  const rows = wanted.filter((c) => !b.letters.includes(c));
  const columns = wanted.filter((c) => !a.letters.includes(c));
  const sizes = new Map(b.letters.map((c, d) => [c, b.x.shape[d]]));
  a.letters.forEach((c, d) => {
    if (a.x.shape[d] !== 1 || !sizes.has(c)) sizes.set(c, a.x.shape[d]);
  });
  const size = (/** @type {string[]} */ list) => list.map((c) => Number(sizes.get(c)));
  const volume = (/** @type {string[]} */ list) => size(list).reduce((x, y) => x * y, 1);
  const left = align(a.x, a.letters, [...batch, ...rows, ...summed]);
  const right = align(b.x, b.letters, [...batch, ...summed, ...columns]);
  const x = reshape(stretch(left, size([...batch, ...rows, ...summed])), [
    volume(batch),
    volume(rows),
    volume(summed),
  ]);
  const y = reshape(stretch(right, size([...batch, ...summed, ...columns])), [
    volume(batch),
    volume(summed),
    volume(columns),
  ]);
  const order = [...batch, ...rows, ...columns];
  const out = view(batched(x, y, core), size(order));
  return permute(
    out,
    wanted.map((c) => order.indexOf(c)),
  );
}

// Products of matrices and einsum against loops; with the core where it takes over.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';

import {einsum} from '../../../../web/python/engine/einsum.js';
import {bmm, dot, matmul, outer} from '../../../../web/python/engine/products.js';
import {expand, transpose} from '../../../../web/python/engine/shapes.js';
import {loadCore} from '../../../support/core.js';
import {at, counting, indices, sizeOf, tensor, values, whole} from './model.js';

/** @import {Tensor} from '../../../../web/python/engine/tensor.js' */

/** By the definition: over every value of every letter. @param {string} equation @param {Tensor[]} operands */
function byLoops(equation, operands) {
  const [left, right] = equation.split('->');
  const inputs = left.split(',');
  /** @type {Map<string, number>} */
  const sizes = new Map();
  inputs.forEach((letters, k) => {
    [...letters].forEach((letter, d) => {
      sizes.set(letter, Math.max(sizes.get(letter) ?? 1, operands[k].shape[d]));
    });
  });
  const all = [...sizes.keys()];
  const shape = [...right].map((letter) => Number(sizes.get(letter)));
  const out = new Array(sizeOf(shape)).fill(0);
  for (const index of indices(all.map((letter) => Number(sizes.get(letter))))) {
    const of = (/** @type {string} */ letter) => index[all.indexOf(letter)];
    const product = operands.reduce((value, x, k) => {
      const place = [...inputs[k]].map((letter, d) => (x.shape[d] === 1 ? 0 : of(letter)));
      return value * at(x, place);
    }, 1);
    out[[...right].reduce((sum, letter) => sum * Number(sizes.get(letter)) + of(letter), 0)] +=
      product;
  }
  return {shape, numbers: out};
}

/** @param {string} equation @param {Tensor[]} operands */
function check(equation, operands) {
  const out = einsum(equation, operands, null);
  const want = byLoops(equation, operands);
  assert.deepEqual([...out.shape], want.shape, equation);
  assert.deepEqual(
    values(out).map((v) => v + 0),
    want.numbers.map((v) => v + 0),
    equation,
  );
}

const LETTERS = ['i', 'j', 'k', 'l'];
/** Letters of one to three operands, of the output, and a size of each letter. */
const equations = fc.record({
  inputs: fc.array(fc.array(fc.constantFrom(...LETTERS), {minLength: 1, maxLength: 3}), {
    minLength: 1,
    maxLength: 3,
  }),
  order: fc.shuffledSubarray(LETTERS),
  sizes: fc.array(fc.integer({min: 1, max: 3}), {minLength: 4, maxLength: 4}),
  seed: fc.nat(50),
});

test('einsum is what its loops say: products, sums, diagonals, traces', () => {
  fc.assert(
    fc.property(equations, ({inputs, order, sizes, seed}) => {
      const used = new Set(inputs.flat());
      const output = order.filter((letter) => used.has(letter)).join('');
      const operands = inputs.map((letters, k) =>
        whole(
          letters.map((letter) => sizes[LETTERS.indexOf(letter)]),
          seed + k,
        ),
      );
      check(`${inputs.map((letters) => letters.join('')).join(',')}->${output}`, operands);
    }),
    {numRuns: 400},
  );
});

test('einsum: an axis of one goes with a longer one', () => {
  check('ij,ij->ij', [whole([1, 3], 1), whole([2, 3], 2)]);
  check('ij,jk->ik', [whole([2, 1], 1), whole([3, 2], 2)]);
});

test('einsum without an arrow: letters that occur once, in the alphabet’s order', () => {
  const [a, b] = [whole([2, 3], 1), whole([3, 4], 2)];
  assert.deepEqual(
    values(einsum('jb,bi', [a, b], null)),
    values(einsum('jb,bi->ij', [a, b], null)),
  );
  assert.deepEqual([...einsum('ij,ij', [a, a], null).shape], []);
});

test('einsum with an ellipsis: leading axes, of different count too', () => {
  const [a, b] = [whole([5, 2, 3], 1), whole([2, 3], 2)];
  const out = einsum('...i,...i->...', [a, b], null);
  assert.deepEqual([...out.shape], [5, 2]);
  assert.deepEqual(values(out), byLoops('abi,bi->ab', [a, b]).numbers);
});

test('matmul stretches what comes before the matrices', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({min: 1, max: 3}), {minLength: 5, maxLength: 5}),
      fc.nat(9),
      fc.boolean(),
      ([p, q, m, k, n], seed, isWide) => {
        const a = whole([p, isWide ? q : 1, m, k], seed);
        const b = whole([q, k, n], seed + 1);
        const out = matmul(a, b, null);
        assert.deepEqual([...out.shape], [p, q, m, n]);
        const want = byLoops('pqmk,pqkn->pqmn', [expand(a, [p, q, m, k]), expand(b, [p, q, k, n])]);
        assert.deepEqual(values(out), want.numbers);
      },
    ),
  );
});

test('matmul of vectors adds an axis to each and removes it from the result', () => {
  const [m, v, w] = [whole([2, 3], 1), whole([3], 2), whole([2], 3)];
  const b = whole([4, 3, 2], 4);
  assert.deepEqual(values(matmul(m, v, null)), byLoops('ij,j->i', [m, v]).numbers);
  assert.deepEqual(values(matmul(w, m, null)), byLoops('i,ij->j', [w, m]).numbers);
  assert.deepEqual(values(matmul(v, v, null)), byLoops('i,i->', [v, v]).numbers);
  assert.deepEqual([...matmul(v, b, null).shape], [4, 2]);
  assert.deepEqual(values(matmul(b, w, null)), byLoops('bij,j->bi', [b, w]).numbers);
});

test('products of views are those of their copies', () => {
  const a = transpose(whole([3, 5], 1), 0, 1);
  assert.deepEqual(
    values(matmul(a, transpose(a, 0, 1), null)),
    byLoops('ij,kj->ik', [a, a]).numbers,
  );
  assert.deepEqual(values(outer(counting([2]), counting([3]))), [0, 0, 0, 0, 1, 2]);
});

test('whole numbers stay whole, and complex ones are multiplied as such', () => {
  const i = counting([2, 2], 'int64');
  assert.equal(matmul(i, i, null).dtype.name, 'int64');
  assert.deepEqual(values(matmul(i, i, null)), [2, 3, 6, 11]);
  const z = tensor([1, 1], [0, 1], 'complex64');
  z.storage.data.set([0, 1]);
  assert.deepEqual(Array.from(matmul(z, z, null).storage.data), [-1, 0]);
});

test('sums are made in double: an order of float32 sums would lose the ones', () => {
  const a = tensor([1, 4], [2 ** 24, 1, 1, -(2 ** 24)]);
  assert.deepEqual(values(matmul(a, tensor([4, 1], [1, 1, 1, 1]), null)), [2]);
});

test('a large product goes to the core, and is the same to float32’s last digits', async () => {
  const core = await loadCore();
  const [a, b] = [whole([128, 64], 1), whole([64, 160], 2)];
  assert.ok(128 * 64 * 160 > 2 ** 20);
  assert.deepEqual(matmul(a, b, core).storage.data, matmul(a, b, null).storage.data);
  const mixed = matmul(whole([2, 128, 64], 3), b, core);
  assert.deepEqual(mixed.storage.data, matmul(whole([2, 128, 64], 3), b, null).storage.data);
});

const x = counting([3, 4]);
/** @type {[string, () => unknown, RegExp][]} */
const REFUSED = [
  [
    'inner sizes',
    () => matmul(x, x, null),
    /mat1 and mat2 shapes cannot be multiplied \(3x4 and 3x4\)/,
  ],
  [
    'inner sizes of many',
    () => matmul(counting([2, 3, 4]), counting([2, 3, 4]), null),
    /\[2, 4\] but got: \[2, 3\]/,
  ],
  [
    'no dimension',
    () => matmul(counting([]), x, null),
    /need to be at least 1D, but they are 0D and 2D/,
  ],
  ['vectors of two lengths', () => dot(counting([2]), counting([3])), /inconsistent tensor size/],
  [
    'two types',
    () => matmul(x, counting([4, 1], 'int64'), null),
    /expected scalar type Float but found Long/,
  ],
  ['outer of matrices', () => outer(x, x), /Expected 1-D argument self, but got 2-D/],
  ['bmm of matrices', () => bmm(x, x, null), /batch1 must be a 3D tensor/],
  ['einsum: a sign', () => einsum('i;j', [x], null), /invalid subscript given at index 1/],
  [
    'einsum: an unknown output',
    () => einsum('ij->k', [x], null),
    /output subscript k does not appear/,
  ],
  [
    'einsum: too many letters',
    () => einsum('ijk', [x], null),
    /does not match the number of dimensions \(2\)/,
  ],
  ['einsum: too few letters', () => einsum('i', [x], null), /no ellipsis was given/],
  [
    'einsum: two sizes',
    () => einsum('ij,jk->ik', [x, x], null),
    /subscript j has size 3 for operand 1 .* size 4/,
  ],
  ['einsum: one operand too few', () => einsum('ij,jk', [x], null), /fewer operands were provided/],
  ['einsum: one operand too many', () => einsum('ij', [x, x], null), /more operands were provided/],
];
for (const [name, act, said] of REFUSED) {
  test(`refused: ${name}`, () => {
    assert.throws(act, said);
  });
}

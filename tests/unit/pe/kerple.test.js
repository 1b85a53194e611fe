import assert from 'node:assert/strict';
import test from 'node:test';

import {toeplitzSpread} from '../../../web/core/linalg.js';
import {methodBias, methodBiasBackward, methodInit, methodTensors} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, mapTensor, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor, TensorLike} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];

const METHODS = /** @type {const} */ (['kerple-log', 'kerple-power']);

/** Numbers above 0 for each head. @param {Core} each @param {number} nHeads */
const tensorsOf = (each, nHeads) => ({
  kerple_a: mapTensor(randomTensor(each, 'a', [nHeads]), (value) => 0.75 + 0.5 * value),
  kerple_p: mapTensor(randomTensor(each, 'p', [nHeads]), (value) => 0.75 + 0.5 * value),
});

/** @param {string} method @param {number} a @param {number} p @param {number} d */
function byFormula(method, a, p, d) {
  if (d === 0) return 0;
  return method === 'kerple-log' ? -p * Math.log1p(a * d) : -a * d ** p;
}

/** @type {[nHeads: number, nQuery: number, nKey: number][]} */
const SHAPES = [
  [1, 1, 1],
  [3, 6, 6],
  [2, 2, 7],
  [5, 7, 2],
  [1, 3, 200],
];

for (const [build, each] of cores) {
  for (const method of METHODS) {
    test(`${build}: ${method} follows its formula, with and without the future`, () => {
      for (const [nHeads, nQuery, nKey] of SHAPES) {
        const tensors = tensorsOf(each, nHeads);
        for (const causal of [false, true]) {
          const {data, shape} = methodBias(each, {method, nHeads, nQuery, nKey, tensors, causal});
          assert.deepEqual(shape, [nHeads, nQuery, nKey]);
          const want = Array.from(data, (_, at) => {
            const h = Math.floor(at / (nQuery * nKey));
            const d = (Math.floor(at / nKey) % nQuery) + nKey - nQuery - (at % nKey);
            if (causal && d < 0) return 0;
            return byFormula(
              method,
              tensors.kerple_a.data[h],
              tensors.kerple_p.data[h],
              Math.abs(d),
            );
          });
          assertClose(data, want, {rtol: 2e-7}, `${nQuery} x ${nKey}`);
        }
      }
    });

    test(`${build}: the gradients of ${method} are those of differences`, () => {
      const sizes = {nHeads: 3, nQuery: 4, nKey: 6};
      const tensors = tensorsOf(each, 3);
      const dlogits = randomTensor(each, 'dlogits', [3, 4, 6]);
      const {dtensors} = methodBiasBackward(each, {
        ...{method, dlogits, tensors, causal: false},
      });
      for (const name of /** @type {const} */ (['kerple_a', 'kerple_p'])) {
        const loss = (/** @type {Tensor} */ moved) => {
          const changed = {...tensors, [name]: moved};
          const bias = methodBias(each, {method, ...sizes, tensors: changed, causal: false});
          return dot(bias.data, dlogits.data);
        };
        const want = numericalGradient(loss, tensors[name]);
        assertClose(dtensors[name].data, want, {atol: 2e-3, rtol: 1e-3}, name);
      }
    });
  }
}

test('kerple knows distance alone, and a head only its own numbers', () => {
  for (const method of METHODS) {
    const tensors = tensorsOf(core, 2);
    const sizes = {nHeads: 2, nQuery: 12, nKey: 12, causal: false};
    const {data} = methodBias(core, {method, ...sizes, tensors});
    for (const h of [0, 1]) {
      const head = {data: data.slice(h * 144, (h + 1) * 144), shape: [12, 12]};
      assert.equal(toeplitzSpread(core, {x: head}), 0);
    }
    const other = {
      ...tensors,
      kerple_a: mapTensor(tensors.kerple_a, (v, h) => (h === 1 ? 2 * v : v)),
    };
    const changed = methodBias(core, {method, ...sizes, tensors: other}).data;
    assert.deepEqual(changed.slice(0, 144), data.slice(0, 144));
    assert.notDeepEqual(changed.slice(144), data.slice(144));
  }
});

test('the power of kerple with p = 1 is ALiBi’s line, and its logarithm flattens out', () => {
  const one = (/** @type {number} */ value) => ({data: [value], shape: [1]});
  const sizes = {nHeads: 1, nQuery: 1, nKey: 1025};
  const bias = (/** @type {string} */ method, /** @type {number} */ a, /** @type {number} */ p) =>
    methodBias(core, {method, ...sizes, tensors: {kerple_a: one(a), kerple_p: one(p)}}).data;
  const line = bias('kerple-power', 0.25, 1);
  assertClose(
    line,
    line.map((_, j) => -0.25 * (1024 - j)),
    {rtol: 1e-6},
  );
  // twice the distance is p ln 2 more, far out: the slope of a logarithm
  const curve = bias('kerple-log', 1, 0.5);
  assertClose([curve[0] - curve[512]], [-0.5 * Math.log(1025 / 513)], {atol: 1e-6});
});

test('at distance 0 kerple adds exactly nothing and learns nothing, whatever its numbers', () => {
  for (const method of METHODS) {
    for (const value of [0, -2, 1e30, Number.NaN, Number.POSITIVE_INFINITY]) {
      const tensors = {
        kerple_a: {data: [value], shape: [1]},
        kerple_p: {data: [value], shape: [1]},
      };
      const sizes = {nHeads: 1, nQuery: 1, nKey: 1};
      const {data} = methodBias(core, {method, ...sizes, tensors});
      assert.ok(Object.is(data[0], 0), `${method} ${value}`);
      const dlogits = {data: [1], shape: [1, 1, 1]};
      const {dtensors} = methodBiasBackward(core, {method, dlogits, tensors});
      assert.deepEqual([dtensors.kerple_a.data[0], dtensors.kerple_p.data[0]], [0, 0]);
    }
  }
});

test('numbers of kerple that are not finite pass through, away from distance 0', () => {
  const tensors = {
    kerple_a: {data: [Number.NaN, 0.5], shape: [2]},
    kerple_p: {data: [1, 1], shape: [2]},
  };
  const {data} = methodBias(core, {method: 'kerple-log', nHeads: 2, nQuery: 1, nKey: 3, tensors});
  assert.ok(Number.isNaN(data[0]) && Number.isNaN(data[1]) && data[2] === 0);
  assert.ok([...data.slice(3)].every(Number.isFinite));
});

test('kerple starts with numbers above 0, one of each a head', () => {
  const options = {method: 'kerple-log', nHeads: 8, dHead: 4};
  assert.deepEqual(
    methodTensors(core, options).map(({name, shape, perLayer}) => [name, shape, perLayer]),
    [
      ['kerple_a', [8], false],
      ['kerple_p', [8], false],
    ],
  );
  for (let seed = 0; seed < 20; seed++) {
    const drawn = methodInit(core, {...options, seed});
    for (const {data} of Object.values(drawn)) assert.ok(data.every((value) => value > 0));
    assert.notEqual(drawn.kerple_a.data[0], drawn.kerple_a.data[1]);
  }
});

test('what was in lent memory before kerple does not show', () => {
  const tensors = tensorsOf(core, 2);
  const dlogits = randomTensor(core, 'dlogits', [2, 3, 5]);
  const run = () =>
    METHODS.map((method) => [
      methodBias(core, {method, nHeads: 2, nQuery: 3, nKey: 5, tensors}),
      methodBiasBackward(core, {method, dlogits, tensors}),
    ]);
  const clean = run();
  core.scratch((mem) =>
    mem
      .f32(1 << 12)
      .view()
      .fill(7),
  );
  assert.deepEqual(run(), clean);
});

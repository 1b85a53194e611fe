import assert from 'node:assert/strict';
import test from 'node:test';

import {gelu} from '../../../web/core/nn-training.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores, loadTestCore} from '../../support/core.js';
import {numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Numbers} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const testCore = await loadTestCore();
const FORMS = /** @type {const} */ (['erf', 'tanh', 'sigmoid']);

/** @param {Numbers} values */
const row = (values) => ({data: Float32Array.from(values), shape: [values.length]});

/** By erfc() and exp() in double. @param {Numbers} values @param {string} form */
function reference(values, form) {
  return testCore.scratch((mem) => {
    const [y, slope] = [mem.f32(values.length), mem.f32(values.length)];
    const formId = testCore.enumValue('geluForm', 'form', form);
    const x = mem.f32(values).ptr;
    testCore.call('nn_gelu_forward_ref', y.ptr, slope.ptr, x, formId, values.length);
    return {y: y.copy(), slope: slope.copy()};
  });
}

/** nn_gelu_backward(). @param {Core} core @param {Numbers} dy @param {Numbers} x @param {number} form */
function backward(core, dy, x, form) {
  return core.scratch((mem) => {
    const dx = mem.f32(x.length);
    const allocated = [mem.f32(dy).ptr, mem.f32(x).ptr];
    core.call('nn_gelu_backward', dx.ptr, ...allocated, form, x.length);
    return dx.copy();
  });
}

for (const [build, core] of cores) {
  for (const form of FORMS) {
    test(`gelu ${form} is right to a float's last digits, far into both tails (${build})`, () => {
      const x = row(Float32Array.from({length: 4001}, (_, k) => (k - 2000) / 100));
      const got = gelu(core, {x, form});
      const want = reference(x.data, form);
      // relative where the value is far from float's smallest: the left tail does not cancel
      assertClose(got.y.data, want.y, {rtol: 1.2e-5, atol: 1e-30}, 'y far out');
      assertClose(got.y.data, want.y, {rtol: 1e-6, atol: 1e-7}, 'y');
      assertClose(got.slope.data, want.slope, {rtol: 1e-6, atol: 3e-7}, 'slope');
    });

    test(`gelu ${form}'s slope equals central differences (${build})`, () => {
      for (const [value] of [[-2.5], [-0.75], [0], [0.25], [3]]) {
        const loss = (/** @type {any} */ x) => gelu(core, {x, form}).y.data[0];
        const [want] = numericalGradient(loss, row([value]));
        assertClose(gelu(core, {x: row([value]), form}).slope.data, [want], {atol: 1e-4}, form);
      }
    });

    test(`gelu ${form} of x and of -x differ by x, and their slopes add up to 1 (${build})`, () => {
      const x = randomTensor(core, 'x', [200], 6);
      const minus = {data: x.data.map((v) => -v), shape: [200]};
      const [right, left] = [gelu(core, {x, form}), gelu(core, {x: minus, form})];
      const close = {atol: 1e-6};
      assertClose(
        right.y.data.map((v, k) => v - left.y.data[k]),
        x.data,
        close,
      );
      assertClose(
        right.slope.data.map((v, k) => v + left.slope.data[k]),
        new Array(200).fill(1),
        close,
      );
    });

    test(`gelu ${form} of what is not finite: +inf itself, -inf 0, NaN stays (${build})`, () => {
      const far = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 3e38, -3e38];
      const {y, slope} = gelu(core, {x: row(far), form});
      assert.deepEqual([...y.data].map(Math.abs), [far[0], 0, Number.NaN, Math.fround(3e38), 0]);
      assert.deepEqual([...slope.data].map(Math.abs), [1, 0, Number.NaN, 1, 0]);
    });

    test(`gelu ${form} has one slope where both sides meet, whichever zero it is (${build})`, () => {
      const {y, slope} = gelu(core, {x: row([0, -0, 1e-45, -1e-45, 1e-38, -1e-38]), form});
      assertClose(y.data, new Array(6).fill(0), {atol: 1e-38}, form);
      assertClose(slope.data, new Array(6).fill(0.5), {atol: 1e-6}, form);
    });

    test(`gelu ${form} is the same at every length, with and without the slope (${build})`, () => {
      const formId = core.enumValue('geluForm', 'form', form);
      const long = randomTensor(core, 'x', [70], 4);
      const whole = gelu(core, {x: long, form});
      for (let n = 1; n <= 70; n++) {
        const x = long.data.subarray(0, n);
        assert.deepEqual(gelu(core, {x: row(x), form}).slope.data, whole.slope.data.slice(0, n));
        core.scratch((mem) => {
          const y = mem.f32(new Float32Array(n + 1).fill(7));
          core.call('nn_gelu_forward', y.ptr, 0, mem.f32(x).ptr, formId, n);
          assert.deepEqual(y.copy(), Float32Array.of(...whole.y.data.subarray(0, n), 7));
        });
      }
    });

    test(`gelu ${form}'s backward is dy times the slope, at every length (${build})`, () => {
      const formId = core.enumValue('geluForm', 'form', form);
      for (let n = 1; n <= 35; n++) {
        const [x, dy] = ['x', 'dy'].map((name) => randomTensor(core, name, [n], 3));
        const {slope} = gelu(core, {x, form});
        const want = slope.data.map((v, k) => v * dy.data[k]);
        assert.deepEqual(backward(core, dy.data, x.data, formId), want);
      }
    });
  }

  test(`gelu's three forms are three: they differ as the papers say (${build})`, () => {
    const x = row(Array.from({length: 801}, (_, k) => (k - 400) / 100));
    const [erf, tanh, sigmoid] = FORMS.map((form) => gelu(core, {x, form}).y.data);
    const gap = (/** @type {Float32Array} */ a) =>
      Math.max(...a.map((v, k) => Math.abs(v - erf[k])));
    assert.ok(gap(tanh) > 4e-4 && gap(tanh) < 5e-4, `${gap(tanh)}`);
    assert.ok(gap(sigmoid) > 0.019 && gap(sigmoid) < 0.021, `${gap(sigmoid)}`);
  });

  test(`gelu's backward may run in place, on dy and on x (${build})`, () => {
    const [x, dy] = ['x', 'dy'].map((name) => randomTensor(core, name, [21], 3).data);
    const want = backward(core, dy, x, 0);
    core.scratch((mem) => {
      const [a, b] = [mem.f32(dy), mem.f32(x)];
      core.call('nn_gelu_backward', a.ptr, a.ptr, b.ptr, 0, 21);
      assert.deepEqual(a.copy(), want);
      a.view().set(dy);
      core.call('nn_gelu_backward', b.ptr, a.ptr, b.ptr, 0, 21);
      assert.deepEqual(b.copy(), want);
    });
  });

  test(`gelu refuses a form that there is not, by name (${build})`, () => {
    const call = () => gelu(core, {x: row([1]), form: /** @type {any} */ ('relu')});
    assert.throws(call, /^RangeError: form must be one of 'erf', 'tanh', 'sigmoid', got 'relu'/);
  });
}

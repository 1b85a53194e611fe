import assert from 'node:assert/strict';
import test from 'node:test';
import {faultAlibiQueryAxis} from '../../../web/core/fault.js';
import {maxAbsDiff, toeplitzSpread} from '../../../web/core/linalg.js';
import {softmax} from '../../../web/core/nn.js';
import {alibiBias, alibiKeyOffsetBias, alibiSlopes} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores, loadTestCore} from '../../support/core.js';

const cores = await loadBothCores();
const [, core] = cores[0];
const testCore = await loadTestCore();

/** The authors' rule. @param {number} n @returns {number[]} */
function referenceSlopes(n) {
  const power = 2 ** Math.floor(Math.log2(n));
  const own = Array.from({length: power}, (_, h) => 2 ** ((-8 * (h + 1)) / power));
  if (power === n) return own;
  const finer = referenceSlopes(2 * power).filter((_, h) => h % 2 === 0);
  return [...own, ...finer.slice(0, n - power)];
}

for (const [build, each] of cores) {
  test(`${build}: slopes are the authors' for every number of heads from 1 to 128`, () => {
    for (let nHeads = 1; nHeads <= 128; nHeads++) {
      const {data} = alibiSlopes(each, {nHeads});
      assertClose(data, referenceSlopes(nHeads), {rtol: 1e-6}, `${nHeads} heads`);
    }
  });

  test(`${build}: bias is -slope times distance, and its causal form masks the future`, () => {
    const slopes = [0.5, 0.25, 0.707];
    for (const [nQuery, nKey] of [
      [1, 1],
      [5, 5],
      [2, 7],
      [6, 4],
      [3, 17],
      [17, 3],
    ]) {
      for (const mask of /** @type {const} */ (['causal', 'none'])) {
        const {data, shape} = alibiBias(each, {slopes, nQuery, nKey, mask});
        assert.deepEqual(shape, [3, nQuery, nKey]);
        const want = slopes.flatMap((slope) =>
          Array.from({length: nQuery * nKey}, (_, k) => {
            const distance = Math.floor(k / nKey) + nKey - nQuery - (k % nKey);
            return mask === 'causal' && distance < 0 ? -Infinity : -slope * Math.abs(distance);
          }),
        );
        assertClose(data, want, {rtol: 1e-6}, `${mask} ${nQuery} x ${nKey}`);
      }
    }
  });
}

test('8 heads have the slopes 1/2 to 1/256, and 12 heads those of 8 and four of 16', () => {
  assert.deepEqual(
    [...alibiSlopes(core, {nHeads: 8}).data],
    [1, 2, 3, 4, 5, 6, 7, 8].map((h) => 2 ** -h),
  );
  const twelve = alibiSlopes(core, {nHeads: 12}).data;
  assertClose(twelve.slice(8), [0.7071, 0.3536, 0.1768, 0.0884], {atol: 1e-4}); // CONFUSIONS 2.4
});

test('plain geometric slopes agree with the authors only at powers of two', () => {
  for (const [nHeads, agree] of /** @type {[number, boolean][]} */ ([
    [8, true],
    [16, true],
    [12, false],
    [6, false],
  ])) {
    const a = alibiSlopes(core, {nHeads});
    const b = alibiSlopes(core, {nHeads, rule: 'geometric'});
    assert.equal(maxAbsDiff(core, {a, b}) < 1e-6, agree, `${nHeads} heads`);
  }
  assertClose(alibiSlopes(core, {nHeads: 12, rule: 'geometric'}).data.subarray(0, 1), [0.63], {
    atol: 1e-3,
  });
});

test('bias depends on distance alone', () => {
  const {data} = alibiBias(core, {nHeads: 3, nQuery: 20, nKey: 20, mask: 'none'});
  for (let h = 0; h < 3; h++) {
    const x = {data: data.slice(400 * h, 400 * (h + 1)), shape: [20, 20]};
    assert.equal(toeplitzSpread(core, {x}), 0);
  }
});

test('the fast bias has the bits of its reference, at every tail length', () => {
  for (const [mask, id] of /** @type {const} */ ([
    ['causal', 0],
    ['none', 1],
  ])) {
    const maskId = testCore.enumValue('alibiMask', 'mask', mask);
    assert.ok(maskId === id || maskId === 1 - id);
    for (let nKey = 1; nKey <= 19; nKey++) {
      const slopes = alibiSlopes(testCore, {nHeads: 3});
      const fast = alibiBias(testCore, {slopes, nQuery: 5, nKey, mask});
      testCore.scratch((mem) => {
        const out = mem.f32(15 * nKey);
        testCore.call('pe_alibi_bias_ref', out.ptr, mem.f32(slopes.data).ptr, maskId, 3, 5, nKey);
        assert.deepEqual(fast.data, out.copy(), `${mask}, ${nKey} keys`);
      });
    }
  }
});

test('the row form for padded batches counts real keys, and equals the bias after softmax', () => {
  const slopes = alibiSlopes(core, {nHeads: 4});
  const padded = alibiKeyOffsetBias(core, {slopes, keyMask: [0, 0, 1, 1, 1, 1]});
  assertClose(
    padded.data.subarray(0, 6),
    [0, 0, 0, 1, 2, 3].map((k) => k * slopes.data[0]),
    {atol: 1e-7},
  );
  const row = alibiKeyOffsetBias(core, {slopes, keyMask: [1, 1, 1, 1]});
  const bias = alibiBias(core, {slopes, nQuery: 1, nKey: 4});
  const a = softmax(core, {x: {data: row.data, shape: [4, 4]}});
  const b = softmax(core, {x: {data: bias.data, shape: [4, 4]}});
  assertClose(a.data, b.data, {atol: 2e-7});
});

test('fault: a bias along the query axis is erased by softmax', () => {
  const slopes = alibiSlopes(core, {nHeads: 2});
  const wrong = faultAlibiQueryAxis(core, {slopes, nQuery: 5, nKey: 5});
  const weights = softmax(core, {x: {data: wrong.data, shape: [10, 5]}});
  assertClose(weights.data, new Array(50).fill(0.2), {atol: 1e-7});
  assert.ok(wrong.data.some((v) => v !== 0));
});

test('a negative slope turns the bias around, and distance 0 is 0 and never -0', () => {
  const {data} = alibiBias(core, {slopes: [-0.5, 0.5], nQuery: 2, nKey: 2, mask: 'none'});
  assert.deepEqual([...data], [0, 0.5, 0.5, 0, 0, -0.5, -0.5, 0]);
});

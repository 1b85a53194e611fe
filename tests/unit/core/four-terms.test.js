// The four terms of an absolute encoding's logit: each held to sums in double, and the whole to the
// layer that adds the table.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {fourTerms} from '../../../web/core/four-terms.js';
import {toeplitzSpread} from '../../../web/core/linalg.js';
import {sinusoidal} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

/** @import {Tensor} from '../../../web/core/core.js' */

const [N, D, HEADS] = [5, 6, 2];

/**
 * scale * (a_i W_Q) . (b_j W_K) of every head, in double.
 *
 * @param {Tensor} a
 * @param {Tensor} b
 * @param {Tensor} wQ
 * @param {Tensor} wK
 */
function termInDouble(a, b, wQ, wK) {
  const width = D / HEADS;
  const project = (/** @type {Tensor} */ x, /** @type {Tensor} */ w, /** @type {number} */ row) =>
    Array.from({length: D}, (_, o) => {
      let sum = 0;
      for (let c = 0; c < D; c++) sum += x.data[row * D + c] * w.data[o * D + c];
      return sum;
    });
  const out = [];
  for (let h = 0; h < HEADS; h++) {
    for (let i = 0; i < N; i++) {
      for (let j = 0; j < N; j++) {
        const [q, k] = [project(a, wQ, i), project(b, wK, j)];
        let sum = 0;
        for (let c = h * width; c < (h + 1) * width; c++) sum += q[c] * k[c];
        out.push(sum / Math.sqrt(width));
      }
    }
  }
  return out;
}

for (const [build, core] of await loadBothCores()) {
  suite(`${build}: four terms`, () => {
    const x = randomTensor(core, 'x', [N, D]);
    const p = randomTensor(core, 'p', [N, D]);
    const wQ = randomTensor(core, 'wQ', [D, D]);
    const wK = randomTensor(core, 'wK', [D, D]);

    test('each is the product of its two sides, and they sum to the logits of the layer', () => {
      const got = fourTerms(core, {x, p, wQ, wK, nHeads: HEADS});
      const parts = /** @type {[Tensor, number[]][]} */ ([
        [got.contentContent, termInDouble(x, x, wQ, wK)],
        [got.contentPosition, termInDouble(x, p, wQ, wK)],
        [got.positionContent, termInDouble(p, x, wQ, wK)],
        [got.positionPosition, termInDouble(p, p, wQ, wK)],
      ]);
      for (const [tensor, expected] of parts) {
        assert.deepEqual(tensor.shape, [HEADS, N, N]);
        assertClose(tensor.data, expected, {atol: 2e-6});
      }
      const sum = parts[0][1].map((_, k) => parts.reduce((total, [, list]) => total + list[k], 0));
      assertClose(got.whole.data, sum, {atol: 4e-6});
    });

    test('a scale of ones own takes the place of 1/sqrt(dHead)', () => {
      const own = fourTerms(core, {x, p, wQ, wK, nHeads: HEADS, scale: 0.5}).whole;
      const usual = fourTerms(core, {x, p, wQ, wK, nHeads: HEADS}).whole;
      const factor = 0.5 * Math.sqrt(D / HEADS);
      assertClose(
        own.data,
        [...usual.data].map((value) => value * factor),
        {atol: 2e-6},
      );
    });

    test('sinusoids see the distance alone only where nothing is projected', () => {
      const eye = {data: new Float32Array(D * D), shape: [D, D]};
      for (let c = 0; c < D; c++) eye.data[c * D + c] = 1;
      const waves = sinusoidal(core, {nPos: N, dModel: D});
      const spread = (/** @type {Tensor} */ q, /** @type {Tensor} */ k) => {
        const {positionPosition} = fourTerms(core, {x, p: waves, wQ: q, wK: k});
        return toeplitzSpread(core, {x: {data: positionPosition.data, shape: [N, N]}});
      };
      assert.ok(spread(eye, eye) < 1e-6);
      assert.ok(spread(wQ, wK) > 0.05);
    });

    test('what does not fit is refused by name', () => {
      const good = {x, p, wQ, wK, nHeads: HEADS};
      const wrong = {data: new Float32Array(D), shape: [1, D]};
      for (const name of ['p', 'wQ', 'wK']) {
        assert.throws(() => fourTerms(core, {...good, [name]: wrong}), new RegExp(name));
      }
      assert.throws(() => fourTerms(core, {...good, nHeads: 4}), /nHeads/);
      assert.throws(() => fourTerms(core, {...good, scale: Number.NaN}), /scale/);
    });
  });
}

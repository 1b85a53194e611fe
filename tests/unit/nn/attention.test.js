import assert from 'node:assert/strict';
import test from 'node:test';

import {attention, attentionBackward, attentionEntropy} from '../../../web/core/nn.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores, loadTestCore} from '../../support/core.js';
import {dot, mapTensor, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */
/** @import {AttentionInput} from '../../../web/core/nn.js' */

const cores = await loadBothCores();
const testCore = await loadTestCore();
const HIDDEN = Number.NEGATIVE_INFINITY;

/**
 * @param {Core} core
 * @param {number} nHeads
 * @param {number} nQuery
 * @param {number} nKey
 * @param {number} dHead
 */
function randomInput(core, nHeads, nQuery, nKey, dHead) {
  return {
    q: randomTensor(core, 'q', [nHeads, nQuery, dHead]),
    k: randomTensor(core, 'k', [nHeads, nKey, dHead]),
    v: randomTensor(core, 'v', [nHeads, nKey, dHead]),
    bias: randomTensor(core, 'bias', [nHeads, nQuery, nKey]),
  };
}

/**
 * The scalar reference.
 *
 * @param {AttentionInput} input
 * @returns {Record<string, Float32Array>}
 */
function reference({q, k, v, bias, causal = false, keyPad, scale}) {
  const [nHeads, nQuery, dHead] = q.shape;
  const nKey = k.shape[1];
  return testCore.scratch((mem) => {
    const nWeights = nHeads * nQuery * nKey;
    const out = [q.data.length, nWeights, nWeights].map((n) => mem.f32(n));
    const inputs = mem.struct('NnAttentionInputs', {
      q: mem.f32(q.data).ptr,
      k: mem.f32(k.data).ptr,
      v: mem.f32(v.data).ptr,
      bias: bias && mem.f32(bias.data).ptr,
      nBias: nHeads,
    });
    const sizes = {nProblems: nHeads, nQuery, nKey, dHead};
    const masks = {causal, keyPad: keyPad && mem.i32(keyPad).ptr};
    const settings = {...sizes, ...masks, scale: scale ?? 1 / Math.sqrt(dHead)};
    const attended = mem.struct('NnAttention', settings).ptr;
    const pointers = out.map(({ptr}) => ptr);
    testCore.call('nn_attention_forward_ref', ...pointers, inputs.ptr, 0, attended);
    const [output, logits, weights] = out.map((block) => block.copy());
    return {output, logits, weights};
  });
}

/** @param {Core} core @param {AttentionInput} input @param {string} label */
function assertIsReference(core, input, label) {
  const got = attention(core, input);
  const want = reference(input);
  for (const name of /** @type {const} */ (['logits', 'weights', 'output'])) {
    assertClose(got[name].data, want[name], {rtol: 2e-6, atol: 2e-6}, `${label}: ${name}`);
  }
}

/** Rows of the middle axis in another order. @param {Tensor} x @param {number[]} order */
function permuteRows(x, order) {
  const [, n, d] = x.shape;
  return mapTensor(x, (_, at) => {
    const row = Math.floor(at / d) % n;
    return x.data[at + (order[row] - row) * d];
  });
}

for (const [build, core] of cores) {
  test(`attention equals the reference for every n_query, n_key and d_head (${build})`, () => {
    const sizes = [1, 2, 3, 7, 8, 9, 15, 16, 17, 33];
    for (const nQuery of sizes) {
      for (const nKey of sizes) {
        for (const dHead of [1, 3, 4, 17]) {
          const {bias, ...input} = randomInput(core, 2, nQuery, nKey, dHead);
          const label = `${nQuery} x ${nKey} x ${dHead}`;
          assertIsReference(core, input, label);
          const keyPad = Array.from({length: nKey}, (_, j) => (j % 3 === 1 ? 1 : 0));
          assertIsReference(core, {...input, bias, keyPad, causal: true}, `masked ${label}`);
        }
      }
    }
  });

  test(`attention equals the reference past one block of keys (${build})`, () => {
    const {bias, ...input} = randomInput(core, 2, 21, 600, 40);
    assertIsReference(core, {...input, bias}, 'full');
    assertIsReference(core, {...input, bias, causal: true, scale: 0.5}, 'causal');
  });

  test(`attention's weights are those rows that sum to 1, or zeros (${build})`, () => {
    const input = randomInput(core, 3, 9, 12, 5);
    for (const causal of [false, true]) {
      const {weights} = attention(core, {...input, causal});
      for (let r = 0; r < 27; r++) {
        const row = weights.data.subarray(12 * r, 12 * r + 12);
        assert.ok(Math.abs(row.reduce((a, b) => a + b, 0) - 1) < 1e-6);
      }
    }
  });

  test(`attention under the causal mask: the last query sees the last key (${build})`, () => {
    for (const [nQuery, nKey] of [
      [5, 5],
      [2, 6],
      [6, 2],
      [1, 9],
      [19, 17],
    ]) {
      const {logits, weights} = attention(core, {
        ...randomInput(core, 1, nQuery, nKey, 4),
        causal: true,
      });
      for (let i = 0; i < nQuery; i++) {
        for (let j = 0; j < nKey; j++) {
          const hidden = j > i + nKey - nQuery;
          const at = i * nKey + j;
          assert.equal(logits.data[at] === HIDDEN, hidden, `${nQuery} x ${nKey}, ${i} on ${j}`);
          assert.equal(weights.data[at] === 0, hidden);
        }
      }
    }
  });

  test(`attention of a query that sees no key is zeros, and so are its gradients (${build})`, () => {
    const input = {...randomInput(core, 2, 4, 4, 3), causal: true, keyPad: [1, 1, 0, 0]};
    const {weights, output, logits} = attention(core, input);
    const dout = randomTensor(core, 'dout', [2, 4, 3]);
    const {dq, dlogits} = attentionBackward(core, {...input, dout});
    for (const h of [0, 1]) {
      const dead = (/** @type {Tensor} */ x) => {
        const rowLength = x.shape[2];
        return x.data.subarray(h * 4 * rowLength, (h * 4 + 2) * rowLength);
      };
      assert.ok(dead(logits).every((value) => value === HIDDEN));
      for (const x of [weights, output, dq, dlogits]) {
        assert.ok(dead(x).every((value) => value === 0));
      }
    }
  });

  test(`attention of more queries than keys: those before the first key are exactly 0 (${build})`, () => {
    const {output, weights} = attention(core, {...randomInput(core, 1, 20, 2, 3), causal: true});
    assert.ok(output.data.subarray(0, 18 * 3).every((value) => value === 0));
    assert.ok(weights.data.subarray(0, 18 * 2).every((value) => value === 0));
    assert.ok(output.data.subarray(18 * 3).every((value) => value !== 0));
  });

  test(`attention with every key padded is zeros throughout (${build})`, () => {
    const input = {...randomInput(core, 1, 3, 18, 4), keyPad: new Array(18).fill(1)};
    const {weights, output} = attention(core, input);
    assert.ok([...weights.data, ...output.data].every((value) => value === 0));
  });

  test(`attention does not look at a hidden key's vector nor at its bias (${build})`, () => {
    const input = {...randomInput(core, 1, 3, 6, 4), keyPad: [0, 0, 1, 0, 0, 0]};
    const want = attention(core, input);
    const k = mapTensor(input.k, (v, at) => (Math.floor(at / 4) === 2 ? Number.NaN : v));
    const bias = mapTensor(input.bias, (v, at) => (at % 6 === 2 ? Number.NaN : v));
    assert.deepEqual(attention(core, {...input, k, bias}), want);
  });

  test(`attention permutes its output with its queries, and not with its keys (${build})`, () => {
    const {bias, ...input} = randomInput(core, 2, 6, 6, 8);
    const order = [3, 0, 5, 1, 4, 2];
    const {output} = attention(core, input);
    const moved = permuteRows(input.q, order);
    const close = {atol: 1e-6};
    assertClose(
      attention(core, {...input, q: moved}).output.data,
      permuteRows(output, order).data,
      close,
    );
    const k = permuteRows(input.k, order);
    const v = permuteRows(input.v, order);
    assertClose(attention(core, {...input, k, v}).output.data, output.data, close);
    const all = attention(core, {q: moved, k, v});
    assertClose(all.output.data, permuteRows(output, order).data, close);
  });

  test(`attention divides by the root of d_head unless told otherwise (${build})`, () => {
    const {bias, ...input} = randomInput(core, 1, 5, 5, 12);
    const {logits} = attention(core, input);
    const raw = attention(core, {...input, scale: 1}).logits;
    assertClose(
      logits.data,
      raw.data.map((v) => v / Math.sqrt(12)),
      {rtol: 1e-6},
    );
    const flat = attention(core, {...input, scale: 0});
    assertClose(flat.weights.data, new Array(25).fill(0.2), {rtol: 1e-6});
  });

  test(`attention stands logits of 1e6: all on the largest (${build})`, () => {
    const q = {data: [1e3, 0], shape: [1, 1, 2]};
    const k = {data: [1e3, 0, -1e3, 0, 999, 5], shape: [1, 3, 2]};
    const v = {data: [1, 2, 3, 4, 5, 6], shape: [1, 3, 2]};
    const {weights, output} = attention(core, {q, k, v, scale: 1});
    assert.deepEqual([...weights.data], [1, 0, 0]);
    assert.deepEqual([...output.data], [1, 2]);
  });

  test(`attention's output is the same whether or not it keeps logits and weights (${build})`, () => {
    const {q, k, v, bias} = randomInput(core, 2, 11, 19, 6);
    const want = attention(core, {q, k, v, bias, causal: true});
    core.scratch((mem) => {
      const [pq, pk, pv, pBias] = [q, k, v, bias].map((t) => mem.f32(t.data).ptr);
      const pointers = {q: pq, k: pk, v: pv, bias: pBias, nBias: 2};
      const inputs = mem.struct('NnAttentionInputs', pointers).ptr;
      const sizes = {nProblems: 2, nQuery: 11, nKey: 19, dHead: 6};
      const settings = {...sizes, scale: 1 / Math.sqrt(6), causal: true};
      const {ptr} = mem.struct('NnAttention', settings);
      const scratch = mem.u8(core.number('nn_attention_n_bytes', 19, 6)).ptr;
      for (const [keepLogits, keepWeights] of [
        [0, 0],
        [0, 1],
        [1, 0],
      ]) {
        const output = mem.f32(q.data.length);
        const logits = mem.f32(bias.data.length);
        const weights = mem.f32(bias.data.length);
        const kept = [output.ptr, keepLogits && logits.ptr, keepWeights && weights.ptr];
        core.call('nn_attention_forward', ...kept, inputs, scratch, ptr);
        assert.deepEqual(output.copy(), want.output.data);
        if (keepLogits) assert.deepEqual(logits.copy(), want.logits.data);
        if (keepWeights) assert.deepEqual(weights.copy(), want.weights.data);
      }
    });
  });

  test(`attentionBackward equals central differences for q, k, v and bias (${build})`, () => {
    for (const [nQuery, nKey, causal] of /** @type {[number, number, boolean][]} */ ([
      [3, 5, false],
      [4, 4, true],
      [2, 6, true],
    ])) {
      const input = {...randomInput(core, 2, nQuery, nKey, 3), causal, scale: 0.8};
      const keyPad = Array.from({length: nKey}, (_, j) => (j === 1 ? 1 : 0));
      const all = {...input, keyPad};
      const dout = randomTensor(core, 'dout', [2, nQuery, 3]);
      const got = attentionBackward(core, {...all, dout});
      const want = {dq: all.q, dk: all.k, dv: all.v, dlogits: all.bias};
      const names = {dq: 'q', dk: 'k', dv: 'v', dlogits: 'bias'};
      for (const name of /** @type {const} */ (['dq', 'dk', 'dv', 'dlogits'])) {
        const loss = (/** @type {Tensor} */ moved) =>
          dot(attention(core, {...all, [names[name]]: moved}).output.data, dout.data);
        assertClose(got[name].data, numericalGradient(loss, want[name]), {atol: 1e-4}, name);
      }
    }
  });

  test(`attentionBackward takes weights that are given as they are (${build})`, () => {
    const input = randomInput(core, 1, 3, 20, 5);
    const dout = randomTensor(core, 'dout', [1, 3, 5]);
    const {weights} = attention(core, input);
    const formed = attentionBackward(core, {...input, dout});
    assert.deepEqual(attentionBackward(core, {...input, dout, weights}), formed);
    const halved = attentionBackward(core, {
      ...input,
      dout,
      weights: mapTensor(weights, (w) => w / 2),
    });
    assertClose(
      halved.dv.data,
      formed.dv.data.map((x) => x / 2),
      {atol: 1e-7},
    );
  });

  test(`attentionEntropy is ln n where weights are even and 0 where one has all (${build})`, () => {
    const weights = {
      data: [0.25, 0.25, 0.25, 0.25, 0, 1, 0, 0, 0.5, 0, 0, 0.5, 0, 0, 0, 0],
      shape: [2, 2, 4],
    };
    const entropy = attentionEntropy(core, {weights});
    assert.deepEqual(entropy.shape, [2, 2]);
    assertClose(entropy.data, [Math.log(4), 0, Math.log(2), 0], {rtol: 1e-7});
    const bad = {data: [0.5, -0.5, 1, -1], shape: [2, 2]};
    assert.throws(
      () => attentionEntropy(core, {weights: bad}),
      /weights.data\[1\] must be >= 0 and finite, got -0.5/, // the first of them
    );
    const endless = {data: [0.5, Infinity], shape: [1, 2]};
    assert.throws(() => attentionEntropy(core, {weights: endless}), /finite, got Infinity/);
    core.scratch((mem) => {
      const args = [mem.f32(1).ptr, mem.f32(bad.data).ptr, 1, 2];
      assert.throws(() => core.call('nn_attention_entropy', ...args), {status: 'bad value'});
    });
  });

  test(`attention names the argument that does not fit, and its value (${build})`, () => {
    const input = randomInput(core, 2, 3, 4, 5);
    /** @param {any} changed @param {RegExp} message */
    const refuses = (changed, message) =>
      assert.throws(() => attention(core, {...input, ...changed}), message);
    refuses({q: randomTensor(core, 'q', [2, 3])}, /^RangeError: q must be .* got shape \[2, 3\]/);
    refuses(
      {k: randomTensor(core, 'k', [2, 4, 6])},
      /^RangeError: k must be .*got shape \[2, 4, 6\]/,
    );
    refuses(
      {v: randomTensor(core, 'v', [2, 3, 5])},
      /^RangeError: v must be .*got shape \[2, 3, 5\]/,
    );
    refuses({bias: randomTensor(core, 'b', [2, 4, 3])}, /^RangeError: bias must be/);
    refuses({scale: Number.NaN}, /^RangeError: scale must be a finite number, got NaN/);
    refuses({keyPad: [0, 1]}, /^RangeError: keyPad must have 4 elements, got 2/);
    refuses({keyPad: [0, 1, 2, 0]}, /^RangeError: keyPad\[2\] must be 0 or 1, got 2/);
    const dout = randomTensor(core, 'dout', [2, 4, 5]);
    assert.throws(() => attentionBackward(core, {...input, dout}), /^RangeError: dout must be/);
  });

  test(`attention refuses in C what has no meaning, and writes nothing (${build})`, () => {
    core.scratch((mem) => {
      const out = mem.f32([7, 7, 7, 7]);
      const x = mem.f32(64).ptr;
      const inputs = mem.struct('NnAttentionInputs', {q: x, k: x, v: x}).ptr;
      const written = {dq: out.ptr, dk: out.ptr, dv: out.ptr, dlogits: out.ptr};
      const gradients = mem.struct('NnAttentionGradients', written).ptr;
      const settingsOf = (/** @type {number} */ scale, /** @type {number[]} */ sizes) => {
        const [nProblems, nQuery, nKey, dHead] = sizes;
        return mem.struct('NnAttention', {nProblems, nQuery, nKey, dHead, scale}).ptr;
      };
      const forward =
        (/** @type {number} */ scale, /** @type {number[]} */ ...sizes) =>
        () => {
          const results = [out.ptr, out.ptr, out.ptr];
          core.call('nn_attention_forward', ...results, inputs, x, settingsOf(scale, sizes));
        };
      const backward =
        (/** @type {number} */ scale, /** @type {number[]} */ ...sizes) =>
        () =>
          core.call('nn_attention_backward', gradients, x, x, inputs, x, settingsOf(scale, sizes));
      for (const call of [forward, backward]) {
        for (const sizes of [
          [0, 1, 1, 1],
          [1, 0, 1, 1],
          [1, 1, 0, 1],
          [1, 1, 1, 0],
          [1, 1 << 15, 1 << 15, 1],
          [1 << 15, 1, 1, 1 << 15],
        ]) {
          assert.throws(call(1, ...sizes), {status: 'bad shape'}, `${sizes}`);
        }
        for (const scale of [Number.NaN, Number.POSITIVE_INFINITY]) {
          assert.throws(call(scale, 1, 1, 1, 1), {status: 'bad value'});
        }
      }
      assert.deepEqual([...out.view()], [7, 7, 7, 7]);
      assert.equal(core.number('nn_attention_n_bytes', 0, 1), 0);
      assert.equal(core.number('nn_attention_backward_n_bytes', 1, 1 << 15, 1 << 15), 0);
    });
  });
}

// RoPE on values, and latent attention, as the table of methods has them: by the golden numbers of attention, and by
// laws. That their backward passes are gradients is in method.test.js and in transformer-gradients.test.js.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

import {attention, attentionBackward} from '../../../web/core/nn.js';
import {
  methodKv,
  methodKvBackward,
  methodQk,
  methodQkBackward,
  methodValues,
  methodValuesBackward,
} from '../../../web/core/pe.js';
import {Transformer} from '../../../web/core/transformer.js';
import {decode} from '../../golden/core/compare.js';
import {compareArrays} from '../../golden/run.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

/** @import {Core, TensorLike} from '../../../web/core/core.js' */
/** @import {DecodedCase} from '../../golden/core/compare.js' */

/** @param {string} topic */
function casesOf(topic) {
  const file = new URL(`../../golden/core/data/${topic}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).cases;
}

/** Those that a method of the table computes: pairs as in rope-half, frequencies by no rule. */
const inTable = (/** @type {any} */ {params}) =>
  params.layout === 'half' && params.rope?.kind === 'default' && !params.kv_shared;

const f32 = (/** @type {TensorLike} */ {data, shape}) => ({data: Float32Array.from(data), shape});

/** @param {Core} core @param {DecodedCase} item what attention with rotated values gives */
function rotatedValues(core, {params, in: given}) {
  const [q, k, v, dout] = [given.q, given.k, given.v, given.dout].map(f32);
  const {offset: firstPos = 0, mask, rope, rope_value: ofValues} = params;
  const both = {firstPos, base: rope.base, rotaryDim: rope.dim, method: 'rope-half'};
  const own = {firstPos, base: ofValues.base, rotaryDim: ofValues.dim, method: 'rope-values'};
  const rotated = methodQk(core, {...both, q, k});
  const values = methodValues(core, {...own, output: dout, v}).v;
  const input = {...rotated, v: values, causal: mask === 'causal'};
  const {logits, weights, output} = attention(core, input);
  const rotatedBack = methodValuesBackward(core, {...own, doutput: dout, dv: v}).doutput;
  const back = attentionBackward(core, {...input, dout: rotatedBack});
  return {
    scores: logits.data,
    probs: weights.data,
    output: methodValues(core, {...own, output, v}).output.data,
    dq: methodQkBackward(core, {...both, dq: back.dq, dk: back.dk}).dq.data,
    dk: methodQkBackward(core, {...both, dq: back.dq, dk: back.dk}).dk.data,
    dv: methodValuesBackward(core, {...own, doutput: dout, dv: back.dv}).dv.data,
  };
}

/**
 * Latent attention whose keys and values are parts of x: the matrices copy them, so that their gradients are parts of
 * that by x. The golden head has its rotated part at the end, and the values of ours are as wide as a key.
 *
 * @param {Core} core
 * @param {DecodedCase} item
 */
function latent(core, {params, in: given}) {
  const {
    heads: h,
    tk: n,
    d_nope: dNope,
    d_rope: dRope,
    d_v: dValue,
    rope,
    key_pad: keyPad,
  } = params;
  const dHead = dNope + dRope;
  const width = h * (dNope + dValue);
  const dModel = width + dRope;
  const [kNope, kRope, v, dout] = [given.k_nope, given.k_rope, given.v, given.dout];
  /** @param {number} rows @param {number} columns @param {(row: number, column: number) => boolean} isOne */
  const matrix = (rows, columns, isOne) => ({
    data: Float32Array.from({length: rows * columns}, (_, at) =>
      Number(isOne(Math.floor(at / columns), at % columns)),
    ),
    shape: [rows, columns],
  });
  /** Rows of heads, made of two arrays of heads: of `first` elements, and of others. */
  const rowsOf = (
    /** @type {number} */ first,
    /** @type {(head: number, t: number, e: number) => number} */ from,
    /** @type {number} */ wide,
  ) => ({
    data: Float32Array.from({length: h * n * wide}, (_, at) => {
      const e = at % wide;
      return e < first ? from(Math.floor(at / wide / n), Math.floor(at / wide) % n, e) : 0;
    }),
    shape: [h, n, wide],
  });
  const part = (/** @type {TensorLike} */ {data, shape}) => {
    const wide = shape[shape.length - 1];
    return (/** @type {number} */ head, /** @type {number} */ t, /** @type {number} */ e) =>
      data[(head * n + t) * wide + e];
  };
  const [qn, qr, kn] = [given.q_nope, given.q_rope, kNope].map(part);
  const [ofV, ofOut] = [v, dout].map(part);
  const q = rowsOf(dHead, (k, t, e) => (e < dRope ? qr(k, t, e) : qn(k, t, e - dRope)), dHead);
  const x = {
    data: Float32Array.from({length: n * dModel}, (_, at) => {
      const [t, c] = [Math.floor(at / dModel), at % dModel];
      if (c < h * dNope) return kn(Math.floor(c / dNope), t, c % dNope);
      const e = c - h * dNope;
      if (e < h * dValue) return ofV(Math.floor(e / dValue), t, e % dValue);
      return kRope.data[t * dRope + (e - h * dValue)];
    }),
    shape: [n, dModel],
  };
  const tensors = {
    'attn.mla_down': matrix(dModel, dModel, (a, b) => a === b),
    'attn.mla_keys': matrix(h * dNope, width, (a, b) => a === b),
    'attn.mla_values': matrix(h * dHead, width, (a, b) => {
      const [head, e] = [Math.floor(a / dHead), a % dHead];
      return e < dValue && b === h * dNope + head * dValue + e;
    }),
  };
  const options = {method: 'mla-rope', base: rope.base, rotaryDim: rope.dim, width, tensors};
  const made = methodKv(core, {...options, x, q});
  const scale = 1 / Math.sqrt(dHead);
  const input = {...made, causal: true, scale, ...(keyPad && {keyPad})};
  const {logits, weights, output} = attention(core, input);
  const back = attentionBackward(core, {...input, dout: rowsOf(dValue, ofOut, dHead)});
  const {dq, dx} = methodKvBackward(core, {...options, x, ...back});
  const columns = (
    /** @type {TensorLike} */ {data},
    /** @type {number} */ from,
    /** @type {number} */ to, // biome-ignore format: one thought
  ) => Array.from(data).filter((_, at) => at % dHead >= from && at % dHead < to);
  const ofX = (/** @type {number} */ from, /** @type {number} */ wide) =>
    Array.from({length: h * n * wide}, (_, at) => {
      const row = Math.floor(at / wide);
      return dx.data[(row % n) * dModel + from + Math.floor(row / n) * wide + (at % wide)];
    });
  return {
    scores: logits.data,
    probs: weights.data,
    output: columns(output, 0, dValue),
    dq_nope: columns(dq, dRope, dHead),
    dq_rope: columns(dq, 0, dRope),
    dk_nope: ofX(0, dNope),
    dk_rope: Array.from({length: n * dRope}, (_, at) => {
      return dx.data[Math.floor(at / dRope) * dModel + width + (at % dRope)];
    }),
    dv: ofX(h * dNope, dValue),
  };
}

for (const [build, core] of await loadBothCores()) {
  for (const [topic, run, n] of /** @type {const} */ ([
    ['attention_value_rope', rotatedValues, 4],
    ['attention_mla_rope', latent, 2],
  ])) {
    test(`${topic}: the methods of the table give the golden numbers (${build})`, () => {
      const cases = casesOf(topic).filter(inTable);
      assert.equal(cases.length, n);
      for (const item of cases) {
        const problems = compareArrays(decode(item).out, run(core, decode(item)), item);
        assert.deepEqual(problems, [], item.id);
      }
    });
  }

  test(`rotated values and their output depend on distances alone (${build})`, () => {
    const [q, k, v] = ['q', 'k', 'v'].map((name) => randomTensor(core, name, [2, 6, 8]));
    const outputAt = (/** @type {number} */ firstPos) => {
      const values = methodValues(core, {method: 'rope-values', firstPos, output: q, v}).v;
      const {output} = attention(core, {q, k, v: values});
      return methodValues(core, {method: 'rope-values', firstPos, output, v}).output.data;
    };
    assertClose(outputAt(40), outputAt(0), {atol: 2e-6});
  });

  test(`latent attention has fewer weights than plain attention, and none of its keys and values (${build})`, () => {
    const config = {vocabSize: 5, nLayers: 1, nHeads: 4, dModel: 64, dFf: 8, batch: 1, seqLen: 3};
    const count = (/** @type {Transformer} */ model) =>
      model.tensors
        .filter(({kind, name}) => kind === 'param' && name.includes('attn'))
        .reduce((sum, {shape}) => sum + shape.reduce((a, b) => a * b, 1), 0);
    const sizes = [[], ['mla-rope'], ['mla-nope']].map((names) => {
      const methods = names.map((name) => ({name, width: 16}));
      const model = new Transformer(core, {...config, methods});
      const n = count(model);
      model.close();
      return n;
    });
    const plain = 4 * (64 * 64 + 64);
    const queriesAndOutput = 2 * (64 * 64 + 64);
    const [down, keys, values] = [(16 + 8) * 64, 4 * (16 - 8) * 16, 64 * 16];
    assert.deepEqual(sizes, [
      plain,
      queriesAndOutput + down + keys + values,
      queriesAndOutput + 16 * 64 + 64 * 16 + 64 * 16,
    ]);
  });

  test(`mla-nope gives every token of equal content the same key, mla-rope does not (${build})`, () => {
    const row = randomTensor(core, 'x', [1, 16]).data;
    const x = {data: Float32Array.from({length: 48}, (_, at) => row[at % 16]), shape: [3, 16]};
    const q = randomTensor(core, 'q', [2, 3, 8]);
    for (const [method, nDown, nKeys, isSame] of /** @type {const} */ ([
      ['mla-nope', 6, 16, true],
      ['mla-rope', 10, 8, false],
    ])) {
      const tensors = {
        'attn.mla_down': randomTensor(core, 'd', [nDown, 16]),
        'attn.mla_keys': randomTensor(core, 'k', [nKeys, 6]),
        'attn.mla_values': randomTensor(core, 'v', [16, 6]),
      };
      const {k, v, q: rotated} = methodKv(core, {method, width: 6, tensors, x, q});
      const rowOf = (/** @type {TensorLike} */ {data}, /** @type {number} */ t) =>
        Array.from(data).slice(t * 8, t * 8 + 8);
      assert.deepEqual(rowOf(v, 0), rowOf(v, 2));
      assert.equal(rowOf(k, 0).join() === rowOf(k, 2).join(), isSame, method);
      assert.deepEqual(rowOf(k, 0).slice(4), rowOf(k, 2).slice(4)); // behind what is rotated
      assert.equal(rowOf(rotated, 2).join() === rowOf(q, 2).join(), isSame, method);
    }
  });
}

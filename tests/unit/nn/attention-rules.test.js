// FoX, PoPE, PaTH, sinks, stick-breaking and windows: the laws that each keeps, the gradients of the whole
// attention against central differences, and the bits of wasm against those of the native core. Their numbers
// are in tests/golden/core/data.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {attention, attentionBackward} from '../../../web/core/nn.js';
import {
  alibiBias,
  alibiSlopes,
  foxBias,
  foxBiasBackward,
  pathLogits,
  pathLogitsBackward,
  popeLogits,
  popeLogitsBackward,
} from '../../../web/core/pe.js';
import {logSigmoid, softplus} from '../../../web/core/sigmoid.js';
import {sinkAttention, sinkAttentionBackward} from '../../../web/core/sink.js';
import {stickBreaking, stickBreakingBackward} from '../../../web/core/stick-breaking.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const cores = await loadBothCores();
const [, core] = cores[0];
const [N_HEADS, N_QUERY, N_KEY, D] = [2, 3, 5, 4];

/** @param {number} seed @param {...number} shape */
const tensor = (seed, ...shape) => randomTensor(core, `rules/${seed}`, shape);
const q = tensor(1, N_HEADS, N_QUERY, D);
const k = tensor(2, N_HEADS, N_KEY, D);
const v = tensor(3, N_HEADS, N_KEY, D);
const dout = tensor(4, N_HEADS, N_QUERY, D);
const plain = {q, k, v, causal: true};

/** @param {readonly number[]} shape @param {number} value @returns {Tensor} */
const constant = (shape, value) => ({
  data: new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(value),
  shape,
});

// ------------------------------------------------------------------------------------------ laws

test('a window is a bias of -Infinity from `window` keys before the query on', () => {
  for (const causal of [true, false]) {
    for (let window = 1; window <= N_KEY + 1; window++) {
      const bias = constant([N_HEADS, N_QUERY, N_KEY], 0);
      for (let at = 0; at < bias.data.length; at++) {
        const i = (Math.floor(at / N_KEY) % N_QUERY) + N_KEY - N_QUERY;
        if (i - (at % N_KEY) >= window) bias.data[at] = Number.NEGATIVE_INFINITY;
      }
      const got = attention(core, {...plain, causal, window});
      assert.deepEqual(got, attention(core, {...plain, causal, bias}), `window ${window}`);
    }
  }
  assert.deepEqual(attention(core, {...plain, window: 0}), attention(core, plain));
});

test('constant forget gates are the bias of ALiBi', () => {
  const slopes = alibiSlopes(core, {nHeads: 4}).data;
  const gates = constant([6, 4], 0);
  for (let at = 0; at < gates.data.length; at++) {
    gates.data[at] = -Math.log(Math.expm1(slopes[at % 4]));
  }
  const alibi = alibiBias(core, {nHeads: 4, nQuery: 6, nKey: 6, mask: 'causal'});
  const fox = foxBias(core, {gates});
  alibi.data.forEach((value, at) => {
    if (value !== Number.NEGATIVE_INFINITY) assert.ok(Math.abs(fox.data[at] - value) < 1e-6);
  });
});

test('open gates are no bias, and the gate of token 0 is in none', () => {
  assert.ok(foxBias(core, {gates: constant([5, 2], 200)}).data.every((value) => value === 0));
  const [gates, other] = [tensor(5, 5, 2), tensor(5, 5, 2)];
  other.data.fill(9, 0, 2);
  assert.deepEqual(foxBias(core, {gates}), foxBias(core, {gates: other}));
  const dlogits = attentionBackward(core, {...plain, dout}).dlogits;
  assert.deepEqual([...foxBiasBackward(core, {dlogits, gates}).data.slice(0, 2)], [0, 0]);
});

test('PoPE depends on distances only, and with equal angles on lengths only', () => {
  const delta = constant([N_HEADS, D], -1);
  const near = popeLogits(core, {q, k, delta});
  assertClose(popeLogits(core, {q, k, delta, firstPos: 1000}).data, near.data, {atol: 2e-5});
  // one query at the place of its one key, delta 0: the product of the softplus
  const one = {data: new Float32Array([0.5]), shape: [1, 1, 1]};
  const got = popeLogits(core, {q: one, k: one, delta: constant([1, 1], 0)}).data[0];
  assert.ok(Math.abs(got - Math.log1p(Math.exp(0.5)) ** 2) < 1e-6);
});

test('PaTH without reflections is plain attention, and reflections keep lengths', () => {
  const w = tensor(6, N_HEADS, N_KEY, D);
  for (let row = 0; row < N_HEADS * N_KEY; row++) {
    const own = w.data.subarray(row * D, (row + 1) * D);
    const length = Math.hypot(...own);
    for (let c = 0; c < D; c++) own[c] /= length;
  }
  const none = pathLogits(core, {q, k, w, beta: constant([N_HEADS, N_KEY], 0)});
  assertClose(none.data, attention(core, plain).logits.data, {atol: 1e-6});
  // key and direction the same, beta 2: the next token's reflection turns the key round
  const unit = {data: new Float32Array([1, 0, 1, 0]), shape: [1, 2, 2]};
  const logits = pathLogits(core, {q: unit, k: unit, w: unit, beta: constant([1, 2], 2), scale: 1});
  assert.deepEqual([...logits.data], [1, Number.NEGATIVE_INFINITY, -1, 1]);
});

test('a sink far below the logits is none, and one of 0 is not none', () => {
  const usual = attention(core, plain);
  const small = sinkAttention(core, {...plain, sink: constant([N_HEADS], -150)});
  assertClose(small.weights.data, usual.weights.data, {atol: 1e-7});
  const zero = sinkAttention(core, {...plain, sink: constant([N_HEADS], 0)});
  assert.ok(zero.rest.data.every((value) => value > 0.02));
  zero.rest.data.forEach((rest, row) => {
    const weights = zero.weights.data.slice(row * N_KEY, (row + 1) * N_KEY);
    assert.ok(Math.abs(weights.reduce((a, b) => a + b, rest) - 1) < 1e-6);
  });
  const dead = sinkAttention(core, {...plain, keyPad: [1, 1, 1, 1, 1], sink: tensor(7, N_HEADS)});
  assert.ok(dead.rest.data.every((value) => value === 1));
  assert.ok(dead.output.data.every((value) => value === 0));
});

test('equal logits of 0 break the stick in halves, from the nearest key on', () => {
  const zero = constant([1, 3, 2], 0);
  const {weights, rest} = stickBreaking(core, {q: zero, k: zero, v: zero, current: true});
  assert.deepEqual([...weights.data], [0.5, 0, 0, 0.25, 0.5, 0, 0.125, 0.25, 0.5]);
  assert.deepEqual([...rest.data], [0.5, 0.25, 0.125]);
  const strict = stickBreaking(core, {q: zero, k: zero, v: zero});
  assert.deepEqual([...strict.weights.data], [0, 0, 0, 0.5, 0, 0, 0.25, 0.5, 0]);
  assert.deepEqual([...strict.rest.data], [1, 0.5, 0.25]);
});

test('softplus less its own mirror is x, and both slopes add to 1', () => {
  const x = {data: Float32Array.from({length: 41}, (_, n) => n - 20), shape: [41]};
  const [plus, log] = [softplus(core, {x}), logSigmoid(core, {x})];
  const sum = plus.y.data.map((value, n) => value + log.y.data[n]);
  assertClose(sum, x.data, {atol: 1e-6});
  assertClose(
    plus.slope.data.map((value, n) => value + log.slope.data[n]),
    constant([41], 1).data,
    {atol: 1e-7},
  );
});

// ------------------------------------------------------------------------------------- gradients

/** The loss whose gradient by the output is dout. @param {Tensor} output @param {Tensor} by */
const loss = (output, by) => output.data.reduce((sum, value, at) => sum + value * by.data[at], 0);

/**
 * @param {string} name
 * @param {Record<string, Tensor>} inputs
 * @param {(inputs: any) => Tensor} forward
 * @param {(inputs: any) => Record<string, Tensor>} backward gradients by the names of the inputs
 * @param {Tensor} by
 */
function holdsGradients(name, inputs, forward, backward, by) {
  const gradients = backward(inputs);
  for (const [key, {data}] of Object.entries(inputs)) {
    for (let at = 0; at < data.length; at++) {
      const kept = data[at];
      const values = [1, -1].map((sign) => {
        data[at] = kept + (sign * 1) / 64;
        return loss(forward(inputs), by);
      });
      data[at] = kept;
      const slope = (values[0] - values[1]) * 32;
      const got = gradients[key].data[at];
      assert.ok(Math.abs(got - slope) < 2e-3, `${name} d${key}[${at}]: ${got}, ${slope}`);
    }
  }
}

test('gradients of whole attentions are those of central differences', () => {
  const masks = {causal: true, window: 4, keyPad: [0, 1, 0, 0, 0]};
  const sink = tensor(8, N_HEADS);
  holdsGradients(
    'sink',
    {q, k, v, sink},
    (x) => sinkAttention(core, {...x, ...masks}).output,
    (x) => {
      const {dq, dk, dv, dsink} = sinkAttentionBackward(core, {...x, ...masks, dout});
      return {q: dq, k: dk, v: dv, sink: dsink};
    },
    dout,
  );
  const square = {q: tensor(9, 2, 4, 3), k: tensor(10, 2, 4, 3), v: tensor(11, 2, 4, 3)};
  const by = tensor(12, 2, 4, 3);
  for (const current of [true, false]) {
    for (const restToValue of [true, false]) {
      const how = {current, restToValue};
      holdsGradients(
        'stick-breaking',
        square,
        (x) => stickBreaking(core, {...x, ...how}).output,
        (x) => {
          const {dq, dk, dv} = stickBreakingBackward(core, {...x, ...how, dout: by});
          return {q: dq, k: dk, v: dv};
        },
        by,
      );
    }
  }
});

test('gradients of logits are those of central differences', () => {
  const by = tensor(13, N_HEADS, N_QUERY, N_KEY);
  const delta = tensor(14, N_HEADS, 3);
  delta.data.forEach((value, at) => {
    delta.data[at] = value - 3;
  });
  holdsGradients(
    'pope',
    {q, k, delta},
    (x) => popeLogits(core, x),
    (x) => {
      const {dq, dk, ddelta} = popeLogitsBackward(core, {...x, dlogits: by});
      return {q: dq, k: dk, delta: ddelta};
    },
    by,
  );
  for (let at = 0; at < by.data.length; at++) {
    const i = (Math.floor(at / N_KEY) % N_QUERY) + N_KEY - N_QUERY;
    if (at % N_KEY > i) by.data[at] = 0;
  }
  const finite = (/** @type {Tensor} */ logits) => ({
    ...logits,
    data: logits.data.map((value) => (Number.isFinite(value) ? value : 0)),
  });
  holdsGradients(
    'path',
    {q, k, w: tensor(15, N_HEADS, N_KEY, D), beta: tensor(16, N_HEADS, N_KEY)},
    (x) => finite(pathLogits(core, x)),
    (x) => {
      const {dq, dk, dw, dbeta} = pathLogitsBackward(core, {...x, dlogits: by});
      return {q: dq, k: dk, w: dw, beta: dbeta};
    },
    by,
  );
  holdsGradients(
    'fox',
    {gates: tensor(17, N_KEY, N_HEADS)},
    (x) => foxBias(core, {...x, nQuery: N_QUERY}),
    (x) => ({gates: foxBiasBackward(core, {...x, dlogits: by})}),
    by,
  );
});

// ------------------------------------------------------------------------------------------ bits

const built = spawnSync('./build.sh', ['--quiet', 'sanitize'], {cwd: ROOT, encoding: 'utf8'});
assert.equal(built.status, 0, built.stderr);
const program = path.join(ROOT, '.cache/native/attention_rules');
const {stdout} = spawnSync(program, {encoding: 'utf8'});
const native = new Map(
  [...stdout.matchAll(/^# bits (\S+) ([0-9a-f]{8})$/gm)].map(([, name, hash]) => [name, hash]),
);

/** FNV-1a of the bytes. @param {Tensor} made */
function hashOf({data}) {
  let hash = 2166136261;
  for (const byte of new Uint8Array(data.buffer)) hash = Math.imul(hash ^ byte, 16777619);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** As the native program fills its inputs. @param {...number} shape @returns {Tensor} */
function filled(...shape) {
  const made = constant(shape, 0);
  made.data.forEach((_, at) => {
    made.data[at] = 0.25 * ((at % 11) - 5);
  });
  return made;
}

/** Weights of logits that C takes alone. @param {Core} each @param {string} name */
function weightsOf(each, name) {
  return each.scratch((mem) => {
    const [weights, rest] = [mem.f32(30), mem.f32(6)];
    const logits = mem.f32(filled(2, 3, 5).data).ptr;
    if (name === 'sink') {
      const sizes = {nSinks: 2, nProblems: 2, nQuery: 3, nKey: 5};
      const sink = mem.struct('PeSink', {sinks: mem.f32(filled(2).data).ptr, ...sizes}).ptr;
      each.call('pe_sink_forward', weights.ptr, rest.ptr, logits, sink);
    } else {
      each.call('pe_stick_breaking_forward', weights.ptr, rest.ptr, logits, 6, 5);
    }
    return {data: weights.copy(), shape: [2, 3, 5]};
  });
}

for (const [build, each] of cores) {
  test(`the same bits in wasm and natively (${build})`, () => {
    const [queries, keys] = [filled(2, 3, 4), filled(2, 5, 4)];
    const both = {q: queries, k: keys};
    const made = {
      fox: foxBias(each, {gates: filled(5, 2), nQuery: 3}),
      pope: popeLogits(each, {
        ...both,
        delta: filled(2, 3),
        base: 100,
        firstPos: 7,
        scale: 0.75,
      }),
      path: pathLogits(each, {...both, w: keys, beta: filled(2, 5), scale: 0.75}),
      sink: weightsOf(each, 'sink'),
      'stick-breaking': weightsOf(each, 'stick-breaking'),
    };
    assert.deepEqual(
      Object.entries(made).map(([name, one]) => [name, hashOf(one)]),
      [...native],
    );
  });
}

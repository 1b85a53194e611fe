// What a transformer computes: laws of its parts, told from the activations that can be taken out.
import assert from 'node:assert/strict';
import test from 'node:test';

import {randomIntegers, randomUniform} from '../../../web/core/base.js';
import {attention, layernorm, linear} from '../../../web/core/nn.js';
import {gelu} from '../../../web/core/nn-training.js';
import {sinusoidal} from '../../../web/core/pe.js';
import {PositionError, Transformer} from '../../../web/core/transformer.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';

/** @import {Tensor} from '../../../web/core/core.js' */
/** @import {TransformerConfig} from '../../../web/core/transformer-config.js' */

const core = await loadCore();
const [VOCAB, BATCH, SEQ_LEN] = [11, 3, 6];
const LOOSE = {atol: 2e-6, rtol: 1e-5};

/**
 * Runs with a model, and closes it.
 *
 * @template T
 * @param {Partial<TransformerConfig>} options
 * @param {(model: Transformer) => T} use
 */
function withModel(options, use) {
  const sizes = {vocabSize: VOCAB, nHeads: 2, dModel: 12, dFf: 20, batch: BATCH, seqLen: SEQ_LEN};
  const model = new Transformer(core, {...sizes, seed: 3, ...options});
  try {
    return use(model);
  } finally {
    model.close();
  }
}

/** @param {number} n @param {number} [modulus] @param {string} [name] */
const integers = (n, modulus = VOCAB, name = 'x') =>
  randomIntegers(core, {seed: 1, name, n, modulus}).data;

const tokens = integers(BATCH * SEQ_LEN);

/** Row-major part of a tensor along its first axis. @param {Tensor} tensor @param {number} at @returns {Tensor} */
function at({data, shape}, at) {
  const n = data.length / shape[0];
  return {data: data.slice(at * n, (at + 1) * n), shape: shape.slice(1)};
}

/** @param {Tensor} a @param {Tensor} b */
const sum = (a, b) => a.data.map((x, k) => x + b.data[k]);

/** @param {Transformer} model */
const params = (model) => model.tensors.filter(({kind}) => kind === 'param');

// ------------------------------------------------------------------------------------------ weights

test('the same seed gives the same weights whatever the methods, another seed others', () => {
  /** @param {Partial<TransformerConfig>} options */
  const weights = (options) =>
    withModel(options, (model) =>
      Object.fromEntries(params(model).map(({name}) => [name, model.tensor(name)])),
    );
  const plain = weights({});
  const others = weights({methods: ['learned', 't5', 'shaw-keys'], causal: false});
  for (const [name, tensor] of Object.entries(plain)) assert.deepEqual(others[name], tensor, name);
  const more = Object.keys(others).filter((name) => !(name in plain));
  assert.deepEqual(more, [
    'pos_emb',
    't5_table',
    'layers.0.attn.shaw_key',
    'layers.1.attn.shaw_key',
  ]);
  assert.deepEqual(others.pos_emb.shape, [128, 12]);
  assert.notDeepEqual(others[more[2]], others[more[3]]);
  assert.notDeepEqual(weights({seed: 4}).tok_emb, plain.tok_emb);
});

test('weights are even in +-1/sqrt(nIn), the embedding has deviation 1, biases are 0, norms 1 and 0', () => {
  withModel({dModel: 64, dFf: 96, vocabSize: 80, nOut: 7}, (model) => {
    let nParams = 0;
    for (const {name, shape} of params(model)) {
      const {data} = model.tensor(name);
      nParams += data.length;
      const largest = data.reduce((a, x) => Math.max(a, Math.abs(x)), 0);
      const deviation = Math.sqrt(data.reduce((a, x) => a + x * x, 0) / data.length);
      if (name.endsWith('bias') || name.endsWith('beta')) assert.equal(largest, 0, name);
      else if (name.endsWith('gamma'))
        assert.ok(
          data.every((x) => x === 1),
          name,
        );
      else if (name === 'tok_emb') assert.ok(Math.abs(deviation - 1) < 0.03, name);
      else {
        const bound = 1 / Math.sqrt(shape[1]);
        assert.ok(largest <= bound && largest > 0.95 * bound, `${name}: ${largest}`);
        assert.ok(Math.abs((deviation / bound) * Math.sqrt(3) - 1) < 0.05, name);
      }
    }
    assert.equal(model.nParams, nParams);
    const [d, f] = [64, 96];
    const layer = 4 * (d * d + d) + 2 * f * d + f + d + 4 * d;
    assert.equal(nParams, 80 * d + 2 * layer + 2 * d + 7 * d + 7);
  });
});

// -------------------------------------------------------------------------------------- the pass

test('each stage of a pass is what the layers of the core make of the one before', () => {
  withModel({nLayers: 2, gelu: 'tanh', methods: ['sinusoidal', 'alibi']}, (model) => {
    model.forward({tokens});
    const get = (/** @type {string} */ name) => model.tensor(name);
    const norm = (/** @type {string} */ x, /** @type {string} */ name) =>
      layernorm(core, {x: get(x), gamma: get(`${name}.gamma`), beta: get(`${name}.beta`)});
    const project = (/** @type {Tensor} */ x, /** @type {string} */ name) =>
      linear(core, {x, weight: get(`${name}.weight`), bias: get(`${name}.bias`)});
    const same = (/** @type {string} */ name, /** @type {ArrayLike<number>} */ want) =>
      assertClose(get(name).data, want, LOOSE, name);

    const rows = sinusoidal(core, {nPos: SEQ_LEN, dModel: 12}).data;
    const table = get('tok_emb').data;
    const embedded = Float32Array.from(get('embedded').data, (_, k) => {
      return table[tokens[Math.floor(k / 12)] * 12 + (k % 12)] + rows[k % (12 * SEQ_LEN)];
    });
    same('embedded', embedded);
    let input = 'embedded';
    for (const layer of ['layers.0', 'layers.1']) {
      same(`${layer}.ln1`, norm(input, `${layer}.ln1`).data);
      same(`${layer}.mid`, sum(get(input), project(get(`${layer}.attn.heads`), `${layer}.attn.o`)));
      same(`${layer}.ln2`, norm(`${layer}.mid`, `${layer}.ln2`).data);
      same(`${layer}.ff.input`, project(get(`${layer}.ln2`), `${layer}.ff1`).data);
      same(`${layer}.ff.hidden`, gelu(core, {x: get(`${layer}.ff.input`), form: 'tanh'}).y.data);
      const added = project(get(`${layer}.ff.hidden`), `${layer}.ff2`);
      same(`${layer}.out`, sum(get(`${layer}.mid`), added));
      input = `${layer}.out`;
    }
    same('final', norm(input, 'ln_f').data);
    same('logits', project(get('final'), 'head').data);
    assert.deepEqual(get('logits').shape, [BATCH, SEQ_LEN, VOCAB]);
    assert.deepEqual(get('layers.1.attn.q').shape, [BATCH, 2, SEQ_LEN, 6]);
  });
});

test('attention in a model is attention: q, k and v of the norm, heads side by side', () => {
  for (const causal of [true, false]) {
    withModel({causal}, (model) => {
      model.forward({tokens});
      const layer = 'layers.1.attn';
      const x = model.tensor('layers.1.ln1');
      for (const name of ['q', 'k', 'v']) {
        const weight = model.tensor(`${layer}.${name}.weight`);
        const bias = model.tensor(`${layer}.${name}.bias`);
        const rows = linear(core, {x, weight, bias}).data;
        const heads = model.tensor(`${layer}.${name}`).data;
        const columns = Float32Array.from(heads, (_, k) => {
          const [b, h, t, c] = [
            Math.floor(k / (12 * SEQ_LEN)),
            Math.floor(k / (6 * SEQ_LEN)) % 2,
            Math.floor(k / 6) % SEQ_LEN,
            k % 6,
          ];
          return rows[(b * SEQ_LEN + t) * 12 + h * 6 + c];
        });
        assertClose(heads, columns, LOOSE, name);
      }
      const all = ['q', 'k', 'v'].map((name) => model.tensor(`${layer}.${name}`));
      for (let b = 0; b < BATCH; b++) {
        const [q, k, v] = all.map((tensor) => at(tensor, b));
        const want = attention(core, {q, k, v, causal});
        const merged = at(model.tensor(`${layer}.heads`), b).data;
        const split = Float32Array.from(merged, (_, i) => {
          const [h, t, c] = [Math.floor(i / 36), Math.floor(i / 6) % 6, i % 6];
          return merged[t * 12 + h * 6 + c];
        });
        assertClose(split, want.output.data, LOOSE, 'heads');
        for (const name of /** @type {const} */ (['logits', 'weights'])) {
          const got = at(model.tensor(`${layer}.${name}`), b);
          assertClose(got.data, want[name].data, LOOSE, name);
          assert.deepEqual(got.shape, want[name].shape);
        }
      }
    });
  }
});

test('a sequence is answered alone as in any batch, and a causal model does not look ahead', () => {
  const methods = ['learned', 'rope-half', 't5', 'shaw-keys', 'shaw-values'];
  withModel({methods}, (model) => {
    const all = model.forward({tokens});
    for (let b = 0; b < BATCH; b++) {
      const one = tokens.slice(b * SEQ_LEN, (b + 1) * SEQ_LEN);
      const alone = model.forward({tokens: one, batch: 1});
      assertClose(alone.data, at(all, b).data, LOOSE);
      const start = model.forward({tokens: one.slice(0, 4), batch: 1, seqLen: 4});
      assertClose(start.data, alone.data.slice(0, 4 * VOCAB), LOOSE);
    }
  });
});

test('without a position and without a mask the order of the tokens means nothing', () => {
  withModel({causal: false}, (model) => {
    const one = tokens.slice(0, SEQ_LEN);
    const forth = model.forward({tokens: one, batch: 1}).data;
    const back = model.forward({tokens: one.slice().reverse(), batch: 1}).data;
    const turned = Float32Array.from(back, (_, k) => {
      return back[(SEQ_LEN - 1 - Math.floor(k / VOCAB)) * VOCAB + (k % VOCAB)];
    });
    assertClose(forth, turned, LOOSE);
  });
});

test('every method changes what the model says, a pair of methods more than each of them', () => {
  const lists = [
    [],
    ['sinusoidal'],
    ['learned'],
    ['rope-half'],
    ['rope-interleaved'],
    ['alibi'],
    ['clipped-bias'],
    ['t5'],
    ['shaw-keys'],
    ['shaw-values'],
    ['rope-half', 'alibi'],
    ['sinusoidal', 'alibi'],
    ['shaw-keys', 'shaw-values'],
  ];
  const said = lists.map((methods) =>
    withModel({methods, dModel: 16}, (model) => [...model.forward({tokens}).data]),
  );
  said.forEach((logits, k) => {
    for (let other = 0; other < k; other++) {
      assert.notDeepEqual(logits, said[other], `${lists[k]} and ${lists[other]}`);
    }
  });
  const none = withModel({methods: ['none'], dModel: 16}, (model) => [
    ...model.forward({tokens}).data,
  ]);
  assert.deepEqual(none, said[0]);
});

test('the settings of a method reach it', () => {
  /** @param {any} method */
  const logitsOf = (method) =>
    withModel({methods: [method], dModel: 16, seqLen: 6}, (model) => {
      for (const {name, shape} of params(model)) {
        if (!/pos_emb|table|shaw/.test(name)) continue;
        model.setTensor(name, randomUniform(core, {seed: 9, name: 'table', shape}));
      }
      return [...model.forward({tokens}).data];
    });
  for (const [name, changed] of /** @type {[string, object][]} */ ([
    ['sinusoidal', {base: 100}],
    ['rope-half', {base: 100}],
    ['rope-interleaved', {rotaryDim: 4}],
    ['clipped-bias', {clip: 2}],
    ['t5', {nBuckets: 4}],
    ['t5', {nBuckets: 8, maxDistance: 5}],
    ['shaw-keys', {clip: 2}],
    ['shaw-values', {clip: 3}],
  ])) {
    const before = name === 't5' && 'maxDistance' in changed ? {nBuckets: 8} : {};
    assert.notDeepEqual(logitsOf({name, ...changed}), logitsOf({name, ...before}), name);
  }
});

// ------------------------------------------------------------------------------------- readouts

test('the last readout is the prediction at the last token, the mean one that of the mean', () => {
  const each = withModel({}, (model) => model.forward({tokens}));
  withModel({readout: 'last'}, (model) => {
    const logits = model.forward({tokens});
    assert.deepEqual(logits.shape, [BATCH, VOCAB]);
    for (let b = 0; b < BATCH; b++) {
      const want = at(each, b).data.slice((SEQ_LEN - 1) * VOCAB);
      assertClose(at(logits, b).data, want, LOOSE);
    }
  });
  withModel({readout: 'mean'}, (model) => {
    const logits = model.forward({tokens});
    const final = model.tensor('final');
    const mean = Float32Array.from({length: BATCH * 12}, (_, k) => {
      const [b, c] = [Math.floor(k / 12), k % 12];
      return Array.from(
        {length: SEQ_LEN},
        (_, t) => final.data[(b * SEQ_LEN + t) * 12 + c] / SEQ_LEN,
      ).reduce((x, y) => x + y, 0);
    });
    assertClose(model.tensor('pooled').data, mean, LOOSE);
    const x = {data: mean, shape: [BATCH, 12]};
    const weight = model.tensor('head.weight');
    const want = linear(core, {x, weight, bias: model.tensor('head.bias')});
    assertClose(logits.data, want.data, LOOSE);
  });
});

// ----------------------------------------------------------------------------- losses and answers

/**
 * Loss and right answers from logits, in double.
 *
 * @param {Tensor} logits
 * @param {Int32Array} targets
 */
function judged(logits, targets) {
  const nOut = /** @type {number} */ (logits.shape.at(-1));
  let [loss, nCorrect, nTargets] = [0, 0, 0];
  targets.forEach((target, r) => {
    if (target < 0) return;
    const row = [...logits.data.subarray(r * nOut, (r + 1) * nOut)];
    const largest = Math.max(...row);
    const total = row.reduce((s, x) => s + Math.exp(x - largest), 0);
    loss += Math.log(total) + largest - row[target];
    nCorrect += row.indexOf(largest) === target ? 1 : 0;
    nTargets++;
  });
  return {loss: loss / nTargets, accuracy: nCorrect / nTargets, nTargets, nCorrect};
}

for (const readout of /** @type {const} */ (['each', 'mean', 'last'])) {
  test(`an evaluation is the loss and the right answers of its logits (readout ${readout})`, () => {
    withModel({readout, methods: ['alibi']}, (model) => {
      // 1: one piece; 700 sequences of 7 tokens and 3 of 600: many pieces, of which the last is short
      for (const [batch, seqLen] of [
        [1, 1],
        [3, 6],
        [700, 7],
        [3, 600],
      ]) {
        const ids = integers(batch * seqLen);
        const targets = integers(readout === 'each' ? ids.length : batch, VOCAB, 'y');
        targets.forEach((_, k) => {
          if (k % 5 === 1) targets[k] = -1 - (k % 3);
        });
        const want = judged(model.forward({tokens: ids, batch, seqLen}), targets);
        const got = model.evaluate({tokens: ids, targets, batch, seqLen});
        assert.equal(got.nTargets, want.nTargets);
        assert.equal(got.nCorrect, want.nCorrect);
        assert.equal(got.accuracy, want.accuracy);
        assert.ok(Math.abs(got.loss - want.loss) < 1e-6, `${got.loss}, ${want.loss}`);
        assert.equal(got.perplexity, Math.exp(got.loss));
      }
    });
  });
}

test('the loss of a step and of gradients() is that of an evaluation before it', () => {
  withModel({methods: ['learned']}, (model) => {
    const targets = integers(tokens.length, VOCAB, 'y');
    targets[2] = -1;
    const {loss} = model.evaluate({tokens, targets});
    assert.ok(Math.abs(model.gradients({tokens, targets}) - loss) < 1e-6);
    assert.ok(Math.abs(model.step({tokens, targets, lr: 0.01}) - loss) < 1e-6);
    assert.ok(model.evaluate({tokens, targets}).loss < loss - 0.01);
    assert.equal(model.nSteps, 1);
  });
});

test('targets that do not count change neither loss nor gradient', () => {
  withModel({}, (model) => {
    const targets = integers(tokens.length, VOCAB, 'y').fill(-1, 0, SEQ_LEN);
    const loss = model.gradients({tokens, targets});
    const gradient = model.gradient('layers.0.attn.q.weight');
    const fewer = {
      tokens: tokens.slice(SEQ_LEN),
      targets: targets.slice(SEQ_LEN),
      batch: BATCH - 1,
    };
    assert.ok(Math.abs(model.gradients(fewer) - loss) < 1e-6);
    assertClose(model.gradient('layers.0.attn.q.weight').data, gradient.data, {
      atol: 1e-7,
      rtol: 1e-4,
    });
  });
});

test('an evaluation where nothing counts has no loss', () => {
  withModel({}, (model) => {
    const {loss, accuracy, nTargets} = model.evaluate({
      tokens,
      targets: tokens.map(() => -1),
    });
    assert.deepEqual([loss, accuracy, nTargets], [Number.NaN, Number.NaN, 0]);
  });
});

test('only rows of a learned table that a step used have a gradient, and move by more than decay', () => {
  withModel({methods: [{name: 'learned', maxLen: 9}]}, (model) => {
    const before = model.tensor('pos_emb').data;
    model.step({tokens, targets: tokens, lr: 0.01, weightDecay: 0});
    const gradient = model.gradient('pos_emb').data;
    const after = model.tensor('pos_emb').data;
    assert.ok(gradient.subarray(0, SEQ_LEN * 12).every((g) => g !== 0));
    assert.ok(gradient.subarray(SEQ_LEN * 12).every((g) => g === 0));
    assert.ok(after.subarray(0, SEQ_LEN * 12).every((x, k) => x !== before[k]));
    assert.deepEqual(after.slice(SEQ_LEN * 12), before.slice(SEQ_LEN * 12));
  });
});

test('weight decay takes its share of every parameter, whatever its gradient', () => {
  withModel({methods: [{name: 'learned', maxLen: 9}]}, (model) => {
    const before = model.tensor('pos_emb').data.slice(SEQ_LEN * 12);
    model.step({tokens, targets: tokens, lr: 0.01, weightDecay: 0.5});
    const after = model.tensor('pos_emb').data.slice(SEQ_LEN * 12);
    assertClose(
      after,
      before.map((x) => x * (1 - 0.005)),
      {rtol: 1e-6},
    );
  });
});

test('a model learns what can be learned', () => {
  withModel({methods: ['sinusoidal']}, (model) => {
    const targets = tokens.map((token) => (3 * token + 1) % VOCAB);
    for (let k = 0; k < 60; k++) model.step({tokens, targets, lr: 0.02});
    const {accuracy, perplexity} = model.evaluate({tokens, targets});
    assert.equal(accuracy, 1);
    assert.ok(perplexity < 1.1, String(perplexity));
  });
});

// ---------------------------------------------------------------------------------------- memory

test('a pass longer than the model was made for has the same logits as one of a longer model', () => {
  const ids = integers(4 * 30);
  for (const methods of [
    ['sinusoidal'],
    ['rope-half', 'alibi'],
    ['t5', 'shaw-keys'],
    ['learned'],
  ]) {
    const long = withModel({methods, batch: 4, seqLen: 30}, (model) => {
      const logits = model.forward({tokens: ids, batch: 4, seqLen: 30});
      return {logits, weights: model.tensor('layers.1.attn.weights')};
    });
    withModel({methods}, (model) => {
      assert.deepEqual(model.forward({tokens: ids, batch: 4, seqLen: 30}), long.logits);
      assert.deepEqual(model.tensor('layers.1.attn.weights'), long.weights);
      assert.deepEqual(model.tensor('layers.1.attn.weights').shape, [4, 2, 30, 30]);
      const names = model.tensors.map(({name}) => name);
      model.forward({tokens});
      assert.deepEqual(model.tensor('layers.1.attn.weights').shape, [BATCH, 2, SEQ_LEN, SEQ_LEN]);
      assert.deepEqual(
        model.tensors.map(({name}) => name),
        names,
      );
    });
  }
});

test('what is lent for a pass is given back, and a model gives all back', () => {
  const mark = core.number('wasm_arena_mark');
  withModel({}, (model) => {
    const own = core.number('wasm_arena_mark');
    assert.ok(own - mark >= Transformer.nBytes(core, model.config));
    assert.ok(own - mark < Transformer.nBytes(core, model.config) + 32);
    model.forward({tokens: integers(2000), batch: 10, seqLen: 200});
    model.evaluate({tokens: integers(200), targets: integers(200), batch: 1, seqLen: 200});
    model.step({tokens, targets: tokens, lr: 0.01});
    assert.equal(core.number('wasm_arena_mark'), own);
  });
  assert.equal(core.number('wasm_arena_mark'), mark);
});

test('bytes are told of sizes that no memory holds', () => {
  const config = {vocabSize: 100, batch: 2 ** 20, seqLen: 2 ** 20};
  assert.ok(Transformer.nBytes(core, config) > 2 ** 50);
  assert.ok(Transformer.nBytes(core, {...config, batch: 32, seqLen: 12}) < 2e7);
});

// ------------------------------------------------------------------------------- loss that is no number

test('a loss that is not finite is returned, and nothing is updated', () => {
  for (const spoiled of [Number.NaN, Number.POSITIVE_INFINITY]) {
    withModel({methods: ['learned']}, (model) => {
      model.step({tokens, targets: tokens, lr: 0.01});
      const head = model.tensor('head.bias');
      model.setTensor('head.bias', {data: head.data.map(() => spoiled), shape: head.shape});
      const names = params(model).map(({name}) => name);
      const state = () =>
        names.map((name) => [model.tensor(name), model.moment(name, 'm'), model.moment(name, 'v')]);
      const before = state();
      assert.equal(Number.isFinite(model.step({tokens, targets: tokens, lr: 0.01})), false);
      assert.deepEqual(state(), before);
      assert.equal(model.nSteps, 1);
      model.setTensor('head.bias', head);
      assert.ok(Number.isFinite(model.step({tokens, targets: tokens, lr: 0.01})));
      assert.equal(model.nSteps, 2);
    });
  }
});

test('a model that has taken all the steps an integer can count goes on', () => {
  withModel({}, (model) => {
    model.nSteps = 2 ** 31 - 2;
    for (let k = 0; k < 3; k++) model.step({tokens, targets: tokens, lr: 0.01});
    assert.equal(model.nSteps, 2 ** 31 - 1);
  });
});

test('past a learned table there is no position: said of each call, and the model goes on', () => {
  withModel({methods: ['alibi', {name: 'learned', maxLen: 8}]}, (model) => {
    assert.equal(model.maxSeqLen, 8);
    const batch = {tokens: integers(9), targets: integers(9), batch: 1, seqLen: 9};
    const message =
      "The method 'learned' has no such position: its table has 8 rows, for positions 0 to 7, " +
      'and a sequence of 9 tokens needs 9.';
    for (const call of [
      () => model.forward(batch),
      () => model.evaluate(batch),
      () => model.gradients(batch),
      () => model.step({...batch, lr: 0.01}),
    ]) {
      assert.throws(call, (error) => {
        assert.ok(error instanceof PositionError && error instanceof RangeError);
        assert.equal(error.message, message);
        return true;
      });
    }
    const eight = {tokens: integers(8), targets: integers(8), batch: 1, seqLen: 8};
    assert.ok(Number.isFinite(model.evaluate(eight).loss));
  });
  assert.throws(() => withModel({methods: [{name: 'learned', maxLen: 5}]}, () => 0), PositionError);
  assert.equal(
    withModel({methods: ['rope-half']}, (model) => model.maxSeqLen),
    Number.POSITIVE_INFINITY,
  );
});

// What a transformer computes: laws of its parts, told from the activations that can be taken out.
import assert from 'node:assert/strict';
import test from 'node:test';

import {randomUniform} from '../../../web/core/base.js';
import {attention, layernorm, linear} from '../../../web/core/nn.js';
import {gelu} from '../../../web/core/nn-training.js';
import {sinusoidal} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {
  BATCH,
  core,
  integers,
  LOOSE,
  params,
  SEQ_LEN,
  tokens,
  VOCAB,
  withModel,
} from '../../support/transformer.js';

/** @import {Tensor} from '../../../web/core/core.js' */
/** @import {TransformerConfig} from '../../../web/core/transformer-config.js' */

/** Row-major part of a tensor along its first axis. @param {Tensor} tensor @param {number} at @returns {Tensor} */
function at({data, shape}, at) {
  const n = data.length / shape[0];
  return {data: data.slice(at * n, (at + 1) * n), shape: shape.slice(1)};
}

/** @param {Tensor} a @param {Tensor} b */
const sum = (a, b) => a.data.map((x, k) => x + b.data[k]);

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
  const [low, high] = [5n, 2n ** 32n + 5n].map((seed) => weights({seed}));
  for (const [name, {data}] of Object.entries(low)) {
    if (new Set(data).size === 1) continue; // biases and norms are not drawn
    assert.notDeepEqual(data, high[name].data, `the upper half of the seed counts for ${name}`);
  }
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
    const reversed = Float32Array.from(back, (_, k) => {
      return back[(SEQ_LEN - 1 - Math.floor(k / VOCAB)) * VOCAB + (k % VOCAB)];
    });
    assertClose(forth, reversed, LOOSE);
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

test('a method knows whether the model is causal: T5 then has no buckets for the future', () => {
  for (const causal of [true, false]) {
    withModel({causal, methods: [{name: 't5', nBuckets: 8}]}, (model) => {
      const logitsWith = (/** @type {(bucket: number) => number} */ value) => {
        const {data, shape} = model.tensor('t5_table');
        model.setTensor('t5_table', {data: data.map((_, k) => value(k >> 1)), shape});
        model.forward({tokens});
        return model.tensor('layers.0.attn.logits').data.slice(0, SEQ_LEN * SEQ_LEN);
      };
      const without = logitsWith(() => 0);
      const bias = logitsWith((bucket) => bucket).map((x, k) => x - without[k]);
      const row = [...bias.slice(2 * SEQ_LEN, 3 * SEQ_LEN)].map((x) => Math.round(x)); // query 2
      const future = causal ? [Number.NaN, Number.NaN, Number.NaN] : [5, 6, 6];
      assert.deepEqual(row.slice(0, 3), [2, 1, 0]);
      assert.deepEqual(row.slice(3), future);
    });
  }
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

test('a method takes other settings after training, and its old ones back', () => {
  const scaling = /** @type {const} */ ({kind: 'yarn', factor: 4, originalMaxPosition: 6});
  const methods = ['rope-half', {name: 'log-n', trainLen: 6}, 'alibi'];
  withModel({methods}, (model) => {
    const long = {tokens: integers(2 * 24), batch: 2, seqLen: 24};
    for (let k = 0; k < 3; k++) model.step({tokens, targets: tokens, lr: 1e-3});
    const before = model.forward(long).data;
    const short = model.forward({tokens}).data;
    withModel(
      {methods: [{name: 'rope-half', base: 10000, scaling}, ...methods.slice(1)]},
      (other) => {
        for (const {name} of params(model)) other.setTensor(name, model.tensor(name));
        model.setMethod({name: 'rope-half', scaling});
        assert.deepEqual(model.forward(long).data, other.forward(long).data, 'lent memory');
        assert.deepEqual(model.forward({tokens}).data, other.forward({tokens}).data, 'its own');
        assert.notDeepEqual(model.forward({tokens}).data, short);
        assert.deepEqual(model.config, {...other.config});
      },
    );
    model.setMethod({name: 'log-n', trainLen: 1000});
    model.setMethod({name: 'rope-half', scaling: undefined});
    const without = model.forward(long).data;
    assert.notDeepEqual(without, before, 'log-N acts past the length of training');
    assert.deepEqual(model.forward({tokens}).data, short, 'and not before');
    model.setMethod({name: 'log-n', trainLen: 6});
    assert.deepEqual(model.forward(long).data, before);
    assert.ok(Number.isFinite(model.step({tokens, targets: tokens, lr: 1e-3})), 'it learns on');
  });
});

test('settings that a trained model cannot take are refused, and the old ones stay', () => {
  const methods = ['rope-half', {name: 't5', nBuckets: 6, maxDistance: 9}];
  withModel({methods}, (model) => {
    const before = model.forward({tokens}).data;
    const {config} = model;
    for (const [method, message] of /** @type {[any, RegExp][]} */ ([
      [undefined, /method must be of the model's, 'rope-half', 't5', got 'undefined'/],
      [{name: 'alibi'}, /method must be of the model's, .* got 'alibi'/],
      [{name: 't5', nBuckets: 8}, /config cannot be: bad shape/],
      [{name: 't5', maxDistance: 2}, /config cannot be: bad value/],
      [{name: 'rope-half', rotaryDim: 8}, /config cannot be: bad shape/],
      [{name: 'rope-half', rotaryDim: 2}, /config cannot be: bad shape/],
      [{name: 'rope-half', rotaryDim: 3}, /rotaryDim must be even/],
      [{name: 'rope-half', scaling: {kind: 'linear'}}, /factor must be/],
      [{name: 'rope-half', scaling: {kind: 'longrope'}}, /without lists, got 'longrope'/],
    ])) {
      assert.throws(() => model.setMethod(method), message);
      assert.equal(model.config, config);
      assert.deepEqual(model.forward({tokens}).data, before);
    }
    model.setMethod({name: 't5', maxDistance: 12});
    assert.equal(model.config.methods[1].maxDistance, 12);
  });
});

// What a transformer's losses and updates are, and the memory that it takes.
import assert from 'node:assert/strict';
import test from 'node:test';

import {PositionError, Transformer} from '../../../web/core/transformer.js';
import {assertClose} from '../../support/close.js';
import {
  BATCH,
  core,
  integers,
  params,
  SEQ_LEN,
  tokens,
  VOCAB,
  withModel,
} from '../../support/transformer.js';

/** @import {Tensor} from '../../../web/core/core.js' */

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
      core.scratch((mem) =>
        mem
          .u8(2 ** 22)
          .view()
          .fill(0),
      ); // over what was lent
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

test('bytes are computed for sizes that no memory holds', () => {
  const config = {vocabSize: 100, batch: 2 ** 20, seqLen: 2 ** 20};
  assert.ok(Transformer.nBytes(core, config) > 2 ** 50);
  assert.ok(Transformer.nBytes(core, {...config, batch: 32, seqLen: 12}) < 2e7);
});

// ------------------------------------------------------------------------------- loss that is no number

test('a loss that is not finite is returned, and nothing is updated', () => {
  const {NaN: none, POSITIVE_INFINITY: most, NEGATIVE_INFINITY: least} = Number;
  for (const [spoil, wanted] of /** @type {[(x: number, k: number) => number, number][]} */ ([
    [() => none, none],
    [() => most, none],
    [(x, k) => (k === tokens[0] ? least : x), most], // a target that cannot be
  ])) {
    withModel({methods: ['learned']}, (model) => {
      model.step({tokens, targets: tokens, lr: 0.01});
      const head = model.tensor('head.bias');
      model.setTensor('head.bias', {data: head.data.map(spoil), shape: head.shape});
      const names = params(model).map(({name}) => name);
      const state = () =>
        names.map((name) => [model.tensor(name), model.moment(name, 'm'), model.moment(name, 'v')]);
      const before = state();
      assert.equal(model.step({tokens, targets: tokens, lr: 0.01}), wanted);
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
  withModel(
    {
      methods: [
        {name: 'alibi', maxLen: 8},
        {name: 'learned', maxLen: 8},
      ],
    },
    (model) => {
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
    },
  );
  assert.throws(() => withModel({methods: [{name: 'learned', maxLen: 5}]}, () => 0), PositionError);
  assert.equal(
    withModel({methods: ['rope-half']}, (model) => model.maxSeqLen),
    Number.POSITIVE_INFINITY,
  );
});

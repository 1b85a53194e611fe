// Any method of the table by its name: its backward pass is its gradient, a transformer does the same with
// it, and what does not fit is refused. What each method computes is in its own tests.
import assert from 'node:assert/strict';
import test from 'node:test';

import {
  alibiBias,
  clippedBias,
  methodBias,
  methodBiasBackward,
  methodFacts,
  methodInit,
  methodInput,
  methodInputBackward,
  methodKv,
  methodKvBackward,
  methodOutput,
  methodOutputBackward,
  methodQk,
  methodQkBackward,
  methods,
  methodTensors,
  methodValues,
  methodValuesBackward,
  methodWeights,
  methodWeightsBackward,
  mixedRopeRotate,
  ropeAxesTables,
  ropeFrequencies,
  ropeRotate,
  ropeScaling,
  ropeTables,
  shawKeys,
  t5Bias,
} from '../../../web/core/pe.js';
import {Transformer} from '../../../web/core/transformer.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, mapTensor, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Method, Tensor} from '../../../web/core/core.js' */

const [H, NQ, NK, DH, D] = [2, 3, 5, 4, 8];
const SETTINGS = {
  base: 100,
  clip: 2,
  nBuckets: 6,
  maxDistance: 9,
  maxLen: 8,
  width: 5,
  trainLen: 3,
  scaleBase: 16,
  eps: 1e-3,
};
const SIZES = {nHeads: H, dHead: DH, dModel: D};
const cores = await loadBothCores();

/** @param {Core} core @param {string} actsOn */
const actingOn = (core, actsOn) => methods(core).filter((method) => method.actsOn === actsOn);

/** Larger numbers than training starts from. @param {Core} core @param {Method} method */
function optionsOf(core, {name}) {
  const method = {method: name, ...SETTINGS};
  const known = methodTensors(core, {...method, ...SIZES});
  const tensors = Object.fromEntries(
    known.map((one) => {
      const drawn = randomTensor(core, one.name, one.shape, 0.4);
      return [one.name, {...drawn, data: drawn.data.map((value) => value + one.mean)}];
    }),
  );
  return {...method, tensors};
}

/** Keys after their query have no part in a causal layer. @param {Tensor} pairs */
function withoutFuture({data, shape}) {
  const [, nQuery, nKey] = shape;
  const kept = data.map((value, at) => {
    const [i, j] = [Math.floor(at / nKey) % nQuery, at % nKey];
    return j > i + nKey - nQuery ? 0 : value;
  });
  return {data: kept, shape};
}

/**
 * Every gradient of a method against central differences of the sum of made * dOutput.
 *
 * @param {(changed: Record<string, Tensor>) => Tensor[]} made
 * @param {Tensor[]} dOutput
 * @param {Record<string, Tensor>} gradients
 * @param {Record<string, Tensor>} inputs
 * @param {string} label
 */
function holdsGradients(made, dOutput, gradients, inputs, label) {
  for (const [name, gradient] of Object.entries(gradients)) {
    const loss = (/** @type {Tensor} */ x) =>
      made({[name]: x}).reduce((sum, one, k) => sum + dot(one.data, dOutput[k].data), 0);
    const numeric = numericalGradient(loss, inputs[name], 2 ** -9);
    assertClose(gradient.data, numeric, {atol: 4e-3, rtol: 4e-3}, `${label} by ${name}`);
    assert.deepEqual(gradient.shape, inputs[name].shape);
  }
}

/** @param {Record<string, Tensor>} tensors @param {Record<string, Tensor>} changed */
const among = (tensors, changed) =>
  Object.fromEntries(Object.keys(tensors).map((name) => [name, changed[name] ?? tensors[name]]));

for (const [build, core] of cores) {
  const draw = (/** @type {string} */ name, /** @type {number[]} */ ...shape) =>
    randomTensor(core, name, shape);

  for (const method of actingOn(core, 'logits')) {
    for (const causal of [true, false]) {
      test(`${method.name}: the backward pass is the gradient of what is added, causal ${causal} (${build})`, () => {
        const options = {...optionsOf(core, method), causal};
        const [q, k] = [draw('q', H, NQ, DH), draw('k', H, NK, DH)];
        const all = draw('dlogits', H, NQ, NK);
        const hides = causal || method.name === 'path'; // it hides keys after their query by itself
        const dlogits = hides ? withoutFuture(all) : all;
        const {readsTokens, isProduct} = methodFacts(core, method.name);
        const readsOnlyTokens = readsTokens && !isProduct;
        /** @type {Record<string, Tensor>} */
        const content = {
          ...(readsTokens && {x: draw('x', NK, D)}),
          ...(!readsOnlyTokens && {q, k}),
        };
        const given = {...options, ...(readsOnlyTokens ? {nHeads: H, nQuery: NQ} : {})};
        const made = (/** @type {Record<string, Tensor>} */ changed) => {
          const {data, shape} = methodBias(core, {
            ...given,
            ...among(content, changed),
            tensors: among(options.tensors, changed),
          });
          return [
            {shape, data: data.map((value) => (value === Number.NEGATIVE_INFINITY ? 0 : value))},
          ];
        };
        const {dtensors, dq, dk, dx} = methodBiasBackward(core, {...given, dlogits, ...content});
        const back = {x: dx, q: dq, k: dk};
        const gradients = {...dtensors, ...among(content, /** @type {any} */ (back))};
        const inputs = {...options.tensors, ...content};
        holdsGradients(made, [dlogits], /** @type {any} */ (gradients), inputs, method.name);
      });
    }
  }

  for (const method of actingOn(core, 'qk')) {
    test(`${method.name}: the backward pass is the gradient of what is rotated (${build})`, () => {
      const options = {...optionsOf(core, method), firstPos: 3};
      const [q, k] = [draw('q', H, NQ, DH), draw('k', H, NK, DH)];
      const [dq, dk] = [draw('dq', H, NQ, DH), draw('dk', H, NK, DH)];
      const made = (/** @type {Record<string, Tensor>} */ changed) =>
        Object.values(
          methodQk(core, {
            ...options,
            q: changed.q ?? q,
            k: changed.k ?? k,
            tensors: among(options.tensors, changed),
          }),
        );
      const learns = Object.keys(options.tensors).length > 0;
      const rotated = learns ? methodQk(core, {...options, q, k}) : {};
      const back = methodQkBackward(core, {...options, dq, dk, ...rotated});
      const gradients = {...back.dtensors, q: back.dq, k: back.dk};
      holdsGradients(made, [dq, dk], gradients, {...options.tensors, q, k}, method.name);
    });
  }

  for (const method of actingOn(core, 'values')) {
    test(`${method.name}: the backward pass is the gradient of values and output (${build})`, () => {
      const options = {...optionsOf(core, method), firstPos: 3};
      const [output, v] = [draw('o', H, NQ, DH), draw('v', H, NK, DH)];
      const [doutput, dv] = [draw('do', H, NQ, DH), draw('dv', H, NK, DH)];
      const made = (/** @type {Record<string, Tensor>} */ changed) =>
        Object.values(methodValues(core, {...options, output, v, ...changed}));
      const back = methodValuesBackward(core, {...options, doutput, dv});
      const gradients = {output: back.doutput, v: back.dv};
      holdsGradients(made, [doutput, dv], gradients, {output, v}, method.name);
    });

    test(`${method.name}: output of the query's own value is that value (${build})`, () => {
      const options = {...optionsOf(core, method), firstPos: 3};
      const v = draw('v', H, NK, DH);
      const rotated = methodValues(core, {...options, output: v, v}).v;
      const {output} = methodValues(core, {...options, output: rotated, v});
      assertClose(output.data, v.data, {atol: 1e-6}, method.name);
    });
  }

  for (const method of actingOn(core, 'kv')) {
    test(`${method.name}: the backward pass is the gradient of keys and values (${build})`, () => {
      const options = {...optionsOf(core, method), firstPos: 3};
      const [x, q] = [draw('x', NK, D), draw('q', H, NK, DH)];
      const [dq, dk, dv] = ['dq', 'dk', 'dv'].map((name) => draw(name, H, NK, DH));
      const made = (/** @type {Record<string, Tensor>} */ changed) =>
        Object.values(
          methodKv(core, {
            ...options,
            x: changed.x ?? x,
            q: changed.q ?? q,
            tensors: among(options.tensors, changed),
          }),
        );
      const back = methodKvBackward(core, {...options, x, dq, dk, dv});
      const gradients = {...back.dtensors, x: back.dx, q: back.dq};
      holdsGradients(made, [dq, dk, dv], gradients, {...options.tensors, x, q}, method.name);
    });
  }

  for (const method of actingOn(core, 'input')) {
    test(`${method.name}: the backward pass is the gradient of what the input becomes (${build})`, () => {
      const options = {...optionsOf(core, method), firstPos: 1};
      const [x, dx] = [draw('x', NK, D), draw('dx', NK, D)];
      const made = (/** @type {Record<string, Tensor>} */ changed) => [
        methodInput(core, {
          ...options,
          x: changed.x ?? x,
          tensors: among(options.tensors, changed),
        }),
      ];
      const back = methodInputBackward(core, {...options, dx, x});
      const gradients = {...back.dtensors, x: back.dx};
      holdsGradients(made, [dx], gradients, {...options.tensors, x}, method.name);
    });
  }

  for (const method of actingOn(core, 'weights')) {
    test(`${method.name}: the backward pass is the gradient of the weights (${build})`, () => {
      const options = optionsOf(core, method);
      const [logits, dweights] = [draw('l', H, NQ, NK), draw('dw', H, NQ, NK)];
      const made = (/** @type {Record<string, Tensor>} */ changed) => [
        methodWeights(core, {
          ...options,
          logits: changed.logits ?? logits,
          tensors: among(options.tensors, changed),
        }),
      ];
      const {dlogits, dtensors} = methodWeightsBackward(core, {...options, dweights, logits});
      const inputs = {...options.tensors, logits};
      holdsGradients(made, [dweights], {...dtensors, logits: dlogits}, inputs, method.name);
      const hidden = {...logits, data: logits.data.map((x, k) => (k % 3 ? x : -Infinity))};
      const weights = methodWeights(core, {...options, logits: hidden}).data;
      const back = methodWeightsBackward(core, {...options, dweights, logits: hidden}).dlogits.data;
      for (let k = 0; k < weights.length; k += 3)
        assert.deepEqual([weights[k], back[k] + 0], [0, 0]);
    });
  }

  for (const method of actingOn(core, 'output')) {
    test(`${method.name}: the backward pass is the gradient of what the output gains (${build})`, () => {
      const options = optionsOf(core, method);
      const [weights, dout] = [withoutFuture(draw('w', H, NQ, NK)), draw('dout', H, NQ, DH)];
      const made = (/** @type {Record<string, Tensor>} */ changed) => [
        methodOutput(core, {
          ...options,
          dHead: DH,
          weights: weights,
          tensors: among(options.tensors, changed),
        }),
      ];
      const back = methodOutputBackward(core, {...options, dout, weights});
      holdsGradients(made, [dout], back.dtensors, options.tensors, method.name);
      assertClose([dot(back.dweights.data, weights.data)], [dot(made({})[0].data, dout.data)], {
        atol: 1e-5,
      });
    });
  }

  test(`a method by its name adds what its own function makes (${build})`, () => {
    const [q, k] = [draw('q', H, NQ, DH), draw('k', H, NK, DH)];
    const sizes = {nHeads: H, nQuery: NQ, nKey: NK};
    const same = (
      /** @type {string} */ name,
      /** @type {Tensor} */ expected,
      /** @type {object} */ given = {},
    ) => {
      const [found] = methods(core).filter((one) => one.name === name);
      const options = {...optionsOf(core, found), ...sizes, ...given};
      assertClose(methodBias(core, options).data, expected.data, {atol: 1e-6}, name);
    };
    const table = (/** @type {string} */ method, /** @type {string} */ name) =>
      optionsOf(core, /** @type {any} */ ({name: method})).tensors[name];
    same('alibi', alibiBias(core, {...sizes, mask: 'none'}));
    const clipped = table('clipped-bias', 'clipped_table');
    same('clipped-bias', clippedBias(core, {table: clipped, clip: 2, nQuery: NQ, nKey: NK}));
    const t5 = {table: table('t5', 't5_table'), nQuery: NQ, nKey: NK, nBuckets: 6, maxDistance: 9};
    same('t5', t5Bias(core, {...t5, causal: true}));
    same('t5', t5Bias(core, {...t5, causal: false}), {causal: false});
    const keys = table('shaw-keys', 'attn.shaw_key');
    same('shaw-keys', shawKeys(core, {q, table: keys, nKey: NK, causal: true}), {q, k});
    const scaled = shawKeys(core, {q, table: keys, nKey: NK, causal: true, scale: 2});
    same('shaw-keys', scaled, {q, k, scale: 2});
  });

  test(`RoPE rotates by the frequencies of its rule, and by its amplitude (${build})`, () => {
    const [q, k] = [draw('q', H, NQ, DH), draw('k', H, NK, DH)];
    const scaling = {kind: /** @type {const} */ ('yarn'), factor: 4, originalMaxPosition: 40};
    const {invFreq, attentionFactor} = ropeScaling(core, {...scaling, dim: DH, base: 100});
    assert.ok(attentionFactor > 1.1);
    for (const layout of /** @type {const} */ (['half', 'interleaved'])) {
      const rotated = methodQk(core, {
        method: `rope-${layout}`,
        q,
        k,
        base: 100,
        firstPos: 7,
        scaling,
      });
      for (const [x, got, first, n] of /** @type {const} */ ([
        [q, rotated.q, 7 + NK - NQ, NQ],
        [k, rotated.k, 7, NK],
      ])) {
        const tables = ropeTables(core, {invFreq, attentionFactor, firstPos: first, nPos: n});
        assertClose(got.data, ropeRotate(core, {x, ...tables, layout}).data, {atol: 1e-6});
      }
    }
  });

  test(`on a grid a token is rotated by its column and its row, in a cache too (${build})`, () => {
    const [columns, firstPos, base, dHead] = [3, 4, 100, 8];
    const [q, k] = [draw('q', H, NQ, dHead), draw('k', H, NK, dHead)];
    const cells = (/** @type {number} */ first, /** @type {number} */ n) => {
      const tokens = Array.from({length: n}, (_, t) => first + t);
      const axes = [(/** @type {number} */ t) => t % columns, (/** @type {number} */ t) => Math.floor(t / columns)]; // biome-ignore format: one thought
      return Float64Array.from(axes.flatMap((axis) => tokens.map(axis)));
    };
    const places = /** @type {const} */ ([
      [q, 'q', firstPos + NK - NQ, NQ],
      [k, 'k', firstPos, NK],
    ]);
    // one half of the pairs by the column, the other by the row, each with the frequencies of half a head
    const {data: own} = ropeFrequencies(core, {dim: dHead / 2, base});
    const axial = {invFreq: [...own, ...own], axisOf: [0, 0, 1, 1]};
    for (const layout of /** @type {const} */ (['half', 'interleaved'])) {
      const rotated = methodQk(core, {method: `rope-${layout}`, q, k, base, firstPos, columns});
      for (const [x, side, first, n] of places) {
        const positions = {data: cells(first, n), shape: [2, n]};
        const tables = ropeAxesTables(core, {...axial, positions});
        const want = ropeRotate(core, {x, ...tables, layout});
        assertClose(rotated[side].data, want.data, {atol: 1e-6}, layout);
      }
    }
    const given = {method: 'rope-mixed', base, firstPos, columns};
    const learned = draw('w', 2, H, dHead / 2);
    const weights = mapTensor(learned, (value, at) => value * base ** ((-4 * (at % (dHead / 4))) / dHead)); // biome-ignore format: one thought
    const rotated = methodQk(core, {...given, q, k, tensors: {'attn.rope_mixed': learned}});
    for (const [x, side, first, n] of places) {
      const positions = {data: cells(first, n), shape: [2, n]};
      const want = mixedRopeRotate(core, {x, weights, positions});
      assertClose(rotated[side].data, want.data, {atol: 2e-6}, 'rope-mixed');
    }
  });

  test(`tensors are drawn as a model draws them, and shaped by the settings (${build})`, () => {
    for (const {name, learns} of methods(core)) {
      const options = {method: name, ...SETTINGS, ...SIZES};
      const config = {vocabSize: 5, nHeads: H, dModel: D, dFf: 4, batch: 1, seqLen: 2};
      const model = new Transformer(core, {...config, methods: [{name, ...SETTINGS}], seed: 9});
      const drawn = methodInit(core, {...options, seed: 9, layer: 1});
      const known = methodTensors(core, options);
      assert.equal(known.length > 0, learns !== 'nothing', name);
      assert.deepEqual(
        Object.keys(drawn),
        known.map((one) => one.name),
      );
      for (const {name: tensor, shape, perLayer} of known) {
        const own = model.tensor(`${perLayer ? 'layers.1.' : ''}${tensor}`);
        assert.deepEqual(drawn[tensor], {data: own.data, shape: [...own.shape]}, tensor);
        assert.deepEqual(shape, own.shape);
      }
      model.close();
    }
    const one = methodInit(core, {method: 't5', ...SIZES, seed: 1, sigma: 0});
    assert.deepEqual(
      [one.t5_table.shape, one.t5_table.data.every((v) => v === 0)],
      [[32, H], true],
    );
  });

  test(`a transformer runs each method as a single call does (${build})`, () => {
    const n = 6;
    const config = {vocabSize: 5, nHeads: H, dModel: D, dFf: 4, batch: 1, seqLen: n, nLayers: 2};
    for (const method of methods(core)) {
      const {name, actsOn} = method;
      const model = new Transformer(core, {...config, methods: [{name, ...SETTINGS}], seed: 2});
      model.forward({tokens: [0, 1, 2, 3, 4, 0]});
      const tensors = Object.fromEntries(
        methodTensors(core, {method: name, ...SETTINGS, ...SIZES}).map((one) => {
          return [one.name, model.tensor(`${one.perLayer ? 'layers.1.' : ''}${one.name}`)];
        }),
      );
      const act = (/** @type {string} */ which) => {
        const {data, shape} = model.tensor(`layers.1.attn.${which}`);
        return {data, shape: shape.slice(1)};
      };
      const options = {method: name, ...SETTINGS, tensors};
      if (actsOn === 'logits') {
        const [q, k] = [act('q'), act('k')];
        const {data, shape} = model.tensor('layers.1.ln1');
        const x = {data, shape: shape.slice(1)};
        const {readsTokens, isProduct} = methodFacts(core, name);
        const bias =
          readsTokens && !isProduct
            ? methodBias(core, {...options, x, nHeads: H})
            : methodBias(core, {...options, q, k, ...(readsTokens && {x})});
        const product = name === 'deberta' ? 1 / Math.sqrt(3 * DH) : 1 / Math.sqrt(DH);
        const scale = isProduct ? 0 : product;
        const logits = bias.data.map((value, at) => {
          const [row, j] = [Math.floor(at / n), at % n];
          const head = Math.floor(row / n);
          if (j > row % n) return Number.NEGATIVE_INFINITY;
          const [from, to] = [row * DH, (head * n + j) * DH];
          return value + scale * dot(q.data.slice(from, from + DH), k.data.slice(to, to + DH));
        });
        assertClose(act('logits').data, logits, {atol: 2e-6, rtol: 2e-6}, name);
      } else if (actsOn === 'input') {
        const table = model.tensor('tok_emb').data;
        const rows = [0, 1, 2, 3, 4, 0].flatMap((id) => [...table.slice(id * D, id * D + D)]);
        const x = {data: Float32Array.from(rows), shape: [n, D]};
        const made = methodInput(core, {...options, x});
        assert.deepEqual(model.tensor('embedded').data, made.data, name);
        assert.notDeepEqual(made.data, x.data, name);
      } else if (actsOn === 'kv') {
        const {data, shape} = model.tensor('layers.1.ln1');
        const x = {data, shape: shape.slice(1)};
        const made = methodKv(core, {...options, x, q: act('q')});
        assert.deepEqual(act('v').data, made.v.data, name);
        assert.deepEqual(act('k').data, made.k.data, name);
        assert.ok(!model.tensors.some((one) => /attn\.[kv]\.weight/.test(one.name)), name);
      } else if (actsOn === 'weights') {
        const made = methodWeights(core, {...options, logits: act('logits')});
        assertClose(act('weights').data, made.data, {atol: 0, rtol: 0}, name);
        const rows = Array.from({length: H * n}, (_, r) =>
          made.data.slice(r * n, r * n + n).reduce((sum, x) => sum + x, 0),
        );
        assert.ok(
          rows.every((sum) => sum > 0.1 && sum < 0.99),
          `${name}: ${rows}`,
        );
      } else if (actsOn === 'output') {
        const added = methodOutput(core, {...options, dHead: DH, weights: act('weights')});
        assert.ok(added.data.some((value) => Math.abs(value) > 1e-4));
      }
      model.close();
    }
  });

  test(`what a method cannot do is refused in words (${build})`, () => {
    const [q, k] = [draw('q', H, NQ, DH), draw('k', H, NK, DH)];
    const sizes = {nHeads: H, nQuery: NQ, nKey: NK};
    const bias = (/** @type {object} */ given) => methodBias(core, /** @type {any} */ (given));
    const cases = /** @type {[object, RegExp][]} */ ([
      [
        {method: 'rope-half', ...sizes},
        /method must be one that acts on the logits, got 'rope-half' \(qk\)/,
      ],
      [{method: 'shaw-keys', ...sizes}, /^TypeError: q must be a tensor/],
      [{method: 't5', ...sizes}, /tensors\['t5_table'\] must be a tensor .*\[32, 2\]/],
      [{method: 't5', ...sizes, tensors: {table: q}}, /tensors must be of 't5_table', got 'table'/],
      [{method: 'alibi', ...sizes, tensors: {table: q}}, /tensors must be of none, got 'table'/],
      [{method: 't5', ...sizes, maxDistance: 2}, /tensors\['t5_table'\]|settings/],
      [{method: 'alibi', ...sizes, keyPad: [1]}, /keyPad\.length must be .* 5.* got 1/],
      [{method: 'alibi', ...sizes, keyPad: [1, 0, 0, 0, 2]}, /keyPad\[4\] must be .* got 2/],
      [{method: 'alibi', ...sizes, firstPos: 0.5}, /firstPos must be/],
      [{method: 'alibi', ...sizes, scale: Number.NaN}, /scale must be a finite number/],
      [{method: 'alibi', ...sizes, scaling: 3}, /scaling must be \{kind/],
      [{method: 'alibi', ...sizes, scaling: {kind: 'other'}}, /kind must be one of/],
    ]);
    for (const [given, message] of cases) assert.throws(() => bias(given), message);
    const tables = {tensors: {t5_table: {data: new Float32Array(64), shape: [32, H]}}};
    const tooNear = {method: 't5', ...sizes, ...tables, maxDistance: 2};
    assert.throws(() => bias(tooNear), /settings must be such that 't5' .* \(bad value\), got/);
    const past = {method: 'learned', x: draw('x', 4, D), maxLen: 4, firstPos: 1};
    const learned = {tensors: {pos_emb: draw('t', 4, D)}};
    assert.throws(
      () => methodInput(core, {...past, ...learned}),
      /settings must be .* \(position out of range\), got/,
    );
    const dlogits = draw('d', H, NK, NQ);
    const wrong = () => methodBiasBackward(core, {method: 'alibi', q, k, dlogits});
    assert.throws(wrong, /dlogits must be \(nHeads, nQuery, nKey\) of q and k, got 2,5,3/);
  });

  test(`the gradient by the input needs the input where the method reads it, and its shape everywhere (${build})`, () => {
    const needs = /** @type {string[]} */ ([]);
    for (const method of actingOn(core, 'input')) {
      const options = {...optionsOf(core, method), dx: draw('dx', NK, D)};
      const back = (/** @type {object} */ given) => () => methodInputBackward(core, {...options, ...given}); // biome-ignore format: one thought
      assert.throws(back({x: draw('x', NK, D + 1)}), /^\w+: x must be .*5, 8/, method.name);
      if (methodFacts(core, method.name).readsContent) {
        needs.push(method.name);
        assert.throws(back({}), /^TypeError: x must be a tensor/, method.name);
      } else assert.equal(back({})().dx.data.length, NK * D);
    }
    assert.ok(needs.length > 0);
  });

  test(`C runs no method that acts nowhere, nor without what it works with (${build})`, () => {
    core.scratch((mem) => {
      const sizes = {dModel: D, nHeads: H, dHead: DH, scale: 1, base: 100, clip: 2, nBuckets: 6};
      const lengths = {maxDistance: 9, maxLen: 8, width: 5, trainLen: 3, scaleBase: 16};
      const {ptr: config, set} = mem.struct('PeConfig', {...sizes, ...lengths, eps: 1e-6});
      set({causal: true});
      const block = mem.f32(new Float32Array(256).fill(7));
      const work = mem.f32(4096).ptr;
      const bad = {status: 'bad value'};
      const names = core.describe.structs.PeBuffers.fields.map(({name}) => name);
      const all = Object.fromEntries(names.map((name) => [name, block.ptr]));
      const run = (
        /** @type {number} */ id,
        /** @type {number} */ back,
        buffers = all,
        pointers = [0, work, work],
      ) => {
        const [keyPad, table, scratch] = pointers;
        set({keyPad, table, scratch});
        core.call('pe_run', mem.struct('PeBuffers', buffers).ptr, config, id, back, 2, 2);
      };
      for (const id of [-1, 99, 0]) assert.throws(() => run(id, 0), bad);
      for (const {id, name, actsOn, learns} of methods(core)) {
        if (actsOn === 'nowhere') continue;
        for (const back of [0, 1]) {
          const without = (/** @type {number[]} */ pointers, buffers = all) =>
            assert.throws(() => run(id, back, buffers, pointers), bad, `${name} ${back}`);
          if (learns !== 'nothing') without([0, 0, work]);
          if (core.number('pe_scratch_n', config, id, 2, 2) > 0) without([0, work, 0]);
          if (!methodFacts(core, name).readsContent || actsOn === 'output') continue;
          const {readsTokens, isProduct} = methodFacts(core, name);
          const both = readsTokens && !isProduct ? [] : ['q', 'k'];
          const content = [...(readsTokens ? ['x'] : []), ...both];
          const atLogits = [...content, ...(back ? content.map((one) => `d${one}`) : [])];
          const atInput = back ? ['x'] : [];
          const read =
            {
              weights: ['logits', 'weights'],
              logits: atLogits,
              kv: back ? ['x', 'dx', 'dq', 'dk', 'dv'] : ['x', 'q', 'k', 'v'],
            }[/** @type {string} */ (actsOn)] ?? atInput;
          for (const missing of read) without([0, work, work], {...all, [missing]: 0});
        }
      }
      assert.ok(block.view().every((value) => value === 7));
      const [shape, start] = [mem.i32(3).ptr, mem.f64(3).ptr];
      const describe = (/** @type {number[]} */ ...args) =>
        core.call('pe_tensor_describe', shape, start, config, ...args);
      for (const args of [
        [0, 0],
        [-1, 0],
        [99, 0],
        [2, 1],
        [2, -1],
      ]) {
        assert.throws(() => describe(...args), bad, String(args));
      }
      describe(2, 0);
      assert.equal(core.number('pe_logits_scale', 0, 0), 0);
      assert.equal(core.number('pe_logits_scale', 99, 4), 0);
      assert.equal(core.number('pe_logits_scale', 5, 4), 0.5);
    });
  });
}

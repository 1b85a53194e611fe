// Every tensor's gradient against central differences, for every method and pair of methods, at sizes
// that fill no vector and no panel.
import assert from 'node:assert/strict';
import test from 'node:test';

import {randomIntegers, randomUniform} from '../../../web/core/base.js';
import {methodFacts} from '../../../web/core/pe.js';
import {Transformer} from '../../../web/core/transformer.js';
import {loadCore} from '../../support/core.js';

/** @import {MethodSettings, TransformerConfig} from '../../../web/core/transformer-config.js' */

const core = await loadCore();
const SIZES = {vocabSize: 13, nOut: 11, nLayers: 2, nHeads: 2, dModel: 20, dFf: 22};
const [BATCH, SEQ_LEN] = [3, 7];
const SETTINGS = {base: 50, clip: 2, nBuckets: 6, maxDistance: 5, maxLen: 9, width: 5};

const STEP = 2 ** -5;
const FEW = 4; // elements of a tensor that are moved alone
// Differences of a float32 loss: a wrong gradient is wrong by far more.
const ATOL = 1e-5;
const RTOL = 2e-3;

/** @param {readonly string[]} names @returns {MethodSettings[]} */
const listOf = (names) => names.map((name) => ({name, ...SETTINGS}));

/**
 * A model whose parameters are all far from where a mistake could hide: no zero bias, no unit norm.
 *
 * @param {Partial<TransformerConfig>} options
 */
function modelOf(options) {
  const config = {...SIZES, batch: BATCH, seqLen: SEQ_LEN, seed: 1, ...options};
  const model = new Transformer(core, config);
  for (const {name, shape, kind} of model.tensors) {
    if (kind === 'act') continue;
    const {data} = model.tensor(name);
    const moved = randomUniform(core, {seed: 5, name, shape, scale: 0.4});
    const inside = name.endsWith('pope_delta') ? -1 : 0; // past 0 it is clipped
    model.setTensor(name, {data: data.map((x, k) => x + moved.data[k] + inside), shape});
  }
  return model;
}

/** @param {Transformer} model */
function batchOf({config: {vocabSize, nOut, readout}}) {
  const nTokens = BATCH * SEQ_LEN;
  const n = readout === 'each' ? nTokens : BATCH;
  const tokens = randomIntegers(core, {seed: 2, name: 'x', n: nTokens, modulus: vocabSize}).data;
  const targets = randomIntegers(core, {seed: 2, name: 'y', n, modulus: nOut}).data;
  targets[1] = -1; // does not count
  return {tokens, targets};
}

/**
 * The derivative of the loss along `direction` from where the tensor is: central differences of two
 * widths, the error of the wider taken off.
 *
 * @param {Transformer} model
 * @param {ReturnType<typeof batchOf>} batch
 * @param {string} name
 * @param {Float32Array} direction
 * @param {number} step
 */
function slope(model, batch, name, direction, step) {
  const {data, shape} = model.tensor(name);
  /** @param {number} h */
  const lossAt = (h) => {
    model.setTensor(name, {data: data.map((x, k) => x + h * direction[k]), shape});
    return model.evaluate(batch).loss;
  };
  /** @param {number} h */
  const difference = (h) => (lossAt(h) - lossAt(-h)) / (2 * h);
  const estimate = (4 * difference(step) - difference(2 * step)) / 3;
  model.setTensor(name, {data, shape});
  return estimate;
}

/** @param {string} name @param {number} n @returns {Float32Array[]} some elements alone, then all at once */
function directions(name, n) {
  const picked = randomIntegers(core, {seed: 3, name, n: FEW, modulus: n}).data;
  const alone = [...new Set([0, n - 1, ...picked])].map((at) =>
    Float32Array.from({length: n}, (_, k) => (k === at ? 1 : 0)),
  );
  const all = randomUniform(core, {seed: 4, name, shape: [n], scale: 2 / Math.sqrt(n)}).data;
  return [...alone, all];
}

/** @param {Transformer} model @param {number} [step] @param {number[]} [ids] */
function checkGradients(model, step = STEP, ids) {
  const batch = {...batchOf(model), ids};
  for (let k = 0; k < 2; k++) model.gradients(batch); // which are written, not added
  const names = model.tensors.filter(({kind}) => kind === 'param').map(({name}) => name);
  let worst = {ratio: 0, text: ''};
  for (const name of names) {
    const gradient = model.gradient(name).data;
    for (const direction of directions(name, gradient.length)) {
      const got = gradient.reduce((sum, g, k) => sum + g * direction[k], 0);
      const want = slope(model, batch, name, direction, step);
      const ratio = Math.abs(got - want) / ((ATOL * STEP) / step + RTOL * Math.abs(want));
      if (!(ratio <= worst.ratio))
        worst = {ratio, text: `${name}: ${got}, differences say ${want}`};
    }
  }
  assert.ok(worst.ratio <= 1, worst.text);
  return names;
}

// At a kink, a relu of FIRE or a whole position of CoPE, the slope is another on each side: seldom within
// a short step.
const SHORT = STEP / 64;

/** @type {[string[], string[], number?][]} list of methods, what it learns, and how far to step */
const LISTS = [
  [[], []],
  [['none'], []],
  [['sinusoidal'], []],
  [['learned'], ['pos_emb']],
  [['rope-half'], []],
  [['rope-interleaved'], []],
  [['alibi'], []],
  [['clipped-bias'], ['clipped_table']],
  [['t5'], ['t5_table']],
  [['shaw-keys'], ['shaw_key']],
  [['shaw-values'], ['shaw_value']],
  [
    ['shaw-keys', 'shaw-values'],
    ['shaw_key', 'shaw_value'],
  ],
  [['kerple-log'], ['kerple_a', 'kerple_p']],
  [['kerple-power'], ['kerple_a', 'kerple_p']],
  [['fire'], ['fire_w1', 'fire_b1', 'fire_w2', 'fire_b2', 'fire_c', 'fire_L'], SHORT],
  [['cope'], ['cope_emb'], SHORT],
  [['log-n'], []],
  [['multiplicative'], ['mul_emb']],
  [['floater-recurrent'], ['floater_p0', 'floater_w1', 'floater_wt']],
  [['floater'], ['floater_b1', 'floater_w2', 'floater_b2']],
  [['transformer-xl'], ['txl_u', 'txl_v', 'txl_r']],
  [['deberta'], ['deberta_k', 'deberta_q']],
  [['xpos'], []],
  [['temperature'], []],
  [['fox'], ['fox_w', 'fox_b']],
  [['pope'], ['pope_delta']],
  [['sink'], ['attn.sink']],
  [['stick-breaking'], []],
  [['rope-values'], []],
  [['mla-rope'], ['mla_down', 'mla_keys', 'mla_values']],
  [['mla-nope'], ['mla_down', 'mla_keys', 'mla_values']],
  [['path'], ['path_w', 'path_beta_w', 'path_beta_b'], SHORT],
  [['rope-mixed'], ['rope_mixed'], SHORT],
  [['rope-half', 'rope-values', 'shaw-values', 'sink'], ['shaw_value']],
  [
    ['rope-values', 'mla-rope', 'fox', 'transformer-xl'],
    ['mla_keys', 'fox_w', 'txl_u'],
  ],
  [
    ['learned', 'multiplicative', 'floater', 'log-n', 'cope', 'kerple-log'],
    ['pos_emb', 'mul_emb', 'floater_p0', 'cope_emb', 'kerple_a'],
    SHORT,
  ],
  [
    ['multiplicative', 'xpos', 'deberta', 'shaw-values'],
    ['mul_emb', 'deberta_k', 'shaw_value'],
  ],
  [['rope-half', 'alibi'], []],
  [
    ['rope-half', 'fox', 'shaw-values', 'sink'],
    ['fox_w', 'shaw_value', 'attn.sink'],
  ],
  [
    ['rope-half', 'fox', 'transformer-xl'],
    ['fox_w', 'fox_b', 'txl_u'],
  ],
  [['sinusoidal', 'alibi'], []],
  [['rope-half', 'rope-interleaved'], []], // which do not commute
  [
    ['learned', 't5'],
    ['pos_emb', 't5_table'],
  ],
  [
    ['rope-interleaved', 'clipped-bias', 'shaw-keys', 't5'],
    ['shaw_key', 't5_table'],
  ],
];

test('every method of the table is among them', () => {
  const alone = LISTS.filter(([list]) => list.length === 1).map(([[name]]) => name);
  assert.deepEqual(
    alone,
    core.describe.methods.map(({name}) => name),
  );
});

/** Hybrids by layer, and settings of a trained rotation. @type {[string, MethodSettings[]][]} */
const SPECIAL = [
  ['RoPE in the second layer alone', [{name: 'rope-half', base: 50, layers: [1]}]],
  ['RoPE in every second layer', [{name: 'rope-interleaved', base: 50, layers: {every: 2}}]],
  [
    'p-RoPE',
    [{name: 'rope-half', base: 50, scaling: {kind: 'proportional', partial: 0.4, factor: 2}}],
  ],
  ['RIFLEx', [{name: 'rope-half', base: 50, scaling: {kind: 'riflex', pair: 2, length: 30}}]],
  [
    'RoPE in one layer, temperature in the other',
    [
      {name: 'rope-half', base: 50, layers: [0]},
      {name: 'temperature', interval: 2, beta: 0.5, layers: [1]},
    ],
  ],
];

for (const [title, methods] of SPECIAL) {
  test(`gradients of every tensor: ${title}`, () => {
    const model = modelOf({methods});
    try {
      checkGradients(model);
    } finally {
      model.close();
    }
  });
}

for (const [methods, learned, step] of LISTS) {
  for (const causal of [true, false]) {
    const title = `${methods.join(' + ') || 'no method'}, ${causal ? 'causal' : 'bidirectional'}`;
    test(`gradients of every tensor: ${title}`, () => {
      const model = modelOf({methods: listOf(methods), causal});
      try {
        const names = checkGradients(model, step);
        for (const end of learned) {
          assert.ok(
            names.some((name) => name.endsWith(end)),
            `${names} hold no ${end}`,
          );
        }
      } finally {
        model.close();
      }
    });
  }
}

// Position ids with gaps, and ids in no order that repeat, where no method acts on pairs of tokens.
const WITH_GAPS = [0, 2, 3, 7, 8, 12, 19];
const REPEATED = [5, 0, 5, 3, 19, 3, 5];
const N_IDS = 20;
const FAR_SETTINGS = {maxLen: N_IDS, trainLen: 4, interval: 2, beta: 0.5};
// A path of 20 steps, and powers of a distance of 19, bend sharply.
const BENT = ['floater', 'floater-recurrent', 'kerple-power'];

/** @param {readonly string[]} methods */
function takesAnyIds(methods) {
  return methods.every((name) => {
    const {actsOn = ''} = core.describe.methods.find((method) => method.name === name) ?? {};
    return !['logits', 'output'].includes(actsOn) || methodFacts(core, name).ignoresIds;
  });
}

/** @param {readonly string[]} methods @param {Partial<TransformerConfig>} [options] */
const modelWithIds = (methods, options) =>
  modelOf({
    methods: listOf(methods).map((method) => ({...method, ...FAR_SETTINGS})),
    nIds: N_IDS,
    ...options,
  });

for (const [methods, , step] of LISTS) {
  const title = methods.join(' + ') || 'no method';
  test(`gradients of every tensor with position ids: ${title}`, () => {
    const short = methods.some((name) => BENT.includes(name)) ? STEP / 16 : step;
    for (const causal of [true, false]) {
      const model = modelWithIds(methods, {causal, nLayers: 1});
      checkGradients(model, step ?? short, WITH_GAPS);
      if (takesAnyIds(methods)) checkGradients(model, step ?? short, REPEATED);
      model.close();
    }
  });

  test(`position ids 0, 1, 2, ... change no bit, and others do: ${title}`, () => {
    const model = modelWithIds(methods);
    const batch = batchOf(model);
    /** @param {number[]} [ids] */
    const passOf = (ids) => {
      const {data} = model.forward({tokens: batch.tokens, ids});
      const {loss} = model.evaluate({...batch, ids});
      const names = model.tensors.filter(({kind}) => kind === 'param').map(({name}) => name);
      const numbers = [loss, model.gradients({...batch, ids})];
      return [...numbers, ...data, ...names.flatMap((name) => [...model.gradient(name).data])];
    };
    const plain = passOf();
    assert.deepEqual(passOf(WITH_GAPS.map((_, k) => k)), plain);
    const ignored = methods.every((name) => name === 'none' || methodFacts(core, name).ignoresIds);
    const isSame = passOf(WITH_GAPS).every((x, k) => Object.is(x, plain[k]));
    assert.equal(isSame, ignored);
    model.close();
  });

  test(`position ids are the tokens of a longer text whose others are hidden: ${title}`, () => {
    // these read hidden keys too
    if (['stick-breaking', 'fox', 'path'].some((name) => methods.includes(name))) return;
    const model = modelWithIds(methods, {seqLen: N_IDS});
    const {short, wide} = spread(WITH_GAPS.slice(0, 4), N_IDS);
    const gradientsOf = (/** @type {Parameters<Transformer['gradients']>[0]} */ batch) => {
      const names = model.tensors.filter(({kind}) => kind === 'param').map(({name}) => name);
      return [model.gradients(batch), ...names.flatMap((name) => [...model.gradient(name).data])];
    };
    const [far, near] = [gradientsOf(wide), gradientsOf({...short, ids: WITH_GAPS.slice(0, 4)})];
    const difference = Math.max(...far.map((x, k) => Math.abs(x - near[k])));
    assert.ok(difference < 1e-5, `differs by ${difference}`);
    model.close();
  });
}

for (const readout of /** @type {const} */ (['mean', 'last'])) {
  for (const gelu of /** @type {const} */ (['erf', 'tanh', 'sigmoid'])) {
    test(`gradients of every tensor: readout ${readout}, gelu ${gelu}`, () => {
      const methods = listOf(['learned', 'shaw-values']);
      const model = modelOf({methods, readout, gelu, causal: readout === 'last', nLayers: 1});
      try {
        checkGradients(model);
      } finally {
        model.close();
      }
    });
  }
}

test('gradients of every tensor: RoPE by a rule that stretches it, with its amplitude', () => {
  const scaling = /** @type {const} */ ({kind: 'yarn', factor: 4, originalMaxPosition: 30});
  const model = modelOf({methods: [{name: 'rope-half', base: 50, scaling}]});
  checkGradients(model);
  model.close();
});

test('gradients of every tensor: one head, heads and feed-forward of width one, whole vectors', () => {
  for (const options of [
    {nHeads: 1, dModel: 3, dFf: 1, nLayers: 1},
    {nHeads: 5, dModel: 5, dFf: 3, nOut: 2},
    {nHeads: 4, dModel: 64, dFf: 40, nLayers: 1},
  ]) {
    const model = modelOf({...options, methods: listOf(['shaw-keys', 'learned'])});
    checkGradients(model, STEP / 2); // the norm of three numbers bends sharply
    model.close();
  }
});

/** Texts of 4 tokens at positions of a longer sequence, whose other keys are hidden. @param {number[]} ids @param {number} [length] */
function spread(ids, length = SEQ_LEN) {
  const tokens = randomIntegers(core, {seed: 2, name: 'x', n: BATCH * 4, modulus: 13}).data;
  const targets = randomIntegers(core, {seed: 2, name: 'y', n: BATCH * 4, modulus: 11}).data;
  const wide = {
    tokens: new Int32Array(BATCH * length).fill(5),
    targets: new Int32Array(BATCH * length).fill(-1),
    keyPad: new Int32Array(length).fill(1),
  };
  for (const id of ids) wide.keyPad[id] = 0;
  for (let k = 0; k < BATCH * 4; k++) {
    const at = Math.floor(k / 4) * length + ids[k % 4];
    wide.tokens[at] = tokens[k];
    wide.targets[at] = targets[k];
  }
  return {short: {tokens, targets, seqLen: 4}, wide};
}

test('hidden keys are gaps: what depends on distances alone learns from a moved text what it learns from the text', () => {
  for (const [methods, isMoved] of /** @type {[string[], boolean][]} */ ([
    [['rope-half'], true],
    [['alibi', 'shaw-keys', 'shaw-values'], true],
    [['cope'], true],
    [['rope-half', 'sink'], true],
    [['learned'], false],
    [['sinusoidal'], false],
  ])) {
    const model = modelOf({methods: listOf(methods)});
    const gradientsOf = (/** @type {Parameters<Transformer['gradients']>[0]} */ batch) => {
      const loss = model.gradients(batch);
      return [loss, ...model.gradient('layers.0.attn.k.weight').data];
    };
    const moved = spread([2, 3, 4, 5]);
    const difference = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
      Math.max(...a.map((x, k) => Math.abs(x - b[k])));
    const text = gradientsOf(moved.short);
    const [far, wide] = [gradientsOf(moved.wide), gradientsOf(spread([0, 2, 3, 6]).wide)];
    assert.equal(difference(text, far) < 1e-6, isMoved, `${methods}: moved`);
    const counts = methods[0] === 'cope'; // its positions are counted from the content
    assert.equal(difference(text, wide) < 1e-6, counts, `${methods}: with gaps`);
    model.close();
  }
});

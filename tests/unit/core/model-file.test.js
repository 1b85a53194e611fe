// Models as files: what is saved comes back to the bit, and what is not whole is refused in words,
// with no memory kept.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';

import {
  decodeModel,
  encodeModel,
  loadModel,
  ModelFileError,
  readModel,
  saveModel,
} from '../../../web/core/model-file.js';
import {Transformer} from '../../../web/core/transformer.js';
import {loadBothCores, loadCore} from '../../support/core.js';

/** @import {Core} from '../../../web/core/core.js' */
/** @import {SavedModel, SavedTensor} from '../../../web/core/model-file.js' */

const HEAD = 24;

/** CRC-32 bit by bit, the four bytes of itself left out. @param {Uint8Array} bytes */
function crcOf(bytes) {
  let crc = ~0;
  bytes.forEach((byte, k) => {
    if (k >= 20 && k < 24) return;
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  });
  return ~crc >>> 0;
}

/**
 * A file made by hand, as the layout says: right but for what is put into it.
 *
 * @param {string | Uint8Array} header
 * @param {ArrayLike<number>} data floats
 * @param {number} [version]
 */
function fileOf(header, data, version = 1) {
  const text = typeof header === 'string' ? new TextEncoder().encode(header) : header;
  const nHeader = Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(HEAD + nHeader + 4 * data.length).fill(0x20);
  bytes.set([0x89, ...new TextEncoder().encode('poslab\n')]);
  const view = new DataView(bytes.buffer);
  [version, nHeader, 4 * data.length].forEach((v, k) => void view.setUint32(8 + 4 * k, v, true));
  bytes.set(text, HEAD);
  for (let k = 0; k < data.length; k++) view.setFloat32(HEAD + nHeader + 4 * k, data[k], true);
  view.setUint32(20, crcOf(bytes), true);
  return bytes;
}

/** @param {Float32Array} data */
const bitsOf = ({buffer, byteOffset, length}) => [...new Uint32Array(buffer, byteOffset, length)];

/** @param {Partial<SavedTensor> & {name: string}} rest @returns {SavedTensor} */
const tensor = ({shape = [2, 3], ...rest}) => ({
  part: 'value',
  shape,
  data: Float32Array.from({length: shape.reduce((a, b) => a * b, 1)}, (_, k) => k / 8 - 1),
  ...rest,
});

/** @returns {SavedModel} */
const small = () => ({
  config: {dModel: 4, methods: [{name: 'alibi', base: 10000}]},
  nSteps: 7,
  tensors: [
    tensor({name: 'a.weight'}),
    tensor({name: 'b', shape: [5]}),
    tensor({name: 'b', part: 'm', shape: [1]}),
  ],
});

const CONFIG = {vocabSize: 11, nLayers: 1, nHeads: 2, dModel: 8, dFf: 12, batch: 2, seqLen: 5};
const TOKENS = [1, 5, 2, 9, 10, 3, 3, 0, 7, 4];
const BATCH = {tokens: TOKENS, targets: TOKENS.map((v) => (v + 1) % 11), lr: 0.01};

/** @param {Core} core @param {object} [options] */
function trained(core, options) {
  const model = new Transformer(core, {...CONFIG, ...options});
  const targets = model.config.readout === 'each' ? BATCH.targets : [1, 2];
  for (let k = 0; k < 3; k++) model.step({...BATCH, targets});
  return {model, targets};
}

/** @param {Transformer} model */
const params = (model) => model.tensors.filter(({kind}) => kind === 'param');

/** @param {Core} core */
const mark = (core) => core.number('wasm_arena_mark');

/** @param {() => unknown} call @param {RegExp} message @param {string} [label] */
const refuses = (call, message, label) =>
  assert.throws(call, {name: 'ModelFileError', message}, label);

// ----------------------------------------------------------------------------------- the bytes

test('what is encoded comes back: config, steps, names, shapes and every bit of the numbers', () => {
  const bits = [
    0x7fc00000, 0x7fa00001, 0xffc12345, 0x7f800000, 0xff800000, 0x80000000, 1, 0x3f800000,
  ];
  const saved = small();
  saved.tensors.push({
    name: 'odd',
    part: 'v',
    shape: [2, 4],
    data: new Float32Array(Uint32Array.from(bits).buffer),
  });
  const back = decodeModel(encodeModel(saved));
  assert.deepEqual({...back, tensors: []}, {...saved, tensors: []});
  assert.equal(back.tensors.length, saved.tensors.length);
  back.tensors.forEach(({data, ...rest}, k) => {
    const {data: want, ...about} = saved.tensors[k];
    assert.deepEqual(rest, about);
    assert.deepEqual(bitsOf(data), bitsOf(want));
  });
  assert.deepEqual(bitsOf(back.tensors[3].data), bits);
});

test('the layout is the one that is written down', () => {
  const saved = small();
  const bytes = new Uint8Array(encodeModel(saved));
  const tensors = [
    {name: 'a.weight', part: 'value', shape: [2, 3], offset: 0},
    {name: 'b', part: 'value', shape: [5], offset: 24},
    {name: 'b', part: 'm', shape: [1], offset: 44},
  ];
  const header = JSON.stringify({config: saved.config, nSteps: 7, tensors});
  assert.deepEqual(
    bytes,
    fileOf(
      header,
      saved.tensors.flatMap(({data}) => [...data]),
    ),
  );
  assert.equal(new DataView(bytes.buffer).getUint32(12, true) % 4, 0);
  // the polynomial's own test: CRC-32 of the digits 1 to 9, here where the checksum is not
  const digits = new Uint8Array([...'1234567890000'].map((c) => c.charCodeAt(0)).slice(0, 9));
  assert.equal(crcOf(digits), 0xcbf43926);
});

test('bytes that are a view of others are read where they lie, and not kept', () => {
  const file = new Uint8Array(encodeModel(small()));
  const larger = new Uint8Array(file.length + 9);
  larger.set(file, 3);
  const {tensors} = decodeModel(larger.subarray(3, 3 + file.length));
  larger.fill(0xff);
  assert.deepEqual(tensors, small().tensors);
});

test('a tensor that is a view of a larger buffer is saved alone', () => {
  const data = Float32Array.from([9, 9, 1, 2, 9]).subarray(2, 4);
  const saved = {config: {}, nSteps: 0, tensors: [{...tensor({name: 'x', shape: [2]}), data}]};
  assert.deepEqual([...decodeModel(encodeModel(saved)).tensors[0].data], [1, 2]);
});

test('a file that is cut off says so, wherever it is cut', () => {
  const file = new Uint8Array(encodeModel(small()));
  for (let length = 0; length < file.length; length++) {
    const wanted = length < HEAD ? `at least ${HEAD}` : `${file.length}`;
    refuses(
      () => decodeModel(file.slice(0, length)),
      new RegExp(`^The file is cut off: it has ${length} bytes, and should have ${wanted}\\.$`),
      `${length} of ${file.length}`,
    );
  }
});

test('a file that is too long says so', () => {
  const file = encodeModel(small());
  for (const more of [1, 4, 1000]) {
    const longer = new Uint8Array(file.byteLength + more);
    longer.set(new Uint8Array(file));
    refuses(
      () => decodeModel(longer),
      /^The file is too long: it has \d+ bytes, and should have \d+\.$/,
    );
  }
});

test('a single bit that is not as it was is noticed, whichever it is', () => {
  const file = new Uint8Array(encodeModel(small()));
  for (let at = 0; at < file.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      file[at] ^= 1 << bit;
      const message =
        at < 8 ? /not a saved poslab model/ : at < 12 ? /of version/ : /cut off|too long|damaged/;
      refuses(() => decodeModel(file), message, `byte ${at}, bit ${bit}`);
      file[at] ^= 1 << bit;
    }
  }
  decodeModel(file);
});

test('several bytes that are not as they were are noticed', () => {
  const file = new Uint8Array(encodeModel(small()));
  const byte = fc.integer({min: 0, max: 255});
  const edits = fc.array(fc.tuple(fc.nat(file.length - 1), byte), {minLength: 1, maxLength: 6});
  fc.assert(
    fc.property(edits, (list) => {
      const bent = file.slice();
      for (const [at, value] of list) bent[at] = value;
      if (bent.every((value, k) => value === file[k])) return;
      refuses(() => decodeModel(bent), /./);
    }),
    {numRuns: 500, seed: 1},
  );
});

test('bytes of any kind end in a sentence or in a model', () => {
  const start = Uint8Array.from([0x89, ...new TextEncoder().encode('poslab\n'), 1, 0, 0, 0]);
  fc.assert(
    fc.property(fc.uint8Array({maxLength: 80}), fc.boolean(), (bytes, isStarted) => {
      const file = isStarted ? Uint8Array.from([...start, ...bytes]) : bytes;
      refuses(() => decodeModel(file), /\.$/);
    }),
    {numRuns: 500, seed: 2},
  );
});

test('a file of another version is refused by its version, whatever else it holds', () => {
  for (const version of [0, 2, 2 ** 32 - 1]) {
    refuses(
      () => decodeModel(fileOf('{}', [], version)),
      new RegExp(`^The file is of version ${version}, and this page reads version 1\\.$`),
    );
  }
});

test('what is no file of bytes is a mistake of the caller', () => {
  for (const bad of [undefined, null, 'text', 3, [1, 2], new Float32Array(3)]) {
    assert.throws(() => decodeModel(/** @type {any} */ (bad)), {
      name: 'TypeError',
      message: /^file must be/,
    });
  }
});

test('a header that is right by its checksum and wrong in itself is refused', () => {
  const good = {
    config: {},
    nSteps: 0,
    tensors: [{name: 'a', part: 'value', shape: [2], offset: 0}],
  };
  const data = [1, 2];
  assert.deepEqual(
    decodeModel(fileOf(JSON.stringify(good), data)).tensors[0].data,
    Float32Array.from(data),
  );
  const entry = (/** @type {object} */ other) => ({
    ...good,
    tensors: [{...good.tensors[0], ...other}],
  });
  const two = (/** @type {number[]} */ ...offsets) => ({
    ...good,
    tensors: offsets.map((offset, k) => ({name: `t${k}`, part: 'value', shape: [1], offset})),
  });
  for (const [header, message] of /** @type {[unknown, RegExp][]} */ ([
    ['', /header is not JSON/],
    ['{"config": {', /header is not JSON/],
    [Uint8Array.from([0x22, 0xff, 0xfe, 0x22]), /header is not JSON/],
    [null, /must hold a config and a list/],
    [[1], /must hold a config and a list/],
    ['"text"', /must hold a config and a list/],
    [{...good, config: undefined}, /must hold a config and a list/],
    [{...good, config: null}, /must hold a config and a list/],
    [{...good, config: []}, /must hold a config and a list/],
    [{...good, tensors: {}}, /must hold a config and a list/],
    [{...good, nSteps: undefined}, /^nSteps must be .* got undefined/],
    [{...good, nSteps: -1}, /^nSteps must be .* got -1/],
    [{...good, nSteps: 1.5}, /^nSteps must be .* got 1.5/],
    [{...good, nSteps: 2 ** 31}, /^nSteps must be/],
    [{...good, nSteps: '3'}, /^nSteps must be/],
    [{...good, tensors: [null]}, /must have name, part, shape and offset, got null/],
    [entry({name: 3}), /must have name/],
    [entry({part: 'gradient'}), /must have name, part/],
    [entry({part: undefined}), /must have name, part/],
    [entry({shape: 2}), /must have name/],
    [entry({shape: [2.5]}), /must have name/],
    [entry({shape: [-2]}), /must have name/],
    [entry({shape: [0]}), /must have name/],
    [entry({shape: ['2']}), /must have name/],
    [entry({shape: [3]}), /cannot begin at byte 0 of 8/],
    [entry({shape: [2 ** 40]}), /cannot begin/],
    [entry({offset: 4}), /cannot begin at byte 4 of 8/],
    [entry({offset: undefined}), /cannot begin/],
    [entry({shape: [1]}), /lists 4 bytes of tensors, and the file holds 8/],
    [two(0, 0), /'t1', \[1\], cannot begin at byte 0/],
    [two(4, 0), /'t0'/],
    [two(0, 4, 8), /'t2'/],
    [{...good, tensors: []}, /lists 0 bytes/],
  ])) {
    const isText = typeof header === 'string' || header instanceof Uint8Array;
    const file = fileOf(isText ? header : JSON.stringify(header), data);
    refuses(() => decodeModel(file), message, String(isText ? header : JSON.stringify(header)));
  }
});

// ----------------------------------------------------------------------------------- the model

for (const [build] of await loadBothCores()) {
  test(`${build}: a model comes back as it was, and goes on as if it had never been away`, async () => {
    const load = async () => Object.fromEntries(await loadBothCores())[build];
    for (const options of [
      {},
      {methods: ['learned', 't5'], causal: false},
      {methods: ['rope-half', 'alibi'], readout: 'mean', nOut: 3},
      {methods: ['shaw-keys', {name: 'shaw-values', clip: 2}], gelu: 'tanh', seed: 2n ** 60n + 1n},
    ]) {
      const {model, targets} = trained(await load(), options);
      const file = saveModel(model);
      const again = loadModel(await load(), file);
      assert.deepEqual(again.config, model.config);
      assert.equal(again.nSteps, 3);
      const tokens = TOKENS;
      assert.deepEqual(again.forward({tokens}), model.forward({tokens}));
      for (let k = 0; k < 2; k++) {
        assert.equal(again.step({...BATCH, targets}), model.step({...BATCH, targets}));
      }
      for (const {name} of params(model)) {
        assert.deepEqual(again.tensor(name), model.tensor(name), name);
        assert.deepEqual(again.moment(name, 'v'), model.moment(name, 'v'), name);
      }
      assert.deepEqual(saveModel(again), saveModel(model));
    }
  });
}

const core = await loadCore();
const {model} = trained(core, {methods: ['learned']});
const whole = saveModel(model);

test('without moments a file is a third as large, and Adam starts afresh', async () => {
  const file = saveModel(model, {moments: false});
  assert.ok(file.byteLength < 0.45 * whole.byteLength);
  const again = loadModel(await loadCore(), file);
  assert.equal(again.nSteps, 0);
  assert.equal(readModel(core, file).nSteps, 3);
  for (const {name} of params(model)) {
    assert.deepEqual(again.tensor(name), model.tensor(name));
    assert.ok(again.moment(name, 'm').data.every((v) => v === 0));
  }
});

test('numbers that are none are kept bit by bit', async () => {
  const own = new Transformer(await loadCore(), CONFIG);
  const {shape, data} = own.tensor('head.bias');
  const bits = [0x7fc00000, 0x7fa00001, 0xffffffff, 0x7f800000, 0xff800000, 0x80000000, 1];
  new Uint32Array(data.buffer).set(bits);
  own.setTensor('head.bias', {data, shape});
  const again = loadModel(await loadCore(), saveModel(own));
  assert.deepEqual(bitsOf(again.tensor('head.bias').data).slice(0, bits.length), bits);
});

/** The model's file with something else in its header or its tensors. @param {(saved: any) => void} bend */
function bentFile(bend) {
  const saved = decodeModel(whole);
  bend(saved);
  return encodeModel(saved);
}

/** @param {any} saved @param {string} name */
const find = (saved, name) => saved.tensors.find((/** @type {any} */ one) => one.name === name);

test('a model of any method comes back with all that it learned, and a changed rule with it', async () => {
  const settings = {width: 3, trainLen: 2, maxLen: 9, nBuckets: 6, maxDistance: 9, scaleBase: 16};
  const tokens = [0, 1, 2, 3, 4, 3, 2, 1];
  const sizes = {vocabSize: 5, nLayers: 2, nHeads: 2, dModel: 8, dFf: 6, batch: 2, seqLen: 4};
  for (const {name} of core.describe.methods) {
    const model = new Transformer(await loadCore(), {...sizes, methods: [{name, ...settings}]});
    model.step({tokens, targets: tokens, lr: 0.01});
    if (name === 'rope-half') model.setMethod({name, scaling: {kind: 'ntk', alpha: 3}});
    const loaded = loadModel(await loadCore(), saveModel(model));
    assert.deepEqual(loaded.config, model.config, name);
    assert.deepEqual(loaded.forward({tokens}), model.forward({tokens}), name);
    const steps = [model, loaded].map((one) => one.step({tokens, targets: tokens, lr: 0.01}));
    assert.equal(steps[0], steps[1], name);
  }
});

test('a file from before a setting was known has its default', () => {
  const methods = [{name: 'rope-half', base: 10000}, {name: 'learned', maxLen: 12}, 't5'];
  const {config} = readModel(
    core,
    bentFile((saved) => (saved.config.methods = methods)),
  );
  const [rope, learned, t5] = config.methods;
  assert.deepEqual([learned.maxLen, learned.width, t5.nBuckets, t5.trainLen], [12, 32, 32, 512]);
  assert.equal('scaling' in rope, false);
});

test('a file that does not fit its config is refused, and no memory is kept', () => {
  const place = mark(core);
  for (const [message, bend] of /** @type {[RegExp, (saved: any) => void][]} */ ([
    [/no tensor 'head\.wait'\.$/, (saved) => (find(saved, 'head.weight').name = 'head.wait')],
    [/no tensor 'logits'/, (saved) => (find(saved, 'head.weight').name = 'logits')],
    [/no tensor 'tok_emb'/, (saved) => (find(saved, 'head.weight').name = 'tok_emb')],
    [
      /^'head\.weight' has the shape \[8, 11\], and the config asks for \[11, 8\]\.$/,
      (saved) => find(saved, 'head.weight').shape.reverse(),
    ],
    [/^'head\.weight' has the shape \[88\]/, (saved) => (find(saved, 'head.weight').shape = [88])],
    [/^The file lacks 'tok_emb'\.$/, (saved) => saved.tensors.shift()],
    [/^The file lacks 'head\.bias', Adam’s v\.$/, (saved) => saved.tensors.pop()],
    [/no tensor 'tok_emb'/, (saved) => (saved.tensors[1] = {...saved.tensors[0]})],
    [/has the shape/, (saved) => (saved.config.dModel = 16)],
    [/has the shape/, (saved) => (saved.config.vocabSize = 12)],
    [/has the shape/, (saved) => (saved.config.methods[0].maxLen = 64)],
    [/lacks 'layers\.1\./, (saved) => (saved.config.nLayers = 2)],
    [/no tensor 'pos_emb'/, (saved) => (saved.config.methods = [])],
    [/lacks 't5_table'/, (saved) => saved.config.methods.push({name: 't5'})],
  ])) {
    refuses(() => loadModel(core, bentFile(bend)), message);
    assert.equal(mark(core), place, `${message}: memory was kept`);
  }
});

test('a config that cannot be is refused, in words', () => {
  const place = mark(core);
  for (const [message, changes] of /** @type {[RegExp, object][]} */ ([
    [/nHeads must divide dModel = 8, got 3/, {nHeads: 3}],
    [/dModel must be an integer >= 1, got 0/, {dModel: 0}],
    [/dModel must be an integer/, {dModel: '8'}],
    [/vocabSize must be/, {vocabSize: undefined}],
    [/seqLen must be/, {seqLen: 2.5}],
    [/methods must be one of .*, got 'none such'/, {methods: ['none such']}],
    [/methods must be an array/, {methods: 'alibi'}],
    [/config cannot be/, {methods: [null]}],
    [/readout must be/, {readout: 'first'}],
    [/gelu must be/, {gelu: 'relu'}],
    [/causal must be true or false/, {causal: 'no'}],
    [/causal must be/, {causal: undefined}],
    [/config cannot be/, {nLayers: 2 ** 30}],
    [/config cannot be/, {methods: [{name: 'rope-half', rotaryDim: 64}]}],
    [/width must be/, {methods: [{name: 'fire', width: 0}]}],
    [/config cannot be/, {methods: [{name: 'fire', width: 2 ** 28}]}],
    [/config cannot be/, {methods: [{name: 'cope', maxLen: 2 ** 28}]}],
    [/scaling must be/, {methods: [{name: 'rope-half', scaling: 'yarn'}]}],
    [/kind must be one of/, {methods: [{name: 'rope-half', scaling: {kind: 'far'}}]}],
    [/factor must be/, {methods: [{name: 'rope-half', scaling: {kind: 'linear', factor: 0}}]}],
    [/without lists/, {methods: [{name: 'rope-half', scaling: {kind: 'longrope'}}]}],
    [/seed/, {seed: -1}],
    [/seed/, {seed: 'one'}],
    [/seed/, {seed: null}],
  ])) {
    const bend = (/** @type {any} */ saved) => Object.assign(saved.config, changes);
    refuses(() => loadModel(core, bentFile(bend)), message, JSON.stringify(changes));
    assert.equal(mark(core), place, `${message}: memory was kept`);
  }
});

test('a config that needs more memory than there is says how much', () => {
  const place = mark(core);
  const file = bentFile((saved) => (saved.config.batch = 2 ** 22));
  refuses(
    () => loadModel(core, file),
    /config cannot be: The model needs [\d.]+ MB, more than is available: lower batch/,
  );
  assert.equal(readModel(core, file).config.batch, 2 ** 22);
  assert.equal(mark(core), place);
});

test('a cut or bent file of a model keeps no memory, and the next one loads', () => {
  const place = mark(core);
  const bytes = new Uint8Array(whole);
  const headerBytes = new DataView(whole).getUint32(12, true);
  for (const length of [
    0,
    7,
    8,
    23,
    24,
    25,
    HEAD + headerBytes - 1,
    HEAD + headerBytes,
    HEAD + headerBytes + 3,
    bytes.length - 4,
    bytes.length - 1,
  ]) {
    refuses(() => loadModel(core, bytes.subarray(0, length)), /cut off/, `${length}`);
  }
  const bent = bytes.slice();
  bent[bytes.length - 2] ^= 4;
  refuses(() => loadModel(core, bent), /damaged/);
  assert.equal(mark(core), place);
  const again = loadModel(core, bytes);
  assert.deepEqual(again.tensor('tok_emb'), model.tensor('tok_emb'));
  again.close();
  assert.equal(mark(core), place);
  assert.ok(new ModelFileError('x') instanceof Error);
});

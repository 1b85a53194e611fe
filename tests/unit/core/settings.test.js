// The list of settings in src/pe/fields.h is the only one: what the core describes of it is where the fields
// are, what they may be, and which methods read them.
import assert from 'node:assert/strict';
import test from 'node:test';

import {
  completeSettings,
  findMethod,
  methodBias,
  methodFacts,
  methodInit,
  methodInput,
  methodKv,
  methodOutput,
  methodQk,
  methods,
  methodTensors,
  methodValues,
  methodWeights,
} from '../../../web/core/pe.js';
import {CHOSEN} from '../../../web/figures/training/train-specs.js';
import {loadBothCores, loadCore} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

/** @import {Core, Field, Method} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const core = await loadCore();
const settingFields = core.describe.structs.PeConfig.fields.filter((one) => one.methods.length > 0);

/**
 * Two values of each setting that any method which reads it tells apart on 12 tokens: of a setting that is not
 * here, the default and half of it, or 1 more where it is an integer.
 *
 * @type {Record<string, number[]>}
 */
const TWO_VALUES = {
  ...Object.fromEntries(
    settingFields.map(({name, type, initial}) => {
      return [name, [initial, type === 'int32_t' ? initial + 1 : initial / 2]];
    }),
  ),
  base: [100, 50],
  rotaryDim: [4, 2],
  clip: [2, 1],
  nBuckets: [6, 4],
  maxDistance: [12, 5],
  maxLen: [12, 13],
  width: [5, 4],
  trainLen: [3, 2],
  scaleBase: [16, 8],
  eps: [1e-3, 1e-1],
  interval: [3, 2],
  beta: [0.5, 1],
  shift: [1, 0],
};
const FIRST = Object.fromEntries(
  Object.entries(TWO_VALUES).map(([name, [first]]) => [name, first]),
);
const SIZES = {nHeads: 2, dHead: 6, dModel: 12};

/**
 * What a method does on 12 tokens, and the tensors that it learns.
 *
 * @param {Method} method
 * @param {Record<string, number>} settings
 */
function effectOf({name: method, actsOn}, settings) {
  const options = {method, ...settings};
  const drawn = methodInit(core, {...options, ...SIZES, seed: 3, sigma: 0.5});
  const given = {...options, tensors: drawn};
  const [x, q, k] = [
    [12, 12],
    [2, 12, 6],
    [2, 12, 6],
  ].map((shape, n) => randomTensor(core, `x${n}`, shape));
  const run = {
    nowhere: () => undefined,
    input: () => methodInput(core, {...given, x, nHeads: 2}),
    qk: () => methodQk(core, {...given, q, k}),
    logits: () => {
      const {readsTokens, isProduct} = methodFacts(core, method);
      if (readsTokens)
        return methodBias(core, {...given, x, ...(isProduct ? {q, k} : {nHeads: 2})});
      return methodBias(core, {...given, q, k, dModel: 12});
    },
    kv: () => methodKv(core, {...given, x, q}),
    values: () => methodValues(core, {...given, output: q, v: k}),
    weights: () => methodWeights(core, {...given, logits: randomTensor(core, 'w', [2, 12, 12])}),
    output: () =>
      methodOutput(core, {...given, weights: randomTensor(core, 'w', [2, 12, 12]), dHead: 6}),
  };
  const tensors = methodTensors(core, {...options, ...SIZES});
  return JSON.stringify([tensors, run[actsOn]()]);
}

for (const method of methods(core)) {
  test(`${method.name} reads the settings that the list says, and no other`, () => {
    const first = effectOf(method, FIRST);
    const read = Object.entries(TWO_VALUES).filter(
      ([name, [, second]]) => effectOf(method, {...FIRST, [name]: second}) !== first,
    );
    assert.deepEqual(read.map(([name]) => name).sort(), [...method.settings].sort());
  });
}

test('this test varies the settings that there are, and every method named in the list exists', () => {
  assert.deepEqual(
    Object.keys(TWO_VALUES),
    settingFields.map(({name}) => name),
  );
  const names = methods(core).map(({name}) => name);
  for (const field of settingFields) {
    for (const name of field.methods) assert.ok(names.includes(name), `${field.name}: ${name}`);
  }
});

test('settings that are not given have the defaults that the core describes', () => {
  assert.deepEqual(
    completeSettings(core, {}),
    Object.fromEntries(settingFields.map(({name, initial}) => [name, initial])),
  );
});

/** @param {Field} field */
function badValues({lowest, highest, rule, type}) {
  const bad = [highest * 2, Number.NaN, Number.POSITIVE_INFINITY, '3', null, lowest - 1];
  if (type === 'int32_t') bad.push(lowest + 0.5);
  if (rule === 'EVEN') bad.push(lowest + 1);
  if (rule === 'ABOVE') bad.push(lowest);
  return bad;
}

for (const field of settingFields) {
  test(`${field.name} outside its range is refused by its name and value`, () => {
    for (const bad of badValues(field)) {
      const settings = /** @type {any} */ ({[field.name]: bad});
      assert.throws(
        () => completeSettings(core, settings),
        (/** @type {Error} */ error) => {
          assert.ok(error instanceof RangeError);
          assert.ok(error.message.startsWith(`${field.name} must be `), error.message);
          assert.ok(error.message.includes(`got ${typeof bad === 'string' ? `'${bad}'` : bad}.`));
          return true;
        },
      );
    }
    const edges = field.rule === 'ABOVE' ? [field.highest] : [field.lowest, field.highest];
    for (const edge of edges) completeSettings(core, {[field.name]: edge});
  });
}

for (const [build, one] of cores) {
  test(`the fields of every described struct are apart, aligned and inside it (${build})`, () => {
    const bytesOf = (/** @type {string} */ type) => {
      const own = /** @type {Record<string, number>} */ ({double: 8, bool: 1})[type] ?? 4;
      return one.describe.structs[type]?.nBytes ?? own;
    };
    for (const [name, {nBytes, fields}] of Object.entries(one.describe.structs)) {
      let end = 0;
      for (const {name: field, type, offset} of fields) {
        assert.ok(offset >= end, `${name}.${field} at ${offset}, after ${end}`);
        assert.equal(offset % Math.min(8, bytesOf(type)), 0, `${name}.${field}`);
        end = offset + bytesOf(type);
      }
      // behind the described fields a model has two of its own in PeConfig
      assert.ok(end <= nBytes && nBytes - end <= 12, `${name}: ${end} of ${nBytes}`);
    }
  });
}

test('a field or struct that the core does not have is refused by its name', () => {
  core.scratch((mem) => {
    assert.throws(() => mem.struct('PeConfig', {baze: 1}), /PeConfig has no field baze/);
    assert.throws(() => mem.struct('PeConfigs', {}), /describes no struct PeConfigs/);
  });
});

test('a text that C does not have is no lack of memory', () => {
  assert.throws(() => core.text('pe_tensor_name', 2, 99), {status: 'no such entry'});
  assert.throws(() => core.text('model_task_name', 99), {status: 'no such entry'});
});

test('experiments choose settings that their methods read, and the rows of every table of the input', () => {
  for (const [name, {setting}] of Object.entries(CHOSEN)) {
    assert.ok(findMethod(core, name).settings.includes(setting), `${name}: ${setting}`);
  }
  const byRows = Object.keys(CHOSEN).filter((name) => CHOSEN[name].from === 'rows');
  const tables = methods(core).filter((one) => {
    return one.actsOn === 'input' && one.settings.includes('maxLen');
  });
  assert.deepEqual(tables.map(({name}) => name).sort(), byRows.sort());
  for (const {name} of methods(core)) {
    if (methodFacts(core, name).isBounded) assert.ok(byRows.includes(name), name);
  }
});

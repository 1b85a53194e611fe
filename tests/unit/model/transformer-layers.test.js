// Methods that act in some layers of a transformer and not in others.
import assert from 'node:assert/strict';
import test from 'node:test';

import {loadModel, saveModel} from '../../../web/core/model-file.js';
import {Transformer} from '../../../web/core/transformer.js';
import {loadBothCores} from '../../support/core.js';

/** @import {Core} from '../../../web/core/core.js' */
/** @import {Layers} from '../../../web/core/transformer-config.js' */

const SIZES = {vocabSize: 7, nLayers: 4, nHeads: 2, dModel: 12, dFf: 10, batch: 2, seqLen: 5};
const tokens = Int32Array.from({length: 10}, (_, i) => (3 * i + 1) % 7);

/** @param {Core} core @param {any[]} methods @param {(model: Transformer) => void} use */
function withModel(core, methods, use) {
  const model = new Transformer(core, {...SIZES, methods, seed: 1});
  try {
    use(model);
  } finally {
    model.close();
  }
}

/** Whether a layer's logits are those without a method: those of the first layer that differ come from it. */
function weightsOf(/** @type {Transformer} */ model) {
  model.forward({tokens});
  const names = model.tensors.map(({name}) => name);
  return Array.from({length: SIZES.nLayers}, (_, l) => {
    const name = names.find((one) => one.startsWith(`layers.${l}.`) && /logits$/.test(one));
    return [...model.tensor(String(name)).data];
  });
}

for (const [build, core] of await loadBothCores()) {
  test(`${build}: a method leaves the layers alone in which it does not act`, () => {
    /** @type {number[][][]} */
    const [none, all] = [[], ['rope-half']].map((methods) => {
      let got = /** @type {number[][]} */ ([]);
      withModel(core, methods, (model) => {
        got = weightsOf(model);
      });
      return got;
    });
    for (const [layers, first] of /** @type {[Layers, number][]} */ ([
      [[2], 2],
      [[3, 1], 1],
      [{every: 2}, 0],
      [{every: 3, first: 1}, 1],
    ])) {
      withModel(core, [{name: 'rope-half', layers}], (model) => {
        const got = weightsOf(model);
        for (let l = 0; l < first; l++) assert.deepEqual(got[l], none[l], `layer ${l}`);
        assert.notDeepEqual(got[first], none[first], `layer ${first}`);
        assert.notDeepEqual(got[3], all[3], 'not every layer rotates');
      });
    }
    withModel(core, [{name: 'rope-half', layers: [0, 1, 2, 3]}], (model) => {
      assert.deepEqual(weightsOf(model), all, 'in all layers it is as without a list');
    });
  });

  test(`${build}: layers are listed once and in order, by a list or a period`, () => {
    for (const [layers, want] of /** @type {[Layers, number[]][]} */ ([
      [
        [3, 1, 3],
        [1, 3],
      ],
      [{every: 2}, [0, 2]],
      [{every: 4, first: 3}, [3]],
      [{every: 1}, [0, 1, 2, 3]],
    ])) {
      withModel(core, [{name: 'log-n', trainLen: 2, layers}], (model) => {
        assert.deepEqual(model.config.methods[0].layers, want);
      });
    }
    withModel(core, ['rope-half'], (model) => assert.ok(!('layers' in model.config.methods[0])));
  });

  test(`${build}: a saved hybrid is the same model, and other settings leave its layers`, () => {
    withModel(core, [{name: 'rope-half', layers: [1, 2]}], (model) => {
      const before = model.forward({tokens}).data;
      const loaded = loadModel(core, saveModel(model));
      assert.deepEqual(loaded.forward({tokens}).data, before);
      assert.deepEqual(loaded.config.methods, model.config.methods);
      loaded.close();
      model.setMethod({name: 'rope-half', base: 77});
      assert.deepEqual(model.config.methods[0].layers, [1, 2]);
      assert.notDeepEqual(model.forward({tokens}).data, before);
      withModel(core, [{name: 'rope-half', base: 77, layers: [1, 2]}], (other) => {
        assert.deepEqual(model.forward({tokens}).data, other.forward({tokens}).data);
      });
      const change = () => model.setMethod({name: 'rope-half', layers: [0]});
      assert.throws(change, {message: /^layers must stay as the model was made, \[1,2\], got /});
      assert.deepEqual(model.config.methods[0].layers, [1, 2]);
    });
  });

  test(`${build}: layers that cannot be are refused by name`, () => {
    const bad = /** @type {[unknown, RegExp][]} */ ([
      [[], /^layers must be a list of at least one layer, or /],
      [null, /^layers must be a list of at least one layer, or \{every, first\}, got null/],
      ['1', /^layers must be .* got '1'/],
      [[4], /^layers\[0\] must be an integer from 0 to 3, got 4/],
      [[0, 1.5], /^layers\[1\] must be /],
      [{every: 0}, /^layers.every must be /],
      [{every: 2, first: 4}, /^layers.first must be /],
    ]);
    for (const [layers, message] of bad) {
      const make = () => withModel(core, [{name: 'rope-half', layers}], () => undefined);
      assert.throws(make, {message}, JSON.stringify(layers));
    }
    for (const name of ['sinusoidal', 'alibi', 'shaw-values', 'none']) {
      const make = () => withModel(core, [{name, layers: [0]}], () => undefined);
      assert.throws(make, {message: /^layers must be left out for /}, name);
    }
  });
}

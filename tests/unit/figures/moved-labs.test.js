// The labs on layers, machines, joined caches and values: what each mistake changes, and where it hides.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();

/** @param {string} tag @param {string} preset @param {string} [fault] @param {object} [settings] @returns {Promise<any>} */
async function drawn(tag, preset, fault = '', settings = {}) {
  const Class = await loadFigure(tag);
  const given = {...Class.presets[preset].settings, ...settings};
  return Class.compute(core, readSettings(Class.settings, given, () => null).settings, fault);
}
/** @param {any} drawing @param {string} name @returns {number} */
const meter = (drawing, name) =>
  drawing.meters.find((/** @type {any} */ one) => one.name === name).value;

suite('layers that do not rotate alike', () => {
  for (const [preset, fault, nWrong, group] of /** @type {[string, string, number, number][]} */ ([
    ['layer-rules', 'everywhere', 6, 0],
    ['layer-rules', 'nowhere', 2, 1],
    ['layer-rules-nope', 'nope-rotated', 2, 1],
  ])) {
    test(`${fault}: ${nWrong} layers, and the other group is untouched`, async () => {
      const drawing = await drawn('layer-rules', preset, fault);
      assert.equal(meter(drawing, 'layers'), nWrong);
      const agreement = drawing.panels[0].series.map((/** @type {any} */ one) => one.y);
      assert.ok(agreement[group][0] > 0.999999); // one token shows nothing
      assert.ok(agreement[group].at(-1) < 0.5);
      assert.ok(agreement[1 - group].every((/** @type {number} */ value) => value > 0.999999));
    });
  }

  test('one token: no layer is wrong', async () => {
    const drawing = await drawn('layer-rules', 'layer-rules', 'everywhere', {length: '1'});
    assert.equal(meter(drawing, 'layers'), 0);
  });
});

suite('a text on four machines', () => {
  test('a zigzag holds every token once, and gives equal work', async () => {
    const drawing = await drawn('split-machines', 'split-machines');
    const rows = [...drawing.panels[0].tensor.data];
    assert.deepEqual(rows.slice(0, 8), [0, 1, 2, 3, 28, 29, 30, 31]);
    assert.deepEqual(
      rows.sort((a, b) => a - b),
      rows.map((_, k) => k),
    );
    assert.match(drawing.note, /: 132, 132, 132, 132\./);
  });

  test('counted from 0 in one piece each: logits within a machine are right, all others wrong', async () => {
    const drawing = await drawn('split-machines', 'split-machines-contiguous', 'from-zero');
    const {data} = drawing.panels[1].tensor;
    for (let query = 0; query < 32; query++) {
      for (let key = 0; key <= query; key++) {
        const isWithin = Math.floor(query / 8) === Math.floor(key / 8);
        const error = data[query * 32 + key];
        assert.ok(isWithin ? error < 1e-5 : error > 1e-5, `${query}, ${key}: ${error}`);
      }
    }
  });
});

suite('caches', () => {
  test('a fragment at two places: rotated, no key is equal; joined as it is, all are', async () => {
    for (const nTokens of [2, 6, 16]) {
      const right = await drawn('joined-cache', 'joined-cache', '', {nTokens});
      assert.deepEqual([meter(right, 'copies'), meter(right, 'logits') < 1e-5], [0, true]);
      const wrong = await drawn('joined-cache', 'joined-cache', 'cat', {nTokens});
      assert.deepEqual([meter(wrong, 'copies'), meter(wrong, 'logits') > 1e-3], [nTokens, true]);
    }
  });

  test('moves of a rounded cache: once is as good near as far, many small ones are not', async () => {
    const {panels} = await drawn('joined-cache', 'moved-cache');
    const [again, once] = panels[0].series.map((/** @type {any} */ one) => one.y);
    assert.equal(again[0], once[0]);
    assert.ok(Math.max(...once) < 0.02);
    assert.ok(again.at(-1) > 10 * once.at(-1));
  });
});

suite('values', () => {
  for (const [values, fault, holds] of /** @type {[string, string, boolean][]} */ ([
    ['plain', '', true],
    ['back', '', true],
    ['plain', 'not-undone', false],
  ])) {
    test(`${fault || values}: a shift ${holds ? 'changes nothing' : 'shows'}`, async () => {
      for (const shift of [1, 100, 256]) {
        const drawing = await drawn('rotated-values', 'rotated-values', fault, {values, shift});
        assert.equal(meter(drawing, 'shift') < 1e-4, holds);
      }
    });
  }

  test('rotated back, an output is another than that of plain values', async () => {
    const [plain, back] = await Promise.all(
      ['plain', 'back'].map((values) => drawn('rotated-values', 'rotated-values', '', {values})),
    );
    const at = (/** @type {any} */ one) => one.panels[0].tensor.data[16 * 7];
    assert.ok(Math.abs(at(plain) - at(back)) > 1e-2);
  });
});

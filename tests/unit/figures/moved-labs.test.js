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

suite('louder logits', () => {
  test('the published steps: Llama 4 at 8,191, Ministral 3 at 16,384', async () => {
    for (const [rule, before, from] of /** @type {[string, number, number][]} */ ([
      ['llama4', 8190, 8191],
      ['ministral3', 16383, 16384],
    ])) {
      const {x, y} = (await drawn('louder-logits', 'louder-logits', '', {rule})).panels[0]
        .series[0];
      assert.equal(y[x.indexOf(before)], 1);
      assert.ok(Math.abs(y[x.indexOf(from)] - (1 + 0.1 * Math.log(2))) < 1e-12);
    }
  });

  test('the slot for the position: wrong in the padding before a step, for any padding', async () => {
    for (const padding of [1, 100, 8000]) {
      const drawing = await drawn('louder-logits', 'louder-logits', 'slot', {padding});
      assert.ok(meter(drawing, 'multiplier') > 1e-3);
    }
  });
});

suite('three axes for the pairs', () => {
  for (const [sections, nOther] of /** @type {[string, number][]} */ ([
    ['11,11,10', 22],
    ['24,20,20', 43],
  ])) {
    test(`${sections}: the other layout, and text does not show it`, async () => {
      for (const layout of ['interleaved', 'sections']) {
        const drawing = await drawn('image-pairs', 'image-pairs', 'other-layout', {
          sections,
          layout,
        });
        assert.deepEqual([meter(drawing, 'pairs'), meter(drawing, 'text')], [nOther, 0]);
      }
    });
  }

  test('a video: seconds are alike at every rate, frames are not', async () => {
    const [right, wrong] = await Promise.all(
      ['', 'frames'].map((fault) => drawn('image-pairs', 'video-clock', fault)),
    );
    for (const {x, y} of right.panels[0].series) {
      const wanted = x.map((/** @type {number} */ seconds) => Math.floor(2 * seconds));
      assert.deepEqual(y, wanted);
    }
    assert.equal(meter(wrong, 'clock'), 8);
  });
});

suite('from a rotation to a shear', () => {
  test('the ends are RoPE’s pair and ALiBi’s line', async () => {
    const logits = async (/** @type {number} */ share) =>
      (await drawn('rotation-shear', 'rotation-shear', '', {share, speed: 0.25})).panels[1]
        .series[0].y;
    const [wave, line] = [await logits(1), await logits(0)];
    for (let d = 0; d <= 48; d++) {
      assert.ok(Math.abs(wave[d] - (Math.cos(d / 4) - Math.sin(d / 4))) < 1e-12);
      assert.equal(line[d], 1 - d / 4);
    }
  });

  test('the law of powers holds all along, and the first term alone keeps it only for the shear', async () => {
    for (const share of [0, 0.05, 0.5, 1]) {
      const right = await drawn('rotation-shear', 'rotation-shear', '', {share});
      assert.ok(meter(right, 'steps') < 1e-9);
      const wrong = await drawn('rotation-shear', 'rotation-shear', 'first-order', {share});
      assert.equal(meter(wrong, 'steps') < 1e-9, share === 0);
    }
  });

  test('the forget gate is CABLE, for any tokens', async () => {
    for (const seed of [1, 2, 3]) {
      const drawing = await drawn('rotation-shear', 'forget-gates', '', {seed});
      assert.ok(meter(drawing, 'one-curve') < 1e-4);
    }
  });
});

suite('the edge of a window', () => {
  test('W keys; one more from a text of W + 1 tokens on, and not before', async () => {
    for (const window of [2, 6, 16]) {
      const settings = {window, nTokens: 24};
      const right = await drawn('window-edge', 'window-edge', '', settings);
      assert.equal(meter(right, 'keys'), window);
      assert.equal(
        meter(await drawn('window-edge', 'window-edge', 'inclusive', settings), 'keys'),
        window + 1,
      );
      assert.equal(
        meter(await drawn('window-edge', 'window-edge', 'negative', settings), 'keys'),
        24,
      );
      for (const {x, y} of right.panels[1].series) {
        assert.deepEqual(
          y.map((/** @type {number} */ change) => change > 1e-6),
          x.map((/** @type {number} */ n) => n > window),
        );
      }
    }
  });
});

suite('a draft that is ahead', () => {
  test('the text keeps the model’s probabilities, and fewer drafts are accepted', async () => {
    const right = await drawn('draft-ahead', 'draft-ahead');
    assert.ok(Math.abs(meter(right, 'acceptance') - 1) < 1e-12);
    const wrong = await drawn('draft-ahead', 'draft-ahead', 'ahead');
    assert.ok(meter(wrong, 'text') < 1e-12);
    assert.ok(meter(wrong, 'acceptance') < 0.9);
  });

  test('words for one pass: all drafts and one more where every draft is accepted', async () => {
    for (const nDrafts of [1, 4, 8]) {
      const {y} = (await drawn('draft-ahead', 'draft-ahead', '', {nDrafts})).panels[1].series[0];
      assert.ok(Math.abs(y[0] - (nDrafts + 1)) < 1e-9);
    }
  });
});

// A strip of tokens: how it is written and edited, its ids and masks, and who notices what.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {
  edited,
  gridIds,
  idsOf,
  maskOf,
  readStrip,
  writeStrip,
} from '../../../web/figures/labs/strip.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();
const PositionLab = await loadFigure('position-lab');
const defaults = Object.fromEntries(
  Object.entries(PositionLab.settings).map(([name, setting]) => [
    name,
    /** @type {any} */ (setting).default,
  ]),
);

/** @param {object} settings @param {string} [fault] */
function metersOf(settings, fault = '') {
  const {meters} = PositionLab.compute(core, {...defaults, ...settings}, fault);
  return Object.fromEntries(meters.map((/** @type {any} */ {name, value}) => [name, value]));
}

suite('a strip', () => {
  test('is words, padding, documents and images, and is written as it was read', () => {
    for (const text of ['a', '_ _ a b', 'a b | c | d', 'a [2x3] b', 'a _ b | c _ d', '[1x1]']) {
      assert.equal(writeStrip(readStrip(text)), text);
    }
    assert.equal(writeStrip(readStrip('  | a  || b |')), 'a || b');
    assert.equal(writeStrip(readStrip('| a | | b |')), 'a | b');
    assert.equal(writeStrip(readStrip('_ a | _ b')), '_ a _ | b'); // padding belongs to no document
    const patches = readStrip('x [2x3]').slice(1);
    assert.deepEqual(
      patches.map(({row, col}) => [row, col]),
      [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 0],
        [1, 1],
        [1, 2],
      ],
    );
  });

  for (const [text, message] of /** @type {const} */ ([
    ['_ _', /tokens must hold a word, got only padding/],
    ['|', /tokens must hold a word/],
    [
      'a [7x1]',
      /an image must be written \[rows x columns\] without spaces, each 1 to 6, got "\[7x1\]"/,
    ],
    ['[0x2]', /got "\[0x2\]"/],
    ['[2x', /got "\[2x"/],
    ['a b c d e f g h i j k l m n o p q r s t u v w x y', /at most 24, got 25/],
    ['[5x5]', /at most 24, got 25/],
  ])) {
    test(`"${text.slice(0, 12)}" is refused by name`, () => {
      assert.throws(() => readStrip(text), {name: 'RangeError', message});
    });
  }

  test('is edited: padding before a token, a document begun or joined, a token taken out', () => {
    const tokens = readStrip('a b | c d');
    assert.equal(edited(tokens, 'pad', 0), '_ a b | c d');
    assert.equal(edited(tokens, 'pad', 2), 'a b _ | c d');
    assert.equal(edited(tokens, 'remove', 1), 'a | c d');
    assert.equal(edited(tokens, 'remove', 0), 'b | c d');
    assert.equal(edited(tokens, 'cut', 1), 'a | b | c d');
    assert.equal(edited(tokens, 'cut', 2), 'a b c d');
    assert.equal(edited(tokens, 'cut', 0), 'a b | c d');
    assert.equal(edited(readStrip('_ a b'), 'cut', 0), '_ a b');
    assert.equal(edited(readStrip('_ a b'), 'cut', 1), '_ a b');
  });

  test('loses an image as a whole, and gets padding before all of it', () => {
    const tokens = readStrip('a [2x2] b');
    for (const at of [1, 3, 4]) {
      assert.equal(edited(tokens, 'remove', at), 'a b');
      assert.equal(edited(tokens, 'pad', at), 'a _ [2x2] b');
      assert.equal(edited(tokens, 'cut', at), 'a | [2x2] b');
    }
  });
});

suite('ids and masks', () => {
  const tokens = readStrip('_ a b | c _ d');

  test('count places, real tokens, or those of the document', () => {
    assert.deepEqual(idsOf(tokens, 'slots'), [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(idsOf(tokens, 'tokens'), [1, 0, 1, 2, 1, 3]);
    assert.deepEqual(idsOf(tokens, 'reset'), [1, 0, 1, 0, 1, 1]);
  });

  test('hide nothing, padding, or other documents too', () => {
    const hidden = (/** @type {'none' | 'pads' | 'documents'} */ rule) =>
      maskOf(tokens, rule).data.reduce((n, value) => n + Number(value === -Infinity), 0);
    assert.deepEqual([hidden('none'), hidden('pads'), hidden('documents')], [0, 12, 28]);
    const {data} = maskOf(tokens, 'documents');
    const visible = [...data].flatMap((value, k) =>
      value === 0 ? [[Math.floor(k / 6), k % 6]] : [],
    );
    assert.deepEqual(
      visible.filter(([i]) => tokens[i].document >= 0),
      [
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 2],
        [3, 3],
        [3, 5],
        [5, 3],
        [5, 5],
      ],
    );
  });
});

suite('M-RoPE ids', () => {
  test('stand still in time over an image, and go on behind the largest', () => {
    const ids = gridIds(readStrip('look at [2x3] and'), 'grid');
    assert.deepEqual(ids.t, [0, 1, 2, 2, 2, 2, 2, 2, 5]);
    assert.deepEqual(ids.h, [0, 1, 2, 2, 2, 3, 3, 3, 5]);
    assert.deepEqual(ids.w, [0, 1, 2, 3, 4, 2, 3, 4, 5]);
  });

  test('of the public example: five words, 2 by 2 patches, one word', () => {
    const ids = gridIds(readStrip('a b c d e [2x2] f'), 'grid');
    assert.deepEqual(ids.t.slice(5), [5, 5, 5, 5, 7]);
    assert.deepEqual(ids.h.slice(5), [5, 5, 6, 6, 7]);
    assert.deepEqual(ids.w.slice(5), [5, 6, 5, 6, 7]);
  });

  test('of two images follow each other', () => {
    const {t} = gridIds(readStrip('[1x2] [3x1] x'), 'grid');
    assert.deepEqual(t, [0, 0, 2, 2, 2, 5]);
    assert.deepEqual(gridIds(readStrip('[1x2] [3x1] x'), 'count').t, [0, 0, 2, 2, 2, 5]);
    assert.deepEqual(gridIds(readStrip('[2x2] x'), 'count').t, [0, 0, 0, 0, 4]);
    assert.deepEqual(gridIds(readStrip('[2x2] x'), 'flat').h, [0, 1, 2, 3, 4]);
  });

  test('keep their laws, and each bug breaks its own', () => {
    const settings = PositionLab.presets['mrope-grid'].settings;
    assert.deepEqual(metersOf(settings), {next: 0, grid: 0, text: 0});
    const flat = metersOf(settings, 'flat-ids');
    assert.ok(flat.grid > 0.5 && flat.text === 0);
    const count = metersOf(settings, 'next-by-count');
    assert.deepEqual(count, {next: 3, grid: 0, text: 0});
    assert.deepEqual(Object.keys(metersOf({view: 'grid', tokens: 'no image'})), ['text']);
  });
});

suite('who notices', () => {
  const LIMIT = 1e-5;
  const PACKED = PositionLab.presets.packing.settings;

  /** @param {Record<string, number>} changes */
  const noticed = (changes) => Object.keys(changes).filter((name) => changes[name] > LIMIT);

  test('padding on the left changes no method where it is not counted, and tables where it is', () => {
    for (let seed = 0; seed < 20; seed++) {
      assert.deepEqual(noticed(metersOf({seed})), []);
      assert.deepEqual(noticed(metersOf({seed}, 'slot-ids')), ['learned', 'sinusoidal']);
    }
  });

  test('packing: RoPE and ALiBi need the mask alone, tables need the reset too', () => {
    for (let seed = 0; seed < 20; seed++) {
      assert.deepEqual(noticed(metersOf({...PACKED, seed})), []);
      assert.deepEqual(noticed(metersOf({...PACKED, seed}, 'no-reset')), ['learned', 'sinusoidal']);
      const all = ['learned', 'sinusoidal', 'rope', 'alibi'];
      assert.deepEqual(noticed(metersOf({...PACKED, seed}, 'no-mask')), all);
      assert.deepEqual(noticed(metersOf({...PACKED, seed, ids: 'tokens', mask: 'pads'})), all);
    }
  });

  test('padding inside a document: ALiBi, which counts places', () => {
    assert.deepEqual(noticed(metersOf({tokens: 'the cat _ _ sat'})), ['alibi']);
    assert.deepEqual(noticed(metersOf({tokens: 'the cat _ _ sat', ids: 'slots'})), [
      'learned',
      'sinusoidal',
      'rope',
      'alibi',
    ]);
  });

  test('padding that is visible: everybody', () => {
    assert.equal(noticed(metersOf({mask: 'none'})).length, 4);
  });

  test('a bfloat16 table notices a shift a little: thousandths', () => {
    const {panels} = PositionLab.compute(core, {...defaults}, 'slot-ids');
    const [counted] = panels[1].series;
    const at = panels[1].groups.indexOf('RoPE, bfloat16 table');
    assert.ok(counted.values[at] > 1e-4 && counted.values[at] < 2e-2, String(counted.values[at]));
  });

  test('all four combinations are drawn, and the chosen one is marked', () => {
    const {panels} = PositionLab.compute(core, {...defaults, ...PACKED}, 'no-mask');
    assert.deepEqual(
      panels[1].series.map((/** @type {any} */ {name}) => name),
      ['neither', 'reset (chosen)', 'mask', 'both'],
    );
    const other = PositionLab.compute(core, {...defaults, mask: 'none'}, '');
    assert.deepEqual(
      other.panels[1].series.map((/** @type {any} */ {name}) => name),
      ['ids count the padding', 'ids skip it', 'this one (chosen)'],
    );
  });
});

// Pairs of channels: the conversion is the one that makes logits agree, and the only one.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {conversion, placeOf, readOrder, reordered} from '../../../web/figures/labs/pairing.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();
const PairingLab = await loadFigure('pairing-lab');
const defaults = Object.fromEntries(
  Object.entries(PairingLab.settings).map(([name, setting]) => [
    name,
    /** @type {any} */ (setting).default,
  ]),
);
const CONVERTED = '0 2 4 6 1 3 5 7';

/** @param {object} settings @param {string} [fault] */
function drawn(settings, fault = '') {
  const drawing = PairingLab.compute(core, {...defaults, ...settings}, fault);
  const meters = Object.fromEntries(
    drawing.meters.map((/** @type {any} */ {name, value, limit}) => [name, {value, limit}]),
  );
  return {...drawing, meters};
}

/** @param {object} settings @param {string} [fault] */
const agrees = (settings, fault) => {
  const {value, limit} = drawn(settings, fault).meters.agree;
  return value <= limit;
};

suite('a conversion', () => {
  test('from interleaved to half-split pairs is even channels, then odd ones; and back', () => {
    assert.deepEqual(conversion(8, 'interleaved', 'half'), [0, 2, 4, 6, 1, 3, 5, 7]);
    assert.deepEqual(conversion(8, 'half', 'interleaved'), [0, 4, 1, 5, 2, 6, 3, 7]);
    assert.deepEqual(conversion(8, 'half', 'half'), [0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('puts each channel where its pair and element are rotated', () => {
    for (const dim of [2, 8, 12]) {
      const order = conversion(dim, 'interleaved', 'half');
      order.forEach((channel, slot) => {
        assert.deepEqual(placeOf(channel, dim, 'interleaved'), placeOf(slot, dim, 'half'));
      });
      assert.equal(new Set(order).size, dim);
    }
  });

  test('makes all logits agree to 1e-6, whatever the weights', () => {
    for (let seed = 0; seed < 60; seed++) {
      for (const view of ['convert', 'layers']) {
        assert.ok(agrees({code: 'half', order: CONVERTED, seed, view}), `${view}, seed ${seed}`);
        const back = {trained: 'half', code: 'interleaved', order: '0 4 1 5 2 6 3 7'};
        assert.ok(agrees({...back, seed, view}), `back, ${view}, seed ${seed}`);
      }
    }
  });

  test('is the only order that does: one exchange more and the meter is red', () => {
    const order = CONVERTED.split(' ');
    for (let a = 0; a < 8; a++) {
      for (let b = a + 1; b < 8; b++) {
        const other = [...order];
        [other[a], other[b]] = [other[b], other[a]];
        assert.ok(!agrees({code: 'half', order: other.join(' ')}), other.join(' '));
      }
    }
  });

  test('cannot repair mixed code, and no order is marked as right for all of its logits', () => {
    for (const order of [defaults.order, CONVERTED]) {
      const {meters} = drawn({order}, 'mixed');
      assert.ok(meters.agree.value > 0.1 && meters.norm.value > 0.01);
      assert.ok(meters.distance.value > 0.1);
    }
  });
});

suite('the meters', () => {
  test('of length and distance hold for the wrong pairing: only the checkpoint’s logits tell', () => {
    const {meters} = drawn({}, 'unconverted');
    assert.ok(meters.agree.value > 0.5);
    assert.ok(meters.norm.value <= meters.norm.limit);
    assert.ok(meters.distance.value <= meters.distance.limit);
  });

  test('of layers without RoPE stay at 0, and of the others none does', () => {
    const {panels, meters} = drawn({view: 'layers', every: 4}, 'unconverted');
    const {values} = panels[1].series[0];
    assert.equal(meters.nope.value, 0);
    values.forEach((/** @type {number} */ value, /** @type {number} */ k) => {
      assert.equal(value < 1e-6, k === 3 || k === 7, `layer ${k + 1}: ${value}`);
    });
    const moved = drawn({view: 'layers', every: 2, order: '7 6 5 4 3 2 1 0'});
    assert.ok(moved.meters.nope.value <= 1e-6 && moved.meters.agree.value > 0.1);
  });
});

suite('an order', () => {
  test('may be written with commas or blanks', () => {
    assert.deepEqual(readOrder(' 1, 0,3 2 ', 4), [1, 0, 3, 2]);
  });

  for (const [text, message] of /** @type {const} */ ([
    ['0 1 2', /order must have each channel of 0 to 3 once; 3 missing/],
    ['0 1 2 2', /got 2 twice/],
    ['0 1 2 4', /got "4"/],
    ['0 1 2 -1', /got "-1"/],
    ['0 1 2 x', /got "x"/],
    ['0 1 2 1.5', /got "1.5"/],
    ['', /0, 1, 2, 3 missing/],
    ['0 1 2 3 0', /got 0 twice/],
  ])) {
    test(`"${text}" is refused by name`, () => {
      assert.throws(() => readOrder(text, 4), {name: 'RangeError', message});
    });
  }

  test('moves channels row by row', () => {
    const x = {data: Float32Array.of(0, 1, 2, 10, 11, 12), shape: [1, 2, 3]};
    assert.deepEqual([...reordered(x, [2, 0, 1]).data], [2, 0, 1, 12, 10, 11]);
  });
});

test('the cells say what a screen reader must hear, and mark what is right', () => {
  const {cells, rows} = drawn({code: 'half'}).panels[0];
  assert.equal(
    cells[1].says,
    'Place 1: channel 1, trained as the second of pair A, rotated as the first of pair B',
  );
  assert.deepEqual(
    cells.map((/** @type {any} */ cell) => cell.right),
    [true, false, false, false, false, false, false, true],
  );
  assert.deepEqual(rows[1], [1, 1, 'A₂', 'B₁']);
  const solved = drawn({code: 'half', order: CONVERTED}).panels[0].cells;
  assert.ok(
    solved.every((/** @type {any} */ cell) => cell.right && cell.above === cell.below.slice(3)),
  );
});

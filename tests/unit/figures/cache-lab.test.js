// What a cache of keys remembers: rules of every length, slots of a rolling cache, offsets of chunks.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {ropeRotate, ropeScaling, ropeTables} from '../../../web/core/pe.js';
import {heldTokens, slotPositions} from '../../../web/figures/labs/cache-rolling.js';
import {
  DIM,
  markOf,
  plainRotation,
  rotatedRows,
  rowsOf,
  rulesByLength,
} from '../../../web/figures/labs/cached-keys.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();
const CacheLab = await loadFigure('cache-lab');
const defaults = Object.fromEntries(
  Object.entries(CacheLab.settings).map(([name, setting]) => [
    name,
    /** @type {any} */ (setting).default,
  ]),
);

/** @param {object} settings @param {string} [fault] */
function drawn(settings, fault = '') {
  const drawing = CacheLab.compute(core, {...defaults, ...settings}, fault);
  const meters = Object.fromEntries(
    drawing.meters.map((/** @type {any} */ {name, value}) => [name, value]),
  );
  return {...drawing, meters};
}

const range = (/** @type {number} */ n) => Array.from({length: n}, (_, k) => k);

suite('rules by length', () => {
  const options = {trainLen: 32, factor: 4, byOffset: false, n: 48};

  test('of dynamic NTK change at L + 1 and at every length after it, by the published formula', () => {
    const rules = rulesByLength({...options, kind: 'dynamic'});
    const bases = rules.map((rule) => markOf(core, rule));
    const want = range(49).map((n) =>
      n <= 32 ? 10000 : 10000 * ((4 * n) / 32 - 3) ** (DIM / (DIM - 2)),
    );
    assertClose(bases, want, {rtol: 1e-9});
    assert.equal(new Set(rules.slice(0, 33)).size, 1);
    assert.equal(new Set(rules.slice(33)).size, 16);
    assert.deepEqual(
      [32, 33, 48].map((n) => Math.round(bases[n])),
      [10000, 11339, 32280],
    );
  });

  test('of LongRoPE are two, and the second begins at L + 1', () => {
    const rules = rulesByLength({...options, kind: 'longrope'});
    const marks = rules.map((rule) => markOf(core, rule));
    assertClose(marks.slice(0, 33), Array(33).fill(1), {rtol: 1e-12});
    assertClose(marks.slice(33), Array(16).fill(4), {rtol: 1e-12});
  });

  test('come one token late where the length is taken from the cache', () => {
    for (const kind of /** @type {const} */ (['dynamic', 'longrope'])) {
      const late = rulesByLength({...options, kind, byOffset: true});
      const right = rulesByLength({...options, kind});
      for (const n of [1, 32, 33, 34, 48]) {
        assertClose([markOf(core, late[n])], [markOf(core, right[Math.max(n - 1, 0)])]);
      }
    }
  });
});

test('rows that share a rule, and rows that do not, are rotated as one by one', () => {
  const {k} = rowsOf(core, {seed: 3, n: 5});
  const [a, b] = rulesByLength({
    kind: 'dynamic',
    trainLen: 8,
    factor: 2,
    byOffset: false,
    n: 12,
  }).slice(11);
  const rotations = [
    plainRotation(4),
    {position: 9, scaling: a},
    {position: 2, scaling: a},
    {position: 2, scaling: b},
    plainRotation(0),
  ];
  const got = rotatedRows(core, k, rotations);
  rotations.forEach(({position, scaling}, row) => {
    const x = {data: k.data.slice(row * DIM, (row + 1) * DIM), shape: [1, 1, DIM]};
    const tables = ropeTables(core, {
      positions: [position],
      ...ropeScaling(core, {dim: DIM, ...scaling}),
    });
    assertClose(got.data.slice(row * DIM, (row + 1) * DIM), ropeRotate(core, {x, ...tables}).data);
  });
});

suite('a cache of rotated keys', () => {
  for (const kind of ['dynamic', 'longrope']) {
    test(`is right up to exactly L and wrong from L + 1 on (${kind})`, () => {
      const settings = {kind, trainLen: 20, prompt: 4};
      for (const length of [5, 19, 20]) {
        assert.ok(drawn({...settings, length}, 'stale').meters.agree <= 1e-5, String(length));
      }
      for (const length of [21, 22, 40, 128]) {
        assert.ok(drawn({...settings, length}, 'stale').meters.agree > 0.01, String(length));
        assert.equal(drawn({...settings, length}).meters.agree, 0);
      }
    });
  }

  test('is right for a prompt that is read at once, however long', () => {
    const {meters} = drawn({length: 40, prompt: 40, keep: 'rotated'});
    assert.equal(meters.agree, 0);
    assert.equal(drawn({length: 10, prompt: 64, keep: 'rotated'}).meters.agree, 0);
  });

  test('is coloured by the rule under which each key came', () => {
    const [strip] = drawn({length: 48}, 'stale').panels;
    const [came, rotated, query] = [0, 1, 2].map((row) => [
      ...strip.tensor.data.slice(row * 48, (row + 1) * 48),
    ]);
    assert.deepEqual(rotated, came);
    assert.equal(new Set(query).size, 1);
    assert.deepEqual([came[31], came[32], came[47]].map(Math.round), [10000, 11339, 32280]);
    const plain = drawn({length: 48}).panels[0].tensor.data;
    assert.deepEqual([...plain.slice(48, 96)], query);
  });

  test('tells of the boundary where the switch is late', () => {
    for (const kind of ['dynamic', 'longrope']) {
      assert.equal(drawn({kind}).meters.boundary, 0);
      assert.equal(drawn({kind}, 'by-offset').meters.boundary, 1);
    }
  });
});

suite('a rolling cache', () => {
  test('holds the first tokens and the newest', () => {
    const sizes = {sinks: 2, window: 3};
    assert.deepEqual(heldTokens({...sizes, length: 4}), [0, 1, 2, 3]);
    assert.deepEqual(heldTokens({...sizes, length: 5}), [0, 1, 2, 3, 4]);
    assert.deepEqual(heldTokens({...sizes, length: 6}), [0, 1, 3, 4, 5]);
    assert.deepEqual(heldTokens({...sizes, length: 100}), [0, 1, 97, 98, 99]);
  });

  test('counts slots, or places in the text, or the slot of arrival', () => {
    const held = [0, 1, 97, 98, 99];
    assert.deepEqual(slotPositions(held, 'cache', 5), {keys: [0, 1, 2, 3, 4], query: 4});
    assert.deepEqual(slotPositions(held, 'text', 5), {keys: held, query: 99});
    assert.deepEqual(slotPositions(held, 'arrival', 5), {keys: [0, 1, 4, 4, 4], query: 4});
  });

  test('keeps every distance inside the window, and the sink’s logit still', () => {
    for (const length of [1, 15, 16, 17, 64, 128]) {
      const {meters} = drawn({view: 'sinks', length});
      assert.equal(meters.reach, Math.min(length, 16) - 1);
      assert.equal(meters.still, 0);
      assert.equal(meters.order, 0);
    }
    const text = drawn({view: 'sinks', length: 64}, 'text-positions').meters;
    assert.equal(text.reach, 63);
    assert.equal(text.order, 48);
    assert.ok(text.still > 0.1);
    assert.equal(drawn({view: 'sinks', length: 64}, 'kept-rotated').meters.order, 11);
  });
});

suite('a table without its offset', () => {
  test('gives each chunk the positions of the first, and a shorter last one its own', () => {
    const used = (/** @type {object} */ settings) => {
      const {tensor} = drawn({view: 'offset', ...settings}, 'no-offset').panels[0];
      return [...tensor.data.slice(tensor.shape[1])];
    };
    assert.deepEqual(used({length: 7, chunk: 3}), [0, 1, 2, 0, 1, 2, 6]);
    assert.deepEqual(used({length: 4, chunk: 1}), [0, 0, 0, 0]);
    assert.deepEqual(used({length: 4, chunk: 9}), [0, 1, 2, 3]);
  });

  test('is right in its first chunk and wrong after it', () => {
    const wrong = drawn({view: 'offset', length: 24, chunk: 6}, 'no-offset').meters;
    assert.ok(wrong.chunks > 0.1 && wrong.first === 0);
    assert.equal(drawn({view: 'offset', length: 6, chunk: 6}, 'no-offset').meters.chunks, 0);
    assert.equal(drawn({view: 'offset', length: 24, chunk: 6}).meters.chunks, 0);
  });
});

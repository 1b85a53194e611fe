import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {suite, test} from 'node:test';

import {faultDebertaFloatBuckets, faultT5FloatBuckets} from '../../../web/core/fault/buckets.js';
import * as strip from '../../../web/draw/strip.js';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

/** @typedef {'float32' | 'float64'} FloatType */

const core = await loadCore();
const BucketStrip = await loadFigure('bucket-strip');

/** @param {string} topic */
const golden = (topic) =>
  JSON.parse(readFileSync(new URL(`../../golden/core/data/${topic}.json`, import.meta.url), 'utf8'))
    .cases;

const TYPES = /** @type {[FloatType, string][]} */ ([
  ['float32', 'bucket_log_f32'],
  ['float64', 'bucket_log_f64'],
]);

/**
 * @param {string} preset
 * @param {string} [fault]
 * @param {Record<string, string>} [attributes]
 */
function drawn(preset, fault = '', attributes = {}) {
  const {settings} = readSettings(
    BucketStrip.settings,
    BucketStrip.presets[preset].settings,
    (name) => attributes[name] ?? null,
  );
  return BucketStrip.compute(core, settings, fault);
}

/** @param {{meters: import('../../../web/figures/frame/meters.js').Meter[]}} drawing */
const broken = ({meters}) => meters.filter((meter) => !meterHolds(meter)).map(({name}) => name);

suite('buckets by a logarithm in floating point', () => {
  for (const {id, params, in: given, info} of golden('t5_buckets')) {
    test(`are T5’s published ones: ${id}`, () => {
      const {bidirectional, buckets, max_distance: maxDistance} = params;
      const n = bidirectional ? Math.floor(buckets / 2) : buckets;
      for (const [type, name] of TYPES) {
        const got = given.rel.data.map((/** @type {number} */ rel) => {
          const distance = bidirectional ? Math.abs(rel) : Math.max(0, -rel);
          const [bucket] = faultT5FloatBuckets({distances: [distance], n, maxDistance, type});
          return bucket + (bidirectional && rel > 0 ? n : 0);
        });
        assert.deepEqual(got, info[name].data, type);
      }
    });
  }

  for (const {id, params, in: given, info} of golden('deberta_buckets')) {
    test(`are DeBERTa’s published ones: ${id}`, () => {
      const {buckets: nBuckets, max_position: maxPosition} = params;
      const distances = given.rel.data.map(Math.abs);
      for (const [type, name] of TYPES) {
        const got = faultDebertaFloatBuckets({distances, nBuckets, maxPosition, type});
        assert.deepEqual(got, info[name].data.map(Math.abs), type);
      }
    });
  }

  test('without a cap go on past the last bucket', () => {
    const options = {distances: [0, 127, 128, 1024], n: 16, maxDistance: 128};
    const type = /** @type {const} */ ('float64');
    assert.deepEqual(faultT5FloatBuckets({...options, type}), [0, 15, 15, 15]);
    assert.deepEqual(faultT5FloatBuckets({...options, type, isCapped: false}), [0, 15, 16, 22]);
  });

  test('refuse another type by name', () => {
    const type = /** @type {any} */ ('bfloat16');
    const call = () => faultT5FloatBuckets({distances: [1], n: 4, maxDistance: 8, type});
    assert.throws(call, {name: 'RangeError', message: /^type must be .* got 'bfloat16'/});
  });
});

suite('the strip of buckets', () => {
  for (const preset of Object.keys(BucketStrip.presets)) {
    test(`${preset}: its laws hold`, () => {
      assert.deepEqual(broken(drawn(preset)), []);
    });
  }

  for (const [fault, {breaks}] of Object.entries(BucketStrip.faults)) {
    test(`${fault} breaks ${breaks}`, () => {
      const offering = Object.keys(BucketStrip.presets).filter((name) =>
        BucketStrip.presets[name].faults.includes(fault),
      );
      const all = offering.flatMap((preset) => broken(drawn(preset, fault)));
      assert.ok(all.includes(breaks), `${all}`);
    });
  }

  test('counts the distances of both sides that are in a wrong bucket', () => {
    const [{name, value}] = drawn('t5-bucket-strip', 'sign').meters;
    assert.deepEqual([name, value], ['exact', 2 * 256]);
  });

  test('has T5’s buckets of an encoder, of both sides, by distance', () => {
    const [before, after] = drawn('t5-bucket-strip').panels[0].series;
    assert.deepEqual(
      [before.y[0], before.y[3], before.y[7], before.y[8], before.y[256]],
      [0, 3, 7, 8, 15],
    );
    assert.deepEqual([after.y[1], after.y[3], after.y[256]], [17, 19, 31]);
    assert.match(
      drawn('t5-bucket-strip').note,
      /From 91 on .* bucket 15\. Bucket 16 is never asked for/,
    );
  });

  test('has all buckets for the past in a decoder', () => {
    const {panels, note} = drawn('t5-causal');
    assert.equal(panels[0].series.length, 1);
    assert.match(
      note,
      /^Distances 0 to 15 have .* From 113 on all distances shown share bucket 31/,
    );
  });

  test('has DeBERTa’s rows, positive before the query, clamped to the table’s', () => {
    const [before, after] = drawn('deberta-bucket-strip').panels[0].series;
    assert.deepEqual([before.y[1], before.y[128], before.y[1024]], [1, 128, 255]);
    assert.deepEqual([after.y[1], after.y[128], after.y[1024]], [-1, -128, -256]);
  });

  for (const [preset, text] of [
    ['t5-slips-float64', 'float64 is wrong at 8, 16, 64; float32 is right'],
    ['t5-slips-float32', 'float64 is right; float32 is wrong at 36, 54'],
    ['deberta-slips', 'float64 is wrong at 128, 256; float32 is right'],
  ]) {
    test(`${preset}: ${text}`, () => assert.ok(drawn(preset).note.includes(text)));
  }

  test('names the distance, its bucket and what the bucket holds', () => {
    const [panel] = drawn('t5-bucket-strip').panels;
    assert.equal(
      strip.read(panel, {row: 0, col: 19}),
      'key before the query, distance 19: bucket 10, which holds 16 to 22',
    );
    assert.equal(
      strip.read(panel, {row: 1, col: 2}),
      'key after the query, distance 2: bucket 18, which holds 2 alone',
    );
    assert.match(strip.read(panel, {row: 0, col: 200}), /bucket 15, which holds 91 and on$/);
    const [slips] = drawn('t5-slips-float64').panels;
    const row = slips.series.findIndex((/** @type {{name: string}} */ {name}) =>
      name.endsWith('in float64'),
    );
    assert.match(strip.read(slips, {row, col: 8}), /bucket 4, .*; wrong, it belongs in 5$/);
  });

  test('finds the distance under a pixel that it was drawn at', () => {
    const [panel] = drawn('t5-bucket-strip').panels;
    const frame = {width: 400, height: 200, left: 10, top: 4, right: 390, bottom: 128};
    const columns = new Set();
    for (let x = 10.5; x < 390; x += 0.5) {
      const at = strip.locate(panel, frame, x, 80);
      assert.equal(at?.row, 1);
      columns.add(at?.col);
    }
    assert.deepEqual(
      [...columns].slice(0, 40),
      Array.from({length: 40}, (_, k) => k),
    );
    assert.equal(strip.locate(panel, frame, 5, 20), null);
    assert.equal(strip.locate(panel, frame, 20, 129), null);
  });

  test('lists each bucket once, and every distance in one', () => {
    const {columns, rows} = strip.table(drawn('t5-causal').panels[0]);
    assert.equal(columns.length, rows[0].length);
    assert.deepEqual(
      rows.map((row) => row[1]),
      Array.from({length: 32}, (_, k) => k),
    );
    assert.equal(
      rows.reduce((sum, row) => sum + Number(row[4]), 0),
      257,
    );
  });

  test('says what is wrong with a maximum distance that leaves no logarithm', () => {
    const call = () => drawn('t5-bucket-strip', '', {'n-buckets': '256', 'max-distance': '64'});
    assert.throws(call, {name: 'RangeError', message: /^maxDistance must be above/});
  });
});

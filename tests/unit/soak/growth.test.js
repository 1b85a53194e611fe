// Whether what a browser holds grows: said of a leak, and not of noise or of what is loaded once.
import assert from 'node:assert/strict';
import test from 'node:test';

import {growthOf, slopeOf} from '../../soak/growth.js';

const [HOUR, STEP] = [3600, 15];

/** @param {(seconds: number, k: number) => number} memoryOf @param {number} [duration] */
const samplesOf = (memoryOf, duration = HOUR) =>
  Array.from({length: duration / STEP}, (_, k) => ({
    seconds: STEP * k,
    memoryMb: memoryOf(STEP * k, k),
  }));

/** @param {(seconds: number, k: number) => number} memoryOf */
const isFlat = (memoryOf) => growthOf(samplesOf(memoryOf)).map((one) => one.isFlat);

test('the slope is that of a line, and single samples do not move it', () => {
  const points = Array.from({length: 30}, (_, k) => ({x: k, y: 3 + 2 * k}));
  assert.equal(slopeOf(points), 2);
  points[7].y = 1e9;
  points[20].y = -1e9;
  assert.ok(Math.abs(slopeOf(points) - 2) < 0.1);
  assert.equal(slopeOf([]), 0);
});

test('a leak of 3 MB per minute is growth; noise, peaks and the first ten minutes are none', () => {
  assert.deepEqual(
    isFlat((seconds) => 800 + seconds / 20),
    [false],
  );
  assert.deepEqual(
    isFlat((_, k) => 800 + 90 * Math.sin(7 * k)),
    [true],
  );
  assert.deepEqual(
    isFlat((_, k) => (k % 9 === 0 ? 2000 : 800)),
    [true],
  );
  assert.deepEqual(
    isFlat((seconds) => Math.min(900, 300 + seconds)),
    [true],
  );
  assert.deepEqual(
    isFlat((seconds) => 900 - seconds / 20),
    [true],
  );
});

test('each measure has its own limit, and a run that is too short says nothing', () => {
  const samples = samplesOf(() => 800).map((one) => ({
    ...{...one, heapMb: 40, nodes: 1e5},
    listeners: 9000 + one.seconds,
  }));
  const wrong = growthOf(samples).filter((one) => !one.isFlat);
  assert.deepEqual(
    wrong.map(({name, growth}) => [name, Math.round(growth)]),
    [['listeners', 2985]],
  );
  assert.deepEqual(growthOf(samplesOf((seconds) => seconds, 660)), []);
});

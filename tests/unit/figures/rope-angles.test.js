// The rotation that figures of RoPE share: where its table is read wrongly.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {rotationOf} from '../../../web/figures/shared/rope-angles.js';
import {loadCore} from '../../support/core.js';

const core = await loadCore();

test('a table that is read in two layouts needs two pairs', () => {
  const rotated = (/** @type {number} */ dim, /** @type {string} */ fault) => {
    const x = {data: Float32Array.from({length: 2 * dim}, (_, k) => k + 1), shape: [1, 2, dim]};
    return [...rotationOf(core, {dim, base: 10000, layout: 'half'}, fault)(x, [0, 3]).data];
  };
  assert.notDeepEqual(rotated(4, 'mixed'), rotated(4, ''));
  assert.throws(() => rotated(2, 'mixed'), /dim must be at least 4 .*, got 2\./);
  assert.equal(rotated(2, '').length, 4);
});

// The table of files that the documents saved: each figure and preset that it names is there.
import assert from 'node:assert/strict';
import test from 'node:test';

import {OUTPUTS} from '../../../web/build/outputs.js';
import {loadFigure} from '../../support/figures.js';

test('every file of the documents has a line, and every line names a figure and a preset that are there', async () => {
  assert.equal(OUTPUTS.length, 24);
  for (const {figure, preset, kinds} of OUTPUTS) {
    assert.notEqual(kinds, '');
    if (!figure) continue;
    const {presets} = await loadFigure(figure);
    if (preset) assert.ok(Object.hasOwn(presets, preset), `${figure} has no preset ${preset}`);
  }
});

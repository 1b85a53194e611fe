// What attention spreads over under ALiBi: which heads are shown.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {readSettings} from '../../../web/figures/frame/settings.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();
const Dilution = await loadFigure('attention-dilution');

/** @param {number} nHeads @returns {string[]} the names of its curves */
function curvesOf(nHeads) {
  const {settings} = readSettings(Dilution.settings, {show: 'alibi', nHeads}, () => null);
  const [panel] = Dilution.compute(core, settings, '', null).panels;
  return panel.series.map((/** @type {{name: string}} */ {name}) => name);
}

test('up to four heads are shown, the first and the last among them', () => {
  const slopes = (/** @type {number} */ n) =>
    curvesOf(n).filter((name) => name.startsWith('slope'));
  assert.deepEqual(slopes(2), ['slope 0.063', 'slope 0.004']);
  assert.equal(slopes(4).length, 4);
  assert.deepEqual(slopes(8), ['slope 0.5', 'slope 0.125', 'slope 0.031', 'slope 0.004']);
});

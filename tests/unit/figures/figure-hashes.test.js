// The numbers that every figure draws, at each preset and with each fault, are those of tests/hashes/figures.json;
// tests/browser/engines.test.js holds three browsers to the same file.
import assert from 'node:assert/strict';
import test from 'node:test';

import {computeFigureHashes, differences, savedFigureHashes} from '../../hashes/figures.js';
import {loadCore} from '../../support/core.js';
import {drawingOf, hashOfNumbers} from '../../support/figure-numbers.js';
import {loadFigure} from '../../support/figures.js';

const ADVICE =
  'These figures draw other numbers than they did. If they should: node tests/hashes/figures.js --update, and say why in the commit.';

test('every figure draws the numbers that it drew before', async () => {
  assert.deepEqual(differences(await computeFigureHashes(), savedFigureHashes()), [], ADVICE);
});

test('the hash notices one float, one word and one name, and no function', async () => {
  const drawing = drawingOf(
    await loadCore(),
    await loadFigure('pe-heatmap'),
    'sin-heatmap-000',
    '',
  );
  const before = hashOfNumbers(drawing);
  const {data} = drawing.panels[0].tensor;
  data[3] += 2 ** -20;
  assert.notEqual(hashOfNumbers(drawing), before);
  data[3] -= 2 ** -20;
  assert.equal(hashOfNumbers(drawing), before);
  assert.equal(hashOfNumbers({a: 1, f: () => 1}), hashOfNumbers({a: 1, f: () => 2}));
  assert.notEqual(hashOfNumbers({a: 1}), hashOfNumbers({b: 1}));
  assert.notEqual(hashOfNumbers({a: 'keys'}), hashOfNumbers({a: 'queries'}));
  assert.notEqual(hashOfNumbers([1, 2]), hashOfNumbers([2, 1]));
});

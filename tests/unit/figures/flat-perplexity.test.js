// A cache that has lost a passkey: what perplexity shows of it, and what it does not.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {taskInfo} from '../../../web/core/task.js';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();
const Figure = await loadFigure('flat-perplexity');
const {nOut, bestPerplexity} = taskInfo(core, {task: 'order-2', seqLen: 64});

/** @param {string} [fault] @param {object} [given] */
function drawn(fault = '', given = {}) {
  const {settings} = readSettings(Figure.settings, given, () => null);
  const {panels, meters, note} = Figure.compute(core, settings, fault);
  const [perplexity, found] = panels.map((/** @type {any} */ panel) =>
    panel.series.map((/** @type {any} */ one) => one.y),
  );
  const broken = meters.filter((/** @type {any} */ one) => !meterHolds(one));
  return {
    lengths: panels[0].series[0].x,
    perplexity: {whole: perplexity[0], small: perplexity[1]},
    found: {whole: found[0], small: found[1], guessed: found[2]},
    broken: broken.map((/** @type {any} */ one) => one.name),
    note,
  };
}

test('a lost passkey is guessed, and costs perplexity the root of that over all tokens', () => {
  for (const nSigns of [1, 5, 16]) {
    const {lengths, perplexity, found} = drawn('evicted', {nSigns});
    lengths.forEach((/** @type {number} */ n, /** @type {number} */ k) => {
      const isLost = n > 256 + 4 + nSigns + 0.1 * n;
      if (!isLost) return;
      assertClose([found.small[k]], [nOut ** -nSigns], {rtol: 1e-6});
      const readAtBest = bestPerplexity ** ((n - 2 * nSigns) / n);
      assertClose([perplexity.small[k]], [readAtBest * nOut ** ((2 * nSigns) / n)], {rtol: 1e-6});
    });
  }
});

test('the whole cache finds it at every length, and a cache that is large enough is the whole one', () => {
  const {lengths, perplexity, found} = drawn('', {window: 1024});
  assert.ok(found.whole.every((/** @type {number} */ p) => p > 0.99));
  lengths.forEach((/** @type {number} */ n, /** @type {number} */ k) => {
    assert.equal(found.small[k] === found.whole[k], n <= 1024, `${n}`);
    assert.equal(perplexity.small[k] === perplexity.whole[k], n <= 1024, `${n}`);
  });
});

test('the law of the passkey notices, that of perplexity only in a short text', () => {
  assert.deepEqual(drawn().broken, []);
  assert.deepEqual(drawn('evicted').broken, ['passkey']);
  assert.deepEqual(drawn('evicted', {length: '8192'}).broken, ['passkey']);
  assert.deepEqual(drawn('evicted', {length: '64', window: 16}).broken, ['perplexity', 'passkey']);
  assert.deepEqual(drawn('evicted', {place: '0.9'}).broken, []); // still in the cache
});

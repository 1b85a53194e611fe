import assert from 'node:assert/strict';
import test from 'node:test';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {SENTENCES} from '../../../web/figures/training/grammar-probe.js';
import {idleState} from '../../../web/workers/protocol.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';
import {doneRun} from '../../support/fake-runs.js';
import {loadFigure} from '../../support/figures.js';

/** @import {Tensor} from '../../../web/core/core.js' */

const core = await loadCore();
const TokenTsne = await loadFigure('token-tsne');
const {theApart} = await import('../../../web/figures/training/token-distances.js');

/**
 * Tokens as points of a plane: place p of sentence s at (p, 10 s); the second “the” where `the` says.
 *
 * @param {number} the its first coordinate
 * @returns {Tensor} (8, 6, 2)
 */
function tokens(the) {
  const data = Float32Array.from({length: SENTENCES.length * 12}, (_, k) => {
    const [sentence, place] = [Math.floor(k / 12), (k >> 1) % 6];
    return k % 2 ? 10 * sentence : place === 4 ? the : place;
  });
  return {data, shape: [SENTENCES.length, 6, 2]};
}

/**
 * @param {Record<string, string>} attributes
 * @param {Tensor[]} [found] of the model with position and without
 * @param {Tensor[]} [maps]
 */
function drawn(attributes, found = [], maps = []) {
  const {settings} = readSettings(TokenTsne.settings, {}, (a) => attributes[a] ?? null);
  const models = TokenTsne.runs(settings).map((/** @type {any} */ spec, /** @type {number} */ k) =>
    found[k] ? doneRun(spec, [], {probe: {final: found[k]}}) : idleState(spec),
  );
  const follow = found.length === 2 ? TokenTsne.follow(settings, models) : [];
  const later = follow.map((/** @type {any} */ spec, /** @type {number} */ k) =>
    maps[k]
      ? {...idleState(spec), step: 2, losses: Float32Array.of(2, 1.5), tensors: {y: maps[k]}}
      : idleState(spec),
  );
  return {follow, ...TokenTsne.compute(core, settings, '', [...models, ...later])};
}

test('how far the two “the” are apart, beside the median of all pairs', () => {
  const one = {data: Float32Array.from([0, 1, 2, 3, 4, 5]), shape: [6, 1]};
  assert.deepEqual(theApart(one), {mean: 4, most: 4, median: 2});
  const {data} = tokens(3);
  const {mean, most} = theApart({data, shape: [48, 2]});
  assert.deepEqual([mean, most], [3, 3]);
  const two = {data: Float32Array.from([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 10, 5]), shape: [12, 1]};
  assert.deepEqual([theApart(two).mean, theApart(two).most], [7, 10]);
});

test('once both models are done, a map of each is requested, of the sentences chosen', () => {
  const {follow} = drawn({sentences: '2', perplexity: '3', init: 'random', 'map-seed': '9'}, [
    tokens(4),
    tokens(0),
  ]);
  assert.equal(follow.length, 2);
  const {x, ...rest} = follow[1];
  assert.deepEqual(rest, {
    kind: 'tsne',
    perplexity: 3,
    steps: 500,
    seed: 9,
    init: 'random',
    keep: 20,
  });
  assert.deepEqual(x.shape, [12, 2]);
  assert.deepEqual(x.data, tokens(0).data.slice(0, 24));
});

test('a perplexity that the tokens do not allow is refused, and no map is requested', () => {
  for (const [sentences, perplexity] of [
    ['1', '6'],
    ['8', '48'],
  ])
    assert.throws(() => drawn({sentences, perplexity}), {
      name: 'RangeError',
      message: new RegExp(
        `smaller than the number of tokens, ${Number(sentences) * 6}.* got ${perplexity}`,
      ),
    });
  assert.doesNotThrow(() => drawn({sentences: '1', perplexity: '5'}));
  const {settings} = readSettings(TokenTsne.settings, {sentences: 1, perplexity: 6}, () => null);
  const runs = TokenTsne.runs(settings).map((/** @type {any} */ spec) =>
    doneRun(spec, [], {probe: {final: tokens(0)}}),
  );
  assert.deepEqual(TokenTsne.follow(settings, runs), []);
});

test('the kind of model reaches the runs', () => {
  const causal = (/** @type {string} */ mask) => {
    const {settings} = readSettings(TokenTsne.settings, {mask}, () => null);
    return TokenTsne.runs(settings).map((/** @type {any} */ spec) => [
      spec.model.causal,
      spec.model.methods.length,
    ]);
  };
  assert.deepEqual(causal('none'), [
    [false, 1],
    [false, 0],
  ]);
  assert.deepEqual(causal('causal'), [
    [true, 1],
    [true, 0],
  ]);
});

test('both sides visible, without position: the two “the” must be one point', () => {
  const {meters, note, panels} = drawn({}, [tokens(4), tokens(0)]);
  assert.deepEqual(
    meters.map((/** @type {any} */ m) => [m.name, meterHolds(m)]),
    [
      ['the-one', true],
      ['the-apart', true],
    ],
  );
  assert.match(note, /the two of one sentence do \(here they are 0 % of the median/);
  const table = panels.find((/** @type {any} */ p) => p.kind === 'table');
  assert.deepEqual(table.rows[1].slice(1, 3), ['in the model', 0]);
  const wrong = drawn({}, [tokens(4), tokens(0.5)]).meters;
  assert.equal(meterHolds(wrong[0]), false);
});

test('under a causal mask they must not be', () => {
  const apart = drawn({mask: 'causal'}, [tokens(4), tokens(3)]);
  assert.match(apart.note, /Under a causal mask they do not: here they are \d/);
  assert.deepEqual(
    apart.meters.map((/** @type {any} */ m) => [m.name, meterHolds(m)]),
    [
      ['the-two', true],
      ['the-apart', true],
    ],
  );
  assert.equal(meterHolds(drawn({mask: 'causal'}, [tokens(4), tokens(0)]).meters[0]), false);
});

test('at the input equal words are one point under a mask, too', () => {
  const {settings} = readSettings(TokenTsne.settings, {mask: 'causal', at: 'embedded'}, () => null);
  const runs = TokenTsne.runs(settings).map((/** @type {any} */ spec) =>
    doneRun(spec, [], {probe: {embedded: tokens(0)}}),
  );
  const {meters, note} = TokenTsne.compute(core, settings, '', runs);
  assert.deepEqual([meters[0].name, meterHolds(meters[0])], ['the-one', true]);
  assert.match(note, /At the input equal words are equal rows: here they are 0 %/);
});

test('a map is drawn place by place, and measured like the model', () => {
  const y = {data: tokens(1).data, shape: [48, 2]};
  const {panels} = drawn({}, [tokens(4), tokens(0)], [y, y]);
  assert.match(panels[0].title, /^with position \(sinusoidal\): step 2 of 500, divergence 1\.5$/);
  const [first, , , , second] = panels[0].series;
  assert.deepEqual([first.name, second.name], ['first “the”', 'second “the”']);
  assert.deepEqual(Array.from(first.x), Array(8).fill(0));
  assert.deepEqual(Array.from(second.x), Array(8).fill(1));
  assert.deepEqual(Array.from(second.y), [0, 10, 20, 30, 40, 50, 60, 70]);
  assert.match(second.labels[1], /^“the”@4 of “the dog lay under the table”$/);
  const table = panels.find((/** @type {any} */ p) => p.kind === 'table');
  assert.equal(table.rows.length, 4);
  assertClose([table.rows[1][2]], [1], {rtol: 1e-6});
});

test('every twentieth map can be seen again, on the axes of the last', () => {
  const y = {data: tokens(1).data, shape: [48, 2]};
  const path = {data: new Float32Array(26 * 96), shape: [26, 48, 2]};
  for (let frame = 0; frame < 26; frame++)
    path.data.set(
      y.data.map((v) => (v * frame) / 25),
      frame * 96,
    );
  const {settings} = readSettings(TokenTsne.settings, {mapStep: 100}, () => null);
  const models = TokenTsne.runs(settings).map((/** @type {any} */ spec) =>
    doneRun(spec, [], {probe: {final: tokens(0)}}),
  );
  const maps = TokenTsne.follow(settings, models).map((/** @type {any} */ spec) =>
    doneRun(spec, [], {tensors: {y, path}, from: 5, to: 0.01}),
  );
  const at = (/** @type {number} */ mapStep) =>
    TokenTsne.compute(core, {...settings, mapStep}, '', [...models, ...maps]).panels[0];
  assertClose(at(100).series[5].x, Array(8).fill(1), {rtol: 1e-6}); // a fifth of 5
  assert.match(at(100).title, /step 100 of 500, divergence 4\.0\d/);
  assert.deepEqual(at(500).series[5].x, Array(8).fill(5));
  assert.deepEqual(at(0).series[5].x, Array(8).fill(0));
  assert.match(at(0).title, /step 0 of 500$/);
  assert.deepEqual(at(0).x.domain, at(500).x.domain);
});

test('before it has run it draws the losses’ ends and says what Run will do', () => {
  const {panels, meters, note} = drawn({});
  assert.deepEqual(
    panels[0].series.map((/** @type {any} */ s) => s.name),
    ['sinusoidal', 'none', 'chance', 'best without seeing the answer'],
  );
  assert.deepEqual(meters, []);
  assert.match(note, /Run trains 2 models.*sees the word that it has to predict/);
});

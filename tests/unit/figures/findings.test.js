import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {claims, pathOf} from '../../../web/figures/training/findings.js';
import {caveat} from '../../../web/figures/training/sentences.js';
import {
  listOf,
  methodOf,
  RACE_LENGTHS,
  raceSpec,
} from '../../../web/figures/training/train-specs.js';
import {idleState} from '../../../web/workers/protocol.js';
import {doneRun, measured} from '../../support/fake-runs.js';

const INFO = {chance: 0.0625, best: 0.90625, bestPerplexity: 1.7, chancePerplexity: 16, nOut: 16};
const RACE = {seqLen: 6, lengths: RACE_LENGTHS, info: () => INFO, rows: 128};

/**
 * @param {string} key
 * @param {readonly (number | string)[]} accuracies at the lengths of the race; a string: why not
 */
function entry(key, accuracies) {
  const spec = raceSpec({methods: listOf(key)});
  const evaluations = accuracies.map((value, k) =>
    typeof value === 'string'
      ? {seqLen: RACE_LENGTHS[k], missing: value}
      : measured(RACE_LENGTHS[k], value),
  );
  return {method: methodOf(key), runs: [doneRun(spec, evaluations)]};
}

const RECORDED = {
  none: entry('none', [0.889, 0.809, 0.635, 0.464, 0.356]),
  sinusoidal: entry('sinusoidal', [0.898, 0.638, 0.394, 0.275, 0.222]),
  learned: entry('learned', [0.898, 0.565, 0.366, 0.27, 0.232]),
  rope: entry('rope', [0.898, 0.838, 0.64, 0.452, 0.337]),
  alibi: entry('alibi', [0.894, 0.882, 0.85, 0.803, 0.771]),
};
const said = (/** @type {any[]} */ ...entries) => claims(entries, RACE).join(' ');

suite('a common claim, compared with a run', () => {
  test('is contradicted with the numbers, where it is', () => {
    assert.match(
      said(RECORDED.sinusoidal),
      /at any length\. Not in this run: 0\.898 at 6, .* 0\.222 at 96/,
    );
    assert.match(
      said(RECORDED.rope),
      /RoPE generalises well .* Not in this run: .*0\.838 at 12.*0\.337 at 96/,
    );
    assert.match(
      said(RECORDED.none),
      /at chance\. This causal one.* reaches 0\.889 where chance is 0\.063/,
    );
    assert.match(said(RECORDED.alibi), /Here it loses 0\.123: 0\.894 at 6.*0\.771 at 96/);
  });

  test('is confirmed with the numbers, where it holds', () => {
    const flat = [0.9, 0.9, 0.89, 0.89, 0.88];
    for (const key of ['sinusoidal', 'rope']) {
      assert.match(said(entry(key, flat)), /In this run it does: 0\.900 at 6.*0\.880 at 96/);
      assert.doesNotMatch(said(entry(key, flat)), /Not in this run/);
    }
    assert.match(said(entry('alibi', flat)), /Here it keeps nearly all/);
    assert.match(said(entry('none', [0.07, 0.06, 0.06, 0.06, 0.06])), /In this run it is: 0\.070/);
  });

  test('is judged at nine tenths of what stood above chance', () => {
    const kept = (/** @type {number} */ part) => 0.0625 + part * (0.9 - 0.0625);
    const to = (/** @type {number} */ end) => entry('rope', [0.9, 0.9, 0.9, 0.9, end]);
    assert.match(said(to(kept(0.9001))), /In this run it does/);
    assert.match(said(to(kept(0.8999))), /Not in this run/);
  });

  test('is not judged before all lengths are measured', () => {
    assert.equal(said({method: methodOf('rope'), runs: [idleState(raceSpec({methods: []}))]}), '');
    assert.equal(said(entry('rope', [0.9, 0.8])), '');
    assert.equal(said(entry('sinusoidal', [0.9, 0.8, 0.7, 0.6])), '');
  });

  test('is not judged of a method that has not learned the task, and that is said', () => {
    const text = said(entry('rope', [0.4, 0.3, 0.2, 0.1, 0.07]));
    assert.match(text, /^Not learned at its own length.*RoPE \(0\.400\)\.$/);
    const half = 0.0625 + (0.90625 - 0.0625) / 2;
    assert.doesNotMatch(said(entry('rope', [half + 1e-6, 0.3, 0.2, 0.1, 0.07])), /Not learned/);
    assert.match(said(entry('rope', [half - 1e-6, 0.3, 0.2, 0.1, 0.07])), /Not learned/);
  });

  test('of a learned table tells noise from the end of the table', () => {
    const long = said(RECORDED.learned);
    assert.match(long, /128 rows and was trained on 6: longer texts raise no error.*0\.565 at 12/);
    const none = 'learned has 12 rows; length 24 has no position.';
    const cut = said(entry('learned', [0.9, 0.5, none, none, none]));
    assert.match(cut, /0\.900 at 6 and 0\.500 at 12\./);
    assert.match(cut, /At 24, 48 and 96 there is nothing to measure\. learned has 12 rows/);
  });

  test('of ALiBi names every method that is higher at the end, and no other', () => {
    const others = Object.values(RECORDED);
    assert.match(said(...others), /None of the 4 others here is as high at 96/);
    const t5 = entry('t5', [0.9, 0.9, 0.9, 0.9, 0.8]);
    const text = said(...others, t5);
    assert.match(text, /Higher at 96: T5 0\.800\./);
    assert.doesNotMatch(text, /None of the/);
    assert.doesNotMatch(said(RECORDED.alibi), /others|Higher/);
  });

  test('of a model that sees both sides says nothing of the mask', () => {
    assert.deepEqual(claims([RECORDED.none], {...RACE, causal: false}), []);
  });

  test('ends in no ranking', () => {
    assert.match(
      caveat('order-2', 1),
      /favours methods that attend nearby; one seed .* No general ranking/,
    );
    assert.doesNotMatch(caveat('order-2', 3), /one seed/);
    assert.match(caveat('copy', 3), /^This is one small task\. No general ranking/);
  });
});

test('a path keeps what is above chance of the length itself', () => {
  const info = (/** @type {number} */ seqLen) => ({...INFO, chance: seqLen === 6 ? 0.1 : 0.2});
  const race = {...RACE, lengths: [6, 12], info};
  const [start, end] = pathOf(entry('rope', [0.9, 0.6]), race);
  assert.equal(start.kept, 1);
  assert.ok(Math.abs(end.kept - 0.4 / 0.8) < 1e-12);
});

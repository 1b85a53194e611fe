// The race of the rules: what it asks for, and what it says of results.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {meterHolds} from '../../../web/figures/frame/meters.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {idleState} from '../../../web/workers/protocol.js';
import {loadCore} from '../../support/core.js';
import {doneRun, measured} from '../../support/fake-runs.js';
import {loadFigure} from '../../support/figures.js';

/** @import {Measured, RunState, TrainSpec} from '../../../web/workers/protocol.js' */

const core = await loadCore();
const ScalingRace = await loadFigure('scaling-race');
const LENGTHS = [24, 48, 96, 192];

/** Accuracies of three recorded seeds, their mean. @type {Record<string, number[]>} */
const RECORDED = {
  none: [0.901, 0.873, 0.667, 0.453],
  linear: [0.542, 0.537, 0.533, 0.517],
  ntk: [0.9, 0.902, 0.772, 0.563],
  dynamic: [0.901, 0.897, 0.772, 0.606],
  yarn: [0.888, 0.876, 0.863, 0.808],
  'yarn-paper': [0.598, 0.596, 0.591, 0.568],
  'log-n': [0.901, 0.872, 0.662, 0.447],
};

/** @param {Record<string, string>} [given] attributes */
const settingsOf = (given = {}) =>
  readSettings(ScalingRace.settings, {}, (name) => given[name] ?? null).settings;

/**
 * @param {TrainSpec} spec
 * @param {Record<string, number[]>} accuracies by rule
 * @param {(rule: string, seqLen: number) => Partial<Measured>} [others]
 */
const ran = (spec, accuracies, others = () => ({})) =>
  doneRun(
    spec,
    Object.entries(accuracies).flatMap(([rule, list]) =>
      list.map((accuracy, k) => ({
        ...measured(LENGTHS[k], accuracy, others(rule, LENGTHS[k])),
        ...(rule !== 'none' && {scaling: rule}),
      })),
    ),
  );

/**
 * @param {readonly RunState[]} runs
 * @param {Record<string, string>} [given]
 */
function drawn(runs, given) {
  const {panels, meters, note} = ScalingRace.compute(core, settingsOf(given), '', runs);
  const table = panels.find((/** @type {any} */ {kind}) => kind === 'table');
  return {accuracy: panels[0], table, meters, note};
}

suite('the race of the rules', () => {
  test('trains one model a seed and asks it under each rule', () => {
    const [spec, ...others] = ScalingRace.runs(settingsOf());
    assert.deepEqual(others, []);
    assert.deepEqual(spec.model.methods[0], 'rope-half');
    assert.ok(spec.model.methods[1].trainLen > 1e6, 'log-N sleeps while it trains');
    assert.deepEqual(
      spec.evaluate.scalings.map((/** @type {any} */ {name, methods: [method]}) => [
        name,
        method.scaling ?? method,
      ]),
      [
        ['linear', {kind: 'linear', factor: 4}],
        ['ntk', {kind: 'ntk', alpha: 4}],
        ['dynamic', {kind: 'dynamic', factor: 1, maxPosition: 24}],
        ['yarn', {kind: 'yarn', factor: 4, originalMaxPosition: 24}],
        ['yarn-paper', {kind: 'yarn-paper', factor: 4, originalMaxPosition: 24}],
        ['log-n', {name: 'log-n', trainLen: 24}],
      ],
    );
    assert.deepEqual(spec.evaluate.lengths, LENGTHS);
    assert.equal(ScalingRace.runs(settingsOf({seeds: '3'})).length, 3);
  });

  test('lets all rules follow the text with factor=fit', () => {
    const [spec] = ScalingRace.runs(settingsOf({factor: 'fit', rules: 'none,ntk,dynamic,yarn'}));
    const scalings = spec.evaluate.scalings.map((/** @type {any} */ s) => s.methods[0].scaling);
    assert.deepEqual(
      scalings.map((/** @type {any} */ s) => [s.alpha, s.factor]),
      [
        ['fit', undefined],
        [undefined, 1],
        [undefined, 'fit'],
      ],
    );
  });

  test('draws each rule with its own numbers, in the colours of the chapter', () => {
    const {accuracy, table} = drawn(
      ScalingRace.runs(settingsOf()).map((/** @type {TrainSpec} */ spec) => ran(spec, RECORDED)),
    );
    const named = accuracy.series.filter((/** @type {any} */ s) => !s.reference);
    assert.deepEqual(
      named.map((/** @type {any} */ s) => s.y),
      Object.values(RECORDED),
    );
    assert.deepEqual(
      named.map((/** @type {any} */ s) => s.colour),
      [0, 1, 2, 3, 4, 5, 7],
    );
    assert.deepEqual(table.rows[4], ['YaRN, as its code', '0.888', '0.876', '0.863', '0.808']);
  });

  test('says what was lost and gained, with the numbers', () => {
    const [spec] = ScalingRace.runs(settingsOf());
    const {table, note} = drawn([ran(spec, RECORDED)]);
    assert.match(
      table.says,
      /by no rule: 0\.901 at 24, 0\.873 at 48, 0\.667 at 96 and 0\.453 at 192/,
    );
    assert.match(
      table.says,
      /from 0\.901 to 0\.542 at 24 tokens, .* what is left stays, 0\.533 at 96/,
    );
    assert.match(
      table.says,
      /Highest at 192 tokens: YaRN, as its code, 0\.808; next dynamic NTK, 0\.606/,
    );
    assert.match(table.says, /log-N alone changes little.*0\.453 without it, 0\.447 with it/);
    assert.match(note, /nothing is trained again\. All rules stretch by 4 whatever the text/);
    assert.match(note, /No general ranking/);
  });

  test('says the opposite of opposite numbers', () => {
    const [spec] = ScalingRace.runs(settingsOf());
    const other = {...RECORDED, linear: [0.9, 0.9, 0.7, 0.6], 'log-n': [0.901, 0.9, 0.8, 0.7]};
    const {says} = drawn([ran(spec, other)]).table;
    assert.match(
      says,
      /costs little at 24 tokens: 0\.901 without, 0\.900 with it; the rest falls too, 0\.700/,
    );
    assert.match(says, /log-N alone gains 0\.247/);
    const worse = {...RECORDED, 'log-n': [0.901, 0.8, 0.5, 0.3]};
    assert.match(drawn([ran(spec, worse)]).table.says, /log-N alone loses 0\.153/);
  });

  test('says nothing of the rules where the model has not learned its task', () => {
    const [spec] = ScalingRace.runs(settingsOf());
    const poor = {...RECORDED, none: [0.48, 0.4, 0.3, 0.2]};
    const {says} = drawn([ran(spec, poor)]).table;
    assert.equal(
      says,
      'Not learned at its own length (0.480 at 24), so that no rule shows anything.',
    );
    const enough = {...RECORDED, none: [0.49, 0.4, 0.3, 0.2]};
    assert.match(drawn([ran(spec, enough)]).table.says, /^Read as it was trained/);
  });

  test('trains with as many tokens per step as the task needs', () => {
    const batchOf = (/** @type {Record<string, string>} */ given) =>
      ScalingRace.runs(settingsOf(given))[0].batch;
    assert.deepEqual([batchOf({}), batchOf({'seq-len': '8'})], [16, 48]);
    assert.equal(batchOf({task: 'induction'}), 32);
  });

  test('says nothing of what is not measured yet', () => {
    const [spec] = ScalingRace.runs(settingsOf());
    const {table, meters, note} = drawn([idleState(spec)]);
    assert.equal(table.says, '');
    assert.deepEqual(table.rows[0], ['no rule', '—', '—', '—', '—']);
    assert.deepEqual(meters, []);
    assert.match(note, /Run trains one model/);
    const half = {none: RECORDED.none, linear: [0.5]};
    const {says} = drawn([ran(spec, half)]).table;
    assert.match(says, /^Read as it was trained[^\n]*$/);
  });

  test('holds the rules that follow the text to change nothing at home', () => {
    const [spec] = ScalingRace.runs(settingsOf());
    const home = (/** @type {RunState} */ run) =>
      drawn([run]).meters.find((/** @type {any} */ {name}) => name === 'at-home');
    assert.ok(meterHolds(home(ran(spec, RECORDED))));
    const moved = ran(spec, RECORDED, (rule, n) => ({
      loss: rule === 'dynamic' && n === 24 ? 1.6 : 1.5,
    }));
    assert.ok(!meterHolds(home(moved)));
    const elsewhere = ran(spec, RECORDED, (rule) => ({loss: rule === 'linear' ? 3 : 1.5}));
    assert.ok(meterHolds(home(elsewhere)));
  });
});

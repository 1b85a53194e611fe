// The list of all experiments, given the recorded runs in place of trained ones.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {recordedItems, recordedText} from '../../../web/build/record.js';
import {recordedRuns} from '../../../web/figures/frame/recording.js';
import {idleState, specKey} from '../../../web/workers/protocol.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

/** Every recorded run by its spec, with the tensors that any figure kept of it. @returns {Promise<Map<string, any>>} */
async function allRecorded() {
  const known = new Map();
  for (const {figure, Class, settings} of await recordedItems()) {
    const recording = JSON.parse(await recordedText(figure));
    for (const run of /** @type {any[]} */ (recordedRuns(recording, Class, settings))) {
      const key = specKey(run.spec);
      const old = known.get(key) ?? {};
      const [before, tensors, probe] = ['before', 'tensors', 'probe'].map((name) => ({
        ...old[name],
        ...run[name],
      }));
      known.set(key, {...run, before, tensors, probe});
    }
  }
  return known;
}

test('every experiment passes with the recorded runs, and none before its runs are done', async () => {
  const core = await loadCore();
  const Everything = await loadFigure('run-everything');
  const recorded = await allRecorded();
  const settings = {seeds: true};
  const stateOf = (/** @type {any} */ spec) => ({
    ...(recorded.get(specKey(spec)) ?? idleState(spec)),
  });
  const first = Everything.runs(settings).map(stateOf);
  const next = Everything.follow(settings, first).map(stateOf);
  const rows = Everything.compute(core, settings, '', [...first, ...next]).panels[0].rows;
  assert.ok(rows.length >= 18);
  for (const [title, models, , , laws] of rows) {
    assert.match(models, /^done, /, title);
    assert.match(laws, /^pass, all [1-9]/, title);
  }
  const idle = Everything.runs(settings).map(idleState);
  for (const row of Everything.compute(core, settings, '', idle).panels[0].rows)
    assert.equal(row[4], '–', row[0]);
});

test('without the races of three seeds it is a fifth of the steps, and the switch adds nothing else', async () => {
  const Everything = await loadFigure('run-everything');
  const [short, long] = [false, true].map((seeds) => Everything.runs({seeds}));
  const tokensOf = (/** @type {any[]} */ specs) =>
    specs.reduce((sum, {steps = 0, batch = 0, seqLen = 0}) => sum + steps * batch * seqLen, 0);
  assert.ok(tokensOf(short) < tokensOf(long) / 4, `${tokensOf(short)} of ${tokensOf(long)}`);
  const keys = new Set(long.map(specKey));
  assert.ok(short.every((/** @type {any} */ spec) => keys.has(specKey(spec))));
});

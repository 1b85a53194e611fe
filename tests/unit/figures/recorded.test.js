// What figures show of recorded runs: in place of runs that have not begun, faint beneath those that go on, and not
// at all where the settings are others.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {suite, test} from 'node:test';

import {
  isSameRecording,
  RUNS,
  recordedItems,
  recordedText as textOfFile,
} from '../../../web/build/record.js';
import {setBaseUrl} from '../../../web/core/lab-files.js';
import {
  filled,
  isBegun,
  loadRecording,
  recordedRuns,
  recordedText,
} from '../../../web/figures/frame/recording.js';
import {underlaid} from '../../../web/figures/frame/underlay.js';
import {idleState} from '../../../web/workers/protocol.js';
import {loadCore} from '../../support/core.js';
import {doneRun, halfRun} from '../../support/fake-runs.js';

/** @import {Panel} from '../../../web/draw/panel.js' */

const items = await recordedItems();
const core = await loadCore();

test('the recorded runs of a preset are fetched once, and a figure waits for Run where they do not come', async (t) => {
  /** @type {Record<string, () => Response>} */
  const answers = {
    heat: () => Response.json({runs: [1]}),
    gone: () => new Response('', {status: 404}),
    lost: () => {
      throw new TypeError('no connection');
    },
  };
  const fetched = t.mock.method(globalThis, 'fetch', async (/** @type {unknown} */ url) => {
    const [, name] = /\/runs\/(\w+)\.json$/.exec(String(url)) ?? [];
    return answers[name]();
  });
  setBaseUrl('https://lab.example/lab/');
  for (let k = 0; k < 2; k++) {
    assert.deepEqual(await loadRecording('heat'), {runs: [1]});
    assert.deepEqual([await loadRecording('gone'), await loadRecording('lost')], [null, null]);
  }
  assert.equal(fetched.mock.callCount(), 3);
});

suite('web/runs/', () => {
  test('has a file for each preset of each figure that trains, and no other', () => {
    const names = items.map(({figure}) => `${figure}.json`);
    assert.ok(names.length >= 20);
    assert.deepEqual(readdirSync(RUNS).sort(), names.sort());
  });

  for (const {figure, Class, settings} of items) {
    test(`has all that ${figure} draws`, async () => {
      const recording = JSON.parse(await textOfFile(figure));
      const runs = recordedRuns(recording, Class, settings);
      assert.ok(runs, 'the specs of the figure have changed: npm run record');
      const {panels, note, meters} = Class.compute(core, settings, '', runs);
      assert.ok(panels.length > 0);
      assert.doesNotMatch(note, /Nothing has been trained|are done/);
      assert.ok(meters.length > 0);
    });
  }

  test('is compared without the version of the interface, and with all else', async () => {
    const text = await textOfFile('three-cases');
    assert.ok(isSameRecording(text, text.replace(/"core":"\w+"/, '"core":"00000000"')));
    assert.ok(!isSameRecording(text, text.replace(/"accuracy":1/, '"accuracy":0.5')));
  });
});

suite('recorded runs', () => {
  const race = items.find(({figure}) => figure === 'length-race');
  const {Class, settings} = /** @type {any} */ (race);
  const [first, second] = Class.runs(settings);
  const recorded = [doneRun(first, []), doneRun(second, [])];

  test('are not shown with other settings', async () => {
    const recording = JSON.parse(await textOfFile('length-race'));
    assert.ok(recordedRuns(recording, Class, {...settings, rows: settings.rows}));
    assert.ok(recordedRuns(recording, Class, {...settings, methods: ['rope', 'alibi']}));
    for (const other of [{seed: 2}, {steps: 650}, {lr: '0.02'}, {methods: ['rope', 'fire']}])
      assert.equal(recordedRuns(recording, Class, {...settings, ...other}), null);
  });

  test('are not shown where the figure would read a tensor that was not kept', async () => {
    const tsne = items.find(({figure}) => figure === 'nopos-tsne');
    const recording = JSON.parse(await textOfFile('nopos-tsne'));
    assert.ok(recordedRuns(recording, tsne?.Class, {...tsne?.settings, mapStep: 40}));
    assert.equal(recordedRuns(recording, tsne?.Class, {...tsne?.settings, at: 'embedded'}), null);
    assert.equal(recordedRuns(recording, tsne?.Class, {...tsne?.settings, perplexity: 9}), null);
  });

  test('stand for runs that have not begun, and for no other', () => {
    const here = doneRun(second, []);
    assert.deepEqual(filled([idleState(first), here], recorded), [recorded[0], here]);
    assert.deepEqual(filled([idleState(first)], recorded), recorded);
    assert.ok(!isBegun([idleState(first), here]));
    assert.ok(isBegun([halfRun(first, 3), here]));
    assert.ok(isBegun([idleState(first), {...here, isLoaded: true}]));
  });

  test('say their seeds', () => {
    assert.equal(recordedText(recorded), 'recorded · seed 1');
    const three = [1, 2, 3].map((seed) => doneRun({...first, seed}, []));
    assert.equal(recordedText(three), 'recorded · seed 1–3');
  });
});

suite('a drawing over a recorded one', () => {
  const axis = {label: 'step'};
  /** @param {number[]} y @param {string} [name] @returns {any} */
  const lines = (y, name = 'a') => ({
    kind: 'lines',
    title: name,
    series: [
      {name, x: y, y},
      {name: 'chance', x: [0], y: [0], reference: 'dots'},
    ],
    x: axis,
    y: {label: name},
  });

  test('has the recorded curves faint beneath its own, in the same colours', () => {
    const [panel] = /** @type {any[]} */ (underlaid([lines([1])], [lines([1, 2])]));
    const names = panel.series.map((/** @type {any} */ s) => [s.name, s.faint ?? false, s.colour]);
    assert.deepEqual(names, [
      ['a (recorded)', true, 0],
      ['a', false, 0],
      ['chance', false, 1],
    ]);
  });

  test('has the recorded bars where it has none', () => {
    const bars = (/** @type {(number | null)[]} */ values) =>
      /** @type {Panel} */ ({
        kind: 'bars',
        groups: ['g', 'h'],
        series: [{name: 'a', values}],
        x: axis,
        y: {label: 'accuracy'},
      });
    const [panel] = /** @type {any[]} */ (underlaid([bars([0.5, null])], [bars([0.4, 0.9])]));
    assert.deepEqual(panel.series[0].values, [0.5, 0.9]);
    assert.deepEqual(panel.series[0].isFaint, [false, true]);
    assert.match(panel.series[0].text[1], /^\(0\.9\)$/);
  });

  test('keeps recorded panels that it has nothing to put over, and says so', () => {
    const panels = underlaid([lines([1], 'loss')], [lines([1], 'map'), lines([1], 'loss')]);
    assert.deepEqual(
      panels.map(({title}) => title),
      ['map (recorded)', 'loss'],
    );
    assert.equal(underlaid([lines([1], 'new')], []).length, 1);
  });
});

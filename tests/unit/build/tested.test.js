// The page of what the long tests found.
import assert from 'node:assert/strict';
import test from 'node:test';

import {readFound, testedHtml} from '../../../web/build/tested-page.js';

const COUNT = {n: 300, killed: 298, alive: 2};

/** @type {import('../../../web/build/tested-page.js').Found} */
const FOUND = {
  builds: {
    runs: 2,
    builds: [{build: 'gcc -O2', version: 'gcc <12>', agrees: '2 of 2'}],
  },
  visits: [
    {
      ...{engine: 'firefox', browser: 'Firefox 9', day: '2026-01-02', widths: [1280, 320]},
      ...{pages: 3, figures: 4, faults: 5, presets: 6, trainings: 2},
    },
  ],
  soaks: [
    {
      ...{engine: 'webkit', browser: 'WebKit', day: '2026-01-02', minutes: 20, seed: 7},
      actions: 1234,
      wrong: ['4-rope: blank <canvas>'],
      growths: [{name: 'memoryMb', level: 900, growth: -12.34, allowed: 90}],
      samples: [
        {seconds: 0, memoryMb: 500},
        {seconds: 1200, memoryMb: 1000},
      ],
    },
  ],
  mutants: {
    ...{day: '2026-01-02', seed: 3, total: COUNT},
    ...{folders: {'src/pe': COUNT}, operators: {'another number': COUNT}},
    alive: {a: 'the same numbers', b: ''},
  },
};

test('the page says builds, engines, curves and mutants as they were saved', () => {
  const html = testedHtml(FOUND);
  for (const part of [
    '2 runs of 100 training steps',
    '<th scope="row">gcc -O2</th><td>2 of 2</td><td>gcc &lt;12&gt;</td>',
    '<th scope="row">Firefox 9</th><td>3</td><td>1280, 320</td><td>4</td><td>5</td><td>6, the same</td><td>2, the same</td>',
    '2026-01-02, 20 minutes, seed 7: 1,234 actions.',
    '−12.3 MB of memory (90 allowed). Failed: 4-rope: blank &lt;canvas&gt;.',
    'points="0.0,105.0 1000.0,5.0"',
    '20 minutes from left to right, 0 to 1,000 MB from bottom to top',
    'On 2026-01-02 the tests caught 298 of 300 mutants of C and JavaScript (seed 3).',
    '<th scope="row">src/pe</th><td>300</td><td>298</td><td>2</td>',
    '<th scope="row">a</th><td>the same numbers</td>',
    '<th scope="row">b</th><td>no reason is known: a test is missing</td>',
  ])
    assert.ok(html.includes(part), part);
});

test('what is saved shows three engines, and 300 mutants of which at most three in a hundred live', async () => {
  const {builds, visits, soaks, mutants} = await readFound();
  assert.deepEqual(visits.map(({engine}) => engine).sort(), ['chromium', 'firefox', 'webkit']);
  for (const visit of visits) assert.equal(visit.trainings, builds.runs);
  assert.deepEqual(soaks.map(({engine}) => engine).sort(), ['chromium', 'firefox', 'webkit']);
  assert.ok(mutants.total.n >= 300, `${mutants.total.n} mutants`);
  assert.ok(mutants.total.alive <= 0.03 * mutants.total.n, `${mutants.total.alive} live`);
  for (const [id, reason] of Object.entries(mutants.alive)) assert.ok(reason, `${id} lives`);
});

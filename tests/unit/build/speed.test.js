// The tables of a saved benchmark.
import assert from 'node:assert/strict';
import test from 'node:test';

import {allSpeedHtml, speedHtml} from '../../../web/build/speed-page.js';

const ROW = {
  name: 'a <step>',
  unit: 'ms',
  min: 6.5,
  median: 6.6123,
  ratio: 1.4321,
  against: 'its matmuls',
};

test('a saved benchmark says machine, day, versions and load, and what misses its budget', () => {
  const html = speedHtml({
    ...{machine: '2 cores of X', day: '2026-01-02', load: 0.25, versions: ['Node 20', 'emcc 3']},
    groups: [
      {name: 'train', rows: [{...ROW, budget: '<= 1.35', met: false}]},
      {name: 'core', rows: [{...ROW, budget: '>= 1', met: true}, ROW]},
    ],
  });
  assert.match(html, /<h2>2 cores of X<\/h2>/);
  assert.match(
    html,
    /<time datetime="2026-01-02">2026-01-02<\/time> with Node 20, emcc 3; 0\.25 processes/,
  );
  assert.match(html, /2 rows have a budget, 1 of them misses it\./);
  assert.match(
    html,
    /<th scope="row">a &lt;step&gt;<\/th><td>6\.61 ms<\/td><td>1\.43<\/td><td>≤ 1\.35<\/td><td>missed<\/td><td>its matmuls<\/td>/,
  );
  assert.match(html, /<td>≥ 1<\/td><td>met<\/td>/);
  assert.match(
    html,
    /<td>1\.43<\/td><td><\/td><td><\/td><td>its matmuls<\/td>/,
    'without a budget',
  );
});

test('the saved benchmarks of the site have rows of each kind', async () => {
  const html = await allSpeedHtml();
  for (const caption of ['The core', 'Training in the core', 'Loading on a slow phone', 'Python']) {
    assert.ok(html.includes(`<caption>${caption}</caption>`), caption);
  }
});

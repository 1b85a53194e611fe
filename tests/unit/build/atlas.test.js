// The bug atlas: what each fault of the figures does to each law, as the build computes it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import {atlasHtml, atlasOfFigure} from '../../../web/build/atlas-page.js';
import {CACHE} from '../../../web/build/paths.js';
import {loadFigure} from '../../support/figures.js';

/** @import {Finding} from '../../../web/build/atlas.js' */

/** @type {Finding[]} */
const all = JSON.parse(readFileSync(path.join(CACHE, 'atlas.json'), 'utf8'));

/** @param {Partial<Finding>} facts @returns {Finding} */
const finding = (facts) => ({
  chapter: '4-rope',
  section: 'a-section',
  figure: 'a-figure',
  fault: 'wrong',
  label: 'a wrong sign',
  source: {text: 'owner/name#1', url: 'https://github.com/owner/name/issues/1'},
  isHarmless: false,
  cells: [{label: 'every row is 8 long', isNoticed: true}],
  ...facts,
});
const CHAPTERS = [{address: 'chapters/4-rope.html', number: 4, title: 'RoPE'}];

test('half-split tables read as interleaved pairs break the shift, and not position 0', () => {
  const one = all.find(
    ({figure, fault}) => figure === 'rope-shift-invariance' && fault === 'mixed',
  );
  const cells = new Map(one?.cells.map(({label, isNoticed}) => [label, isNoticed]));
  assert.equal(cells.get('a shift of all positions by 100 changes no logit'), true);
  assert.equal(cells.get('every vector keeps its length'), true);
  assert.equal(cells.get('position 0 rotates nothing'), false);
});

test('every fault of a figure is in the atlas, and measured', async () => {
  const RopeLogits = await loadFigure('rope-logits');
  const found = all.filter(({figure}) => figure === 'rope-shift-invariance');
  assert.deepEqual(
    found.map(({fault}) => fault),
    RopeLogits.presets['rope-shift-invariance'].faults,
  );
  for (const {fault, cells} of all.filter(({isHarmless}) => !isHarmless)) {
    assert.ok(cells.length > 0, `${fault} is measured by no law`);
  }
});

test('each bug of a figure of the pages is noticed by a law of it, as the page shows it', () => {
  assert.ok(new Set(all.map(({label}) => label)).size > 50);
  const missed = all.filter(
    ({cells, isHarmless}) => !isHarmless && !cells.some(({isNoticed}) => isNoticed),
  );
  assert.deepEqual(
    missed.map(({figure, fault}) => `${figure}: ${fault}`),
    [],
  );
});

test('a bug of two figures is one row, noticed where one of them notices it', () => {
  const html = atlasHtml(
    [
      finding({cells: [{label: 'every row is 8 long', isNoticed: false}]}),
      finding({figure: 'b', cells: [{label: 'every row is 16 long', isNoticed: true}]}),
    ],
    CHAPTERS,
    new Map(),
  );
  assert.equal(html.match(/<td/g)?.length, 1);
  assert.match(html, /<td data-law="[^"]+" class="catches">catches it/);
  assert.match(html, /href="chapters\/4-rope\.html#at=b&b\/fault=wrong"/);
  assert.match(html, /<strong>1<\/strong> bugs.*<strong>0<\/strong> of them, 0 %/);
});

test('bugs that share no law are in two tables, and a missed law is said to be missed', () => {
  const html = atlasHtml(
    [finding({}), finding({label: 'another', cells: [{label: 'a sum is 1', isNoticed: false}]})],
    CHAPTERS,
    new Map([['a wrong sign', {href: 'practice.html#x', title: 'Mend it'}]]),
  );
  assert.equal(html.match(/<table/g)?.length, 2);
  assert.match(html, /<td data-law="[^"]+" class="misses">does not notice/);
  assert.match(
    html,
    /<a class="report" href="https:\/\/github\.com\/owner\/name\/issues\/1">owner\/name#1<\/a>/,
  );
  assert.match(html, /<a class="exercise" href="practice\.html#x">Exercise: Mend it<\/a>/);
  assert.throws(() => atlasOfFigure(all, 'no-such-figure'), /no bug of a figure no-such-figure/);
});

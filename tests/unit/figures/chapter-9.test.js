// Numbers that chapter 9 prints outside its figures, each as the core has it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

import {methodTensors, t5Buckets} from '../../../web/core/pe.js';
import {formatNumber} from '../../../web/draw/format.js';
import {loadCore} from '../../support/core.js';

const core = await loadCore();
const readPage = (/** @type {string} */ file) =>
  readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const html = readPage('web/chapters/9-relative.html');
/** With the numbers that the build fills in. */
const built = readPage('dist/chapters/9-relative.html').replace(/<\/?data[^>]*>/g, '');

test('the table of what each learns has the sizes that the core lends', () => {
  const sizes = {nHeads: 8, dHead: 64, dModel: 512};
  const learned = (/** @type {string} */ method, /** @type {Record<string, number>} */ own = {}) =>
    methodTensors(core, {method, ...sizes, ...own})
      .map(({shape}) => shape.reduce((a, b) => a * b, 1))
      .reduce((a, b) => a + b, 0);
  const expected = {
    Shaw: learned('shaw-keys', {clip: 16}) + learned('shaw-values', {clip: 16}),
    T5: learned('t5', {nBuckets: 32}),
    'Transformer-XL': learned('transformer-xl'),
    DeBERTa: learned('deberta', {nBuckets: 256, maxDistance: 512}),
    KERPLE: learned('kerple-log'),
    FIRE: learned('fire', {width: 32}),
    xPos: learned('xpos'),
    CoPE: learned('cope', {maxLen: 64}),
    FLOATER: learned('floater', {width: 32}),
  };
  for (const [name, n] of Object.entries(expected)) {
    const row = new RegExp(`<th scope="row">${name}</th>(<td>[^<]*</td>){2}<td>([^<]*)</td>`);
    assert.equal(row.exec(built)?.[2], formatNumber(n), name);
  }
});

test('T5: what the prose says of its buckets', () => {
  const bucket = (/** @type {number} */ offset, isCausal = false) =>
    t5Buckets(core, {relative: [offset], causal: isCausal}).data[0];
  assert.deepEqual([bucket(3), bucket(-3)], [19, 3]);
  assert.deepEqual([bucket(-7), bucket(-8), bucket(-90), bucket(-91)], [7, 8, 14, 15]);
  assert.deepEqual(
    [bucket(-15, true), bucket(-16, true), bucket(-112, true), bucket(-113, true)],
    [15, 16, 30, 31],
  );
  assert.match(html, /\[\[t5-last-bucket\.encoder\]\] in an encoder/);
  assert.match(
    html,
    /offset 3 is bucket \[\[t5-sides\.ahead\]\], offset −3 is bucket \[\[t5-sides\.behind\]\]/,
  );
});

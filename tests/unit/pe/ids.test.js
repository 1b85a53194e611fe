import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';

import {abacusIds, couplingIds, poseIds, randomizedIds} from '../../../web/core/pe.js';
import {loadBothCores} from '../../support/core.js';

const MASK = (1n << 64n) - 1n;

/** Element i of a stream, in integers of any size: src/base/rng.h. @param {bigint} seed @param {string} name @param {number} i */
function drawOf(seed, name, i) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(name)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & MASK;
  }
  let z = ((seed ^ hash) + BigInt(i + 1) * 0x9e3779b97f4a7c15n) & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

for (const [build, core] of await loadBothCores()) {
  test(`${build}: randomized ids are the places of the smallest draws, in order`, () => {
    const property = fc.property(
      fc.integer({min: 1, max: 60}),
      fc.integer({min: 0, max: 60}),
      fc.bigInt({min: 0n, max: MASK}),
      fc.string(),
      (n, more, seed, name) => {
        const nIds = n + more;
        const draws = Array.from({length: nIds}, (_, i) => ({i, draw: drawOf(seed, name, i)}));
        draws.sort((a, b) => (a.draw < b.draw ? -1 : 1));
        const want = draws.slice(0, n).map(({i}) => i);
        const {data} = randomizedIds(core, {n, nIds, seed, name});
        assert.deepEqual(
          [...data],
          want.sort((a, b) => a - b),
        );
      },
    );
    fc.assert(property, {numRuns: 40, seed: 1});
    const all = randomizedIds(core, {n: 50, nIds: 50, seed: 1, name: 'x'}).data;
    assert.deepEqual(
      [...all],
      Array.from({length: 50}, (_, k) => k),
    );
  });

  test(`${build}: PoSE takes two chunks of the text, and the ids of the second jump`, () => {
    const text = {nTokens: 40, trainLen: 8, nFirst: 3, secondEnd: 31, jump: 23};
    const {tokens, ids} = poseIds(core, text);
    assert.deepEqual([...tokens.data], [0, 1, 2, 26, 27, 28, 29, 30]);
    assert.deepEqual([...ids.data], [0, 1, 2, 26, 27, 28, 29, 30]); // a jump to the very place
    assert.deepEqual([...poseIds(core, {...text, jump: 1}).ids.data], [0, 1, 2, 4, 5, 6, 7, 8]);
    const short = poseIds(core, {nTokens: 4, trainLen: 8, nFirst: 4, secondEnd: 4, jump: 9});
    assert.deepEqual([...short.ids.data], [0, 1, 2, 3], 'a text that fits has one chunk');
    const none = poseIds(core, {...text, nFirst: 0});
    assert.deepEqual([none.tokens.data[0], none.ids.data[0]], [23, 23]);
  });

  test(`${build}: abacus ids start anew with each number`, () => {
    const isDigit = Array.from('12+345=357 7', (c) => (/\d/.test(c) ? 1 : 0));
    assert.deepEqual([...abacusIds(core, {isDigit}).data], [1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
    const moved = abacusIds(core, {isDigit, offset: 10}).data;
    assert.deepEqual([...moved], [11, 12, 0, 11, 12, 13, 0, 11, 12, 13, 0, 11]);
  });

  test(`${build}: coupled digits of equal significance share an id, however they are written`, () => {
    const property = fc.property(
      fc.integer({min: 1, max: 6}),
      fc.integer({min: 1, max: 6}),
      fc.integer({min: 1, max: 6}),
      fc.nat(50),
      fc.boolean(),
      fc.boolean(),
      (nA, nB, nAnswer, start, inputReversed, answerReversed) => {
        const options = {nA, nB, nAnswer, start, inputReversed, answerReversed};
        const ids = [...couplingIds(core, options).data];
        const up = (/** @type {number} */ n) => Array.from({length: n}, (_, d) => start + 1 + d);
        const written = (/** @type {number} */ n, /** @type {boolean} */ isReversed) =>
          isReversed ? up(n) : up(n).reverse();
        const equals = answerReversed ? start : start + nAnswer + 1;
        assert.deepEqual(ids, [
          ...written(nA, inputReversed),
          start,
          ...written(nB, inputReversed),
          equals,
          ...written(nAnswer, answerReversed),
        ]);
      },
    );
    fc.assert(property, {numRuns: 60, seed: 1});
  });
}

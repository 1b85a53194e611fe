// The Gaussian stream, compared with its formula in whole 64-bit numbers: moments alone would not see
// a wrong element.
import test from 'node:test';

import {randomNormal} from '../../../web/core/base.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';

const MASK = (1n << 64n) - 1n;

/** @param {bigint} seed @param {string} name @param {number} n @returns {bigint[]} */
function streamBits(seed, name, n) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(name)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & MASK;
  }
  return Array.from({length: n}, (_, i) => {
    let z = ((seed ^ hash) + BigInt(i + 1) * 0x9e3779b97f4a7c15n) & MASK;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  });
}

/** @param {bigint} seed @param {string} name @param {number} n @param {number} sigma */
function boxMuller(seed, name, n, sigma) {
  const share = streamBits(seed, name, n + (n % 2)).map((bits) => Number(bits >> 11n) * 2 ** -53);
  return Array.from({length: n}, (_, i) => {
    const pair = i - (i % 2);
    const radius = sigma * Math.sqrt(-2 * Math.log(1 - share[pair]));
    const angle = 2 * Math.PI * share[pair + 1];
    return radius * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  });
}

for (const [build, core] of await loadBothCores()) {
  test(`randomNormal is Box and Muller over pairs of its stream, also of an odd number (${build})`, () => {
    for (const seed of [0n, 7n, (1n << 63n) + 5n]) {
      for (const [name, n] of /** @type {[string, number][]} */ ([
        ['', 1],
        ['w/q', 2],
        ['ä', 37],
      ])) {
        const {data} = randomNormal(core, {seed, name, shape: [n], sigma: 0.5});
        const want = boxMuller(seed, name, n, 0.5);
        assertClose(data, want, {rtol: 2 ** -23, atol: 1e-15}, `${seed} '${name}' ${n}`);
      }
    }
  });
}

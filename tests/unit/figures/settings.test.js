import assert from 'node:assert/strict';
import {test} from 'node:test';

import {readSettings} from '../../../web/figures/frame/settings.js';

/** @import {Schema} from '../../../web/figures/frame/settings.js' */

const SCHEMA = /** @type {Schema} */ ({
  methods: {
    type: 'set',
    default: ['rope', 'alibi'],
    options: {none: 'none', rope: 'RoPE', alibi: 'ALiBi'},
    label: 'Methods',
  },
});
const read = (/** @type {string | null} */ text) => readSettings(SCHEMA, {}, () => text);

test('a set of options is read in their order, each once', () => {
  assert.deepEqual(read('alibi, none,alibi').settings.methods, ['none', 'alibi']);
  assert.deepEqual(read('rope').settings.methods, ['rope']);
  assert.deepEqual(read(null), {settings: {methods: ['rope', 'alibi']}, problems: []});
});

test('a set with an unknown option, or none at all, falls back and says so', () => {
  for (const text of ['rope,cope', '', ',']) {
    const {settings, problems} = read(text);
    assert.deepEqual(settings.methods, ['rope', 'alibi'], text);
    assert.match(
      problems[0],
      /methods must be some of none, rope, alibi, separated by commas, got/,
    );
  }
});

test('a list of integers says how many it may have, and from where to where', () => {
  const list = /** @type {Schema} */ ({
    ids: {type: 'list', default: [1, 2], min: 0, max: 63, label: 'Ids'},
  });
  const readIds = (/** @type {string} */ text) => readSettings(list, {}, () => text);
  assert.deepEqual(readIds('5, 0,63'), {settings: {ids: [5, 0, 63]}, problems: []});
  for (const text of ['', '-1', '64', '1.5', '1,,2', '1,2,3,4,5,6,7,8,9']) {
    const {settings, problems} = readIds(text);
    assert.deepEqual(settings.ids, [1, 2], text);
    assert.equal(problems[0], `ids must be 1 to 8 integers from 0 to 63, separated by commas, got "${text}"; using 1,2.`); // biome-ignore format: one thought
  }
});

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

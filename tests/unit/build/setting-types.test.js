import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

import {settingTypes} from '../../../web/build/setting-types.js';
import {loadCore} from '../../support/core.js';

const HEADER = readFileSync(new URL('../../../src/pe/fields.h', import.meta.url), 'utf8');

test('the types name exactly the settings that the core describes', async () => {
  const {fields} = (await loadCore()).describe.structs.PeConfig;
  const names = fields.filter(({methods}) => methods.length > 0).map(({name}) => name);
  const typed = [...settingTypes(HEADER).matchAll(/^ {2}(\w+)\?: number;$/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(typed, names);
});

test('a setting that is not written as the others are is an error, not left out', () => {
  const spoiled = HEADER.replace('X(int32_t, clip, "clip", 5,', 'X(int32_t, clip, "clip",');
  assert.notEqual(spoiled, HEADER);
  assert.throws(() => settingTypes(spoiled), /of the \d+ lines of PE_SETTINGS were read/);
});

// What the reference says of the exercise card is what its source has.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {CARD} from '../../../web/build/card-schema.js';
import {WEB} from '../../../web/build/paths.js';

const SOURCE = readFileSync(path.join(WEB, 'exercises/ui/exercise-card.js'), 'utf8');
const PANEL = readFileSync(path.join(WEB, 'exercises/ui/exercise-panel.js'), 'utf8');

test('every attribute that the source reads is in the reference, and no other', () => {
  const names = CARD.attributes.map(({name}) => name);
  const read = [...SOURCE.matchAll(/(?:get|has|set)Attribute\('([\w-]+)'/g)].map(([, one]) => one);
  assert.deepEqual(
    read.filter((name) => !names.includes(name)),
    [],
  );
  assert.ok(read.length > 5);
  for (const name of names) assert.ok(SOURCE.includes(`'${name}'`), name);
});

test('properties, methods and events are there', () => {
  for (const {name} of CARD.properties)
    assert.match(SOURCE, new RegExp(`^  get ${name}\\(\\)`, 'm'));
  for (const {name} of CARD.methods) assert.match(SOURCE, new RegExp(`^  ${name}\\(\\)`, 'm'));
  for (const {name, detail} of CARD.events) {
    assert.ok(PANEL.includes(`new CustomEvent('${name}'`), name);
    const typed = PANEL.match(
      /@typedef \{\{exercise: string, status[\s\S]*?\}\} ExerciseResult/,
    )?.[0];
    const fields = [...detail.replace(/\{version: 3.*?\}/, '').matchAll(/(\w+):/g)].map(([, one]) => one); // biome-ignore format: one thought
    for (const field of fields) assert.ok(typed?.includes(`${field}:`), field);
  }
});

// Limits that JavaScript checks before C does, to name the argument, are those of C.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import {ROOT} from '../../web/build/paths.js';

/** @type {Record<string, string>} a number of web/core, and the one of src that it repeats */
const REPEATED = {
  'pe/deberta.js MAX_BUCKETS': 'pe/deberta.h PE_DEBERTA_MAX_BUCKETS',
  'pe/deberta.js MAX_DISTANCE': 'pe/deberta.c MAX_DISTANCE',
  'pe/ids.js MAX_ID': 'base/shape.h SHAPE_MAX_ELEMENTS',
  'pe/t5.js MAX_BUCKETS': 'pe/t5.h PE_T5_MAX_BUCKETS',
  'pe/t5.js MAX_DISTANCE': 'pe/t5.c MAX_DISTANCE',
  'pe/xpos.js FARTHEST': 'pe/xpos.c FARTHEST',
  'proj.js MAX_DIMS': 'proj/tsne.h PROJ_TSNE_MAX_DIMS',
  'proj.js MAX_EXAGGERATION': 'proj/tsne.c MAX_EXAGGERATION',
  'proj.js MAX_LEARNING_RATE': 'proj/tsne.c MAX_LEARNING_RATE',
  'proj.js MAX_POINTS': 'proj/tsne.h PROJ_TSNE_MAX_POINTS',
  'stick-breaking.js STRICTLY': 'nn/attention.h NN_STRICTLY_CAUSAL',
};
/** Numbers that C does not name: what a double or a float can hold, and limits of JavaScript alone. */
const OWN = new Set([
  'model-file.js VERSION',
  'pe/checks.js MAX_FREQUENCY',
  'pe/checks.js MAX_POSITION',
  'pe/precision.js MAX_ANGLE_RAD',
  'pe/scaling.js CLOSE',
  'pe/scaling.js MAX_FACTOR',
  'proj.js INIT_SIGMA',
  'proj.js MAX_STEPS',
]);

/** @param {string} text `1 << 27`, `2 ** 27`, `1e6` @returns {number} */
function parsed(text) {
  const [, base, operator, exponent] = /^(.+?) (<<|\*\*) (\d+)$/.exec(text) ?? [];
  if (!operator) return Number(text);
  return operator === '<<'
    ? Number(base) * 2 ** Number(exponent)
    : Number(base) ** Number(exponent);
}

/** @param {string} text of a module @returns {Map<string, number>} constants in capitals that are one number */
function numbersIn(text) {
  const found = text.matchAll(/^(?:export )?const ([A-Z][A-Z_]+) = ([\d.e+*-]+(?: \*\* \d+)?);/gm);
  return new Map([...found].map(([, name, value]) => [name, parsed(value)]));
}

/** @param {string} place file and name in src */
function numberOfC(place) {
  const [file, name] = place.split(' ');
  const text = readFileSync(path.join(ROOT, 'src', file), 'utf8');
  const [, value] = new RegExp(`\\b${name} = ([\\d.e]+(?: << \\d+)?)`).exec(text) ?? [];
  assert.ok(value, `src/${file} has no number ${name}`);
  return parsed(value);
}

test('each limit of web/core that C has too is the same there', () => {
  const core = path.join(ROOT, 'web/core');
  const files = readdirSync(core, {recursive: true, encoding: 'utf8'}).filter((file) => file.endsWith('.js')); // biome-ignore format: one thought
  const numbers = new Map(files.flatMap((file) => [...numbersIn(readFileSync(path.join(core, file), 'utf8'))].map(([name, value]) => [`${file} ${name}`, value]))); // biome-ignore format: one thought
  for (const [place, ofC] of Object.entries(REPEATED))
    assert.equal(numbers.get(place), numberOfC(ofC), `${place} and ${ofC}`);
  const unknown = [...numbers.keys()].filter((place) => !REPEATED[place] && !OWN.has(place));
  assert.deepEqual(unknown, [], 'a number that C does not hold: name where it is from');
});

test('a number is read as it is written in either language', () => {
  assert.deepEqual([...numbersIn('const MAX = 2 ** 27;\nexport const MOST_OF = 1e6;\nconst f = 3;')], [['MAX', 2 ** 27], ['MOST_OF', 1e6]]); // biome-ignore format: a list
  assert.equal(parsed('1 << 28'), 2 ** 28);
});

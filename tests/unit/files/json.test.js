// JSON with its mistakes named: it takes what JSON.parse takes, and nothing else but three numbers of Python.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import fc from 'fast-check';
import {readJson} from '../../../web/files/json.js';
import {otherKindOf} from '../../../web/files/json-kinds.js';
import {CONFIGS} from '../../fixtures/configs/layers.js';

/** @param {() => unknown} run */
function outcome(run) {
  try {
    return {value: run()};
  } catch (error) {
    return {error};
  }
}

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"',
  '1',
  '-0.5e3',
  'true',
  'null',
  ' ',
  '\n',
  '\\',
  '/',
  "'",
  '.',
  'é',
];

suite('JSON', () => {
  test('any text is read as JSON.parse reads it, or refused with a place', () => {
    const texts = fc.oneof(
      fc.json(),
      fc.string(),
      fc.array(fc.constantFrom(...PIECES), {maxLength: 20}).map((pieces) => pieces.join('')),
      fc
        .tuple(fc.json(), fc.nat(40), fc.constantFrom(...PIECES))
        .map(([text, at, piece]) => text.slice(0, at) + piece + text.slice(at)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        if (text.startsWith('\ufeff')) return;
        const [own, native] = [
          outcome(() => readJson(text).value),
          outcome(() => JSON.parse(text)),
        ];
        if ('value' in native) assert.deepEqual(own, native);
        else {
          assert.ok(own.error instanceof RangeError, `${own.error} of ${text}`);
          assert.match(own.error.message, /^must be JSON, got .+\.$/s);
        }
      }),
      {numRuns: 3000, seed: 7},
    );
  });

  test('names that are there twice, with the objects around them', () => {
    const {value, remarks} = readJson(
      '{"a": {"b": 1, "c": [{"d": 1, "d": 2}], "b": 2}, "e": "\\u0061"}',
    );
    assert.deepEqual(value, {a: {b: 2, c: [{d: 2}]}, e: 'a'});
    assert.deepEqual(
      remarks.map(({field}) => field),
      ['a.c.d', 'a.b'],
    );
  });

  test('no configuration of a model is taken for another file', () => {
    for (const {name, config} of CONFIGS) assert.equal(otherKindOf(config), null, name);
  });
});

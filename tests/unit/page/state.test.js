// The address of a page: what a figure's reader has changed comes back from it, and no address can
// break the page.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';

import {figureTags} from '../../../web/build/bundle.js';
import {attributeOf, maxOf, readSettings} from '../../../web/figures/frame/settings.js';
import {figureAttributes, readHash, withFigure, writeHash} from '../../../web/state.js';
import {anyText} from '../../support/any-text.js';
import {loadFigure} from '../../support/figures.js';

/** @import {Setting, Settings} from '../../../web/figures/frame/settings.js' */

/** The hash as the browser's address bar keeps it. @param {string} hash */
const inAddress = (hash) => new URL(hash, 'https://example.org/page.html').hash;

/** @param {Map<string, string>} state */
const reloaded = (state) => readHash(inAddress(writeHash(state)));

test('readHash reads a plain anchor, a record, and nothing', () => {
  assert.deepEqual([...readHash('')], []);
  assert.deepEqual([...readHash('#')], []);
  assert.deepEqual([...readHash('#fast-and-slow')], [['at', 'fast-and-slow']]);
  assert.deepEqual([...readHash('#caf%C3%A9')], [['at', 'café']]);
  assert.deepEqual(
    [...readHash('#at=a&sin-heatmap-000/dims=12&sin-heatmap-000/fault=swapped')],
    [
      ['at', 'a'],
      ['sin-heatmap-000/dims', '12'],
      ['sin-heatmap-000/fault', 'swapped'],
    ],
  );
});

test('readHash takes a malformed hash for plain text', () => {
  assert.deepEqual([...readHash('##twice')], [['at', '#twice']]);
  for (const text of ['100%', '%', '%zz', '%C3%28', '50%-of', 'a=b', '=', '&', '%=%', '?x=1']) {
    assert.deepEqual([...readHash(`#${text}`)], [['at', text]], text);
  }
});

test('readHash leaves out keys that no figure can have', () => {
  const keys = [
    '/',
    '//',
    'fig//',
    'fig/',
    '/dims',
    'fig/on click',
    'fig/A',
    'fig/<b>',
    'x',
    'fig/a/b',
  ];
  for (const key of keys) {
    const hash = `#${encodeURIComponent(key)}=0&fig/dims=3`;
    assert.deepEqual([...readHash(hash)], [['fig/dims', '3']], key);
  }
});

test('no hash throws, pollutes a prototype, or names what is not an attribute', () => {
  const piece = fc.oneof(
    anyText(),
    fc.constantFrom(
      '%',
      '#',
      '&',
      '=',
      '/',
      '+',
      '__proto__',
      'constructor',
      'at',
      'fig',
      'onclick',
      '\0',
    ),
  );
  const hash = fc.array(piece, {maxLength: 12}).map((parts) => `#${parts.join('')}`);
  fc.assert(
    fc.property(hash, (text) => {
      for (const [key] of readHash(text)) {
        assert.ok(key === 'at' || /^[^/]+\/[a-z][a-z0-9-]*$/.test(key), key);
      }
      assert.equal(/** @type {any} */ ({}).x, undefined);
    }),
    {numRuns: 2000},
  );
  assert.deepEqual(Object.keys(Object.prototype), []);
});

test('any value comes back from the address as it was', () => {
  const id = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
  const key = fc.tuple(id, name).map((parts) => parts.join('/'));
  const value = fc.string({unit: 'grapheme'});
  const place = fc.string({unit: 'grapheme', minLength: 1});
  fc.assert(
    fc.property(fc.dictionary(key, value), fc.option(place), (record, at) => {
      const state = new Map(Object.entries(record));
      if (at !== null) state.set('at', at);
      assert.deepEqual(reloaded(state), state);
    }),
    {numRuns: 500},
  );
  const state = new Map([['fig/text', 'a&b=c#d%20+e /?\n"<é😀>']]);
  assert.deepEqual(reloaded(state), state);
  assert.deepEqual([...reloaded(new Map([['fig/text', 'half \ud83d']])).values()], ['half \ufffd']);
});

test('a figure gets its own attributes, and none of a figure whose name begins like its own', () => {
  const state = readHash('#a/dims=1&a-b/dims=2&a-b/fault=x&b/dims=3');
  assert.deepEqual(figureAttributes(state, 'a'), [['dims', '1']]);
  assert.deepEqual(figureAttributes(state, 'a-b'), [['dims', '2'], ['fault', 'x']]); // biome-ignore format: one thought
  const next = withFigure(state, 'a', {n: '5'});
  assert.deepEqual(Object.fromEntries(next), {'a-b/dims': '2', 'a-b/fault': 'x', 'b/dims': '3', 'a/n': '5'}); // biome-ignore format: one thought
  assert.equal(state.get('a/dims'), '1', 'the older state does not change');
});

test('an attribute that a figure no longer has leaves the address', () => {
  const before = withFigure(new Map(), 'fig', {dims: '3', fault: 'swapped'});
  const after = withFigure(before, 'fig', {dims: '4'});
  assert.equal(writeHash(after), '#fig/dims=4');
  assert.equal(writeHash(withFigure(after, 'fig', {})), '');
});

/**
 * A value as a control writes it into the attribute, and the value.
 *
 * @param {Setting} setting
 * @param {Settings} defaults
 * @returns {fc.Arbitrary<string>}
 */
function attributeText(setting, defaults) {
  switch (setting.type) {
    case 'int':
      return fc.integer({min: setting.min, max: maxOf(setting, defaults)}).map(String);
    case 'number': {
      const max = maxOf(setting, defaults);
      return fc.double({min: setting.min, max, noNaN: true}).map(String);
    }
    case 'choice':
      return fc.constantFrom(...Object.keys(setting.options));
    case 'set':
      return fc.subarray(Object.keys(setting.options), {minLength: 1}).map(String);
    case 'flag':
      return fc.boolean().map(String);
    case 'list':
      return fc
        .array(fc.integer({min: setting.min, max: setting.max}), {minLength: 1, maxLength: 8})
        .map(String);
    case 'text': {
      const {maxLength} = setting;
      return fc
        .string({unit: 'grapheme', minLength: 1, maxLength})
        .filter((text) => text.trim() !== '' && text.length <= maxLength);
    }
  }
}

test('every setting and every fault of every figure comes back from the address', async () => {
  let nSettings = 0;
  let nFaults = 0;
  for (const tag of figureTags()) {
    const {settings: schema = {}, faults = {}, presets = {}} = await loadFigure(tag);
    const presetNames = Object.keys(presets);
    for (const preset of presetNames) {
      const given = presets[preset].settings ?? {};
      const defaults = readSettings(schema, given, () => null).settings;
      nSettings += Object.keys(schema).length;
      nFaults += Object.keys(faults).length;
      const attributes = fc.record(
        Object.fromEntries(
          Object.entries(schema).map(([name, setting]) => [
            attributeOf(name),
            attributeText(/** @type {Setting} */ (setting), defaults),
          ]),
        ),
        {requiredKeys: []},
      );
      const fault = fc.option(fc.constantFrom('', ...Object.keys(faults)), {nil: ''});
      fc.assert(
        fc.property(attributes, fault, (chosen, faultName) => {
          const all = {...chosen, preset, ...(faultName && {fault: faultName})};
          const other = {...chosen, preset: 'other'};
          const state = withFigure(withFigure(new Map([['at', 'x']]), 'fig-2', other), 'fig', all);
          const back = new Map(figureAttributes(reloaded(state), 'fig'));
          assert.deepEqual(Object.fromEntries(back), all, tag);
          const read = (/** @type {(name: string) => string | null} */ get) =>
            readSettings(schema, given, get);
          assert.deepEqual(
            read((name) => back.get(name) ?? null),
            read((name) => /** @type {Record<string, string>} */ (all)[name] ?? null),
            tag,
          );
        }),
        {numRuns: 15},
      );
    }
  }
  assert.ok(nSettings > 100 && nFaults > 20, `${nSettings} settings, ${nFaults} faults`);
});

// Reads generated JSON as a configuration: the result is a report, or an error that names a field.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import fc from 'fast-check';
import {readModel} from '../../../web/figures/scaling/config/model.js';
import {CONFIGS} from '../../fixtures/configs/layers.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();
const ConfigInspector = await loadFigure('config-inspector');
const SETTINGS = Object.fromEntries(
  Object.entries(ConfigInspector.settings).map(([name, setting]) => [
    name,
    /** @type {any} */ (setting).default,
  ]),
);

/**
 * As JSON.parse() sets a field: `__proto__` is a name as any other.
 *
 * @param {object} target
 * @param {string} name
 * @param {unknown} value which stays as it is when the copy is changed
 */
function setField(target, name, value) {
  const field = {
    value: structuredClone(value),
    enumerable: true,
    writable: true,
    configurable: true,
  };
  Object.defineProperty(target, name, field);
}

/** What a page would show. @param {string} text */
function reportOn(text) {
  try {
    return ConfigInspector.compute(core, SETTINGS, '', {text});
  } catch (error) {
    assert.ok(error instanceof RangeError, `${error} of ${text}`);
    assert.match(error.message, /^\S+ must .+, got .+\.$/s, text);
    return null;
  }
}

/** @param {string} text */
function checkReport(text) {
  const drawing = reportOn(text);
  if (drawing === null) return;
  const model = readModel(text);
  const all = model.groups.flatMap(({layers}) => layers).sort((a, b) => a - b);
  assert.deepEqual(
    all,
    Array.from({length: model.layers}, (_, k) => k),
  );
  const tables = drawing.panels.filter((/** @type {any} */ {kind}) => kind === 'table');
  assert.ok(tables.length >= 2 && tables.every((/** @type {any} */ {rows}) => rows.length > 0));
  const words = JSON.stringify(tables);
  assert.doesNotMatch(words, /NaN|Infinity|undefined|\[object/, text);
}

const NAMES = [
  ...new Set(
    CONFIGS.flatMap(({config}) => Object.keys(/** @type {any} */ (config.text_config ?? config))),
  ),
];
/** @type {unknown[]} */
const ODD = [
  ...[null, 0, -1, 1, 2, 0.5, 1e30, 1e308, '', 'yarn', true, false],
  ...[[], {}, [1], ['mamba'], [[]], [['global'], 2], [[['global', 'local'], 50]]],
  ...[{toString: ''}, [{toString: ''}]], // that make no text
];
const odd = fc.oneof(fc.jsonValue({maxDepth: 2}), fc.constantFrom(...ODD));

suite('any JSON gives a report or an error that names a field', () => {
  test('whatever it is', () => {
    fc.assert(
      fc.property(fc.json({maxDepth: 3}), (text) => checkReport(text)),
      {numRuns: 300},
    );
  });

  test('a default width that the heads of the file do not divide', () => {
    assert.throws(
      () => readModel('{"model_type": "xlnet", "d_model": null, "n_head": 12, "n_layer": 12}'),
      /^RangeError: \w+ must be a multiple of the 12 heads.*, got 1024, the default of the model’s code\.$/,
    );
  });

  test('a published file with each field in turn as each odd value', () => {
    for (const [k, name] of NAMES.entries()) {
      for (const [n, value] of ODD.entries()) {
        const copy = structuredClone(CONFIGS[(k * ODD.length + n) % CONFIGS.length].config);
        Object.assign(copy.text_config ?? copy, {[name]: value});
        checkReport(JSON.stringify(copy));
      }
    }
  });

  test('a published file with fields changed, added or left out', () => {
    const changes = fc.array(fc.tuple(fc.constantFrom(...NAMES), odd), {maxLength: 3});
    const inside = fc.array(
      fc.tuple(
        fc.constantFrom(
          'rope_theta',
          'rope_type',
          'factor',
          'beta_fast',
          'mrope_section',
          'full_attention',
          'mscale',
          'original_max_position_embeddings',
          '__proto__',
        ),
        odd,
      ),
      {maxLength: 2},
    );
    fc.assert(
      fc.property(fc.constantFrom(...CONFIGS), changes, inside, ({config}, outer, inner) => {
        const copy = JSON.parse(JSON.stringify(config));
        const part = copy.text_config ?? copy;
        for (const [name, value] of outer) setField(part, name, value);
        for (const field of ['rope_scaling', 'rope_parameters']) {
          if (typeof part[field] !== 'object' || part[field] === null) continue;
          for (const [name, value] of inner) setField(part[field], name, value);
        }
        checkReport(JSON.stringify(copy));
      }),
      {numRuns: 600},
    );
  });
});

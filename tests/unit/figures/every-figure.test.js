// What holds for every figure and every preset: what is computed, believed and judged.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {elementModules} from '../../../web/build/bundle.js';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {attributeOf, maxOf, readSettings} from '../../../web/figures/frame/settings.js';
import {idleState} from '../../../web/workers/protocol.js';
import {loadCore} from '../../support/core.js';
import {settingsOf} from '../../support/figure-numbers.js';
import {knownDrawing, loadFigure} from '../../support/figures.js';

/** @import {Schema, Setting, Settings} from '../../../web/figures/frame/settings.js' */

const core = await loadCore();
const tags = elementModules()
  .filter(({file}) => file.startsWith('figures/'))
  .map(({tag}) => tag);
/** @type {{tag: string, Class: any}[]} those that compute a drawing */
const figures = [];
for (const tag of tags) {
  const Class = await loadFigure(tag);
  if (Class.compute) figures.push({tag, Class});
}

/** @param {any} preset @returns {Settings} */
const ownOf = (preset) => preset.settings ?? {};

/** @param {any} Class @param {Settings} settings @param {string} fault */
const drawn = (Class, settings, fault = '') =>
  Class.compute(
    core,
    settings,
    fault,
    ...(Class.runs ? [Class.runs(settings).map(idleState)] : []),
  );

suite('a figure is a function of its settings and of tensors', () => {
  for (const {tag, Class} of figures)
    test(`<${tag}> reads no clock and no chance, and draws the same twice`, (t) => {
      const refuse = (/** @type {string} */ name) => () => {
        throw new Error(`compute() reads ${name}`);
      };
      for (const [owner, name] of /** @type {[any, any][]} */ ([
        [performance, 'now'],
        [Date, 'now'],
        [Math, 'random'],
      ]))
        t.mock.method(owner, name, refuse(name));
      for (const name of Object.keys(Class.presets))
        assert.deepEqual(drawn(Class, settingsOf(Class, name)), knownDrawing(Class, name));
    });
});

/** Texts that an attribute may not have, and what is then said. @param {Setting} setting @param {Settings} settings @returns {string[]} */
function wrongTexts(setting, settings) {
  switch (setting.type) {
    case 'int':
    case 'number': {
      const max = maxOf(setting, settings);
      return ['', 'many', 'NaN', 'Infinity', String(setting.min - 1), String(max + 1), '1e300'];
    }
    case 'list': {
      const {min, max} = setting;
      return ['', 'x', `${min - 1}`, `${max + 1}`, '0.5', Array(9).fill(min).join()];
    }
    case 'text':
      return ['', '  ', 'x'.repeat(setting.maxLength + 1)];
    case 'flag':
      return ['yes', '1'];
    default:
      return ['', 'no such option', 'constructor', '__proto__'];
  }
}

/** @param {Setting} setting @param {any} value @param {Settings} settings */
function isAllowed(setting, value, settings) {
  switch (setting.type) {
    case 'int':
    case 'number':
      return value >= setting.min && value <= maxOf(setting, settings);
    case 'choice':
      return Object.hasOwn(setting.options, value);
    case 'set':
      return value.every((/** @type {string} */ one) => Object.hasOwn(setting.options, one));
    case 'list':
      return value.every((/** @type {number} */ one) => one >= setting.min && one <= setting.max);
    case 'text':
      return value.length <= setting.maxLength;
    default:
      return typeof value === 'boolean';
  }
}

suite('an attribute is believed within its limits only', () => {
  for (const {tag, Class} of figures)
    test(`<${tag}>`, () => {
      const schema = /** @type {Schema} */ (Class.settings);
      for (const preset of Object.values(Class.presets)) {
        const given = readSettings(schema, ownOf(preset), () => null);
        assert.deepEqual(given.problems, []);
        for (const [name, value] of Object.entries(ownOf(preset)))
          assert.deepEqual(
            given.settings[name],
            value,
            `the preset's own ${name} is within limits`,
          );
        for (const [name, setting] of Object.entries(schema)) {
          const attribute = attributeOf(name);
          const read = (/** @type {string} */ text) =>
            readSettings(schema, ownOf(preset), (one) => (one === attribute ? text : null));
          for (const text of wrongTexts(setting, given.settings)) {
            const {settings, problems} = read(text);
            assert.ok(
              isAllowed(setting, settings[name], settings),
              `${attribute}="${text}" is believed`,
            );
            const isClamped = typeof (/** @type {any} */ (setting).max) === 'function';
            if (!isClamped) assert.deepEqual(settings[name], given.settings[name]);
            assert.equal(problems.length > 0, true, `nothing is said of ${attribute}="${text}"`);
            assert.ok(problems[0].startsWith(`${attribute} must be `), problems[0]);
          }
          if (setting.type !== 'int' && setting.type !== 'number') continue;
          for (const value of [setting.min, maxOf(setting, given.settings)]) {
            const {settings, problems} = read(String(value));
            assert.equal(settings[name], value, `${attribute}="${value}" is a limit`);
            assert.deepEqual(
              problems.filter((one) => one.startsWith(`${attribute} `)),
              [],
            );
          }
        }
      }
    });
});

suite('a meter', () => {
  const meter = {name: 'law', label: 'the law', limit: 1e-6};

  test('holds up to its limit, or from it where the law is a lower bound', () => {
    assert.ok(meterHolds({...meter, value: 1e-6}));
    assert.ok(!meterHolds({...meter, value: 1.1e-6}));
    assert.ok(meterHolds({...meter, value: 1e-6, relation: '≥'}));
    assert.ok(!meterHolds({...meter, value: 0.9e-6, relation: '≥'}));
  });

  test('of NaN is broken, whatever the figure says of it', () => {
    for (const relation of /** @type {const} */ (['≤', '≥'])) {
      assert.ok(!meterHolds({...meter, value: Number.NaN, relation}));
      assert.ok(!meterHolds({...meter, value: 0, limit: Number.NaN, relation}));
      assert.ok(!meterHolds({...meter, value: Number.NaN, relation, holds: true}));
    }
  });
});

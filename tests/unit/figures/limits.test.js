// What an address may ask for: each setting at both of its ends and at each of its options. A figure draws it, without
// NaN, or says what must be otherwise.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {figureTags} from '../../../web/build/bundle.js';
import {attributeOf, maxOf, readSettings} from '../../../web/figures/frame/settings.js';
import {idleState} from '../../../web/workers/protocol.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

/** @import {Setting, Settings} from '../../../web/figures/frame/settings.js' */

const core = await loadCore();

/** @param {Setting} setting @param {Settings} settings @returns {string[]} */
function textsOf(setting, settings) {
  switch (setting.type) {
    case 'int':
    case 'number': {
      const max = maxOf(setting, settings);
      return [setting.min, (setting.min + max) / 2, max, 1e3, 6].map(String); // some are refused
    }
    case 'choice':
      return Object.keys(setting.options);
    case 'set':
      return [...Object.keys(setting.options), Object.keys(setting.options).join()];
    case 'flag':
      return ['true', 'false'];
    case 'list':
      return [`${setting.min}`, `${setting.max}`, Array(8).fill(setting.max).join()];
    case 'text':
      return ['x', 'x '.repeat(setting.maxLength / 2), '💥'];
  }
}

/** Titles of panels that hold NaN. @param {any[]} panels @returns {string[]} */
function withNaN(panels) {
  return panels
    .filter((panel) =>
      [
        panel.tensor?.data,
        panel.surface?.tensor.data,
        ...(panel.series ?? []).flatMap((/** @type {any} */ one) => [one.x, one.y ?? one.values]),
      ]
        .filter(Boolean)
        .some((values) => [...values].some(Number.isNaN)),
    )
    .map(({title}) => title);
}

/** What is wrong with a drawing, or with its refusal. @param {any} Class @param {Settings} settings @returns {string} */
function wrongWith(Class, settings) {
  const runs = Class.runs ? [Class.runs(settings).map(idleState)] : [];
  try {
    const {panels, meters = []} = Class.compute(core, settings, '', ...runs);
    if (panels.length === 0) return 'nothing is drawn';
    const broken = meters.filter((/** @type {any} */ one) => Number.isNaN(one.value));
    return [...withNaN(panels), ...broken.map((/** @type {any} */ one) => one.name)].join();
  } catch (error) {
    const {message} = /** @type {Error} */ (error);
    return /\bmust\b.*\bgot\b/s.test(message) ? '' : message;
  }
}

for (const tag of figureTags()) {
  const Class = await loadFigure(tag);
  if (!Class.compute) continue;
  test(`<${tag}> draws each setting at its ends, or says what must be otherwise`, () => {
    const presets = Object.entries(/** @type {Record<string, any>} */ (Class.presets));
    let nTried = 0;
    for (const [name, setting] of Object.entries(Class.settings)) {
      const attribute = attributeOf(name);
      const {settings: plain} = readSettings(Class.settings, {}, () => null);
      for (const text of textsOf(/** @type {Setting} */ (setting), plain)) {
        // Over the first preset, and over another each time: all pairs would take three times as long.
        for (const [preset, {settings: given = {}}] of new Set([
          presets[0],
          presets[nTried % presets.length],
        ])) {
          // biome-ignore format: one thought
          const {settings} = readSettings(Class.settings, given, (one) =>
            one === attribute ? text : null,
          );
          assert.equal(wrongWith(Class, settings), '', `${preset} with ${attribute}="${text}"`);
        }
        nTried++;
      }
    }
    assert.ok(nTried > 0);
  });
}

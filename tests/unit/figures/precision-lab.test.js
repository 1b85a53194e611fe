// The precision lab's numbers are those of the register and of the chapter's prose.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {
  curveOf,
  nWithout,
  REACH,
  worstByPosition,
  worstPairs,
  worstUpTo,
} from '../../../web/figures/labs/phase.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

/** @import {Chain} from '../../../web/figures/labs/phase.js' */

const core = await loadCore();
const PrecisionLab = await loadFigure('precision-lab');
const defaults = Object.fromEntries(
  Object.entries(PrecisionLab.settings).map(([name, setting]) => [
    name,
    /** @type {any} */ (setting).default,
  ]),
);
const SIZES = {dim: 128, base: 10000};
/** @param {Partial<Chain>} types @returns {Chain} */
const chain = (types) => ({
  frequencyType: 'float32',
  angleType: 'float32',
  tableType: 'float32',
  ...types,
});
/** @param {object} settings @param {string} [fault] */
const metersOf = (settings, fault = '') =>
  Object.fromEntries(
    PrecisionLab.compute(core, {...defaults, ...settings}, fault).meters.map(
      (/** @type {any} */ {name, value}) => [name, value],
    ),
  );

suite('the precision lab', () => {
  test('has the register’s numbers for bfloat16 frequencies: 0.625 by 512, 2.504 by 2,048, π by 4,096', () => {
    const worst = worstByPosition(core, SIZES, chain({frequencyType: 'bfloat16'}));
    assertClose([worstUpTo(worst, 511), worstUpTo(worst, 2047)], [0.625043, 2.503843], {
      atol: 1e-5,
    });
    assert.ok(Math.PI - worstUpTo(worst, 4095) < 1e-3);
    const {near, phase} = metersOf({}, 'bf16-frequencies');
    assertClose([near, phase], [0.625043, 3.14113], {atol: 1e-4});
  });

  test('has the usual chain at 4,095, 100,000 and a million', () => {
    const at = worstPairs(core, SIZES, chain({}), [4095, 100_000, 1_000_000]);
    assertClose(at, [1.37e-4, 5.16e-3, 5.16e-2], {rtol: 0.01});
  });

  test('is flat where the table alone is rounded, as its prose says: below 0.003 rad', () => {
    const {near, far} = metersOf(PrecisionLab.presets['precision-table'].settings);
    assert.ok(near > 0.002 && far < 0.003, `${near}, ${far}`);
  });

  test('counts positions without an angle in float16, cuts the curve there and crosses them out', () => {
    const worst = worstByPosition(core, SIZES, chain({angleType: 'float16'}));
    const {x, missing} = curveOf(worst);
    assert.ok(nWithout(worst) > 100 && missing.length > 10);
    assert.ok(Math.max(...x) < 65_520 && Math.min(...missing) >= 65_520);
    assert.ok(metersOf({angleType: 'float16'}).defined > 0);
    assert.equal(metersOf({angleType: 'bfloat16'}).defined, 0);
  });

  test('draws curves that never fall, begin where there is an error, and end at a million', () => {
    for (const types of [{}, {frequencyType: 'float16'}, {angleType: 'bfloat16'}]) {
      const {x, y} = curveOf(worstByPosition(core, SIZES, chain(/** @type {any} */ (types))));
      assert.equal(x[x.length - 1], REACH);
      assert.ok(y[0] > 0 && x.length > 150 && x.length < 400, `${x.length} points`);
      for (let k = 1; k < y.length; k++) assert.ok(y[k] >= y[k - 1] && x[k] > x[k - 1]);
    }
  });

  test('keeps the curves of earlier choices, and mixes none up', () => {
    const first = worstByPosition(core, SIZES, chain({}));
    for (const tableType of /** @type {const} */ (['float16', 'bfloat16', 'float64'])) {
      assert.notDeepEqual(worstByPosition(core, SIZES, chain({tableType})), first);
    }
    assert.notDeepEqual(worstByPosition(core, {dim: 64, base: 10000}, chain({})), first);
    assert.notDeepEqual(worstByPosition(core, {dim: 128, base: 500}, chain({})), first);
    assert.equal(worstByPosition(core, SIZES, chain({})), first);
  });

  test('compares with other chains than the chosen one', () => {
    const names = (/** @type {object} */ settings) =>
      PrecisionLab.compute(core, {...defaults, ...settings}, '').panels[0].series.map(
        (/** @type {any} */ s) => s.name,
      );
    assert.equal(names({}).length, 2);
    assert.equal(names({tableType: 'float64'}).length, 3);
  });
});

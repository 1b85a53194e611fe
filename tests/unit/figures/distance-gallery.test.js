import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {rowSumError} from '../../../web/core/linalg.js';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {closestOf, fittedOf, metersOf} from '../../../web/figures/relative/closest.js';
import {familiesOf} from '../../../web/figures/relative/families.js';
import {
  coefficientsOf,
  Fitter,
  misfitOf,
  orthogonal,
  weightOf,
} from '../../../web/figures/relative/fit.js';
import {
  biasOf,
  curveOf,
  N_KEYS,
  POINTS,
  pointsOf,
  textOf,
  weightsOf,
} from '../../../web/figures/relative/own-curve.js';
import {rowOf, slice} from '../../../web/figures/shared/tensors.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();
const DistanceGallery = await loadFigure('distance-gallery');
const families = familiesOf(core, N_KEYS);

/** @param {string} preset @param {string} [fault] @param {Record<string, string>} [attributes] */
function drawn(preset, fault = '', attributes = {}) {
  const {settings, problems} = readSettings(
    DistanceGallery.settings,
    DistanceGallery.presets[preset].settings ?? {},
    (name) => attributes[name] ?? null,
  );
  assert.deepEqual(problems, []);
  return DistanceGallery.compute(core, settings, fault);
}

/** @param {{meters: import('../../../web/figures/frame/meters.js').Meter[]}} drawing */
const broken = ({meters}) => meters.filter((meter) => !meterHolds(meter)).map(({name}) => name);

/** @param {(distance: number) => number} f */
const sampled = (f) => Float64Array.from({length: N_KEYS}, (_, distance) => f(distance));

suite('least squares', () => {
  test('find the numbers of a sum of columns', () => {
    const columns = [0, 1, 2].map((power) => Float64Array.from({length: 9}, (_, x) => x ** power));
    const goal = Float64Array.from({length: 9}, (_, x) => 3 - 2 * x + 0.5 * x * x);
    assertClose(coefficientsOf(orthogonal(columns), goal, 3), [3, -2, 0.5], {rtol: 1e-12});
  });

  test('leave a remainder that no column has a part of', () => {
    const columns = [0, 1, 3].map((power) => Float64Array.from({length: 7}, (_, x) => x ** power));
    const goal = Float64Array.from({length: 7}, (_, x) => Math.cos(x));
    const found = coefficientsOf(orthogonal(columns), goal, 3);
    const rest = goal.map((value, x) =>
      columns.reduce((left, column, k) => left - found[k] * column[x], value),
    );
    for (const column of columns) {
      const part = rest.reduce((sum, value, x) => sum + value * column[x], 0);
      assert.ok(Math.abs(part) < 1e-9, `${part}`);
    }
  });

  test('give 0 to a column that others make up', () => {
    const [a, b] = [Float64Array.of(1, 0, 0), Float64Array.of(0, 1, 0)];
    const both = Float64Array.of(2, 3, 0);
    assert.deepEqual(
      coefficientsOf(orthogonal([a, b, both]), Float64Array.of(5, 7, 9), 3),
      [5, 7, 0],
    );
  });
});

suite('families of curves', () => {
  test('are in the order of their free numbers', () => {
    const numbers = families.map((family) => family.numbers);
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(families.map(({method}) => method)).size, families.length);
  });

  for (const family of families) {
    test(`${family.name} fits a curve of its own, and its kernel draws it again`, () => {
      const {inner, method} = family;
      const isOne = family.isFalling === true;
      // numbers of no pattern; a number within that the search has on its grid, or must find
      const at = !inner ? 0 : family.isFine ? 0.37 : inner.low * (inner.high / inner.low) ** 0.25;
      const given = Array.from({length: family.columns([at])[0].length}, (_, k) =>
        isOne ? 0.7 : Math.sin(7 * k + 1),
      );
      const target = family.draw(given, at);
      const found = new Fitter(family, N_KEYS).fit(target);
      assert.ok(
        found.misfit < (inner && !family.isFine ? 2e-3 : 2e-2),
        `${method}: ${found.misfit}`,
      );
      const again = family.draw(found.coefficients, found.inner);
      const moved = again.map((value) => value + found.values[0] - again[0]);
      assertClose(moved, found.values, {rtol: 0, atol: 5e-3});
      if (!family.isFine) return;
      assertClose([found.inner, found.coefficients[0]], [at, 0.7], {rtol: 1e-3});
    });
  }

  test('a rising line is none of ALiBi’s: the closest is flat', () => {
    const [alibi] = families;
    const {coefficients, shift, misfit} = new Fitter(alibi, N_KEYS).fit(sampled((d) => d / 100));
    assert.deepEqual(coefficients, [0]);
    assert.ok(shift > 0 && misfit > 0.1);
  });

  test('a constant is no misfit', () => {
    for (const family of families) {
      const {misfit, shift} = new Fitter(family, N_KEYS).fit(sampled(() => 1.5));
      assert.ok(misfit < 1e-6, family.name);
      if (family.isFalling) assert.ok(Math.abs(shift - 1.5) < 1e-6, family.name);
    }
  });

  test('a step at 5 is T5’s and a clipped bias’s, and no formula’s', () => {
    const step = sampled((d) => (d < 5 ? 1 : 0));
    const misfits = Object.fromEntries(
      families.map((family) => [family.method, new Fitter(family, N_KEYS).fit(step).misfit]),
    );
    for (const method of ['t5', 'clipped-bias', 'deberta'])
      assert.ok(misfits[method] < 1e-6, method);
    for (const method of ['alibi', 'kerple-log', 'kerple-power']) assert.ok(misfits[method] > 0.2);
  });
});

suite('a curve of one’s own', () => {
  test('goes through its points', () => {
    const values = POINTS.map((_, k) => Math.sin(k));
    const curve = curveOf(values);
    assert.equal(curve.length, N_KEYS);
    assertClose(
      POINTS.map((distance) => curve[distance]),
      values,
      {rtol: 1e-12},
    );
    assert.equal(curve[2], values[1] + (values[2] - values[1]) * (Math.log2(3) - 1));
  });

  test('is written and read as a text', () => {
    const values = [0, -0.5, 1.25, -8, 2, -1, -1, -1, -1];
    assert.deepEqual(pointsOf(textOf(values)), values);
    assert.deepEqual(pointsOf('0,−1,-2,0,0,0,0,0,0'), [0, -1, -2, 0, 0, 0, 0, 0, 0]);
    for (const text of ['1, 2', '0,0,0,0,0,0,0,0,9', '0,0,0,0,0,0,0,0,', 'a,b,c,d,e,f,g,h,i']) {
      assert.throws(() => pointsOf(text), {name: 'RangeError', message: /curve must be 9 numbers/});
    }
  });

  test('of −ln(1 + d) makes weights of 1, 1/2, 1/3 ...', () => {
    const weights = slice(weightsOf(core, biasOf(sampled((d) => -Math.log(1 + d)))), 0);
    assert.ok(rowSumError(core, {x: weights}) < 1e-6);
    const row = Float64Array.from(rowOf(weights, N_KEYS - 1)).reverse();
    assertClose(
      row,
      row.map((_, d) => row[0] / (1 + d)),
      {rtol: 1e-5},
    );
    assert.deepEqual([...rowOf(weights, 0).subarray(1)], new Array(N_KEYS - 1).fill(0));
  });
});

suite('the distance gallery', () => {
  for (const preset of Object.keys(DistanceGallery.presets)) {
    test(`${preset}: its laws hold`, () => assert.deepEqual(broken(drawn(preset)), []));
  }

  for (const [fault, {breaks}] of Object.entries(DistanceGallery.faults)) {
    test(`${fault} breaks ${breaks}`, () => {
      assert.ok(broken(drawn('distance-gallery', fault)).includes(breaks));
    });
  }

  test('numbers that are not the best ones are reported, and so is a curve that they do not draw', () => {
    const curve = curveOf(POINTS.map((_, k) => -0.4 * k));
    const bias = biasOf(curve);
    const weights = slice(weightsOf(core, bias), 0);
    const states = (
      /** @type {(fit: import('../../../web/figures/relative/fit.js').Fit) => any} */ change,
    ) =>
      fittedOf(core, curve).map(({family, fit}) => {
        const changed = {family, fit: {...fit, ...change(fit)}};
        return broken({meters: metersOf(core, changed, curve, bias, weights)}).join();
      });
    assert.deepEqual(new Set(states(() => ({}))), new Set(['']));
    // once the misfit is that of numbers half as large again, a step towards the right ones gains
    const worse = states(({coefficients, values}) => {
      const moved = values.map((value) => 1.5 * value);
      const total = curve.reduce((sum, _, d) => sum + weightOf(d), 0);
      const shift = curve.reduce((sum, y, d) => sum + (weightOf(d) * (y - moved[d])) / total, 0);
      const misfit = misfitOf(moved, curve, shift);
      return {coefficients: coefficients.map((value) => 1.5 * value), values: moved, shift, misfit};
    });
    assert.deepEqual(new Set(worse), new Set(['least']));
    const other = states(({values}) => ({values: values.map((value, d) => value + d / 1000)}));
    assert.deepEqual(new Set(other), new Set(['kernel']));
  });

  test('the closest is the closest', () => {
    const fitted = fittedOf(core, curveOf(POINTS.map((_, k) => Math.cos(2 * k))));
    for (const numbers of [1, 2, 16, 33]) {
      const allowed = fitted.filter(({family}) => family.numbers <= numbers);
      const least = Math.min(...allowed.map(({fit}) => fit.misfit));
      assert.ok(closestOf(fitted, numbers).fit.misfit <= least + 1e-5);
    }
  });

  test('the closest has no more free numbers than allowed', () => {
    const closest = (/** @type {number} */ numbers) =>
      /the core’s (.*) with/.exec(
        drawn('distance-hump', '', {numbers: String(numbers)}).meters.find(
          (/** @type {{name: string}} */ {name}) => name === 'kernel',
        ).label,
      )?.[1];
    assert.equal(closest(1), 'ALiBi');
    assert.match(String(closest(2)), /^KERPLE/);
    assert.ok(!/^(ALiBi|KERPLE)/.test(String(closest(33))));
  });

  test('a flat curve is reported to do nothing', () => {
    const flat = drawn('distance-gallery', '', {curve: POINTS.map(() => '-1').join()});
    assert.deepEqual(broken(flat), ['acts']);
  });

  test('draws the effects of the examples by distance', () => {
    const [{series}] = drawn('distance-gallery').panels;
    const alibi = series.find((/** @type {{name: string}} */ {name}) => name === 'ALiBi');
    assert.deepEqual([alibi.x[0], alibi.labels[0], alibi.x.length], [1, 0, N_KEYS]);
    assertClose(
      alibi.y,
      sampled((d) => -d / 32),
      {rtol: 1e-6},
    );
  });
});

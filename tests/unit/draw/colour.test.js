import assert from 'node:assert/strict';
import test from 'node:test';

import {colourFor, colourScale, fillPixels} from '../../../web/draw/colour.js';

/** @typedef {import('../../../web/draw/panel.js').Colour} Colour */

const MAPS = /** @type {const} */ (['diverging', 'sequential', 'viridis', 'blues']);

/** @param {Colour} colour @param {number} value @returns {number[]} red, green and blue */
const rgbOf = (colour, value) => (colourScale(colour).css(value).match(/\d+/g) ?? []).map(Number);

/** @param {number[]} rgb */
const light = ([r, g, b]) => 0.3 * r + 0.59 * g + 0.11 * b;

test('zero has the neutral colour of a diverging map, whatever the data', () => {
  for (const data of [
    [-1, 5],
    [-5, 1],
    [2, 3],
    [-3, -2],
    [-1e-9, 1e9],
    [0, 0],
  ]) {
    const colour = colourFor('diverging', data);
    const [low, high] = colour.domain;
    assert.equal(low, -high, `${data}`);
    assert.ok(high >= Math.max(...data.map(Math.abs)), `${data}`);
    const [r, g, b] = rgbOf(colour, 0);
    assert.ok(Math.max(r, g, b) - Math.min(r, g, b) < 8, `${data}: rgb ${[r, g, b]} is not grey`);
    assert.ok(light([r, g, b]) > 235, `${data}: rgb ${[r, g, b]} is not light`);
  }
});

test('a diverging map is red below zero and blue above, equally far on both sides', () => {
  const colour = colourFor('diverging', [-1, 4]);
  const [below, above] = [rgbOf(colour, -2), rgbOf(colour, 2)];
  assert.ok(below[0] > below[2] + 60, `${below}`);
  assert.ok(above[2] > above[0] + 60, `${above}`);
  assert.ok(Math.abs(light(below) - light(above)) < 40, `${light(below)} ${light(above)}`);
});

test('the domain holds every finite value of every array, and no other', () => {
  for (const map of ['sequential', 'viridis', 'blues']) {
    const name = /** @type {Colour['map']} */ (map);
    const {domain} = colourFor(name, [3, NaN, 7], new Float32Array([5, -Infinity]), [Infinity, 4]);
    assert.deepEqual(domain, [3, 7]);
    assert.deepEqual(colourFor(name, [NaN], []).domain, [0, 1]);
  }
});

test('lightness grows with the value, or with blues falls', () => {
  for (const map of ['sequential', 'viridis', 'blues']) {
    const colour = /** @type {Colour} */ ({map, domain: [-2, 6]});
    const steps = Array.from({length: 17}, (_, k) => light(rgbOf(colour, -2 + k / 2)));
    const sign = map === 'blues' ? -1 : 1;
    for (let k = 1; k < steps.length; k++)
      assert.ok(sign * (steps[k] - steps[k - 1]) > 0, `${map} at step ${k}: ${steps}`);
  }
});

test('values beyond the domain have the colour of its end', () => {
  for (const map of MAPS) {
    const colour = /** @type {Colour} */ ({map, domain: [2, 3]});
    assert.deepEqual(rgbOf(colour, -100), rgbOf(colour, 2));
    assert.deepEqual(rgbOf(colour, 100), rgbOf(colour, 3));
    assert.notDeepEqual(rgbOf(colour, 2), rgbOf(colour, 3));
  }
});

test('pixels have the colours of the scale, and masked values are transparent', () => {
  for (const map of MAPS) {
    const colour = /** @type {Colour} */ ({map, domain: [-1, 3]});
    const values = [-1, -0.3, 0, 1, 2.99, 3, -9, 9, NaN, Infinity, -Infinity];
    const pixels = new Uint32Array(values.length);
    fillPixels(pixels, values, colour);
    const bytes = new Uint8Array(pixels.buffer);
    values.forEach((value, k) => {
      const pixel = [...bytes.subarray(4 * k, 4 * k + 4)];
      const expected = Number.isFinite(value) ? [...rgbOf(colour, value), 255] : [0, 0, 0, 0];
      assert.deepEqual(pixel, expected, `${map} ${value}`);
    });
  }
});

test('a domain of one value has one colour', () => {
  const {css, table, at} = colourScale({map: 'viridis', domain: [2, 2]});
  assert.equal(css(2), css(7));
  assert.ok(at(2) >= 0 && at(2) + 3 <= table.length);
});

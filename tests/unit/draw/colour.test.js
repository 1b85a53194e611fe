import assert from 'node:assert/strict';
import test from 'node:test';

import {colourFor, colourScale, cssStops, fillPixels, rangeOf} from '../../../web/draw/colour.js';
import {contrast} from '../../support/colour-vision.js';

/** @typedef {import('../../../web/draw/panel.js').Colour} Colour */

const MAPS = /** @type {const} */ (['signed', 'weight', 'penalty', 'error', 'index']);
const PAPERS = [
  {name: 'light', paper: 'rgb(255, 255, 255)', rgb: [255, 255, 255]},
  {name: 'dark', paper: 'rgb(24, 28, 34)', rgb: [24, 28, 34]},
  {name: 'cream, of a host page', paper: 'rgb(250, 240, 220)', rgb: [250, 240, 220]},
];
const WHITE = PAPERS[0].paper;

/** @param {Colour} colour @param {number} value @param {string} [paper] @returns {number[]} red, green and blue */
const rgbOf = (colour, value, paper = WHITE) =>
  (colourScale(colour, paper).css(value).match(/\d+/g) ?? []).map(Number);

/** @param {number[]} rgb */
const light = ([r, g, b]) => 0.3 * r + 0.59 * g + 0.11 * b;

for (const {name, paper, rgb} of PAPERS)
  test(`what is nothing has the colour of the paper: ${name}`, () => {
    for (const data of [[-1, 5], [-5, 1], [2, 3], [-3, -2], [-1e-9, 1e9], [0, 0], []])
      for (const map of /** @type {const} */ (['signed', 'weight', 'penalty'])) {
        const colour = colourFor(map, data);
        assert.deepEqual(rgbOf(colour, 0, paper), rgb, `${map} of ${data}`);
        const pixels = new Uint32Array(1);
        fillPixels(pixels, [0], colour, paper);
        assert.deepEqual([...new Uint8Array(pixels.buffer)], [...rgb, 255], `${map} of ${data}`);
      }
    const error = /** @type {Colour} */ ({map: 'error', domain: [-6, 0]});
    assert.deepEqual(rgbOf(error, -6, paper), rgb);
  });

test('a paper that cannot be read counts as white', () => {
  assert.deepEqual(rgbOf(colourFor('weight', [1]), 0, 'color(display-p3 1 1 1)'), [255, 255, 255]);
});

test('a signed domain is equally wide on both sides of zero', () => {
  for (const data of [
    [-1, 5],
    [-5, 1],
    [2, 3],
  ]) {
    const {domain} = colourFor('signed', data);
    assert.deepEqual(domain, [-Math.max(...data.map(Math.abs)), Math.max(...data.map(Math.abs))]);
  }
});

test('below zero it is red and above blue, on light paper and on dark', () => {
  const colour = colourFor('signed', [-1, 4]);
  for (const {paper} of PAPERS) {
    const [below, above] = [rgbOf(colour, -2, paper), rgbOf(colour, 2, paper)];
    assert.ok(below[0] > below[2] + 60, `${below}`);
    assert.ok(above[2] > above[0] + 60, `${above}`);
    assert.ok(Math.abs(light(below) - light(above)) < 40, `${light(below)} ${light(above)}`);
  }
});

test('a range holds every finite value of every array, and no other', () => {
  assert.deepEqual(rangeOf([[3, NaN, 7], new Float32Array([5, -Infinity]), [Infinity, 4]]), [3, 7]);
  assert.deepEqual(rangeOf([[NaN], []]), [0, 1]);
  assert.deepEqual(colourFor('weight', [3, 7]).domain, [0, 7]);
  assert.deepEqual(colourFor('penalty', [-3, -7]).domain, [-7, 0]);
});

test('the further from nothing, the further from the paper in lightness', () => {
  for (const {paper, rgb} of PAPERS)
    for (const [map, from, to] of /** @type {const} */ ([
      ['weight', 0, 1],
      ['signed', 0, 1],
      ['signed', 0, -1],
      ['penalty', 0, -1],
      ['error', -1, 1],
    ])) {
      const colour = /** @type {Colour} */ ({map, domain: [-1, map === 'penalty' ? 0 : 1]});
      if (map === 'weight') colour.domain = [0, 1];
      const away = Array.from({length: 17}, (_, k) =>
        Math.abs(light(rgbOf(colour, from + ((to - from) * k) / 16, paper)) - light(rgb)),
      );
      for (let k = 1; k < away.length; k++)
        assert.ok(away[k] > away[k - 1], `${map} towards ${to} on ${paper}, step ${k}: ${away}`);
    }
});

test('neighbouring indices have different tints, and the same parity the same', () => {
  const colour = /** @type {Colour} */ ({map: 'index', domain: [0, 127]});
  for (const {paper} of PAPERS)
    for (let k = 0; k < 126; k++) {
      assert.notDeepEqual(rgbOf(colour, k, paper), rgbOf(colour, k + 1, paper), `${k}`);
      assert.deepEqual(rgbOf(colour, k, paper), rgbOf(colour, k + 2, paper), `${k}`);
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
    fillPixels(pixels, values, colour, WHITE);
    const bytes = new Uint8Array(pixels.buffer);
    values.forEach((value, k) => {
      const pixel = [...bytes.subarray(4 * k, 4 * k + 4)];
      const expected = Number.isFinite(value) ? [...rgbOf(colour, value), 255] : [0, 0, 0, 0];
      assert.deepEqual(pixel, expected, `${map} ${value}`);
    });
  }
});

test('a domain of one value has one colour', () => {
  const {css} = colourScale({map: 'weight', domain: [2, 2]}, WHITE);
  assert.equal(css(2), css(7));
});

test('text on a colour can be read: 4.5 to 1 at every value', () => {
  for (const {paper} of PAPERS)
    for (const map of MAPS) {
      const {css, textOn} = colourScale({map, domain: [0, 1]}, paper);
      for (let k = 0; k <= 64; k++) {
        const [r, g, b] = (css(k / 64).match(/\d+/g) ?? []).map(Number);
        const hex = `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        const text = textOn(k / 64) === '#000' ? '#000000' : '#ffffff';
        assert.ok(contrast(hex, text) >= 4.5, `${map} at ${k / 64} on ${paper}: ${hex}`);
      }
    }
});

test('as CSS a map has the same stops, with the paper where nothing is', () => {
  assert.equal(cssStops('signed')[2], 'var(--pe-paper)');
  assert.equal(cssStops('weight')[0], 'var(--pe-paper)');
  assert.equal(cssStops('penalty').at(-1), 'var(--pe-paper)');
  assert.equal(cssStops('weight').at(-1), 'light-dark(#08306b, #9ecbff)');
});

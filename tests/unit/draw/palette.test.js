// The palette as eyes of three kinds see it, on light and dark paper, and the places of methods in it.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {suite, test} from 'node:test';

import {dashOf, markOf} from '../../../web/draw/lines.js';
import {METHOD_PLACES, placeOf} from '../../../web/draw/method-colours.js';
import {N_SERIES} from '../../../web/draw/theme.js';
import {contrast, distanceFor, tokensOf} from '../../support/colour-vision.js';

/** @param {string} name */
const readStyle = (name) =>
  readFileSync(new URL(`../../../web/style/${name}`, import.meta.url), 'utf8');
const tokens = tokensOf(readStyle('element.css'));
const pageTokens = tokensOf(readStyle('tokens.css'));
const THEMES = /** @type {const} */ (['light', 'dark']);
const EYES = /** @type {const} */ (['normal', 'protan', 'deutan']);

/** @param {'light' | 'dark'} theme */
const paletteOf = (theme) =>
  Array.from({length: N_SERIES}, (_, k) => tokens[`pe-series-${k + 1}`][theme]);

suite('the palette', () => {
  test('the measures: black on white, a colour on itself, red and green that look alike', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.equal(distanceFor('deutan', '#123456', '#123456'), 0);
    assert.ok(Math.abs(distanceFor('normal', '#000000', '#ffffff') - 100) < 0.01);
    const [normal, deutan] = /** @type {const} */ (['normal', 'deutan']).map((eye) =>
      distanceFor(eye, '#c06040', '#808030'),
    );
    assert.ok(deutan < normal / 2, `${deutan} and ${normal}`);
  });

  test('has as many colours as the drawings count on', () => {
    const names = Object.keys(tokens).filter((name) => name.startsWith('pe-series-'));
    assert.equal(names.length, N_SERIES);
  });

  for (const theme of THEMES) {
    for (const eye of EYES)
      test(`${theme}: any two of its colours are 15 apart for ${eye} vision`, () => {
        const colours = paletteOf(theme);
        for (const [k, a] of colours.entries())
          for (const b of colours.slice(k + 1)) {
            const distance = distanceFor(eye, a, b);
            assert.ok(distance >= 15, `${a} and ${b}: ${distance.toFixed(1)}`);
          }
      });

    test(`${theme}: a colour on paper has a contrast of 3`, () => {
      for (const colour of paletteOf(theme)) {
        const ratio = contrast(colour, tokens['pe-paper'][theme]);
        assert.ok(ratio >= 3, `${colour}: ${ratio.toFixed(2)}`);
      }
    });
  }
});

suite('the places of methods', () => {
  const places = [...new Set(Object.values(METHOD_PLACES))];

  test('that share a colour differ in dash and in mark', () => {
    assert.ok(places.length > N_SERIES);
    for (const [k, a] of places.entries())
      for (const b of places.slice(k + 1)) {
        if (a % N_SERIES !== b % N_SERIES) continue;
        assert.notDeepEqual(dashOf({}, a), dashOf({}, b), `${a} and ${b}`);
        assert.notEqual(markOf({}, a), markOf({}, b), `${a} and ${b}`);
      }
  });

  test('the first of each family has the palette to itself', () => {
    const firsts = ['sinusoidal', 'learned', 'rope', 'alibi', 't5', 'none'].map(placeOf);
    assert.deepEqual(firsts, [0, 1, 2, 3, 4, 5]);
  });

  test('one name for people, another for the core, one place', () => {
    for (const [a, b] of [
      ['rope', 'rope-half'],
      ['shaw', 'shaw-keys'],
      ['clipped', 'clipped-bias'],
    ])
      assert.equal(placeOf(a), placeOf(b));
    assert.throws(() => placeOf('roope'), {
      name: 'RangeError',
      message: /one of sinusoidal, .* got "roope"; give a new one a place/,
    });
  });
});

suite('the tokens', () => {
  test('are the same on the page and in a figure alone', () => {
    for (const [name, colours] of Object.entries(tokens)) {
      const page = pageTokens[name.replace(/^pe-/, '')];
      if (page) assert.deepEqual(colours, page, name);
    }
    assert.ok(
      Object.keys(pageTokens).every(
        (name) => !/^(ink|bad|good)$/.test(name) || tokens[`pe-${name}`],
      ),
    );
  });

  const pairs = /** @type {const} */ ([
    ['ink', 'ground', 14],
    ['ink', 'paper', 13],
    ['muted', 'paper', 6],
    ['muted', 'ground', 6],
    ['accent', 'paper', 5.5],
    ['accent', 'ground', 5.5],
    ['bad', 'paper', 6],
    ['good', 'paper', 6],
    ['misses', 'misses-wash', 6],
    ['misses', 'paper', 6],
  ]);
  for (const theme of THEMES)
    for (const [front, back, least] of pairs)
      test(`${theme}: ${front} on ${back} has a contrast of ${least}`, () => {
        const ratio = contrast(pageTokens[front][theme], pageTokens[back][theme]);
        assert.ok(ratio >= least, ratio.toFixed(2));
      });

  test('the rule beside a claim has a contrast of 3 on either ground', () => {
    const [, claim] = readStyle('tokens.css').match(/--claim: (#[0-9a-f]{6});/) ?? [];
    for (const theme of THEMES) {
      const ratio = contrast(claim, pageTokens.ground[theme]);
      assert.ok(ratio >= 3, ratio.toFixed(2));
    }
  });

  test('red is for faults, broken laws, wrong answers, errors and input that is refused', () => {
    const names = readdirSync(new URL('../../../web/style/', import.meta.url));
    const red = names.flatMap((name) =>
      Array.from(
        readStyle(name).matchAll(/([^{}]*)\{[^{}]*var\(--(?:pe-)?bad\)[^{}]*\}/g),
        ([, rule]) => rule.trim().replace(/\s+/g, ' '),
      ),
    );
    const allowed =
      /^\[data-verdict="wrong"\] \.verdict$|^\.(verdict|cases \[data-ok="false"\]|problem$|traceback$|meter\[data-state="broken"\]|faults|track$|notice$|cells td\[data-state="wrong"\]|atlas \.catches$|check-result \.differs::before$|outcome\.differs strong$|paste textarea\[aria-invalid)/;
    assert.deepEqual(
      red.filter((rule) => !allowed.test(rule)),
      [],
    );
    assert.ok(red.length > 8, `${red}`);
  });
});

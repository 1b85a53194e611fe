// A method has one colour: wherever a figure names a series or a bar after one, it has that method's place.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {elementModules} from '../../../web/build/bundle.js';
import {placeOf} from '../../../web/draw/method-colours.js';
import {RELATIVE_NAMES} from '../../../web/figures/relative/effects.js';
import {METHOD_NAMES} from '../../../web/figures/shared/toy-attention.js';
import {METHODS} from '../../../web/figures/training/train-specs.js';
import {knownDrawing, loadFigure} from '../../support/figures.js';

/** Places by what figures call a method. */
const PLACES = Object.fromEntries([
  ...Object.entries({...RELATIVE_NAMES, ...METHOD_NAMES}).map(([key, name]) => [
    name,
    placeOf(key),
  ]),
  ...METHODS.map(({key, name}) => [name, placeOf(key)]),
]);

/**
 * The marks of a panel that are named after a method, each with its place in the palette.
 *
 * @param {any} panel
 * @returns {{name: string, place: number}[]}
 */
function namedIn({kind, series, groups = []}) {
  if (!['lines', 'curve', 'bars'].includes(kind)) return [];
  const marks = series.flatMap((/** @type {any} */ one, /** @type {number} */ k) => {
    if (one.reference) return []; // grey: what the others are compared with
    return [
      {name: one.name, place: one.colour ?? k},
      ...(series.length > 1 ? [] : groups).map(
        (/** @type {string} */ group, /** @type {number} */ col) => ({
          name: String(group).replace(/ \(\d+\)$/, ''), // the gallery adds how many numbers it learns
          place: one.colours?.[col] ?? one.colour ?? k,
        }),
      ),
    ];
  });
  return marks.filter((/** @type {any} */ {name}) => Object.hasOwn(PLACES, name));
}

suite('a method has the same colour in every figure', async () => {
  let nNamed = 0;
  const modules = elementModules().filter(({file}) => file.startsWith('figures/'));
  for (const {tag} of modules) {
    const Class = await loadFigure(tag);
    if (!Class.compute) continue;
    test(`<${tag}>`, () => {
      for (const name of Object.keys(Class.presets))
        for (const panel of knownDrawing(Class, name).panels)
          for (const mark of namedIn(panel)) {
            nNamed++;
            assert.equal(mark.place, PLACES[mark.name], `${name}: ${mark.name}`);
          }
    });
  }
  test('and many are named', () => assert.ok(nNamed > 80, `${nNamed}`));
});

// What a figure loads later than its script: it is there before the first drawing, with the core.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {figureTags} from '../../../web/build/bundle.js';
import {DIST} from '../../../web/build/paths.js';
import {fullCore} from '../../../web/core/full-core.js';
import {setBaseUrl} from '../../../web/core/lab-files.js';
import {loadFigure} from '../../support/figures.js';

setBaseUrl(pathToFileURL(path.join(DIST, 'lab/')).href);
await fullCore(); // from now on it is there at once
const classes = [];
for (const tag of figureTags()) classes.push(await loadFigure(tag));
const late = classes.filter((Class) => Object.hasOwn(Class, 'load'));

test('some figures have such a part', () => assert.ok(late.length >= 2, `${late.length}`));

for (const Class of late)
  test(`${Class.tag} has its core when its part is there, and not before`, async (t) => {
    let arrive = () => {};
    const load = t.mock.method(Class, 'load', () => new Promise((resolve) => (arrive = () => resolve(undefined)))); // biome-ignore format: one thought
    let hasCore = false;
    const core = Class.core().then((/** @type {unknown} */ one) => {
      hasCore = true;
      return one;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual([load.mock.callCount(), hasCore], [1, false]);
    arrive();
    assert.ok(await core);
  });

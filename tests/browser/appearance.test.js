// What the page looks like: against the pictures in appearance/, which appearance.js takes.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {PNG} from 'pngjs';

import {differenceOf, differences, referenceOf, takeShots} from './appearance.js';

const ADVICE =
  'The pictures are in .cache/screenshots/appearance. Where they are as they should be: node tests/browser/appearance.js --update';

test('a picture of which one part in a hundred has another colour, or another size, is refused', () => {
  const name = 'front-1280-light';
  const bytes = readFileSync(referenceOf(name));
  assert.equal(differenceOf({name, png: bytes}), null);
  const spoiled = PNG.sync.read(bytes);
  spoiled.data.fill(128, 0, Math.ceil(spoiled.data.length / 100));
  assert.match(
    String(differenceOf({name, png: PNG.sync.write(spoiled)})),
    /% of the pixels differ/,
  );
  const narrow = PNG.sync.write(new PNG({width: 10, height: 10}));
  assert.match(String(differenceOf({name, png: narrow})), /10 x 10 px, the reference 640 x 400/);
});

test('the front page, the first figure of each chapter and an open exercise look as they did', async () => {
  const shots = await takeShots();
  assert.equal(shots.length, 52);
  const found = differences(shots);
  assert.deepEqual(found, [], `${found.join('\n')}\n${ADVICE}`);
});

// Trains the two figures of web/runs/ that train least, and compares with what was recorded.
import assert from 'node:assert/strict';
import test from 'node:test';

import {isSameRecording, record, recordedItems, recordedText} from '../../../web/build/record.js';

const CHEAPEST = ['three-cases', 'learned-loss'];

test('two recorded runs are, to the byte, what the core gives today', async () => {
  const cheap = (await recordedItems()).filter(({figure}) => CHEAPEST.includes(figure));
  assert.equal(cheap.length, 2);
  for (const [figure, text] of await record(cheap)) {
    const isSame = isSameRecording(text, await recordedText(figure));
    assert.ok(isSame, `web/runs/${figure}.json differs: npm run record`);
  }
});

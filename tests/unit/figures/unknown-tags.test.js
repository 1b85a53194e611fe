// Which tags of a page are said to be wrong.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {unknownTags} from '../../../web/figures/frame/unknown-tags.js';

const KNOWN = ['pe-heatmap', 'pe-curves', 'exercise-card'];

test('a tag that is nearly the name of an element is named with it, each once', () => {
  assert.deepEqual(
    unknownTags(['pe-heat-map', 'pe-heat-map', 'pe-heatmaps', 'exercise-cards'], KNOWN),
    [
      '<pe-heat-map> is no element of poslab: write <pe-heatmap>.',
      '<pe-heatmaps> is no element of poslab: write <pe-heatmap>.',
      '<exercise-cards> is no element of poslab: write <exercise-card>.',
    ],
  );
});

test('the elements of others, and ours that are still to come, are not', () => {
  assert.deepEqual(unknownTags(['pe-heatmap', 'their-card', 'x-y', 'pe-map'], KNOWN), []);
});

// Confusions that people report in public about the models of 2025 and 2026, and where a reader finds each: every
// row has a lab, an exercise, a remark of the inspector or a claim, and each place exists.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {CLAIMS} from '../../web/claims/index.js';
import {readModel} from '../../web/figures/scaling/config/model.js';
import {remarksOn} from '../../web/figures/scaling/config/remarks.js';
import {loadCore} from '../support/core.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const core = await loadCore();

/**
 * lab: a section of a chapter and the figure in it; exercise: a folder of the bank; remark: what the inspector
 * says of a file; claim: one with a law that holds, named in a chapter.
 *
 * @typedef {{lab: [chapter: string, section: string, figure: string]} | {exercise: string} |
 *   {remark: [config: Record<string, unknown>, says: RegExp]} | {claim: [id: string, chapter: string]}} Place
 */

const LABS = '11-labs';
const SMALL = {
  model_type: 'llama',
  hidden_size: 64,
  num_attention_heads: 4,
  num_hidden_layers: 4,
  max_position_embeddings: 1024,
};
const NESTED = {...SMALL, rope_parameters: {rope_type: 'default', rope_theta: 500000}};
const YARN = {
  ...SMALL,
  max_position_embeddings: 4096,
  rope_theta: 10000,
  rope_scaling: {type: 'yarn', factor: 4, original_max_position_embeddings: 1024},
};

/** @type {Record<number, [confusion: string, ...places: Place[]]>} */
const ROWS = {
  28: [
    'rules nested in rope_parameters, and a lost base',
    {remark: [NESTED, /The base is inside/]},
  ],
  29: [
    'base and rule that differ per layer',
    {lab: [LABS, 'which-layers', 'layer-rules']},
    {exercise: 'layer-rules'},
  ],
  30: [
    'layers without rotation',
    {lab: [LABS, 'hidden-by-layers-that-do-not-turn', 'pairing-lab']},
    {exercise: 'layer-rules'},
  ],
  31: [
    'temperature by position',
    {lab: [LABS, 'temperature', 'louder-logits']},
    {exercise: 'temperature-by-position'},
  ],
  32: ['the bounds of YaRN', {exercise: 'yarn-range'}],
  33: [
    'the price of static YaRN on short texts',
    {claim: ['rules-race', '10-longer-contexts']},
    {remark: [YARN, /holds at every length, also within the 1,024 tokens/]},
  ],
  34: [
    'M-RoPE in sections or interleaved, and the clock of video',
    {lab: [LABS, 'an-image-between-words', 'image-pairs']},
    {exercise: 'mrope-turns'},
  ],
  35: ['height and width exchanged', {exercise: 'repair-grid-ids'}],
  36: [
    'joined and moved caches',
    {lab: [LABS, 'fragments-joined', 'joined-cache']},
    {exercise: 'joined-caches'},
    {exercise: 'partial-cache-shift'},
  ],
  37: ['machines that share a text', {lab: [LABS, 'four-machines', 'split-machines']}],
  38: ['a draft one position ahead', {lab: [LABS, 'a-draft-that-is-ahead', 'draft-ahead']}],
  39: [
    'a window of W or W + 1 keys',
    {lab: [LABS, 'edge-of-a-window', 'window-edge']},
    {exercise: 'window-keys'},
  ],
  40: ['learned tables with an offset', {exercise: 'roberta-offset'}],
  41: ['frequencies that no checkpoint holds', {exercise: 'repair-frequencies'}],
};

/** @param {string} name */
const textOf = (name) => readFileSync(path.join(ROOT, 'web', name), 'utf8');

/** @param {Place} place */
function requirePlace(place) {
  if ('lab' in place) {
    const [chapter, id, figure] = place.lab;
    const text = textOf(`chapters/${chapter}.html`);
    const section = new RegExp(`<section[^>]* id="${id}">.*?</section>`, 's').exec(text)?.[0];
    assert.ok(section?.includes(`<${figure} `), `#${id} of ${chapter} has no ${figure}`);
  } else if ('exercise' in place) {
    const {title, prompt} = JSON.parse(textOf(`exercises/bank/${place.exercise}/exercise.json`));
    assert.ok(title && prompt, place.exercise);
  } else if ('remark' in place) {
    const [config, says] = place.remark;
    const model = readModel(JSON.stringify(config));
    assert.ok(
      remarksOn(core, model).some(({text}) => says.test(text)),
      String(says),
    );
  } else {
    const [id, chapter] = place.claim;
    const claim = CLAIMS.get(id);
    assert.ok(claim?.law, `${id} is a claim without a law`);
    assert.ok(textOf(`chapters/${chapter}.html`).includes(`[[${id}.`), `${chapter} lacks ${id}`);
  }
}

for (const [row, [confusion, ...places]] of Object.entries(ROWS)) {
  test(`a reader finds ${confusion} (${row})`, () => {
    assert.ok(places.length > 0);
    for (const place of places) requirePlace(place);
  });
}

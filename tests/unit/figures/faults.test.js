// Every fault of every preset: its title says that something is broken, its note says what, and what the note
// claims of the unbroken figure is no longer there.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {elementModules} from '../../../web/build/bundle.js';
import {hasEffect, noteUnder, titleUnder} from '../../../web/figures/frame/faults.js';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {maxOf, readSettings} from '../../../web/figures/frame/settings.js';
import {idleState} from '../../../web/workers/protocol.js';
import {loadCore} from '../../support/core.js';
import {settingsOf} from '../../support/figure-numbers.js';
import {knownDrawing, loadFigure} from '../../support/figures.js';

/** @import {Drawing} from '../../../web/figures/frame/figure.js' */
/** @import {Settings} from '../../../web/figures/frame/settings.js' */

const core = await loadCore();

/** Sentences that say how to read the picture, true with a fault on as well. */
const HOW_TO_READ = [
  /^Head \d+\.$/,
  /^Evenly spread would be /,
  /^The colour of the paper is 0/,
  /^The upper row is one map three times/,
  /^Dashed: the query itself/,
  /^\d+ orders, the first is the sentence itself/,
  /elements are rotated, \d+ pairs\.$/,
  /^At position 0 both conventions do nothing/,
  /^Within [\d,]+ positions pair /,
  /^Cosine and sine are multiplied by /,
  /^From [\d,]+ tokens to /,
  /^Only dynamic NTK and LongRoPE depend on the length of the text/,
  /^Proportional: what is left out is not rotated/,
  /^\d+ pairs of a head of \d+:/,
  /^At [\d,]+ tokens, with angles known up to /,
  /^The (base|divisor of the slowest pair) is \d/,
];

/** The reader brings the file, and a layout that similarities do not show is shown as such. */
const MAY_BE_UNSEEN = /^(config-inspector$|sin-similarity|pe-similarity-matrix)/;

/**
 * @typedef {{tag: string, Class: any, preset: string, fault: string, settings: Settings}} Case
 */

/** @type {Case[]} */
const cases = [];
for (const {tag, file} of elementModules()) {
  if (!file.startsWith('figures/')) continue;
  const Class = await loadFigure(tag);
  if (!Class.compute) continue;
  for (const [preset, {faults}] of /** @type {[string, any][]} */ (Object.entries(Class.presets)))
    for (const fault of faults ?? Object.keys(Class.faults))
      cases.push({tag, Class, preset, fault, settings: settingsOf(Class, preset)});
}

/**
 * @param {Case[]} all
 * @param {(one: Case) => string} keyOf
 */
function grouped(all, keyOf) {
  /** @type {Map<string, Case[]>} */
  const groups = new Map();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** The preset of a case, with a fault or none. @param {Case} one @param {string} fault @returns {Drawing} */
const ofPreset = ({Class, preset}, fault) => knownDrawing(Class, preset, fault);

/** With the case's fault. @param {Case} one @param {Settings} settings @returns {Drawing} */
function drawn({Class, fault}, settings) {
  const runs = Class.runs ? [Class.runs(settings).map(idleState)] : [];
  return Class.compute(core, settings, fault, ...runs);
}

/** @param {string} text */
const sentencesOf = (text) =>
  text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** @param {Drawing} drawing */
const brokenOf = ({meters = []}) =>
  meters.filter((meter) => !meterHolds(meter)).map(({name}) => name);

/** @param {string} text */
function assertReadable(text) {
  assert.doesNotMatch(text, /undefined|NaN|\[object|\s{2}/);
  for (const sentence of sentencesOf(text)) assert.match(sentence, /[.!?”]$/);
}

suite('a fault', () => {
  for (const [name, ofFigure] of grouped(cases, ({tag}) => tag)) {
    test(`of <${name}> says what it does`, () => {
      for (const one of ofFigure) {
        const {Class, preset, fault: key, settings} = one;
        const fault = Class.faults[key];
        const where = `${preset}, ${key}`;
        const unbroken = ofPreset(one, '');
        const broken = ofPreset(one, key);

        assert.deepEqual(brokenOf(unbroken), [], `${preset}: the unbroken figure keeps its laws`);
        assert.ok(fault.source.text, where);
        if (fault.source.url)
          assert.match(fault.source.url, /^https:\/\/(github\.com|arxiv\.org)\//);
        const isUnseen = !hasEffect(unbroken, broken);
        const note = noteUnder(broken, settings, fault, isUnseen);
        const isHarmless = fault.breaks === null || isUnseen;
        assert.ok(!isUnseen || MAY_BE_UNSEEN.test(preset), `${where}: some number changes`);
        if (isHarmless) assert.deepEqual(brokenOf(broken), [], where);
        else assert.ok(brokenOf(broken).includes(fault.breaks), `${where}: ${fault.breaks} breaks`);

        const {title} = Class.presets[preset];
        const titleNow = titleUnder(title, fault, isUnseen);
        assert.ok(titleNow.startsWith(title) && titleNow.includes(fault.label), titleNow);

        assertReadable(note);
        assert.ok(fault.says, `${where}: no sentence of its own`);
        if (isHarmless) continue; // every claim still holds
        const claims = sentencesOf(noteUnder(unbroken, settings, undefined));
        for (const claim of claims)
          if (!HOW_TO_READ.some((pattern) => pattern.test(claim)))
            assert.ok(!note.includes(claim), `${where}: the note still says “${claim}”`);
      }
    });

    test(`of <${name}> says it in words of its own`, () => {
      for (const [preset, thrown] of grouped(ofFigure, (one) => one.preset)) {
        const notes = thrown.map((one) =>
          noteUnder(ofPreset(one, one.fault), one.settings, one.Class.faults[one.fault]),
        );
        assert.equal(new Set(notes).size, notes.length, preset);
      }
    });

    test(`of <${name}> says it at the ends of each slider too`, () => {
      for (const one of ofFigure) {
        const {Class, preset, settings, fault} = one;
        for (const control of Class.presets[preset].controls ?? []) {
          const {type, min} = Class.settings[control];
          if (type !== 'int' && type !== 'number') continue;
          for (const value of [
            min,
            Math.min(maxOf(Class.settings[control], settings), 8 * settings[control] + 1),
          ]) {
            const changed = readSettings(
              Class.settings,
              {...settings, [control]: value},
              () => null,
            ).settings;
            /** @type {Drawing} */
            let drawing;
            try {
              drawing = drawn(one, changed);
            } catch (error) {
              if (error instanceof RangeError) continue; // a setting that this figure refuses
              throw error;
            }
            assertReadable(noteUnder(drawing, changed, Class.faults[fault]));
          }
        }
      }
    });
  }
});

test('a bug is seen by a law or in the picture, beyond rounding and what is added to compare', () => {
  const meters = [{name: 'law', label: 'the law', value: 0.5, limit: 1}];
  const panel = {kind: 'lines', series: [{name: 'a', y: Float32Array.of(1, NaN, -Infinity)}]};
  const table = {kind: 'table', rows: [['norm', '0.167', 'yes']]};
  const sound = /** @type {any} */ ({panels: [panel, table], meters});
  const other = (/** @type {any} */ changes) => ({...sound, ...changes});
  assert.ok(!hasEffect(sound, other({})));
  const {y} = panel.series[0];
  const withMore = {
    ...panel,
    series: [
      {name: 'a, wrong', y},
      {name: 'right', y: [1]},
    ],
  };
  assert.ok(
    !hasEffect(sound, other({panels: [withMore, table, table]})),
    'a curve to compare with',
  );
  for (const [what, changes] of Object.entries({
    law: {meters: [{...meters[0], value: 0.51}]},
    curve: {panels: [{...panel, series: [{y: [1.001, NaN, -Infinity]}]}, table]},
    gap: {panels: [{...panel, series: [{y: [1, 0, -Infinity]}]}, table]},
    cell: {panels: [panel, {...table, rows: [['norm', '0.267', 'yes']]}]},
    fewer: {panels: [panel]},
  }))
    assert.ok(hasEffect(sound, other(changes)), what);
});

// Controls: what a reader does becomes the value that was meant, and what is shown is the value that holds.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {drawAgain} from '../../../web/controls/draw-again.js';
import {multiChoice} from '../../../web/controls/multi-choice.js';
import {logTrack, range} from '../../../web/controls/range.js';
import {toggle} from '../../../web/controls/toggle.js';
import {transport} from '../../../web/controls/transport.js';
import {fakeDom} from '../../support/fake-dom.js';

/** @import {FakeElement} from '../../support/fake-dom.js' */

/** @param {{element: unknown}} control */
const inputsOf = (control) =>
  /** @type {FakeElement} */ (control.element).querySelectorAll('input');

test('a range of small numbers is a track from its least to its greatest value', (t) => {
  fakeDom(t);
  /** @type {string[]} */
  const values = [];
  const control = range('dims', /** @type {any} */ ({type: 'int', label: 'Dimensions', min: 2, max: 64, unit: 'pairs'}), (value) => values.push(value)); // biome-ignore format: one thought
  control.show(/** @type {any} */ ('16'), undefined);
  const [typed, track] = inputsOf(control);
  assert.deepEqual([track.min, track.max, track.step, track.value], ['2', '64', '1', '16']);
  assert.deepEqual([typed.value, typed.max, typed.getAttribute('min')], ['16', '64', '2']);
  assert.equal(track.getAttribute('aria-valuetext'), '16 pairs');
  track.value = '40';
  track.fire('input');
  typed.value = '7';
  typed.fire('change');
  assert.deepEqual(values, ['40', '7']);
});

test('a range over many powers of ten is a track of logarithms, and each place is another value', (t) => {
  fakeDom(t);
  /** @type {string[]} */
  const values = [];
  const control = range('base', /** @type {any} */ ({type: 'int', label: 'Base', min: 10, max: 1_000_000}), (value) => values.push(value)); // biome-ignore format: one thought
  control.show(/** @type {any} */ ('10'), undefined);
  const [, track] = inputsOf(control);
  assert.deepEqual([track.min, track.max, track.step, track.value], ['0', '1000', '1', '0']);
  for (const place of ['1', '1000']) {
    track.value = place;
    track.fire('input');
  }
  assert.deepEqual(values, ['11', '1000000']);
  control.show(/** @type {any} */ ('10'), /** @type {any} */ ({max: 100}));
  assert.deepEqual([track.min, track.max], ['10', '100'], 'a lower limit makes it linear');
});

test('a track of logarithms from 0 counts each value one higher: 0, 255 and 65535 are its start, middle and end', () => {
  const track = logTrack(0, 65535);
  assert.deepEqual([0, 255, 65535].map(track.placeOf), [0, 500, 1000]);
  assert.deepEqual([0, 500, 1000].map((place) => Math.round(track.valueAt(place))), [0, 255, 65535]); // biome-ignore format: one thought
});

test('a switch says on or off, and its words are pressed as it is', (t) => {
  fakeDom(t);
  /** @type {string[]} */
  const values = [];
  const control = toggle('causal', {label: 'Causal'}, (value) => values.push(value));
  const element = /** @type {FakeElement} */ (/** @type {unknown} */ (control.element));
  assert.deepEqual([element.localName, element.textContent], ['label', 'Causal']);
  const input = /** @type {any} */ (inputsOf(control)[0]);
  assert.deepEqual(
    [input.name, input.type, input.getAttribute('role')],
    ['causal', 'checkbox', 'switch'],
  );
  control.show(/** @type {any} */ (true));
  for (const isOn of [true, false]) {
    assert.equal(input.checked, isOn);
    input.fire('change');
    control.show(/** @type {any} */ (false));
  }
  assert.deepEqual(values, ['true', 'false']);
});

test('of more than fourteen options all but seven are folded', (t) => {
  fakeDom(t);
  const foldedOf = (/** @type {number} */ n) => {
    const options = Object.fromEntries(Array.from({length: n}, (_, k) => [`o${k}`, `Option ${k}`]));
    const {element} = multiChoice('methods', {label: 'Methods', options}, () => {});
    const details = /** @type {FakeElement} */ (/** @type {unknown} */ (element)).querySelector(
      'details',
    );
    return details ? details.querySelectorAll('input').length : 0;
  };
  assert.deepEqual([3, 14, 15, 20].map(foldedOf), [0, 0, 8, 13]);
});

test('the last option of several stays chosen', (t) => {
  fakeDom(t);
  /** @type {string[]} */
  const values = [];
  const control = multiChoice('methods', /** @type {any} */ ({label: 'Methods', options: {a: 'A', b: 'B'}}), (value) => values.push(value)); // biome-ignore format: one thought
  control.show(/** @type {any} */ (['a', 'b']));
  const [a, b] = inputsOf(control);
  assert.deepEqual([a.checked, b.checked], [true, true]);
  a.checked = false;
  a.fire('change');
  assert.deepEqual(values, ['b']);
  b.checked = false;
  b.fire('change');
  assert.deepEqual([values, b.checked], [['b'], true]);
});

test('another draw is the next seed, and after the last the first', (t) => {
  fakeDom(t);
  /** @type {string[]} */
  const values = [];
  const control = drawAgain(/** @type {any} */ ({label: 'Seed of the values', min: 1, max: 3}), (value) => values.push(value)); // biome-ignore format: one thought
  const element = /** @type {any} */ (control.element);
  for (const now of ['1', '2', '3']) {
    control.show(/** @type {any} */ (now));
    element.click();
  }
  assert.deepEqual(values, ['2', '3', '1']);
  assert.match(element.textContent, /values 3/);
});

/** @param {Record<string, any>} [more] */
const viewOf = (more = {}) => ({
  ...{main: 'run', canStep: true, canStop: false, fraction: 0, text: '', problem: ''},
  ...{background: 'goOn', models: [{name: 'RoPE', canSave: false}, {name: 'ALiBi', canSave: true}]},
  ...more,
}); // biome-ignore format: a record

test('a transport passes on what is pressed, and nothing while it is off', (t) => {
  fakeDom(t);
  /** @type {unknown[]} */
  const calls = [];
  const note = (/** @type {string} */ name) => (/** @type {unknown[]} */ ...args) => calls.push([name, ...args]); // biome-ignore format: one thought
  const bar = transport(/** @type {any} */ ({onPress: note('press'), onSave: note('save'), onLoad: note('load'), onBackground: note('background')})); // biome-ignore format: one thought
  const element = /** @type {any} */ (bar.element);
  const press = (/** @type {string} */ name) => element.querySelector(`button.${name}`).click();
  bar.show(/** @type {any} */ (viewOf()));
  for (const name of ['main', 'step', 'stop', 'save']) press(name);
  assert.deepEqual(calls, [['press', 'run'], ['press', 'step']]); // biome-ignore format: a list
  calls.length = 0;
  bar.show(/** @type {any} */ (viewOf({main: 'again', canStep: false, canStop: true})));
  for (const name of ['main', 'step', 'stop']) press(name);
  bar.show(/** @type {any} */ (viewOf({main: 'done'})));
  press('main');
  assert.deepEqual(calls, [['press', 'run'], ['press', 'stop']]); // biome-ignore format: a list
});

test('a model is saved and loaded for the run that is picked, and the same file twice', (t) => {
  fakeDom(t);
  /** @type {unknown[]} */
  const calls = [];
  const bar = transport(/** @type {any} */ ({onSave: (/** @type {number} */ k) => calls.push(['save', k]), onLoad: (/** @type {number} */ k, /** @type {unknown} */ file) => calls.push(['load', k, file])})); // biome-ignore format: one thought
  bar.show(/** @type {any} */ (viewOf()));
  const element = /** @type {any} */ (bar.element);
  const pick = element
    .querySelectorAll('select')
    .find((/** @type {any} */ one) => one.name === 'model');
  const file = element.querySelectorAll('input').find((/** @type {any} */ one) => one.getAttribute('type') === 'file'); // biome-ignore format: one thought
  pick.selectedIndex = 1;
  pick.fire('change');
  element.querySelector('button.save').click();
  for (let k = 0; k < 2; k++) {
    Object.assign(file, {files: ['model.bin'], value: 'model.bin'});
    file.fire('change');
    assert.equal(file.value, '', 'a browser reports a file only where it is another one');
  }
  file.files = [];
  file.fire('change');
  assert.deepEqual(calls, [['save', 1], ['load', 1, 'model.bin'], ['load', 1, 'model.bin']]); // biome-ignore format: a list
});

// The controls of a figure: which it has, in which order, what is folded away, and its switches for faults.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {FigureControls} from '../../../web/figures/frame/controls.js';
import {faultOfKey, faultSwitches} from '../../../web/figures/frame/switches.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

/** @param {string} label */
const number = (label) => ({type: 'int', default: 4, min: 1, max: 9, label});
const SETTINGS = {
  dims: number('Dimensions'),
  nPos: number('Positions'),
  base: number('Base'),
  width: number('Width'),
  seed: {...number('Seed'), isSeed: true},
};
const PRESETS = {one: {title: 'The first'}, two: {title: 'The second', short: 'second', controls: ['width'], faults: ['mixed']}}; // biome-ignore format: one thought
const source = {text: 'a report', url: 'https://example.org/1'};
const FAULTS = {swapped: {label: 'swapped', source}, mixed: {label: 'mixed', source: {text: 'a talk'}}}; // biome-ignore format: one thought

/**
 * @param {import('node:test').TestContext} t
 * @param {{player?: string, offers?: (name: string) => boolean, locked?: string, now?: number}} [options]
 */
function made(t, {player, offers = () => true, locked = '', now = 4} = {}) {
  fakeDom(t);
  const [figure, controls, switches] = ['figure', 'div', 'div'].map((tag) => new FakeElement(tag));
  /** @type {[string, string][]} */
  const set = [];
  const settings = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, now]));
  const own = new FigureControls(
    /** @type {any} */ ({settings: SETTINGS, presets: PRESETS, faults: FAULTS, hasMenu: true, player: player ? {setting: player} : null}), // biome-ignore format: one thought
    /** @type {any} */ ({figure, controls, switches}),
    /** @type {any} */ ({
      settings: () => settings,
      offers,
      isLocked: (/** @type {string} */ name) => name === locked,
      set: (/** @type {string} */ name, /** @type {string} */ text) => set.push([name, text]),
      setPreset: (/** @type {string} */ name) => set.push(['preset', name]),
    }),
  );
  own.show(settings, 'one', '');
  const names = (/** @type {FakeElement} */ part) => part.querySelectorAll('input[type=range]').map((input) => input.name); // biome-ignore format: one thought
  const inView = () => names(controls).filter((name) => !folded().includes(name));
  const folded = () => controls.querySelectorAll('details').flatMap(names);
  return {own, figure, controls, switches, set, settings, inView, folded};
}

test('three settings are in view, the others are folded, and their number is said', (t) => {
  const {controls, inView, folded} = made(t);
  assert.deepEqual([inView(), folded()], [['dims', 'nPos', 'base'], ['width']]);
  assert.equal(controls.querySelector('summary')?.textContent, 'More (1)');
});

test('the setting that a player moves is among those in view', (t) => {
  const {inView, folded} = made(t, {player: 'width'});
  assert.deepEqual([inView(), folded()], [['dims', 'nPos', 'width'], ['base']]);
});

test('another preset has other controls; what was unfolded stays so', (t) => {
  const {own, controls, switches, settings, inView} = made(t);
  const details = /** @type {FakeElement} */ (controls.querySelector('details'));
  details.open = true;
  own.makeAgain();
  own.show(settings, 'one', '');
  assert.equal(controls.querySelector('details')?.open, true);
  own.show(settings, 'two', 'mixed');
  assert.deepEqual([inView(), own.faults], [['width'], ['mixed']]);
  const chosen = (/** @type {FakeElement} */ part) =>
    part.querySelectorAll('.key.chosen').map((key) => key.textContent);
  assert.deepEqual(chosen(controls), ['second']);
  assert.match(chosen(switches).join(), /^mixed/);
});

test('a page that offers nothing hides both parts, and says so to the style', (t) => {
  const {figure, controls, switches} = made(t, {offers: () => false});
  assert.deepEqual([controls.hidden, switches.hidden, figure.className], [true, true, '']);
  const all = made(t);
  assert.deepEqual([all.controls.hidden, all.switches.hidden], [false, false]);
  assert.equal(all.figure.className, 'with-switches with-side');
  const noFaults = made(t, {offers: (name) => name !== 'fault'});
  assert.deepEqual([noFaults.controls.hidden, noFaults.switches.hidden], [false, true]);
  assert.equal(noFaults.figure.className, 'with-side');
});

test('a locked control can be read only, the others can be set', (t) => {
  const {controls, set} = made(t, {locked: 'n-pos'});
  const locked = controls.querySelectorAll('input[disabled]').map(({name}) => name);
  assert.deepEqual(locked.filter(Boolean), ['nPos']);
  const base = /** @type {FakeElement} */ (controls.querySelector('input[name=base]'));
  base.value = '7';
  base.fire('input');
  assert.deepEqual(set, [['base', '7']]);
});

test('of the switches the first ten have a digit, and a fault has its source', (t) => {
  fakeDom(t);
  const names = Array.from({length: 11}, (_, k) => `f${k + 1}`);
  const faults = Object.fromEntries(names.map((name) => [name, {label: name, source}]));
  const control = faultSwitches(names, /** @type {any} */ (faults), () => {});
  const element = /** @type {FakeElement} */ (/** @type {unknown} */ (control.element));
  assert.deepEqual(
    element.querySelectorAll('kbd').map((key) => key.textContent),
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
  );
  assert.equal(element.querySelectorAll('a.source').length, 11);
  assert.equal(element.querySelectorAll('.sound').length, 1);
});

test('a digit chooses the fault at its place, where it is neither written nor taken', (t) => {
  fakeDom(t);
  for (const name of ['HTMLSelectElement', 'HTMLTextAreaElement'])
    Object.assign(globalThis, {[name]: class {}});
  t.after(() => ['HTMLSelectElement', 'HTMLTextAreaElement'].map((name) => Reflect.deleteProperty(globalThis, name))); // biome-ignore format: one thought
  const chosen = (/** @type {object} */ event, names = ['swapped', 'mixed'], type = 'radio') => {
    const target = Object.assign(new FakeElement('input'), {type});
    return faultOfKey(/** @type {any} */ ({composedPath: () => [target], ...event}), names);
  };
  const keys = ['0', '1', '2', '3', 'a'].map((key) => chosen({key}));
  assert.deepEqual(keys, ['', 'swapped', 'mixed', undefined, undefined]);
  assert.equal(chosen({key: '0'}, []), undefined);
  assert.equal(chosen({key: '1'}, ['swapped'], 'number'), undefined);
  for (const more of ['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'])
    assert.equal(chosen({key: '1', [more]: true}), undefined, more);
});

// The bar at the top: what opens and closes its menus.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {startMenu} from '../../../web/page/menu.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

/** @param {import('node:test').TestContext} t */
function page(t) {
  const {body, page: focus} = fakeDom(t);
  const make = (/** @type {string} */ tag, name = '') =>
    Object.assign(new FakeElement(tag, focus), {className: name});
  const [bar, button] = [make('div', 'bar'), make('button', 'menu-button')];
  const menus = ['Chapters', 'Tools'].map((text) => {
    const [menu, summary] = [make('details'), make('summary')];
    summary.append(text);
    menu.append(summary, make('a'));
    return menu;
  });
  const elsewhere = make('main');
  bar.append(button, ...menus);
  body.append(bar, elsewhere);
  startMenu();
  const open = (/** @type {FakeElement} */ menu) => {
    menu.open = true;
    menu.fire('toggle');
  };
  const state = () => [button.getAttribute('aria-expanded'), bar.classList.contains('open'), ...menus.map((menu) => menu.open)]; // biome-ignore format: one thought
  return {bar, button, menus, elsewhere, open, state, focus};
}

test('one menu is open at a time, and a press elsewhere closes it', (t) => {
  const {menus, elsewhere, open, state} = page(t);
  open(menus[0]);
  open(menus[1]);
  assert.deepEqual(state(), [null, false, false, true]);
  menus[1].fire('pointerdown');
  assert.deepEqual(state(), [null, false, false, true], 'a press in the bar closes nothing');
  elsewhere.fire('pointerdown');
  assert.deepEqual(state(), ['false', false, false, false]);
});

test('the button of a phone shows all, and so does not a second press, nor one elsewhere', (t) => {
  const {button, elsewhere, state} = page(t);
  button.click();
  assert.deepEqual(state(), ['true', true, false, false]);
  button.click();
  assert.deepEqual(state(), ['false', false, false, false]);
  button.click();
  elsewhere.fire('pointerdown');
  assert.deepEqual(state(), ['false', false, false, false]);
});

test('Escape closes the open menu first, then the bar, and the focus goes to what opened it', (t) => {
  const {bar, button, menus, open, state, focus} = page(t);
  button.click();
  open(menus[1]);
  bar.fire('keydown', {key: 'a'});
  assert.deepEqual(state(), ['true', true, false, true]);
  bar.fire('keydown', {key: 'Escape'});
  assert.deepEqual(state(), ['true', true, false, false]);
  assert.equal(focus.active?.textContent, 'Tools');
  bar.fire('keydown', {key: 'Escape'});
  assert.deepEqual(state(), ['false', false, false, false]);
  assert.equal(focus.active, button);
});

test('a menu closes when the focus leaves the bar, not when it moves in it', (t) => {
  const {bar, menus, elsewhere, open, state} = page(t);
  open(menus[0]);
  bar.fire('focusout', {relatedTarget: menus[1]});
  assert.equal(state()[2], true);
  bar.fire('focusout', {relatedTarget: elsewhere});
  assert.equal(state()[2], false);
});

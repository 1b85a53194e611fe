// @ts-check
// One figure on the whole screen, for a room: large type, and keys that a presenter's remote control has too.
import {adoptStyle, button, html, t} from '../../dom.js';
import css from '../../style/present.css';

/** @import {Figure} from './figure.js' */

/** The keys in the presentation; those of remote controls are the arrows, PageUp and PageDown, B and the full stop. */
const KEYS = /** @type {Record<string, keyof Presentation>} */ ({
  ArrowRight: 'next',
  PageDown: 'next',
  ArrowLeft: 'previous',
  PageUp: 'previous',
  b: 'blacken',
  '.': 'blacken',
  t: 'changeTheme',
  s: 'showSettings',
  p: 'leave',
});
const ARROWS = /^Arrow/;

/** @type {Presentation | null} */
let current = null;
/** Kept from one presentation to the next; '' is the page's. */
let scheme = '';

/** @param {Figure} figure */
export function togglePresentation(figure) {
  if (current) current.leave();
  else current = new Presentation(figure);
}

/**
 * The states that a figure is led through: those of its attribute data-states, each the attributes over the
 * figure's own as in an address, `fault=mixed&d-model=64`, with blanks between; otherwise as it should be, and
 * each of its faults.
 *
 * @param {Figure} figure
 * @returns {Record<string, string>[]}
 */
export function statesOf(figure) {
  const given = figure.dataset.states?.trim();
  if (given)
    return given.split(/\s+/).map((state) => Object.fromEntries(new URLSearchParams(state)));
  return ['', ...figure.faults].map((fault) => ({fault}));
}

class Presentation {
  #figure;
  #dialog = html('dialog', 'present', {'aria-label': t('Presentation'), tabindex: '-1'});
  #said = html('output', 'state');
  #frame;
  /** Holds the figure's place in the page. */
  #place = html('div', 'place');
  #scroll = [scrollX, scrollY];
  #focused = /** @type {HTMLElement | null} */ (document.activeElement);
  #step = -1;
  /** @type {Record<string, string | null>} what the figure was given, before the first step */
  #given = {};

  /** @param {Figure} figure */
  constructor(figure) {
    const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
    this.#figure = figure;
    this.#frame = /** @type {HTMLElement} */ (root.querySelector('figure'));
    this.#focused = /** @type {HTMLElement | null} */ (root.activeElement ?? this.#focused);
    for (const name of this.#names) this.#given[name] = figure.getAttribute(name);
    adoptStyle(root, css);
    this.#place.style.blockSize = `${this.#frame.offsetHeight}px`;
    this.#frame.before(this.#place);
    this.#place.after(this.#dialog);
    this.#dialog.append(this.#frame, this.#bar());
    this.#dialog.style.colorScheme = scheme;
    this.#dialog.addEventListener('keydown', (event) => this.#key(event), {capture: true});
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.leave();
    });
    this.#dialog.addEventListener('click', () => this.#dialog.classList.remove('black'), {
      capture: true,
    });
    this.#dialog.showModal();
    this.#dialog.focus();
    dispatchEvent(new Event('themechange'));
  }

  get #names() {
    return /** @type {typeof Figure} */ (this.#figure.constructor).stateAttributes;
  }

  #bar() {
    const press = (
      /** @type {string} */ text,
      /** @type {string} */ key,
      /** @type {string} */ name,
    ) => {
      const element = button(text, () => this[KEYS[key]]());
      element.setAttribute('aria-label', name);
      element.title = name;
      return element;
    };
    return html(
      'div',
      'present-bar',
      {role: 'group', 'aria-label': t('Presentation')},
      this.#said,
      press('←', 'ArrowLeft', t('Previous state')),
      press('→', 'ArrowRight', t('Next state')),
      press('S', 's', t('Settings (S)')),
      press('B', 'b', t('Black (B)')),
      press('T', 't', t('Light or dark (T)')),
      press('Esc', 'p', t('Leave (Esc)')),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isTyped = target.matches('input[type="text"], input[type="number"], select');
    if (isTyped && key !== 'Escape' && !key.startsWith('Page')) return;
    // arrows belong to what has the focus and knows them: a picture, a control, an open menu
    if (ARROWS.test(key) && target.closest('input, .stage, .share-menu, [role="slider"]')) return;
    const isBlack = this.#dialog.classList.contains('black');
    if (key === 'Escape') {
      if (target.closest('.share-menu')) return; // closes that
      this.leave();
    } else if (isBlack) this.#dialog.classList.remove('black');
    else if (key in KEYS) this[KEYS[key]]();
    else if (/^\d$/.test(key)) this.#break(Number(key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} digit 0: as it should be */
  #break(digit) {
    const {faults} = this.#figure;
    if (digit <= faults.length) this.#show({fault: digit === 0 ? '' : faults[digit - 1]});
  }

  next() {
    this.#go(this.#step + 1);
  }

  previous() {
    this.#go(this.#step - 1);
  }

  /** @param {number} step */
  #go(step) {
    const states = statesOf(this.#figure);
    const fault = this.#figure.faultName;
    if (this.#step < 0) {
      // the first step starts from the state on the screen
      const at = states.findIndex((state) => (state.fault ?? '') === fault);
      step += Math.max(0, at) + 1;
      if (step < 0) step = 0;
    }
    this.#step = Math.max(0, Math.min(states.length - 1, step));
    this.#show(states[this.#step]);
    this.#said.textContent = t('State {n} of {of}', {n: this.#step + 1, of: states.length});
  }

  /** @param {Record<string, string>} state attributes over those that the figure was given */
  #show(state) {
    const faultless = {...this.#given, fault: ''};
    const {fault, ...wanted} = /** @type {Record<string, string | null>} */ ({
      ...faultless,
      ...state,
    });
    for (const [name, value] of Object.entries(wanted)) {
      if (!this.#names.includes(name)) continue;
      if (value === null) this.#figure.removeAttribute(name);
      else if (value !== this.#figure.getAttribute(name)) this.#figure.setAttribute(name, value);
    }
    this.#figure.change('fault', fault ?? ''); // tells the page
  }

  blacken() {
    this.#dialog.classList.toggle('black');
  }

  showSettings() {
    this.#dialog.classList.toggle('with-settings');
  }

  changeTheme() {
    const isDark = getComputedStyle(this.#figure).colorScheme.trim();
    const page = isDark.includes(' ')
      ? matchMedia('(prefers-color-scheme: dark)').matches
        ? 'dark'
        : 'light'
      : isDark;
    scheme = (scheme || page) === 'dark' ? 'light' : 'dark';
    this.#dialog.style.colorScheme = scheme;
    dispatchEvent(new Event('themechange'));
  }

  /** Gives the page back as it was: its place and what had the focus. */
  leave() {
    current = null;
    this.#place.replaceWith(this.#frame);
    this.#dialog.close();
    this.#dialog.remove();
    dispatchEvent(new Event('themechange'));
    scrollTo({left: this.#scroll[0], top: this.#scroll[1], behavior: 'instant'});
    this.#focused?.focus({preventScroll: true});
  }
}

// @ts-check
// What an exercise gives to those who ask: hints in steps, a solution, and why it is right.
import {html} from '../../dom.js';
import {addressOf} from './address-of.js';
import {afterPassElement} from './after-pass.js';
import {scrollingText} from './verdict-view.js';

/** @import {Exercise} from './exercise-panel.js' */

/** @param {string} html ours, from the bank @param {string} className */
export function htmlElement(html, className) {
  const element = document.createElement('div');
  element.className = className;
  element.innerHTML = html;
  return element;
}

/** A solution, and what explains it after it, in whatever order they were opened; the hints, to be put elsewhere. */
export class Help {
  element = document.createElement('div');
  hints = document.createElement('ol');
  #solution = document.createElement('div');
  #explanation = document.createElement('div');
  #after = document.createElement('div');
  #exercise;

  /** @param {Exercise} exercise @param {{hasSolution?: boolean}} [options] hasSolution: false hides every way to write it */
  constructor(exercise, {hasSolution = true} = {}) {
    this.#exercise = hasSolution ? exercise : {...exercise, other: undefined};
    this.element.className = 'more';
    this.hints.className = 'hints';
    this.hints.setAttribute('aria-label', 'Hints');
    this.hints.hidden = true;
    this.element.append(this.#solution, this.#after, this.#explanation);
  }

  /** How many hints are open. */
  get nHints() {
    return this.hints.childElementCount;
  }

  /** How many hints are left. */
  get nLeft() {
    return this.#exercise.about.hints.length - this.nHints;
  }

  /** @returns {string} the hint */
  addHint() {
    if (this.nLeft <= 0) return '';
    const hint = this.#exercise.about.hints[this.nHints];
    this.hints.append(html('li', 'hint', {}, hint));
    this.hints.hidden = false;
    return hint;
  }

  explain() {
    if (this.#explanation.childElementCount > 0) return;
    const {explanation, links} = this.#exercise.about;
    const element = htmlElement(explanation, 'explanation');
    const paragraph = document.createElement('p');
    for (const {href, text} of links) {
      const link = document.createElement('a');
      Object.assign(link, {href: addressOf(href), textContent: text});
      paragraph.append(link, ' ');
    }
    element.append(paragraph);
    this.#explanation.append(element);
  }

  /** After a pass: laws, another way, and what is asked next. */
  async showAfter() {
    if (this.#after.childElementCount > 0) return;
    const element = await afterPassElement(this.#exercise);
    if (this.#after.childElementCount === 0) this.#after.append(element);
  }

  showSolution() {
    if (this.#solution.childElementCount > 0) return;
    this.#solution.className = 'solution';
    this.#solution.append(
      html('p', 'label', {}, 'One solution of many'),
      scrollingText(this.#exercise.solution, 'code', 'A solution'),
    );
    this.explain();
  }
}

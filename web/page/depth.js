// @ts-check
// How deep the reader wants to go: one choice for all sections that have levels, each with its own switch.
import {storage} from './storage.js';

const LEVELS = ['plain', 'basic', 'intermediate', 'advanced'];
const DEFAULT = 'basic';

/** @param {(change: () => void, anchor: Element) => void} keepPlace */
export function startDepth(keepPlace) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('.depth input')]);
  const show = (/** @type {string} */ level) => {
    document.documentElement.dataset.level = level;
    for (const input of inputs) input.checked = input.value === level;
  };
  const stored = storage.get('level') ?? DEFAULT;
  show(LEVELS.includes(stored) ? stored : DEFAULT);
  for (const input of inputs) {
    input.addEventListener('change', () => {
      storage.set('level', input.value);
      keepPlace(() => show(input.value), input);
    });
  }
}

// @ts-check
// The layers of a model as cells: a letter and a colour for each group of equal layers, a border for what
// they see, a hatch where nothing rotates, a dot for sinks. A cell chooses its group.

import {t} from '../../../dom.js';
import {N_SERIES} from '../../../draw/theme.js';
import {layerSentence, letterOf} from './group-words.js';

/** @import {Group, Layer} from './layers.js' */
/** @import {File} from './model.js' */

const HELP =
  'Border: solid where a layer sees all tokens, dashed for a window or chunk, dotted for a state. Hatched: nothing rotates. Dot: sinks. The letter is the row of the table below; choose a layer to see the curves of its group.';

export class LayerStrip {
  element = document.createElement('div');
  #title = document.createElement('p');
  #row = document.createElement('div');
  #says = document.createElement('p');
  #help = document.createElement('p');
  /** @type {HTMLButtonElement[]} */
  #cells = [];
  /** @type {string[]} */
  #sentences = [];
  #at = 0;
  #onChoose;

  /** @param {(group: number) => void} onChoose */
  constructor(onChoose) {
    this.#onChoose = onChoose;
    this.element.className = 'layer-strip';
    this.#title.className = 'panel-title';
    this.#row.className = 'layer-row';
    this.#row.setAttribute('role', 'group');
    this.#says.className = 'layer-says';
    this.#says.ariaHidden = 'true'; // each cell has these words as its name
    this.#help.className = 'layer-help';
    this.#help.textContent = t(HELP);
    this.element.append(this.#title, this.#row, this.#says, this.#help);
    this.#row.addEventListener('keydown', (event) => this.#key(event));
    for (const type of ['focusin', 'pointerover']) {
      this.#row.addEventListener(type, (event) => this.#look(event));
    }
  }

  /** @param {File} file */
  show({list, groups, group}) {
    this.#title.textContent = t('The {n} layers', {n: list.length});
    this.#row.ariaLabel = t('The {n} layers', {n: list.length});
    const groupOf = new Map(groups.flatMap(({layers}, k) => layers.map((layer) => [layer, k])));
    const tones = tonesOf(groups);
    this.#sentences = list.map((_, k) => {
      const own = Number(groupOf.get(k));
      return t(layerSentence(k, groups[own], own));
    });
    while (this.#cells.length > list.length) this.#cells.pop()?.remove();
    while (this.#cells.length < list.length) this.#add();
    list.forEach((layer, k) => {
      const own = Number(groupOf.get(k));
      this.#fill(this.#cells[k], {layer, k, own, tone: tones[own], isChosen: own === group});
    });
    this.#at = Math.min(this.#at, list.length - 1);
    this.#rove(this.#at);
    this.#says.textContent = this.#sentences[groups[group].layers[0]];
  }

  #add() {
    const cell = document.createElement('button');
    cell.type = 'button';
    const parts = [document.createElement('span'), document.createElement('b')];
    for (const part of parts) part.ariaHidden = 'true';
    const spoken = document.createElement('i');
    cell.append(...parts, spoken);
    const k = this.#cells.length;
    cell.addEventListener('click', () => {
      this.#rove(k);
      this.#onChoose(Number(cell.dataset.group));
    });
    this.#cells.push(cell);
    this.#row.append(cell);
  }

  /**
   * @param {HTMLButtonElement} cell
   * @param {{layer: Layer, k: number, own: number, tone: number | null, isChosen: boolean}} what
   */
  #fill(cell, {layer, k, own, tone, isChosen}) {
    cell.children[0].textContent = String(k);
    cell.children[1].textContent = letterOf(own);
    cell.children[2].textContent = this.#sentences[k];
    cell.ariaPressed = String(isChosen);
    cell.dataset.group = String(own);
    cell.dataset.sees = layer.sees;
    cell.classList.toggle('still', layer.rotaryDim === 0);
    cell.classList.toggle('sinks', layer.sinks);
    const colour = tone === null ? 'var(--pe-muted)' : `var(--pe-series-${tone + 1})`;
    cell.style.setProperty('--tone', colour);
  }

  /** Only one cell is a stop of the Tab key. @param {number} to */
  #rove(to) {
    this.#at = to;
    this.#cells.forEach((cell, k) => {
      cell.tabIndex = k === to ? 0 : -1;
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const {key, ctrlKey, metaKey, altKey} = event;
    const step = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity}[key];
    if (step === undefined || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    this.#rove(Math.max(0, Math.min(this.#cells.length - 1, this.#at + step)));
    this.#cells[this.#at].focus();
  }

  /** @param {Event} event */
  #look(event) {
    const cell = /** @type {Element} */ (event.target).closest('button');
    const k = this.#cells.indexOf(/** @type {HTMLButtonElement} */ (cell));
    if (k >= 0) this.#says.textContent = this.#sentences[k];
  }
}

/**
 * A colour for each way to rotate; none where nothing rotates.
 *
 * @param {Group[]} groups
 * @returns {(number | null)[]}
 */
function tonesOf(groups) {
  /** @type {Map<string, number>} */
  const known = new Map();
  return groups.map(({layer: {rotaryDim, base, rule, headDim}}) => {
    if (rotaryDim === 0) return null;
    const key = JSON.stringify([rotaryDim, base, rule, headDim]);
    const tone = known.get(key) ?? known.size % N_SERIES;
    known.set(key, tone);
    return tone;
  });
}

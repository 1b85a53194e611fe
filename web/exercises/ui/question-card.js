// @ts-check
// A question to be answered in words. The answer comes first, then the points that a good one names.
import {adoptStyle, button, HostElement, html} from '../../dom.js';
import {followScheme} from '../../page-scheme.js';
import elementCss from '../../style/element.css';
import css from '../../style/exercise.css';
import {work} from './store.js';

const WORDS = {new: 'new', tried: 'begun', partial: 'compared', solved: 'every point named'};
const SAVE_MS = 400;
const LEAST_ANSWER = 20; // characters, so that the points are not opened by accident

/**
 * <question-card question="ID" source="QA1"> around a paragraph .question, a list of points, perhaps a
 * paragraph .correction, and a .model answer with its derivation and further questions: a reader without scripts has them as they are.
 */
export class QuestionCard extends HostElement {
  static tag = 'question-card';

  /** @param {CustomElementRegistry} [registry] */
  static define(registry = customElements) {
    if (!registry.get(this.tag)) registry.define(this.tag, this);
  }

  #details = html('details');
  #progress = html('span', 'progress');
  #answer = html('textarea');
  #points = html('div', 'points');
  #live = html('p', 'state');
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #left = new AbortController();

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    adoptStyle(root, elementCss);
    adoptStyle(root, css);
    followScheme(root);
    root.append(this.#details);
  }

  connectedCallback() {
    if (this.#details.childElementCount === 0) this.#lay();
    this.#left = new AbortController();
    const {signal} = this.#left;
    const end = work.watch((id, isImport) => {
      if (id === this.key) this.#show(isImport && this.#timer === undefined); // what is being written here is newer
    });
    signal.addEventListener('abort', end);
    addEventListener('pagehide', () => this.#keepNow(), {signal});
    this.#show(true);
  }

  disconnectedCallback() {
    this.#keepNow();
    this.#left.abort();
  }

  /** Its name among the work that is kept. */
  get key() {
    return `question-${this.getAttribute('question') ?? ''}`;
  }

  get #question() {
    return this.querySelector('.question')?.textContent ?? '';
  }

  #lay() {
    const summary = html('summary');
    const source = html('span', 'facts', {}, this.getAttribute('source') ?? '');
    summary.append(html('span', 'name', {}, this.#question), source, this.#progress);
    Object.assign(this.#answer, {
      rows: 5,
      placeholder: 'Say it as you would say it to a colleague.',
    });
    this.#answer.className = 'words';
    this.#answer.setAttribute('aria-label', `Your answer: ${this.#question}`);
    this.#answer.addEventListener('input', () => this.#keepSoon());
    this.#answer.addEventListener('blur', () => this.#keepNow());
    const compare = button('Compare', () => this.#compare());
    this.#live.setAttribute('role', 'status');
    this.#points.hidden = true;
    const row = html('div', 'buttons');
    row.append(compare, this.#live);
    const body = html('div');
    const box = html('div', 'editor');
    box.append(this.#answer);
    body.append(box, row, this.#points);
    this.#details.append(summary, body);
    this.#layPoints();
  }

  #layPoints() {
    const list = html('ul', 'ticks');
    for (const point of this.querySelectorAll(':scope > ul > li')) {
      const tick = html('input');
      tick.type = 'checkbox';
      tick.addEventListener('change', () => this.#tick());
      const label = html('label');
      label.append(
        tick,
        ...[...point.querySelectorAll('span')].map((text) => text.cloneNode(true)),
      );
      const item = html('li');
      item.append(
        label,
        ' ',
        ...[...point.querySelectorAll('a')].map((link) => link.cloneNode(true)),
      );
      list.append(item);
    }
    this.#points.append(
      html('p', 'muted', {}, 'A good answer says this. Tick what yours has.'),
      list,
    );
    const correction = this.querySelector('.correction');
    if (correction) this.#points.append(correction.cloneNode(true));
    const model = this.querySelector('.model');
    if (model) this.#points.append(model.cloneNode(true));
  }

  get #ticks() {
    return [...this.#points.querySelectorAll('input')];
  }

  /** @param {boolean} isWhole also the answer and the ticks, which else are newer than what is kept */
  #show(isWhole) {
    const entry = work.read(this.key);
    const progress = entry?.progress ?? 'new';
    this.#progress.textContent = WORDS[progress];
    this.#progress.dataset.progress = progress;
    if (!isWhole) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#answer.value = entry?.code ?? '';
    for (const [k, tick] of this.#ticks.entries())
      tick.checked = entry?.ticked?.includes(k) ?? false;
    this.#points.hidden = progress === 'new' || progress === 'tried';
    this.#count();
  }

  #count() {
    const n = this.#ticks.filter(({checked}) => checked).length;
    const of = this.#ticks.length;
    this.#live.textContent = this.#points.hidden ? '' : `Your answer names ${n} of ${of} points.`;
  }

  #keepSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep('tried'), SAVE_MS);
  }

  #keepNow() {
    if (this.#timer !== undefined) this.#keep('tried');
  }

  /** @param {import('./store.js').Entry['progress']} progress */
  #keep(progress) {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ticked = this.#ticks.flatMap(({checked}, k) => (checked ? [k] : []));
    work.write(this.key, {code: this.#answer.value, progress, ticked});
  }

  #compare() {
    if (this.#answer.value.trim().length < LEAST_ANSWER) {
      this.#live.textContent = 'Write your answer first, if only a sentence of it.';
      this.#answer.focus();
      return;
    }
    this.#points.hidden = false;
    this.#keep('partial');
    this.#count();
  }

  #tick() {
    this.#keep(this.#ticks.every(({checked}) => checked) ? 'solved' : 'partial');
    this.#count();
  }
}

// @ts-check
// A closed exercise: its name, its length, how far the learner is. Opening it loads the rest.
import {nameProblems, wrongNames} from '../../attribute-names.js';
import {setBaseUrl} from '../../core/lab-files.js';
import {adoptStyle, HostElement, html, keepKeys} from '../../dom.js';
import {followScheme} from '../../page-scheme.js';
import elementCss from '../../style/element.css';
import css from '../../style/exercise.css';
import fullPageCss from '../../style/full-page.css';
import {enterFullPage, followAddresses, leaveFullPage, nextExercise} from './full-page.js';
import {work} from './store.js';

const WORDS = {new: 'new', tried: 'tried', partial: 'partly solved', solved: 'solved'};

/** @param {number} level 1 to 3 */
function levelElement(level) {
  const dots = html('span', '', {'aria-hidden': 'true'}, '●'.repeat(level) + '○'.repeat(3 - level));
  return html('span', 'facts level', {}, dots, html('span', 'spoken', {}, `level ${level} of 3`));
}

/**
 * <exercise-card exercise="ID" heading="…" topic="RoPE" level="1" minutes="15">: what stands inside
 * is shown until it is opened. The attribute `open` opens it at once; with `full-page` it fills the window while it is
 * open, and its address is its id. A teacher's page may set `hide="hints solution"`, and `attempts="3"`, of which
 * `attempts-used` counts those that were made. After each check `poslab-result` says what came of it (ExerciseResult).
 */
export class ExerciseCard extends HostElement {
  static tag = 'exercise-card';

  /** What a page may set. */
  static attributes = [
    'exercise',
    'heading',
    'topic',
    'level',
    'minutes',
    'open',
    'full-page',
    'hide',
    'attempts',
    'attempts-used',
    'base-url',
  ];

  static observedAttributes = wrongNames(this.attributes).map(([wrong]) => wrong);

  /** @param {CustomElementRegistry} [registry] */
  static define(registry = customElements) {
    if (!registry.get(this.tag)) registry.define(this.tag, this);
  }

  #details = document.createElement('details');
  #progress = document.createElement('span');
  #body = document.createElement('div');
  /** What its page has written wrong. */
  #notice = html('p', 'notice bad');
  /** @type {import('./exercise-panel.js').ExercisePanel | null} */
  #panel = null;
  #unwatch = () => {};

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    adoptStyle(root, elementCss);
    adoptStyle(root, css);
    adoptStyle(root, fullPageCss);
    followScheme(root);
    this.#notice.hidden = true;
    root.append(this.#details, this.#notice);
    keepKeys(this);
    this.#details.addEventListener('toggle', () => {
      if (this.#details.open) this.#open();
      if (!this.isFullPage) return;
      this.toggleAttribute('shown', this.#details.open);
      if (this.#details.open) enterFullPage(this);
      else leaveFullPage(this);
    });
  }

  attributeChangedCallback() {
    const problems = nameProblems(this, ExerciseCard.attributes);
    this.#notice.textContent = problems.join(' ');
    this.#notice.hidden = problems.length === 0;
  }

  connectedCallback() {
    const base = this.getAttribute('base-url');
    if (base !== null) setBaseUrl(base);
    if (this.#details.childElementCount === 0) this.#lay();
    this.#showProgress();
    this.#unwatch = work.watch((id) => {
      if (id === this.exercise) this.#showProgress();
    });
    if (this.hasAttribute('open')) this.#details.open = true;
    if (this.isFullPage) followAddresses();
  }

  disconnectedCallback() {
    this.#unwatch();
    this.#panel?.close();
    this.#panel = null;
    this.#details.open = false;
  }

  /** How many checks are left; Infinity where the page does not limit them. */
  get attemptsLeft() {
    const most = this.getAttribute('attempts');
    const used = Number(this.getAttribute('attempts-used') ?? 0);
    return most === null ? Number.POSITIVE_INFINITY : Math.max(0, Number(most) - used);
  }

  /** One check has been made. */
  countAttempt() {
    this.setAttribute('attempts-used', String(Number(this.getAttribute('attempts-used') ?? 0) + 1));
  }

  /** Whether the page hides this from the learner. @param {'hints' | 'solution'} what */
  hides(what) {
    return (this.getAttribute('hide') ?? '').split(/[\s,]+/).includes(what);
  }

  get exercise() {
    return this.getAttribute('exercise') ?? '';
  }

  set exercise(id) {
    this.setAttribute('exercise', id);
  }

  /** Whether it fills the window while it is open. */
  get isFullPage() {
    return this.hasAttribute('full-page');
  }

  /** Opens it, and goes there. */
  show() {
    this.#details.open = true;
    this.#panel?.offerCode(); // a new one does by itself
    this.focus();
    if (!this.isFullPage) this.scrollIntoView();
  }

  close() {
    this.#details.open = false;
  }

  /** Its line in the list, which opens and closes it. */
  focus() {
    this.#details.querySelector('summary')?.focus();
  }

  #lay() {
    const summary = document.createElement('summary');
    const name = document.createElement('span');
    name.className = 'name';
    name.textContent = this.getAttribute('heading') ?? this.exercise;
    const [topic, level, minutes] = ['topic', 'level', 'minutes'].map((attribute) =>
      this.getAttribute(attribute),
    );
    const fact = (/** @type {string} */ className, /** @type {string | null} */ text) =>
      text === null ? [] : [html('span', `facts ${className}`, {}, text)];
    const facts = [
      ...fact('topic', topic),
      ...(level === null ? [] : [levelElement(Number(level))]),
      ...fact('minutes', minutes && `${minutes} min`),
    ];
    this.#progress.className = 'progress';
    summary.append(name, ...facts, this.#progress);
    this.#body.append(document.createElement('slot'));
    this.#details.append(summary, this.#body);
  }

  #showProgress() {
    const progress = work.read(this.exercise)?.progress ?? 'new';
    this.#progress.textContent = WORDS[progress];
    this.#progress.dataset.progress = progress;
  }

  async #open() {
    if (this.#panel && !this.#panel.isStale) return;
    if (this.#panel) this.#body.replaceChildren(document.createElement('slot'));
    this.#panel?.close();
    this.#panel = null;
    try {
      const [{ExercisePanel}, {loadExercise}] = await Promise.all([
        import('./exercise-panel.js'),
        import('../bank.js'),
      ]);
      const exercise = await loadExercise(this.exercise);
      if (this.#panel || !this.isConnected) return;
      const next = this.isFullPage ? () => nextExercise(this) : null;
      this.#panel = new ExercisePanel(exercise, {next, card: this});
      this.#body.replaceChildren(this.#panel.element);
    } catch (error) {
      const line = document.createElement('p');
      line.className = 'bad';
      line.textContent = `This exercise could not be loaded: ${error instanceof Error ? error.message : error}. Close it and open it again to try once more; some browsers only try again after a reload of the page.`;
      this.#body.replaceChildren(document.createElement('slot'), line);
    }
  }
}

// @ts-check
// A closed exercise: its name, its length, how far the learner is. Opening it loads the rest.
import {adoptStyle} from '../../dom.js';
import elementCss from '../../style/element.css';
import css from '../../style/exercise.css';
import {work} from './store.js';

const WORDS = {new: 'new', tried: 'tried', partial: 'partly solved', solved: 'solved'};

/**
 * <exercise-card exercise="ID" source="EX-004-1" heading="…" level="1" minutes="15">: what stands inside
 * is shown until it is opened. The attribute `open` opens it at once.
 */
export class ExerciseCard extends HTMLElement {
  static tag = 'exercise-card';

  /** @param {CustomElementRegistry} [registry] */
  static define(registry = customElements) {
    if (!registry.get(this.tag)) registry.define(this.tag, this);
  }

  #details = document.createElement('details');
  #progress = document.createElement('span');
  #body = document.createElement('div');
  /** @type {import('./exercise-panel.js').ExercisePanel | null} */
  #panel = null;
  #unwatch = () => {};

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    adoptStyle(root, elementCss);
    adoptStyle(root, css);
    root.append(this.#details);
    this.#details.addEventListener('toggle', () => {
      if (this.#details.open) this.#open();
    });
  }

  connectedCallback() {
    if (this.#details.childElementCount === 0) this.#lay();
    this.#showProgress();
    this.#unwatch = work.watch((id) => {
      if (id === this.exercise) this.#showProgress();
    });
    if (this.hasAttribute('open')) this.#details.open = true;
  }

  disconnectedCallback() {
    this.#unwatch();
    this.#panel?.close();
    this.#panel = null;
    this.#details.open = false;
  }

  get exercise() {
    return this.getAttribute('exercise') ?? '';
  }

  /** Opens it, and goes there. */
  show() {
    this.#details.open = true;
    this.#details.querySelector('summary')?.focus();
    this.scrollIntoView();
  }

  #lay() {
    const summary = document.createElement('summary');
    const name = document.createElement('span');
    name.className = 'name';
    name.textContent = this.getAttribute('heading') ?? this.exercise;
    const facts = document.createElement('span');
    facts.className = 'facts';
    const [source, level, minutes] = ['source', 'level', 'minutes'].map((attribute) =>
      this.getAttribute(attribute),
    );
    facts.textContent = [level && `level ${level} of 3`, minutes && `about ${minutes} min`, source]
      .filter(Boolean)
      .join(' · ');
    this.#progress.className = 'progress';
    summary.append(name, facts, this.#progress);
    this.#body.append(document.createElement('slot'));
    this.#details.append(summary, this.#body);
  }

  #showProgress() {
    const progress = work.read(this.exercise)?.progress ?? 'new';
    this.#progress.textContent = WORDS[progress];
    this.#progress.dataset.progress = progress;
  }

  async #open() {
    if (this.#panel) return;
    try {
      const [{ExercisePanel}, {loadExercise}] = await Promise.all([
        import('./exercise-panel.js'),
        import('../bank.js'),
      ]);
      const exercise = await loadExercise(this.exercise);
      if (this.#panel || !this.isConnected) return;
      this.#panel = new ExercisePanel(exercise);
      this.#body.replaceChildren(this.#panel.element);
    } catch (error) {
      const line = document.createElement('p');
      line.className = 'bad';
      line.textContent = `This exercise could not be loaded: ${error instanceof Error ? error.message : error}. Close it and open it again to try once more; some browsers only try again after a reload of the page.`;
      this.#body.replaceChildren(document.createElement('slot'), line);
    }
  }
}

// @ts-check
// All work of the room: how far it is, and the file that it can be saved to and loaded from.
import css from '../style/exercise.css';
import {download} from './download.js';
import {work} from './store.js';

const MOST_BYTES = 20e6;
const FILE = 'poslab-work.json';
const UNKEPT =
  'This page may not keep anything in your browser, as in a frame of another site or a private window: your work lasts until you leave. Save it as a file before you go.';

/** @param {string} tag @param {string} [className] @param {string} [text] */
function element(tag, className = '', text = '') {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/** @param {string} text @param {() => void} onPress */
function button(text, onPress) {
  const made = element('button', '', text);
  made.setAttribute('type', 'button');
  made.addEventListener('click', onPress);
  return made;
}

/** @param {number} n @param {string} one */
const counted = (n, one) => `${n} ${one}${n === 1 ? '' : 's'}`;

/** <work-bar>: of the exercises and questions that stand in its page. */
export class WorkBar extends HTMLElement {
  static tag = 'work-bar';

  /** @param {CustomElementRegistry} [registry] */
  static define(registry = customElements) {
    if (!registry.get(this.tag)) registry.define(this.tag, this);
  }

  #sentence = element('p', 'name');
  #meter = document.createElement('progress');
  #status = element('div', 'status');
  #problems = element('div', 'problems');
  #file = document.createElement('input');
  #unwatch = () => {};

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    root.append(this.#lay());
  }

  connectedCallback() {
    this.#unwatch = work.watch(() => this.#show());
    this.#show();
  }

  disconnectedCallback() {
    this.#unwatch();
  }

  #lay() {
    const box = element('section', 'work');
    box.setAttribute('aria-label', 'Your work');
    this.#meter.setAttribute('aria-label', 'Exercises solved');
    this.#status.setAttribute('role', 'status');
    Object.assign(this.#file, {type: 'file', accept: '.json,application/json', hidden: true});
    this.#file.addEventListener('change', () => this.#load());
    const row = element('div', 'buttons');
    row.append(
      button('Save all work as a file', () => download(FILE, work.exportText())),
      button('Load a file', () => this.#file.click()),
      this.#file,
    );
    box.append(this.#sentence, this.#meter);
    if (!work.isKept) box.append(element('p', 'unkept', UNKEPT));
    box.append(row, this.#status, this.#problems);
    return box;
  }

  #show() {
    const of = (/** @type {string} */ name, /** @type {string} */ prefix) =>
      [...document.querySelectorAll(`${name}-card`)].map(
        (card) => work.read(prefix + card.getAttribute(name))?.progress ?? 'new',
      );
    const exercises = of('exercise', '');
    const questions = of('question', 'question-');
    const n = (/** @type {string[]} */ list, /** @type {string[]} */ ...states) =>
      list.filter((state) => states.includes(state)).length;
    const begun = n(exercises, 'tried', 'partial');
    this.#sentence.textContent =
      `${n(exercises, 'solved')} of ${counted(exercises.length, 'exercise')} solved, ${begun} begun; ` +
      `${n(questions, 'partial', 'solved')} of ${counted(questions.length, 'question')} answered.`;
    this.#meter.max = Math.max(1, exercises.length);
    this.#meter.value = n(exercises, 'solved');
    this.#showProblems();
  }

  #showProblems() {
    const {problems} = work;
    this.#problems.replaceChildren(...problems.map((problem) => element('p', 'bad', problem)));
    if (problems.length === 0) return;
    const settle = () => {
      work.settle();
      this.#show();
    };
    this.#problems.append(button('I have read this', settle));
  }

  async #load() {
    const file = this.#file.files?.[0];
    this.#file.value = ''; // so that the same file can be chosen again
    if (!file) return;
    try {
      if (file.size > MOST_BYTES) throw new Error(`It has ${file.size} bytes, more than 20 MB.`);
      this.#take(file.name, await file.text());
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#say(true, `${file.name} was not loaded, and nothing has changed. ${why}`);
    }
  }

  /** @param {string} name @param {string} text */
  #take(name, text) {
    const replaced = work.replacedBy(text);
    const question = `What you have of ${replaced.join(', ')} differs from the file. Replace it?`;
    if (replaced.length && !confirm(question)) {
      this.#say(false, `${name} was not loaded, and nothing has changed.`);
      return;
    }
    const {taken, dropped} = work.importText(text);
    const lines = dropped.map((line) => `Dropped: ${line}.`);
    this.#say(
      dropped.length > 0,
      `${name}: ${counted(taken.length, 'entry').replace('entrys', 'entries')} loaded.`,
      ...lines,
    );
  }

  /** @param {boolean} isBad @param {string[]} lines */
  #say(isBad, ...lines) {
    const className = isBad ? 'bad' : 'muted';
    this.#status.replaceChildren(...lines.map((line) => element('p', className, line)));
  }
}

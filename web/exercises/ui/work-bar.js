// @ts-check
// All work of a reader: the progress, and the file that it can be saved to and loaded from.
import {adoptStyle, button, HostElement, html} from '../../dom.js';
import {followScheme} from '../../page-scheme.js';
import {saveFile} from '../../save-file.js';
import elementCss from '../../style/element.css';
import css from '../../style/exercise.css';
import {TOPICS} from '../topics.js';
import {attempts, dueAt} from './attempts.js';
import {readWork, work} from './store.js';

const [MOST_BYTES, MOST_LINES] = [20e6, 10];
const FILE = 'poslab-work.json';
const UNKEPT =
  'This page may not keep anything in your browser, as in a frame of another site or a private window: your work lasts until you leave. Save it as a file before you go.';

/** @param {string[][]} options value and text of each */
function choice(options) {
  const select = html('select');
  for (const [value, text] of options) select.append(new Option(text, value));
  return select;
}

/** @param {string[]} names */
const listed = (names) =>
  names.slice(0, MOST_LINES).join(', ') +
  (names.length > MOST_LINES ? ` and ${names.length - MOST_LINES} more` : '');

/** @param {readonly string[]} lines @returns {string[]} */
const few = (lines) =>
  lines.length > MOST_LINES
    ? [...lines.slice(0, MOST_LINES), `And ${lines.length - MOST_LINES} more.`]
    : [...lines];

/** @import {WorkFile} from './store.js' */
/** @typedef {Element & {show?: () => void}} Card */

/** @param {string} [name] */
const cardsOf = (name = 'exercise') =>
  /** @type {Card[]} */ ([...document.querySelectorAll(`${name}-card`)]);

/** @param {Element} card an exercise's */
const entryOf = (card) => work.read(card.getAttribute('exercise') ?? '');

/** @param {Element} card */
const progressOf = (card) => entryOf(card)?.progress ?? 'new';

/** What was begun last, or else the first that is new. @returns {Card | undefined} */
function nextCard() {
  const begun = cardsOf().filter((card) => ['tried', 'partial'].includes(progressOf(card)));
  const at = (/** @type {Card} */ card) => entryOf(card)?.at ?? '';
  begun.sort((a, b) => (at(a) < at(b) ? 1 : -1));
  return begun[0] ?? cardsOf().find((card) => progressOf(card) === 'new');
}

/** @typedef {(value: string, card: Card) => boolean} Filter whether a card is what was chosen */

/** What the list can be cut down to: each with its choices, and which cards are of one. */
const FILTERS = {
  topic: {
    label: 'Topic',
    options: [['all', 'Every topic'], ...TOPICS.map((topic) => [topic, topic])],
    isOf: /** @type {Filter} */ ((value, card) => card.getAttribute('topic') === value),
  },
  level: {
    label: 'Level',
    options: [
      ['all', 'Every level'],
      ['1', '●○○ Level 1'],
      ['2', '●●○ Level 2'],
      ['3', '●●● Level 3'],
    ],
    isOf: /** @type {Filter} */ ((value, card) => card.getAttribute('level') === value),
  },
  minutes: {
    label: 'Time',
    options: [
      ['all', 'Any length'],
      ['15', 'Up to 15 min'],
      ['25', 'Up to 25 min'],
      ['35', 'Up to 35 min'],
    ],
    isOf: /** @type {Filter} */ (
      (value, card) => Number(card.getAttribute('minutes')) <= Number(value)
    ),
  },
  state: {
    label: 'State',
    options: [
      ['all', 'Solved or not'],
      ['open', 'Not solved yet'],
      ['begun', 'Begun'],
      ['solved', 'Solved'],
    ],
    isOf: /** @type {Filter} */ ((value, card) => STATES[value](progressOf(card))),
  },
};

/** @type {Record<string, (progress: string) => boolean>} */
const STATES = {
  open: (progress) => progress !== 'solved',
  begun: (progress) => ['tried', 'partial'].includes(progress),
  solved: (progress) => progress === 'solved',
};

/** @param {number} n @param {string} one */
const counted = (n, one) => `${n} ${one}${n === 1 ? '' : 's'}`;

/** <work-bar>: of the exercises and questions in its page. */
export class WorkBar extends HostElement {
  static tag = 'work-bar';

  /** @param {CustomElementRegistry} [registry] */
  static define(registry = customElements) {
    if (!registry.get(this.tag)) registry.define(this.tag, this);
    if (!document.querySelector('practice-set')) return; // it is in the page of exercises alone
    import('./practice-set.js').then(({PracticeSet}) => PracticeSet.define(registry));
    import('./lesson-opener.js').then(({LessonOpener}) => LessonOpener.define(registry));
  }

  #sentence = html('p', 'name');
  #meter = html('progress');
  #status = html('div', 'status');
  #problems = html('div', 'problems');
  #file = html('input');
  #next = html('p');
  #due = html('p');
  #skills = html('dl', 'skills');
  #shown = html('span', 'muted');
  #choices = Object.values(FILTERS).map(({label, options, isOf}) => ({
    label,
    isOf,
    select: choice(options),
  }));
  #unwatch = () => {};
  #isLate = false;

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    adoptStyle(root, elementCss);
    adoptStyle(root, css);
    followScheme(root);
    root.append(this.#lay());
  }

  connectedCallback() {
    this.#unwatch = work.watch(() => this.#showSoon());
    this.#show();
  }

  disconnectedCallback() {
    this.#unwatch();
  }

  #lay() {
    const box = html('section', 'work');
    box.setAttribute('aria-label', 'Your work');
    this.#meter.setAttribute('aria-label', 'Exercises solved');
    this.#status.setAttribute('role', 'status');
    Object.assign(this.#file, {type: 'file', accept: '.json,application/json', hidden: true});
    this.#file.addEventListener('change', () => this.#load());
    const row = html('div', 'buttons');
    row.append(
      button('Save work', () => saveFile(FILE, work.exportText({attempts: attempts.all()}))),
      button('Load work', () => this.#file.click()),
      this.#file,
    );
    box.append(this.#sentence, this.#meter);
    if (!work.isKept) box.append(html('p', 'unkept', {}, UNKEPT));
    const choices = html('div', 'filters', {role: 'group', 'aria-label': 'Exercises shown'});
    for (const {label, select} of this.#choices) {
      select.addEventListener('change', () => this.#choose());
      choices.append(html('label', '', {}, label, select));
    }
    this.#shown.setAttribute('role', 'status');
    choices.append(this.#shown);
    const skills = html(
      'details',
      '',
      {},
      html('summary', '', {}, 'Progress by topic'),
      this.#skills,
    );
    box.append(this.#next, this.#due, skills, choices, row, this.#status, this.#problems);
    return box;
  }

  /** Hides the exercises that were not asked for, and the sections that have no other. */
  #choose() {
    for (const card of cardsOf()) {
      const isShown = this.#choices.every(
        ({select, isOf}) => select.value === 'all' || isOf(select.value, card),
      );
      card.toggleAttribute('hidden', !isShown);
    }
    for (const section of new Set(cardsOf().map((card) => card.closest('section')))) {
      const isEmpty = !section?.querySelector('exercise-card:not([hidden])');
      section?.toggleAttribute('hidden', isEmpty);
    }
    const n = cardsOf().filter((card) => !card.hasAttribute('hidden')).length;
    this.#shown.textContent = n === cardsOf().length ? '' : `${n} of ${cardsOf().length} shown.`;
  }

  #showNext() {
    const card = nextCard();
    const link = html('a', '', {}, card?.getAttribute('heading') ?? '');
    link.setAttribute('href', `#${card?.id}`);
    link.addEventListener('click', () => {
      for (const {select} of this.#choices) select.value = 'all';
      this.#choose();
      card?.show?.();
    });
    const verb = card && progressOf(card) !== 'new' ? 'Go on with ' : 'Next: ';
    this.#next.replaceChildren(...(card ? [verb, link] : []));
  }

  /** Once for all changes of one moment: a file may bring a thousand. */
  #showSoon() {
    if (this.#isLate) return;
    this.#isLate = true;
    queueMicrotask(() => {
      this.#isLate = false;
      this.#show();
    });
  }

  #show() {
    const of = (/** @type {string} */ name, /** @type {string} */ prefix) =>
      cardsOf(name).map((card) => work.read(prefix + card.getAttribute(name))?.progress ?? 'new');
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
    this.#showNext();
    this.#showDue();
    this.#showSkills();
    this.#showProblems();
  }

  /** What failed and is due again today. */
  #showDue() {
    const now = Date.now();
    const due = cardsOf().filter((card) => {
      const at = dueAt(attempts.of(card.getAttribute('exercise') ?? ''));
      return at !== null && at <= now;
    });
    const links = due.flatMap((card, k) => [
      ...(k ? [', '] : []),
      html('a', '', {href: `#${card.id}`}, card.getAttribute('heading') ?? card.id),
    ]);
    this.#due.replaceChildren(...(due.length ? ['Once more today: ', ...links] : []));
  }

  #showSkills() {
    const rows = TOPICS.flatMap((topic) => {
      const cards = cardsOf().filter((card) => card.getAttribute('topic') === topic);
      if (cards.length === 0) return [];
      const n = cards.filter((card) => progressOf(card) === 'solved').length;
      const meter = html('progress', '', {'aria-label': `${topic} solved`});
      meter.max = cards.length;
      meter.value = n;
      return [html('dt', '', {}, topic), html('dd', '', {}, `${n} of ${cards.length}`, meter)];
    });
    this.#skills.replaceChildren(...rows);
  }

  #showProblems() {
    const {problems} = work;
    const lines = few(problems);
    this.#problems.replaceChildren(...lines.map((problem) => html('p', 'bad', {}, problem)));
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
      this.#take(file.name, readWork(await file.text()));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#say(true, `${file.name} was not loaded, and nothing has changed. ${why}`);
    }
  }

  /** @param {string} name @param {WorkFile} content */
  #take(name, content) {
    const replaced = work.replacedBy(content);
    if (replaced.length === 0) this.#import(name, content);
    else this.#ask(replaced, name, content);
  }

  /** In the page: a frame of another site may open no dialog. @param {string[]} replaced @param {string} name @param {WorkFile} content */
  #ask(replaced, name, content) {
    this.#say(
      false,
      `${name}: what you have of ${listed(replaced)} differs from the file. Replace it?`,
    );
    const row = html('div', 'buttons');
    const keep = button('Keep mine', () =>
      this.#say(false, `${name} was not loaded, and nothing has changed.`),
    );
    row.append(
      keep,
      button('Replace', () => this.#import(name, content)),
    );
    this.#status.append(row);
    keep.focus();
  }

  /** @param {string} name @param {WorkFile} content */
  #import(name, content) {
    for (const id of work.replacedBy(content))
      attempts.putAway(id, work.read(id)?.code ?? '', `${name} was loaded in its place.`);
    const {taken, dropped, nUnkept = 0} = work.importText(content);
    attempts.take(content.attempts); // after the code, which needs the room first
    this.#say(
      dropped.length > 0,
      `${name}: ${taken.length} ${taken.length === 1 ? 'entry' : 'entries'} loaded.`,
      ...(nUnkept > 0 ? [`${nUnkept} of them will be gone when you leave: the browser has no room for more.`] : []),
      ...few(dropped.map((line) => `Dropped: ${line}.`)),
    ); // biome-ignore format: one thought
  }

  /** @param {boolean} isBad @param {string[]} lines */
  #say(isBad, ...lines) {
    const className = isBad ? 'bad' : 'muted';
    this.#status.replaceChildren(...lines.map((line) => html('p', className, {}, line)));
  }
}

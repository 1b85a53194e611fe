// @ts-check
// Practice against the clock: chooses a set, shows how far it is, and at its end all verdicts with the questions
// that an interviewer asks next.
import {adoptStyle, button, HostElement, html} from '../../dom.js';
import {followScheme} from '../../page-scheme.js';
import elementCss from '../../style/element.css';
import css from '../../style/exercise.css';
import {TOPICS} from '../topics.js';
import {attempts, dueAt} from './attempts.js';
import {setClock} from './set-clock.js';
import {spokenTime} from './stopwatch.js';
import {work} from './store.js';
import {chooseExercises, KINDS, timedSet} from './timed-set.js';

/** @import {HandedIn} from './timed-set.js' */

const TAG = 'practice-set';
const HEADS = {pass: 'Passed', partial: 'Partly right', fail: 'Not yet', error: 'Python stopped'};
const MARKS = {pass: '✓', partial: '◑', fail: '✗', error: '✗'};

/** Those of the bank: a set outlives the lesson that is open now. */
const cards = () => [
  ...document.querySelectorAll(':not(lesson-opener) > exercise-card[full-page]'),
];

/** @param {string} id @returns {string} */
const titleOf = (id) =>
  cards()
    .find((card) => card.id === id)
    ?.getAttribute('heading') ?? id;

/** What is due comes before what is new, that before what is solved. @param {string} id */
function rankOf(id) {
  const due = dueAt(attempts.of(id));
  if (due !== null && due <= Date.now()) return 0;
  return work.read(id)?.progress === 'solved' ? 2 : 1;
}

/** <practice-set>: of the exercises in its page. It comes with the bar for all work. */
export class PracticeSet extends HostElement {
  /** @param {CustomElementRegistry} [registry] */
  static define(registry = customElements) {
    if (!registry.get(TAG)) registry.define(TAG, this);
  }

  #box = html('section', 'work', {'aria-label': 'Against the clock', tabindex: '-1'});
  #topic = html('select');
  #hide = html('input', '', {type: 'checkbox'});
  #drawn = new AbortController();
  #unwatch = () => {};
  #wasRunning = false;

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    adoptStyle(root, elementCss);
    adoptStyle(root, css);
    followScheme(root);
    root.append(this.#box);
    this.#topic.append(new Option('Every topic', ''), ...TOPICS.map((one) => new Option(one, one)));
  }

  connectedCallback() {
    this.#unwatch = timedSet.watch(() => this.#show());
    this.#show();
  }

  disconnectedCallback() {
    this.#unwatch();
    this.#drawn.abort();
  }

  #show() {
    this.#drawn.abort();
    this.#drawn = new AbortController();
    const {state} = timedSet;
    if (!state) this.#box.replaceChildren(...this.#choice());
    else if (timedSet.isRunning) this.#box.replaceChildren(...this.#progress());
    else this.#box.replaceChildren(...this.#report());
    const hasEnded = this.#wasRunning && state?.isOver === true;
    this.#wasRunning = timedSet.isRunning;
    if (hasEnded) this.#come();
  }

  /** To the report, after an exercise that was open has been closed. */
  #come() {
    if (location.hash) location.hash = this.id;
    setTimeout(() => {
      this.scrollIntoView({block: 'start', behavior: 'instant'});
      this.#box.focus({preventScroll: true});
    }, 100);
  }

  #choice() {
    const row = html('div', 'buttons');
    for (const [kind, {label}] of Object.entries(KINDS)) {
      row.append(button(label, () => this.#start(kind)));
    }
    const topic = html('label', '', {}, 'Topic ', this.#topic);
    const hide = html('label', '', {}, this.#hide, ' Hide the clock');
    return [
      html('p', 'name', {}, 'Practise against the clock'),
      html(
        'p',
        'muted',
        {},
        'No hints, no verdict before the end. What failed before comes first. At the end: every verdict, and what an interviewer asks next, with model answers.',
      ),
      row,
      html('p', 'options', {}, topic, ' ', hide),
    ];
  }

  /** @param {string} kind */
  #start(kind) {
    const facts = cards().map((card) => ({
      id: card.id,
      topic: card.getAttribute('topic') ?? '',
      minutes: Number(card.getAttribute('minutes')),
    }));
    const ids = chooseExercises(facts, {kind, topic: this.#topic.value || null, rankOf});
    if (ids.length === 0) return;
    timedSet.start(kind, ids, this.#hide.checked);
    location.hash = ids[0];
  }

  #progress() {
    const {ids, done, kind} = /** @type {NonNullable<typeof timedSet.state>} */ (timedSet.state);
    const list = html('ol');
    for (const id of ids) {
      const word = Object.hasOwn(done, id) ? ' · handed in' : '';
      list.append(html('li', '', {}, html('a', '', {href: `#${id}`}, titleOf(id)), word));
    }
    const row = html('div', 'buttons');
    row.append(
      button('End the set', () => timedSet.finish()),
      setClock(this.#drawn.signal),
    );
    return [html('p', 'name', {}, `Your set: ${KINDS[kind].label}`), list, row];
  }

  #report() {
    const {ids, done, kind, code} = /** @type {NonNullable<typeof timedSet.state>} */ (
      timedSet.state
    );
    const nPassed = ids.filter((id) => done[id]?.status === 'pass').length;
    const row = html('div', 'buttons');
    row.append(button('Choose another set', () => timedSet.clear()));
    const parts = ids.map((id) => reportOf(id, done[id], code[id]));
    const head = `${KINDS[kind].label}: ${nPassed} of ${ids.length} passed`;
    return [html('p', 'name', {}, head), ...parts, row];
  }
}

/** Where code of the set is that was not handed in. @param {string} id @param {string} code */
const placeOf = (id, code) =>
  work.read(id)?.code === code
    ? 'What you wrote is in the exercise.'
    : 'What you wrote is kept: open the exercise, press More, then Attempts.';

/** @param {string} id @param {HandedIn | undefined} answer @param {string | undefined} code what was written */
function reportOf(id, answer, code) {
  const box = html('div', 'verdict');
  box.dataset.status = answer?.status ?? 'fail';
  const head = html('p', 'verdict-head', {}, html('a', '', {href: `#${id}`}, titleOf(id)));
  head.dataset.mark = answer ? MARKS[answer.status] : '✗';
  const said = answer
    ? `${HEADS[answer.status]}, ${spokenTime(answer.seconds)} of work`
    : 'Not handed in';
  head.append(html('span', 'muted', {}, said));
  box.append(head);
  if (answer) box.append(html('p', '', {}, answer.sentence));
  else if (code !== undefined) box.append(html('p', '', {}, placeOf(id, code)));
  addFollowUps(id, box);
  return box;
}

/** @param {string} id @param {HTMLElement} box grows when they have come */
async function addFollowUps(id, box) {
  try {
    const [{loadExercise}, {followUpList}] = await Promise.all([
      import('../bank.js'),
      import('./after-pass.js'),
    ]);
    const after = await (await loadExercise(id)).after?.();
    if (after) box.append(followUpList(after.default.followUps));
  } catch {
    box.append(html('p', 'muted', {}, 'The follow-up questions could not be loaded.'));
  }
}

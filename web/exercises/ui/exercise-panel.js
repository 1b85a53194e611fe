// @ts-check
// An open exercise: the task, the editor, the output of a run, and the verdict.

import {button, html} from '../../dom.js';
import {themeProbe, watchTheme} from '../../draw/theme.js';
import {saveFile} from '../../save-file.js';
import {asCell} from '../grading/as-cell.js';
import {callText} from '../grading/case-text.js';
import {casesOf} from '../grading/cases.js';
import {grade} from '../grading/grader.js';
import {canNameChange, nameChange} from '../grading/name-change.js';
import {nameMistake} from '../grading/name-mistake.js';
import {CaseRandom} from '../grading/random.js';
import {DEFAULT_LIMIT_MS, MOST_LIMIT_MS} from '../runtime/sandbox.js';
import {attemptList} from './attempt-list.js';
import {attempts} from './attempts.js';
import {actionButton, dropDown, enable} from './button.js';
import {calmText} from './calm-text.js';
import {editorIn} from './editor.js';
import {Help, htmlElement} from './help.js';
import {printerTo} from './printed-lines.js';
import {pyplotElement} from './pyplot-view.js';
import {exercismResults, scoreOf} from './results.js';
import {setClock} from './set-clock.js';
import {shareElement, takeCode} from './share.js';
import {fullCore, oneAtATime, sandbox, watchSandbox} from './shared-python.js';
import {SparePython} from './spare-python.js';
import {Stopwatch} from './stopwatch.js';
import {work} from './store.js';
import {timedSet} from './timed-set.js';
import {scrollingText, verdictElement} from './verdict-view.js';

/** @import {View} from '../../views/index.js' */
/** @import {Case, Check, Verdict} from '../grading/grader.js' */
/** @import {PythonError} from '../runtime/python.js' */
/** @import {RunResult, SandboxState} from '../runtime/sandbox.js' */
/** @import {FollowUp} from '../schema.js' */

/**
 * An exercise of the bank, as the bundle brings it.
 *
 * @typedef {{about: {id: string, title: string, file: string, signature: string, prompt: string,
 *   hints: string[], explanation: string, links: {href: string, text: string}[]},
 *   starter: string, solution: string, check: Check,
 *   checkOf?: (options: {cases: Case[], run: RunResult, runCode: (code: string, steps: any[]) => Promise<RunResult>}) => Promise<Check>,
 *   other?: () => Promise<{default: string}>, mistakes?: () => Promise<{default: string}>, after?: () => Promise<{default: {followUps: FollowUp[]}}>}} Exercise
 *   other: the solution written in another way; mistakes: its mistakes.py; checkOf: where the truth has to be run first
 */

const SAVE_MS = 400;

/** Where the page has its timed sets. */
const SET = 'against-the-clock';
const NOT_WRITTEN = 'Not written yet';

const NAMING = 'Looking for the mistake that gives your numbers …';
const LOOKING = 'Looking for the one change that makes the difference …';

const UNKEPT = 'This page may not keep anything here: save your code before you leave.';
const FULL = 'Your browser has no room to keep what you wrote: save your code before you leave.';

/** A task that is longer than its part of the window is scrolled by the keyboard too. */
const SCROLLING_TASK = {tabindex: '0', role: 'region', 'aria-label': 'Task'};

/** @type {Record<SandboxState, string>} */
const STATES = {
  idle: '',
  loading: 'Loading Python …',
  starting: 'Starting Python …',
  ready: 'Python is ready.',
  running: 'Another exercise is running.',
  failed: 'Python could not be started. Press Check to try again.',
};

/** A long one is broken between its arguments. @param {string} signature */
function signatureElement(signature) {
  const element = html('p', 'signature');
  const parts = signature.split(/(?<=\()/);
  element.append(...parts.flatMap((part) => [part, html('wbr')]));
  return element;
}

/**
 * What a teacher's page may say of an exercise: <exercise-card> does.
 *
 * @typedef {{attemptsLeft: number, countAttempt: () => void, hides: (what: 'hints' | 'solution') => boolean}} Terms
 *
 * @typedef {{exercise: string, status: Verdict['status'], sentence: string, score: number, hints: number, sawSolution: boolean,
 *   exercism: ReturnType<typeof exercismResults>, version: string}} ExerciseResult score: the part of the tests that pass
 */

/** @type {Terms} */
const FREE = {attemptsLeft: Number.POSITIVE_INFINITY, countAttempt() {}, hides: () => false};
/** The build's; it is not there where modules run from source. */
const VERSION = /** @type {any} */ (globalThis).POSLAB_VERSION ?? 'from source';

/** The parts of a panel of which a narrow window shows one. */
const PARTS = {task: 'Task', code: 'Code', result: 'Result'};

/** @typedef {keyof typeof PARTS} Part */

export class ExercisePanel {
  element = html('div', 'exercise-panel');
  #exercise;
  #probe = themeProbe();
  #state = html('p', 'state');
  #live = html('p', 'live');
  #output = html('div');
  /** The box for a call of the reader's own, which stays while it runs. */
  #own = html('div');
  #help;
  #loading = html('progress');
  #unkept = html('p', 'unkept');
  #limit = html('input');
  #buttons = {
    check: actionButton('Check', () => this.#press(true)),
    run: actionButton('Run the file', () => this.#press(false)),
    stop: actionButton('Stop', () => this.#isRunning && sandbox.stop()),
    hint: actionButton('Hint', () => this.#hint()),
    solution: actionButton('Show the solution', () => this.#showSolution()),
    reset: actionButton('Start over', () => this.#reset()),
    results: actionButton('Save results', () => this.#saveResults()),
    attempts: actionButton('Attempts', () => this.#showAttempts()),
    share: actionButton('Share', () => this.#share()),
    own: actionButton('Your own call', () => this.#showOwnCall()),
  };
  /** @type {import('./editor.js').Editor} */
  #editor;
  /** @type {View[]} */
  #drawn = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {{verdict: Verdict, printed: string} | null} */
  #last = null;
  #left = new AbortController();
  #stopwatch = new Stopwatch(this.#left.signal);
  /** Whether it is one of a timed set: no hints, and no verdict before the end. */
  #isTimed;
  #ownCall = '';
  /** What judged the last check: that of the exercise, or of its lesson. @type {Check} */
  #check;
  /** Ends the search for a change of the solution. */
  #endSearch = () => {};
  #isBusy = false;
  #isRunning = false;
  /** An answer to a timed set is checked to its end, also when its panel has been left. */
  #isHandingIn = false;
  /** What “Start over” put away. @type {string | null} */
  #putAway = null;
  #next;
  #terms = FREE;
  /** @type {HTMLElement | null} */
  #tabGroup = null;

  /**
   * @param {Exercise} exercise
   * @param {{next?: (() => {title: string, href: string} | null) | null, card?: Terms}} [place] next: where it fills the window,
   *   what comes after this exercise
   */
  constructor(exercise, {next = null, card = FREE} = {}) {
    this.#terms = card;
    const {about, starter} = exercise;
    this.#exercise = exercise;
    this.#check = exercise.check;
    this.#isTimed = timedSet.has(about.id);
    this.#help = new Help(exercise, {hasSolution: !card.hides('solution')});
    this.#next = next;
    const box = html('div', 'editor');
    this.#editor = editorIn(box, {
      code: this.#kept ?? starter,
      label: `Python code of the exercise ${about.title}; Control-Enter checks it`,
      onChange: () => this.#keepSoon(),
      onRun: () => this.#press(true),
      onFocus: () => this.#warm(),
    });
    this.#lay(box);
    this.#watch(box);
    const nHints = Math.min(work.read(about.id)?.hints ?? 0, about.hints.length);
    const hasHints = !this.#isTimed && this.#hasHints;
    for (let k = 0; k < nHints && hasHints; k++) this.#help.addHint();
    this.#countHints();
    this.offerCode();
  }

  /** Whether a timed set has begun or ended since it was made. */
  get isStale() {
    return this.#isTimed !== timedSet.has(this.#exercise.about.id);
  }

  /** What was written here before. @returns {string | undefined} */
  get #kept() {
    const {id} = this.#exercise.about;
    return this.#isTimed ? timedSet.codeOf(id) : work.read(id)?.code;
  }

  /** @param {HTMLElement} box the editor's */
  #watch(box) {
    const {signal} = this.#left;
    const ends = [
      watchSandbox((state, progress) => this.#showState(state, progress)),
      work.watch((id, isImport) => {
        if (isImport && !this.#isTimed && id === this.#exercise.about.id) this.#takeOver();
      }),
      timedSet.watch(() => {
        // what is being written here is newer than what another tab has kept
        if (this.#isTimed && !this.isStale && this.#timer === undefined) this.#takeOver();
      }),
    ];
    signal.addEventListener('abort', () => {
      for (const end of ends) end();
    });
    box.addEventListener('focusout', () => this.#keepNow(), {signal});
    addEventListener('pagehide', () => this.#keepNow(), {signal});
    const redraw = () => {
      for (const view of this.#drawn) view.redraw();
    };
    addEventListener('themechange', redraw, {signal});
    watchTheme(this.#probe, redraw);
  }

  /** What a file brought, or another tab wrote. */
  #takeOver() {
    const code = this.#kept ?? this.#exercise.starter;
    if (code === this.#editor.value) return;
    if (this.#timer !== undefined) this.#keepBefore(this.#editor.value); // written here, and not kept yet
    this.#editor.value = code;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#clear();
  }

  /** @param {HTMLElement} box the editor's */
  #lay(box) {
    const {prompt, signature} = this.#exercise.about;
    const isFullPage = this.#next !== null;
    const task = html('div', 'task', isFullPage ? SCROLLING_TASK : {});
    task.append(htmlElement(prompt, 'prompt'), signatureElement(signature));
    const bar = html('div', 'bar');
    bar.append(this.#buttonRow(), this.#state, this.#loading, this.#live);
    const out = html('div', 'out');
    out.append(this.#unkept, this.#own, this.#output, this.#help.element);
    if (isFullPage) task.append(this.#help.hints);
    else this.#help.element.prepend(this.#help.hints);
    if (isFullPage) this.element.append(this.#tabs());
    this.element.append(this.#probe, task, box, bar, out);
    this.#live.setAttribute('aria-live', 'polite');
    this.#state.setAttribute('role', 'status');
    this.#loading.setAttribute('aria-label', 'Loading Python');
    this.#output.className = 'output';
    this.#sayKept(true);
  }

  #buttonRow() {
    const {check, run, stop, hint, solution, reset, results, attempts, share, own} = this.#buttons;
    const limit = html('label');
    Object.assign(this.#limit, {
      type: 'number',
      min: '1',
      max: String(MOST_LIMIT_MS / 1000),
      step: '1',
      value: String(DEFAULT_LIMIT_MS / 1000),
    });
    limit.append('Seconds at most ', this.#limit);
    this.#limit.addEventListener('change', () => {
      this.#limit.value = String(this.#limitSeconds);
    });
    const row = html('div', 'buttons');
    if (this.#isTimed) {
      check.textContent = 'Hand in';
      row.append(check, run, stop, dropDown('More', own, reset, limit), this.#setButtons());
    } else {
      const help = this.#hasHints ? [hint] : [];
      const more = this.#terms.hides('solution') ? [] : [solution];
      row.append(
        ...[check, run, stop, ...help],
        dropDown('More', own, ...more, attempts, share, reset, results, limit),
      );
      this.#sayAttempts();
    }
    return row;
  }

  get #hasHints() {
    return !this.#terms.hides('hints') && this.#exercise.about.hints.length > 0;
  }

  /** The clock, and the way to the next exercise of the set. */
  #setButtons() {
    const box = html('span', 'set');
    const show = () => {
      const next = timedSet.nextOpen(this.#exercise.about.id);
      const on = next
        ? html('a', '', {href: `#${next}`}, 'Next exercise of the set')
        : html('a', '', {href: `#${SET}`}, 'To the list of the set');
      box.replaceChildren(clock, on);
    };
    const clock = setClock(this.#left.signal);
    this.#left.signal.addEventListener('abort', timedSet.watch(show));
    show();
    return box;
  }

  #tabs() {
    const group = html('div', 'tabs', {role: 'group', 'aria-label': 'Show'});
    for (const [part, text] of Object.entries(PARTS)) {
      const tab = button(text, () => this.#showPart(/** @type {Part} */ (part)));
      tab.dataset.part = part;
      group.append(tab);
    }
    this.#tabGroup = group;
    this.#showPart('task');
    return group;
  }

  /** Brings a part to the front where the window has room for one. @param {Part} part */
  #showPart(part) {
    this.element.dataset.part = part;
    for (const tab of this.#tabGroup?.children ?? []) {
      tab.setAttribute(
        'aria-pressed',
        String(/** @type {HTMLElement} */ (tab).dataset.part === part),
      );
    }
  }

  /** @param {boolean} isKept whether the last change was */
  #sayKept(isKept) {
    this.#unkept.textContent = work.isKept ? FULL : UNKEPT;
    this.#unkept.hidden = work.isKept && isKept;
  }

  get #limitSeconds() {
    const [asked, most] = [Number(this.#limit.value), MOST_LIMIT_MS / 1000];
    return asked > 0 ? Math.min(Math.max(asked, 1), most) : DEFAULT_LIMIT_MS / 1000;
  }

  /** Python is fetched when somebody begins to write. */
  #warm() {
    sandbox.start().catch(() => {}); // the state says so
  }

  /** @param {SandboxState} state @param {number} progress */
  #showState(state, progress) {
    const text = state === 'running' && this.#isRunning ? 'Running …' : STATES[state];
    if (this.#state.textContent !== text) this.#state.textContent = text; // said once
    this.#loading.hidden = state !== 'loading';
    this.#loading.value = progress;
    enable(this.#buttons.stop, state === 'running' && this.#isRunning);
    enable(this.#buttons.check, state !== 'running' && this.#terms.attemptsLeft > 0);
    enable(this.#buttons.run, state !== 'running');
  }

  #keepSoon() {
    this.#editor?.mark(null);
    if (this.#editor && this.#editor.value !== this.#exercise.starter) this.#setPutAway(null);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), SAVE_MS);
  }

  #keepNow() {
    if (this.#timer !== undefined) this.#keep();
  }

  /** @param {Partial<import('./store.js').Entry>} [change] */
  #keep(change = {}) {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const {id} = this.#exercise.about;
    const code = this.#editor.value;
    this.#sayKept(this.#isTimed ? timedSet.keep(id, code) : work.write(id, {code, ...change}));
  }

  /** @param {boolean} isCheck @param {string} [call] the reader's own, to be run after the code */
  async #press(isCheck, call = '') {
    if (this.#isBusy || sandbox.state === 'running') return;
    if (isCheck && this.#terms.attemptsLeft <= 0) return this.#read('No attempts are left.');
    this.#isBusy = true;
    this.#isHandingIn = isCheck && this.#isTimed;
    this.#keep();
    this.#clear(call !== '');
    this.#showPart('result');
    try {
      await this.#runAndShow(isCheck, call);
    } catch (error) {
      const what =
        sandbox.state === 'failed' ? 'Python could not be started' : 'It could not be checked';
      this.#output.append(
        html('p', 'bad', {}, `${what}: ${error instanceof Error ? error.message : error}`),
      );
    } finally {
      this.#isBusy = this.#isHandingIn = false;
    }
  }

  /** Whether what it runs is no longer needed. */
  get #isLeft() {
    return this.#left.signal.aborted && !this.#isHandingIn;
  }

  /** @param {boolean} isCheck @param {string} call */
  async #runAndShow(isCheck, call) {
    const {about, check} = this.#exercise;
    const pressedAt = Date.now();
    const cases = isCheck ? casesOf(check, new CaseRandom()) : [];
    const printed = scrollingText('', 'printed', 'What the code printed');
    printed.hidden = true;
    const print = printerTo(printed);
    this.#output.append(printed);
    const code = this.#editor.value;
    const run = await this.#runInOrder({
      code: call ? `${code}\n\n${call}` : code,
      file: about.file,
      steps: cases.flatMap(({steps}) => steps),
      isMain: !isCheck && !call,
      timeLimitMs: 1000 * this.#limitSeconds,
      onPrint: (text) => {
        print(text);
        printed.hidden = false;
      },
    });
    if (this.#isLeft) return;
    if (!printed.hidden) printed.append(missingOf(run));
    if (call && run.type === 'done' && run.error) run.error = inCall(run.error, about.file, code);
    const verdict =
      isCheck || run.type !== 'done' || run.error ? await this.#judge(cases, run) : null;
    if (verdict) verdict.sentence = calmText(verdict.sentence); // it may quote the learner's code
    if (run.type === 'done') this.#drawFigures(run.figures);
    const checked = isCheck ? code : null;
    if (verdict && this.#isHandingIn) this.#handIn(verdict, code, pressedAt);
    else if (verdict) this.#show(verdict, printed.textContent ?? '', checked);
    else this.#read('It ran to its end.');
    if (verdict && isCheck && !this.#isTimed) this.#nameLater(cases, run, verdict, code);
  }

  /**
   * Looks, beside what the reader does, for the one change of the solution that gives the reader's numbers, or of the
   * reader's code that gives the right ones.
   *
   * @param {Case[]} cases @param {RunResult} run @param {Verdict} verdict @param {string} code
   */
  async #nameLater(cases, run, verdict, code) {
    const {solution, about} = this.#exercise;
    if (!canNameChange(verdict, cases) || this.#terms.hides('solution')) return;
    const spare = new SparePython();
    this.#endSearch = () => spare.close();
    const line = html('p', 'muted', {role: 'status'}, LOOKING);
    this.#output.firstElementChild?.append(line);
    try {
      line.textContent = await nameChange({
        ...{check: this.#check, cases, run, verdict, solution, code},
        runCode: (changed, steps) => spare.run(changed, steps, about.file),
      });
    } catch {
      line.textContent = ''; // a second Python could not be started: the verdict stands without it
    }
    line.hidden = line.textContent === '';
    spare.close();
  }

  /** @param {import('../runtime/sandbox.js').Request} request @returns {Promise<RunResult>} */
  #runInOrder(request) {
    return oneAtATime(async () => {
      if (this.#isLeft) return {type: 'stopped'};
      this.#isRunning = true;
      try {
        return await sandbox.run(request);
      } finally {
        this.#isRunning = false;
      }
    });
  }

  /** @param {import('../grading/grader.js').Case[]} cases @param {RunResult} run */
  async #judge(cases, run) {
    const {solution, about, checkOf} = this.#exercise;
    const timeLimitMs = 1000 * this.#limitSeconds;
    const runIn =
      (/** @type {string} */ session) => (/** @type {string} */ code, /** @type {any[]} */ steps) =>
        this.#runInOrder({code, file: about.file, steps, timeLimitMs, session});
    const check = (await checkOf?.({cases, run, runCode: runIn('')})) ?? this.#exercise.check;
    this.#check = check;
    const core = await fullCore();
    const verdict = grade({core, check, cases, run});
    const mistakes = (await this.#exercise.mistakes?.())?.default;
    if (!mistakes) return verdict;
    const first = html('p', 'muted', {role: 'status'}, `${calmText(verdict.sentence)} ${NAMING}`);
    if (!this.#isTimed && verdict.status === 'fail') this.#output.append(first);
    const runCell = runIn('names');
    const named = await nameMistake({
      ...{check, cases, run, verdict, solution, mistakes, core},
      runCode: (code, steps) => runCell(asCell(code), steps),
    });
    first.remove();
    return named;
  }

  /** The verdict is kept, and shown at the end of the set. @param {Verdict} verdict @param {string} code @param {number} pressedAt */
  #handIn({status, sentence}, code, pressedAt) {
    const answer = {status, sentence, seconds: this.#stopwatch.lap(), code, pressedAt};
    timedSet.handIn(this.#exercise.about.id, answer);
    this.#output.append(
      html(
        'p',
        '',
        {},
        'Handed in. The verdict comes at the end; until then you may hand in again.',
      ),
    );
    this.#read('Handed in.');
    this.#live.classList.add('spoken');
  }

  /** @param {Verdict} verdict @param {string} code */
  #keepAttempt({status, sentence}, code) {
    if (sentence.startsWith(NOT_WRITTEN)) return;
    const seconds = this.#stopwatch.lap();
    attempts.add(this.#exercise.about.id, {
      at: new Date().toISOString(),
      ...{status, sentence, seconds, code},
    });
  }

  /** @param {Verdict} verdict @param {string} printed @param {string | null} checked the code, which may be another by now; null where it only ran */
  #show(verdict, printed, checked) {
    const {element, views} = verdictElement(verdict, this.#probe, (text) => this.#read(text));
    this.#drawn.push(...views);
    this.#output.prepend(element);
    this.#live.textContent = `${verdict.status === 'pass' ? 'Passed. ' : ''}${verdict.sentence}`;
    this.#live.classList.add('spoken'); // the verdict shows it
    if (verdict.line) this.#editor.mark(verdict.line);
    this.#last = {verdict, printed};
    if (checked === null) return;
    this.#keepAttempt(verdict, checked);
    this.#report(verdict, printed);
    const progress = /** @type {const} */ ({
      pass: 'solved',
      partial: 'partial',
      fail: 'tried',
      error: 'tried',
    })[verdict.status];
    this.#keep({progress, verdict: {status: verdict.status, sentence: verdict.sentence}});
    if (verdict.status !== 'pass') return;
    this.#help.explain();
    this.#help.showAfter();
    const next = this.#next?.();
    if (next)
      element.firstElementChild?.append(
        html('a', 'next', {href: next.href}, `Next: ${next.title}`),
      );
  }

  /** How many checks are left, on the button. */
  #sayAttempts() {
    const left = this.#terms.attemptsLeft;
    if (!Number.isFinite(left)) return;
    this.#buttons.check.textContent = `Check (${left} left)`;
    enable(this.#buttons.check, left > 0);
  }

  /** Tells the page what came of a check. A starter without code of the learner is no attempt. @param {Verdict} verdict @param {string} printed */
  #report(verdict, printed) {
    if (verdict.sentence.startsWith(NOT_WRITTEN)) return;
    this.#terms.countAttempt();
    this.#sayAttempts();
    const {id} = this.#exercise.about;
    const exercism = exercismResults({verdict, printed});
    const {status, sentence} = verdict;
    const sawSolution = work.read(id)?.hasSeenSolution ?? false;
    /** @type {ExerciseResult} */
    const detail = {
      ...{exercise: id, status, sentence, score: scoreOf(exercism), hints: this.#help.nHints},
      ...{sawSolution, exercism, version: VERSION},
    };
    const event = new CustomEvent('poslab-result', {detail, bubbles: true, composed: true});
    this.element.dispatchEvent(event);
  }

  /** @param {string} text */
  #read(text) {
    this.#live.classList.remove('spoken');
    this.#live.textContent = text;
  }

  /** @param {any[]} figures */
  #drawFigures(figures) {
    const {element, views} = pyplotElement(figures, this.#probe, (text) => this.#read(text));
    this.#drawn.push(...views);
    this.#output.append(element);
  }

  /** @param {boolean} [isCall] whether a call of the reader's own is run, whose box stays */
  #clear(isCall = false) {
    if (!isCall) this.#own.replaceChildren();
    this.#endSearch();
    for (const view of this.#drawn.splice(0)) view.remove();
    this.#output.replaceChildren();
    this.#live.textContent = '';
    this.#editor.mark(null);
  }

  // ------------------------------------------------------------------------- help

  #hint() {
    this.#read(this.#help.addHint());
    this.#live.classList.add('spoken'); // it is shown
    this.#showPart(this.#next ? 'task' : 'result');
    this.#help.hints.lastElementChild?.scrollIntoView({block: 'nearest'});
    this.#countHints();
    this.#keep({hints: this.#help.nHints});
  }

  #countHints() {
    const {nHints, nLeft} = this.#help;
    this.#buttons.hint.textContent = `Hint ${Math.min(nHints + 1, nHints + nLeft)} of ${nHints + nLeft}`;
    enable(this.#buttons.hint, nLeft > 0);
  }

  #showSolution() {
    this.#help.showSolution();
    this.#showPart('result');
    this.#help.element.scrollIntoView({block: 'nearest'});
    this.#read('The solution is below.');
    this.#keep({hasSeenSolution: true});
  }

  /** A box for a call of the reader's own; it begins with that of the first case that can be seen. */
  #showOwnCall() {
    const {about, check} = this.#exercise;
    const [first] = check.cases(new CaseRandom()).filter((item) => !item.isHidden);
    this.#ownCall ||= callText(first) ?? `print(${about.signature.split('(')[0]})`;
    const box = html('section', 'own-call', {'aria-label': 'Your own call', tabindex: '-1'});
    const area = html('textarea', '', {rows: '6', spellcheck: 'false', 'aria-label': 'Your call'});
    area.value = this.#ownCall;
    area.addEventListener('input', () => (this.#ownCall = area.value));
    const row = html('div', 'buttons');
    row.append(actionButton('Run this call', () => this.#press(false, this.#ownCall)));
    const hint =
      'It runs after your code, which is not run as a file. print() shows what it gives.';
    box.append(html('p', 'label', {}, 'Your own call'), html('p', 'muted', {}, hint), area, row);
    this.#open(box, this.#own);
  }

  #showAttempts() {
    const {id} = this.#exercise.about;
    const list = attemptList({
      id,
      codeNow: () => this.#editor.value,
      onRestore: ({code}) => this.#take(code, 'The code of that attempt is back.'),
    });
    this.#open(list);
  }

  /** Shows a part below, in the place of what was there. @param {HTMLElement} part @param {HTMLElement} [place] */
  #open(part, place = this.#output) {
    this.#clear();
    place.append(part);
    this.#showPart('result');
    part.focus();
  }

  async #share() {
    const {id} = this.#exercise.about;
    this.#open(await shareElement(id, this.#editor.value));
  }

  /** Code that came by the address is shown, and taken when the reader says so. It never runs by itself. */
  async offerCode() {
    if (!this.#next || this.#isTimed) return;
    const {id} = this.#exercise.about;
    const element = await takeCode(id, (code) => this.#take(code, 'The code is in the editor.'));
    if (!element || this.#left.signal.aborted) return;
    this.#open(element);
  }

  /** @param {string} code @param {string} sentence */
  #take(code, sentence) {
    const before = this.#editor.value;
    if (before !== code) this.#keepBefore(before);
    this.#editor.value = code;
    this.#setPutAway(before === code ? null : before);
    this.#clear();
    this.#keep();
    this.#showPart('code');
    this.#read(sentence);
  }

  /** Puts the starter back, and at the next press what it took the place of. */
  #reset() {
    const [before, {starter}] = [this.#editor.value, this.#exercise];
    this.#keepBefore(before);
    const isBack = this.#putAway === null;
    this.#editor.value = this.#putAway ?? starter;
    this.#setPutAway(isBack && before !== starter ? before : null);
    this.#clear();
    this.#keep();
    this.#read(isBack ? 'The starter is back.' : 'Your code is back.');
  }

  /** Among the attempts, what gives way to other code stays after a reload too. @param {string} code */
  #keepBefore(code) {
    const {about, starter} = this.#exercise;
    if (code === starter || code.trim() === '') return;
    attempts.putAway(about.id, code, 'Other code was put in its place.');
  }

  /** @param {string | null} code */
  #setPutAway(code) {
    this.#putAway = code;
    this.#buttons.reset.textContent = code === null ? 'Start over' : 'Bring my code back';
  }

  #saveResults() {
    if (!this.#last) {
      this.#read('There is no verdict to save yet: press Check first.');
      return;
    }
    const results = exercismResults(this.#last);
    saveFile(`${this.#exercise.about.id}-results.json`, `${JSON.stringify(results, null, 2)}\n`);
  }

  /** The element leaves the page. */
  close() {
    this.#keepNow();
    this.#clear();
    this.#endSearch();
    this.#left.abort();
    if (this.#isRunning && !this.#isHandingIn) sandbox.stop();
  }
}

/**
 * The lines of a call of the reader's own are counted from its first, and the editor has none of them.
 *
 * @param {PythonError} error of the code with the call after it @param {string} file @param {string} code
 * @returns {PythonError}
 */
function inCall(error, file, code) {
  const nBefore = code.split('\n').length + 1;
  const line = error.line !== null && error.line > nBefore ? null : error.line;
  const traceback = error.traceback.replaceAll(/File "([^"\n]*)", line (\d+)/g, (all, name, at) =>
    name === file && Number(at) > nBefore
      ? `File "your own call", line ${Number(at) - nBefore}`
      : all,
  );
  return {...error, line, traceback};
}

/** What does not stand under what was printed. @param {RunResult} run */
function missingOf(run) {
  if (run.type !== 'done') return '\n… what it printed last may be missing.';
  return run.isCut ? '\n… the rest of the output was cut.' : '';
}

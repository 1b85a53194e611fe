// @ts-check
// An open exercise: what is asked, the editor, what came of a run, and the verdict.
import {themeProbe} from '../draw/theme.js';
import {PanelView} from '../figures/panel-view.js';
import {download} from './download.js';
import {editorIn} from './editor.js';
import {grade} from './grader.js';
import {pyplotPanels} from './pyplot-panels.js';
import {CaseRandom} from './random.js';
import {exercismResults} from './results.js';
import {sandbox, watchSandbox, wholeCore} from './room.js';
import {DEFAULT_LIMIT_MS, MOST_LIMIT_MS} from './sandbox.js';
import {work} from './store.js';
import {scrollingText, textElement, verdictElement} from './verdict-view.js';

/** @import {Check, Verdict} from './grader.js' */
/** @import {RunResult, SandboxState} from './sandbox.js' */

/**
 * An exercise of the bank, as the bundle brings it.
 *
 * @typedef {{about: {id: string, title: string, file: string, signature: string, prompt: string,
 *   hints: string[], explanation: string, links: {href: string, text: string}[]},
 *   starter: string, solution: string, check: Check}} Exercise
 */

const SAVE_MS = 400;

/** @type {Record<SandboxState, (progress: number) => string>} */
const STATES = {
  idle: () => '',
  loading: (part) => `Loading Python: ${Math.round(100 * part)} %`,
  starting: () => 'Starting Python …',
  ready: () => 'Python is ready.',
  running: () => 'Running …',
  failed: () => 'Python could not be started. Press Check to try again.',
};

/** @param {string} text @param {() => void} onPress */
function button(text, onPress) {
  const element = /** @type {HTMLButtonElement} */ (textElement('button', text));
  element.type = 'button';
  element.addEventListener('click', onPress);
  return element;
}

/** @param {string} html ours, from the bank @param {string} className */
function htmlElement(html, className) {
  const element = document.createElement('div');
  element.className = className;
  element.innerHTML = html;
  return element;
}

export class Workbench {
  element = document.createElement('div');
  #exercise;
  #probe = themeProbe();
  #state = textElement('p', '', 'state');
  #live = textElement('p', '', 'live');
  #output = document.createElement('div');
  #more = document.createElement('div');
  #limit = document.createElement('input');
  #buttons = {
    check: button('Check', () => this.#press(true)),
    run: button('Run the file', () => this.#press(false)),
    stop: button('Stop', () => sandbox.stop()),
    hint: button('Hint', () => this.#hint()),
    solution: button('Show the solution', () => this.#showSolution()),
    reset: button('Start over', () => this.#reset()),
    results: button('Save results', () => this.#saveResults()),
  };
  /** @type {import('./editor.js').Editor} */
  #editor;
  /** @type {(() => void)[]} */
  #drawn = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {{verdict: Verdict, printed: string} | null} */
  #last = null;
  #left = new AbortController();
  #isBusy = false;

  /** @param {Exercise} exercise */
  constructor(exercise) {
    const {about, starter} = exercise;
    this.#exercise = exercise;
    this.element.className = 'workbench';
    const box = document.createElement('div');
    box.className = 'editor';
    this.element.append(
      this.#probe,
      htmlElement(about.prompt, 'prompt'),
      textElement('p', about.signature, 'signature'),
      box,
    );
    this.#editor = editorIn(box, {
      code: work.read(about.id)?.code ?? starter,
      label: `Python code of the exercise ${about.title}; Control-Enter checks it`,
      onChange: () => this.#keepSoon(),
      onRun: () => this.#press(true),
      onFocus: () => this.#warm(),
    });
    this.#lay();
    this.#watch(box);
    this.#buttons.hint.disabled = about.hints.length === 0;
    for (let k = 0; k < (work.read(about.id)?.hints ?? 0); k++) this.#addHint(k);
  }

  /** @param {HTMLElement} box the editor's */
  #watch(box) {
    const {signal} = this.#left;
    const ends = [
      watchSandbox((state, progress) => this.#showState(state, progress)),
      work.watch((id, isImport) => {
        if (isImport && id === this.#exercise.about.id) this.#takeOver();
      }),
    ];
    signal.addEventListener('abort', () => {
      for (const end of ends) end();
    });
    box.addEventListener('focusout', () => this.#keepNow(), {signal});
    addEventListener('pagehide', () => this.#keepNow(), {signal});
  }

  /** What a file brought. */
  #takeOver() {
    this.#editor.value = work.read(this.#exercise.about.id)?.code ?? this.#exercise.starter;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#clear();
  }

  #lay() {
    const row = document.createElement('div');
    row.className = 'buttons';
    const limit = document.createElement('label');
    Object.assign(this.#limit, {
      type: 'number',
      min: '1',
      max: String(MOST_LIMIT_MS / 1000),
      step: '1',
      value: String(DEFAULT_LIMIT_MS / 1000),
    });
    limit.append('Seconds at most ', this.#limit);
    row.append(...Object.values(this.#buttons), limit);
    this.#live.setAttribute('aria-live', 'polite');
    this.#state.setAttribute('role', 'status');
    this.#output.className = 'output';
    this.#more.className = 'more';
    this.element.append(row, this.#state, this.#live, this.#output, this.#more);
    if (!work.isKept) {
      this.element.append(
        textElement(
          'p',
          'This page may not keep anything here: save your code before you leave.',
          'muted',
        ),
      );
    }
  }

  /** Python is fetched when somebody begins to write. */
  #warm() {
    sandbox.start().catch(() => {}); // told by the state
  }

  /** @param {SandboxState} state @param {number} progress */
  #showState(state, progress) {
    this.#state.textContent = STATES[state](progress);
    this.#buttons.stop.disabled = state !== 'running';
    for (const one of [this.#buttons.check, this.#buttons.run]) one.disabled = state === 'running';
  }

  #keepSoon() {
    this.#editor?.mark(null);
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
    work.write(this.#exercise.about.id, {code: this.#editor.value, ...change});
  }

  /** @param {boolean} isCheck */
  async #press(isCheck) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#keep();
    this.#clear();
    try {
      await this.#runAndShow(isCheck);
    } catch (error) {
      const what =
        sandbox.state === 'failed'
          ? 'Python could not be started'
          : 'What came back cannot be read';
      this.#output.append(textElement('p', `${what}: ${String(error)}`, 'bad'));
    } finally {
      this.#isBusy = false;
    }
  }

  /** @param {boolean} isCheck */
  async #runAndShow(isCheck) {
    const {about, check} = this.#exercise;
    const cases = isCheck ? check.cases(new CaseRandom()) : [];
    const printed = scrollingText('', 'printed', 'What the code printed');
    this.#output.append(printed);
    const run = await sandbox.run({
      code: this.#editor.value,
      file: about.file,
      steps: cases.flatMap(({steps}) => steps),
      isMain: !isCheck,
      timeLimitMs: 1000 * (Number(this.#limit.value) || 5),
      onPrint: (text) => printed.append(text),
    });
    printed.hidden = printed.textContent === '';
    if (run.type === 'done' && run.isCut) printed.append('\n… the rest of the output was cut.');
    const verdict =
      isCheck || run.type !== 'done' || run.error ? await this.#judge(cases, run) : null;
    if (run.type === 'done') this.#drawFigures(run.figures);
    if (verdict) this.#show(verdict, printed.textContent ?? '', isCheck);
    else this.#read('It ran to its end.');
  }

  /** @param {import('./grader.js').Case[]} cases @param {RunResult} run */
  async #judge(cases, run) {
    return grade({core: await wholeCore(), check: this.#exercise.check, cases, run});
  }

  /** @param {Verdict} verdict @param {string} printed @param {boolean} isCheck */
  #show(verdict, printed, isCheck) {
    const {element, remove} = verdictElement(verdict, this.#probe, (text) => this.#read(text));
    this.#drawn.push(remove);
    this.#output.prepend(element);
    this.#live.textContent = `${verdict.status === 'pass' ? 'Passed. ' : ''}${verdict.sentence}`;
    this.#live.classList.add('spoken'); // the verdict shows it
    if (verdict.line) this.#editor.mark(verdict.line);
    this.#last = {verdict, printed};
    if (!isCheck) return;
    const progress = /** @type {const} */ ({
      pass: 'solved',
      partial: 'partial',
      fail: 'tried',
      error: 'tried',
    })[verdict.status];
    this.#keep({progress, verdict: {status: verdict.status, sentence: verdict.sentence}});
    if (verdict.status === 'pass') this.#explain();
  }

  /** @param {string} text */
  #read(text) {
    this.#live.classList.remove('spoken');
    this.#live.textContent = text;
  }

  /** @param {any[]} figures */
  #drawFigures(figures) {
    const {panels, titles, missing} = pyplotPanels(figures);
    for (const title of titles) this.#output.append(textElement('p', title, 'panel-title'));
    for (const panel of panels) {
      const view = new PanelView(this.#probe, (text) => this.#read(text));
      this.#output.append(view.element);
      view.show(panel);
      this.#drawn.push(() => view.remove());
    }
    if (missing.length) {
      this.#output.append(textElement('p', `Not drawn here: ${missing.join(', ')}.`, 'muted'));
    }
  }

  #clear() {
    for (const remove of this.#drawn.splice(0)) remove();
    this.#output.replaceChildren();
    this.#live.textContent = '';
    this.#editor.mark(null);
  }

  // ------------------------------------------------------------------------- help

  /** @param {number} k */
  #addHint(k) {
    const {hints} = this.#exercise.about;
    if (k >= hints.length) return;
    this.#more.append(textElement('p', `Hint ${k + 1} of ${hints.length}: ${hints[k]}`, 'hint'));
    this.#buttons.hint.disabled = k + 1 >= hints.length;
  }

  #hint() {
    const k = this.#more.querySelectorAll('.hint').length;
    this.#addHint(k);
    this.#keep({hints: k + 1});
  }

  #explain() {
    if (this.#more.querySelector('.explanation')) return;
    const {explanation, links} = this.#exercise.about;
    const element = htmlElement(explanation, 'explanation');
    for (const {href, text} of links) {
      const link = document.createElement('a');
      Object.assign(link, {href, textContent: text});
      element.append(link, ' ');
    }
    this.#more.append(element);
  }

  #showSolution() {
    if (this.#more.querySelector('.solution')) return;
    const element = document.createElement('div');
    element.className = 'solution';
    element.append(
      textElement('p', 'One solution of many:', 'muted'),
      scrollingText(this.#exercise.solution, '', 'A solution'),
    );
    this.#more.append(element);
    this.#explain();
    this.#keep({hasSeenSolution: true});
  }

  #reset() {
    if (!confirm('Put the starter back? What you have written here is lost.')) return;
    this.#editor.value = this.#exercise.starter;
    this.#clear();
    this.#keep();
  }

  #saveResults() {
    const {about} = this.#exercise;
    const verdict = this.#last?.verdict ?? {
      status: /** @type {const} */ ('fail'),
      sentence: 'Not checked yet.',
    };
    const results = exercismResults({verdict, printed: this.#last?.printed});
    download(
      `${about.id}-results.json`,
      `${JSON.stringify(results, null, 2)}\n`,
      'application/json',
    );
  }

  /** The element leaves the page. */
  close() {
    this.#keepNow();
    this.#clear();
    this.#left.abort();
  }
}

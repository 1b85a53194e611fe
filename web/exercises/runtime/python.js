// @ts-check
// Python beside the learner's code: boots Pyodide, runs a file and the steps of a grader. Knows nothing
// of workers, so that the tests run the very same in node.

import {makeEngine} from '../../python/engine/index.js';
import {MOST_PRINTED} from './answer.js';
import {startedConfig} from './started.js';

/** @import {Core} from '../../core/core.js' */
/** @import {AtStart} from './started.js' */
/** @import {Numbers} from '../../python/engine/dtypes.js' */
/** @import {PyodideAPI, PyodideConfig} from 'pyodide' */

/**
 * A tensor on its way in or out.
 *
 * @typedef {{shape: number[], dtype: string, data: ArrayLike<number>}} Plain
 */

/**
 * What one step gave. A tensor's data is row-major, two numbers per element where it is complex; type is
 * what Python calls it: Tensor, Parameter, ndarray. A complex number or an integer beyond the range of a
 * float is `other`.
 *
 * @typedef {{kind: 'none'} | {kind: 'number', value: number | boolean} | {kind: 'text', value: string} |
 *   {kind: 'tensor', shape: number[], dtype: string, data: Numbers, type: string} |
 *   {kind: 'tuple' | 'list', items: Result[]} | {kind: 'dict', items: [string, Result][]} |
 *   {kind: 'other', type: string, text: string} | ({kind: 'error'} & PythonError)} Result
 *
 * isOwn: raised by a line of the learner's file, not by what it calls.
 *
 * @typedef {{type: string, message: string, traceback: string, line: number | null, isOwn?: boolean,
 *   variables?: [name: string, text: string][]}} PythonError variables: of the learner's innermost function, in short
 *
 * isSpent: the run tried to reach JavaScript, or changed the library: another Python is to run the next.
 * changed: the numbers of the steps whose arguments were written into.
 * used: of steps, what they used of what an exercise may ask to do without.
 *
 * @typedef {{error: PythonError | null, results: Result[], figures: any[], changed: number[], used: [step: number, name: string][],
 *   isCut: boolean, ms: number, isSpent?: boolean}} Answer
 */

export class Python {
  #engine;
  /** Python's functions that run and mend, held here: what a learner writes over is not asked. */
  /** @type {Record<string, any>} */
  #runtime = {};
  #changes = () => 0;
  #putBack = () => {};
  #setClocks = (/** @type {boolean} */ _isCounted) => {};
  #isNew = true;
  /** @type {(text: string) => void} */
  #onPrint = () => {};
  #printed = 0;
  /** Of the last run: the notebook that it was of. */
  #session = '';

  #decoder = new TextDecoder();
  #isEnding = false;
  #dump = '';

  /**
   * @param {ReturnType<typeof makeEngine>} engine
   */
  constructor(engine) {
    this.#engine = engine;
  }

  /** @param {AtStart} atStart */
  goOn({runtime, changes, putBack, setClocks}) {
    this.#runtime = runtime;
    this.#changes = changes;
    this.#putBack = putBack;
    this.#setClocks = setClocks;
  }

  /** @param {ArrayBufferView} bytes that Python prints */
  write(bytes) {
    const text = this.#decoder.decode(bytes, {stream: true});
    if (this.#isEnding) this.#dump += text;
    else this.#print(text);
  }

  /** What is written from here on says where Python was when it ended. */
  end() {
    this.#isEnding = true;
  }

  /** @param {string} text */
  #print(text) {
    const left = MOST_PRINTED - this.#printed;
    this.#printed += text.length;
    if (left > 0) this.#onPrint(text.slice(0, left));
  }

  /**
   * @param {{code: string, file?: string, steps?: any[], isMain?: boolean, session?: string,
   *   onPrint?: (text: string) => void}} request isMain: what stands under __name__ == '__main__' runs;
   *   session: of a notebook, whose cells find all as the cell before has left it. Steps are runtime_support.py's, and
   *   {op: 'anew'}: what comes after it finds nothing of what was before, for the memory is put back and the file runs again
   * @returns {Answer}
   */
  run({code, file = 'exercise.py', steps = [], isMain = false, session = '', onPrint = () => {}}) {
    const begun = performance.now();
    this.#printed = 0;
    this.#decoder = new TextDecoder(); // of the run before, half a letter may be left
    if (session === '' || session !== this.#session) this.#beginAnew();
    this.#session = session;
    const name = isMain ? '__main__' : 'exercise';
    const all = {error: null, results: [], figures: [], changed: [], used: [], isSpent: false};
    let nSteps = 0;
    for (const part of partsOf(steps)) {
      const isFirst = nSteps === 0;
      if (!isFirst) this.#beginAnew();
      this.#setClocks(!isFirst);
      const begin = () => {
        this.#onPrint = isFirst ? onPrint : () => {}; // what the file prints has been heard
        return this.#runtime.begin(code, file, name, session);
      };
      const {answer, isWhole} = this.#runPart(part, onPrint, begin, file);
      join(all, answer, nSteps);
      if (!isWhole) break;
      nSteps += part.length + 1;
    }
    return {...all, isCut: this.#printed > MOST_PRINTED, ms: performance.now() - begun};
  }

  /**
   * A file and steps.
   *
   * @param {any[]} steps
   * @param {(text: string) => void} onPrint of the steps
   * @param {() => boolean} begin runs the file
   * @param {string} file its name
   */
  #runPart(steps, onPrint, begin, file) {
    /** @type {(() => boolean)[][]} of each step, whether its arguments have been written into */
    const written = [];
    /** @type {[step: number, name: string][]} */
    const used = [];
    let isWhole = false;
    const answer = this.#answerOf(() => {
      const hasRun = begin();
      this.#onPrint = onPrint;
      isWhole =
        hasRun &&
        steps.every((step, k) => {
          const {unmade, ...rest} = step;
          const {text, isChanged} = this.#stepText(rest);
          written.push(isChanged);
          this.#engine.takeUsed(unmade); // by the file, or by the step before
          const isRight = this.#take(step, text);
          used.push(
            ...this.#engine.takeUsed().map((name) => /** @type {[number, string]} */ ([k, name])),
          );
          return isRight;
        });
    }, file);
    const changed = written.flatMap((tests, k) =>
      answer.changed.includes(k) || tests.some((isChanged) => isChanged()) ? [k] : [],
    );
    return {answer: {...answer, changed, used}, isWhole};
  }

  #beginAnew() {
    this.#engine.reset();
    if (!this.#isNew) this.#putBack();
    this.#isNew = false;
  }

  /**
   * What Python reports of a run.
   *
   * @param {() => void} use the file and the steps
   * @param {string} file its name
   */
  #answerOf(use, file) {
    try {
      use();
      this.#settle();
      const first = JSON.parse(this.#runtime.results(this.#changes()));
      // a learner's own errors and plots can run more of the learner's code: it comes too late for these
      const results = first.results.map((/** @type {any} */ one) => one && this.#resultOf(one));
      const {error, errors, figures, isSpent} = JSON.parse(this.#runtime.finish());
      this.#runtime.mend().destroy(); // memory comes back
      const filled = results.map(
        (/** @type {any} */ one) => one ?? {...errors.shift(), kind: 'error'},
      );
      const {changed} = first;
      const isOver = first.isSpent || isSpent;
      return {error, results: filled, figures, changed, used: [], isSpent: isOver};
    } catch (error) {
      const report = {type: 'RuntimeError', message: endOf(error), ...placeIn(this.#dump, file)};
      return {
        error: {...report, isOwn: false},
        results: [],
        figures: [],
        changed: [],
        used: [],
        isSpent: true,
      };
    } finally {
      this.#dump = '';
    }
  }

  /**
   * Runs a step. What the grader has defined, and what steps gave, is out of reach of the learner's code while it runs.
   *
   * @param {any} step
   * @param {string} text it as JSON
   * @returns {boolean} whether the next may come
   */
  #take(step, text) {
    this.#settle();
    const box = this.#runtime.take(text, this.#changes());
    if (step.op === 'define') this.#runtime.adopt();
    else this.#settle();
    const isRight = this.#runtime.hold(box, step.as ?? '', Boolean(step.get));
    box.destroy();
    return isRight || Boolean(step.goOn);
  }

  /** Ends what a learner's code has left to be called later, and puts the grader's own back. */
  #settle() {
    const {clearCallbacks, stopCollector, setTrace, setProfile, settle} = this.#runtime;
    clearCallbacks();
    stopCollector();
    setTrace(undefined);
    setProfile(undefined);
    settle(this.#changes()).destroy();
  }

  /**
   * A step as JSON, with handles for its tensors, which are made only now: a later step is nowhere in
   * Python before its turn.
   *
   * @param {any} step
   * @returns {{text: string, isChanged: (() => boolean)[]}}
   */
  #stepText(step) {
    /** @type {(() => boolean)[]} */
    const changes = [];
    const text = JSON.stringify(step, (_, value) => {
      if (typeof value === 'number' && !isJsonNumber(value)) return {float: pythonFloat(value)};
      if (!value || typeof value !== 'object' || !value.tensor) return value;
      const {handle, isChanged} = this.#engine.allocate(value.tensor);
      changes.push(isChanged);
      return {handle};
    });
    return {text, isChanged: changes};
  }

  /** A result with the numbers that JSON could not hold. @param {any} result as Python writes it @returns {Result} */
  #resultOf(result) {
    switch (result.kind) {
      case 'tensor':
        return {kind: 'tensor', type: result.type, ...this.#engine.take(result.handle)};
      case 'number': // text: inf, -inf, nan, or the digits of an integer
        return {
          kind: 'number',
          value: result.value ?? Number(result.text.replace('inf', 'Infinity')),
        };
      case 'tuple':
      case 'list':
        return {
          kind: result.kind,
          items: result.items.map((/** @type {any} */ item) => this.#resultOf(item)),
        };
      case 'dict':
        return {
          kind: 'dict',
          items: result.items.map((/** @type {[string, any]} */ [key, item]) => [
            key,
            this.#resultOf(item),
          ]),
        };
      default:
        return result;
    }
  }
}

/**
 * Steps between which Python begins anew.
 *
 * @param {any[]} steps
 * @returns {any[][]}
 */
function partsOf(steps) {
  const ends = [...steps.flatMap(({op}, k) => (op === 'anew' ? [k] : [])), steps.length];
  return ends.map((end, k) => steps.slice(k ? ends[k - 1] + 1 : 0, end));
}

/**
 * Adds what a later part of a run gave.
 *
 * @param {any} all
 * @param {Omit<Answer, 'isCut' | 'ms'>} one
 * @param {number} nSteps before it
 */
function join(all, one, nSteps) {
  all.error = one.error;
  all.results.push(...one.results);
  all.changed.push(...one.changed.map((k) => k + nSteps));
  all.used.push(...one.used.map(([k, name]) => [k + nSteps, name]));
  if (nSteps === 0) all.figures = one.figures;
  all.isSpent ||= one.isSpent;
}

/** Why a run ended with its Python, without the words of JavaScript. @param {any} error what JavaScript threw @returns {string} */
function endOf(error) {
  const text = String(error);
  if (/call stack|too much recursion/.test(text)) {
    return 'The run went deeper than Python can go here: by a recursion that does not end, or by lists in lists, some ten thousand deep.';
  }
  return text.startsWith('Exit:')
    ? 'Your code has ended Python itself, as os._exit() and signals do, and the run could not go on.'
    : 'Your code has changed something that Python itself needs, or has ended Python, and the run could not go on.';
}

const MOST_LINES = 12;

/** Where in a learner's file Python ended. @param {string} dump @param {string} file @returns {{traceback: string, line: number | null}} */
function placeIn(dump, file) {
  const own = dump.split('\n').filter((text) => text.startsWith(`  File "${file}", line `));
  const line = Number(own[0]?.match(/, line (\d+)/)?.[1] ?? 0) || null;
  const shown = own.slice(0, MOST_LINES).reverse();
  return {traceback: own.length > 0 ? ['Python ended here:', ...shown, ''].join('\n') : '', line};
}

/** Whether JSON keeps a number: it has no nan and no infinities, and JSON.stringify() drops the sign of -0. @param {number} value */
const isJsonNumber = (value) => Number.isFinite(value) && !Object.is(value, -0);

/** @param {number} value as Python's float() reads it */
const pythonFloat = (value) => (Object.is(value, -0) ? '-0.0' : String(value));

/**
 * Functions that lead nowhere: from any other, Python comes to Function and Object by `constructor`.
 *
 * @param {Record<string, Function>} functions
 */
function withoutPrototypes(functions) {
  for (const one of Object.values(functions)) Object.setPrototypeOf(one, null);
  return Object.setPrototypeOf(functions, null);
}

/**
 * @param {(config: PyodideConfig) => Promise<unknown>} loadPyodide
 * @param {{core: Core | Promise<Core>, createPyodideModule: any} & PyodideConfig} options `stdLibURL`: of library.bin
 * @returns {Promise<Python>}
 */
export async function bootPython(loadPyodide, {core, createPyodideModule, ...config}) {
  const made = Promise.resolve(core).then((known) => {
    const {engine, functions} = engineOf(known, () => atStart?.changes() ?? 0);
    return {python: new Python(engine), functions};
  });
  /** @type {AtStart | undefined} */
  let atStart;
  /** @type {Python | undefined} */
  let python;
  const started = startedConfig({
    createPyodideModule,
    functions: made.then(({functions}) => functions),
    write: (bytes) => python?.write(bytes),
    onEnd: () => python?.end(),
    onRuntime: (known) => {
      atStart = known;
    },
  });
  await loadPyodide({...PYTHON_CONFIG(), ...config, ...started});
  ({python} = await made);
  if (!atStart) throw new Error('Python did not start');
  python.goOn(atStart);
  return python;
}

/** Of what has changed, what is put back before a grader's code runs: _TAPED and _CHANGED of runtime_support.py. */
const PUT_BACK = 1 | 2;

/**
 * The tensors, and the functions by which Python reaches them and sees whether it is what it was at the start.
 *
 * @param {Core | null} core @param {AtStart['changes']} [changes]
 */
export function engineOf(core, changes = () => 0) {
  const engine = makeEngine({core});
  const is_changed = () => (changes() & PUT_BACK) !== 0;
  return {engine, functions: withoutPrototypes({...engine.functions, is_changed})};
}

/** How Python starts at build time. @returns {PyodideConfig} a new one: the loader writes into it */
export const PYTHON_CONFIG = () => ({
  packageBaseUrl: 'none:',
  lockFileContents: EMPTY_LOCK,
  jsglobals: {},
  env: {HOME: '/home/learner', PYTHONHASHSEED: '0'},
  _sysExecutable: '/usr/bin/python3',
});

/** There are no packages to be had; the loader asks for their list all the same. */
const EMPTY_LOCK = JSON.stringify({
  info: {abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten_5_0_3', python: '3.14.2'},
  packages: {},
});

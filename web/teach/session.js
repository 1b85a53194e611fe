// @ts-check
// How far a learner is in an assignment: what is reported by SCORM, by xAPI and in the page. Nothing here knows of a page.

/** @import {Assignment} from './assignment.js' */

/**
 * What `poslab-result` of an exercise card says, as far as it counts here; exercism: results of version 3.
 *
 * @typedef {{name: string, status: 'pass' | 'fail', task_id: number, message?: string, output?: string, test_code: string}} ExercismTest
 * @typedef {{exercise: string, status: 'pass' | 'partial' | 'fail' | 'error', score: number,
 *   exercism: {version: number, status: string, message?: string, tests?: ExercismTest[]}}} ExerciseResult
 *
 * @typedef {{used: number, best: number, status: 'tried' | 'passed'}} Task an exercise that was checked; best: score, 0 to 1
 *
 * @typedef {'not attempted' | 'incomplete' | 'completed' | 'passed' | 'failed'} Status a figure is completed; exercises are
 *   passed, or failed where no attempts are left
 *
 * @typedef {{status: Status, score: number | null, progress: number}} Report score: 0 to 1, null where nothing was checked;
 *   progress: 0 to 1
 *
 * @typedef {{v: 1, tasks: Record<string, Task>, isTouched: boolean, isDone: boolean, seconds: number,
 *   figure: Record<string, string> | null, code: Record<string, string>}} Saved
 */

export class Session {
  /** @type {Map<string, Task>} */
  tasks = new Map();
  /** Whether the learner has changed or checked anything. */
  isTouched = false;
  /** Whether the learner has said so, of a figure. */
  isDone = false;
  /** Of sessions before this one. */
  secondsBefore = 0;
  /** The attributes of the figure as the learner left it. @type {Record<string, string> | null} */
  figure = null;
  /** What was written for each exercise. @type {Record<string, string>} */
  code = {};
  /** The newest results of each exercise. @type {Map<string, ExerciseResult>} */
  #results = new Map();
  #assignment;

  /** @param {Assignment} assignment */
  constructor(assignment) {
    this.#assignment = assignment;
  }

  /** @param {ExerciseResult} result of a check */
  add(result) {
    if (this.#assignment.kind !== 'exercises') return;
    if (!this.#assignment.exercises.includes(result.exercise)) return;
    const before = this.tasks.get(result.exercise) ?? {used: 0, best: 0, status: 'tried'};
    this.isTouched = true;
    this.#results.set(result.exercise, result);
    this.tasks.set(result.exercise, {
      used: before.used + 1,
      best: Math.max(before.best, result.score),
      status: result.status === 'pass' ? 'passed' : before.status,
    });
  }

  /** @returns {Report} */
  get report() {
    if (!this.isTouched && !this.isDone) return {status: 'not attempted', score: null, progress: 0};
    if (this.#assignment.kind === 'figure')
      return {
        status: this.isDone ? 'completed' : 'incomplete',
        score: null,
        progress: this.isDone ? 1 : 0,
      };
    const {exercises, attempts} = this.#assignment;
    const tasks = exercises.map((id) => this.tasks.get(id));
    const nPassed = tasks.filter((task) => task?.status === 'passed').length;
    const isOver = (/** @type {Task | undefined} */ task) =>
      task?.status === 'passed' || (attempts !== null && (task?.used ?? 0) >= attempts);
    const status =
      nPassed === exercises.length ? 'passed' : tasks.every(isOver) ? 'failed' : 'incomplete';
    const sum = tasks.reduce((total, task) => total + (task?.best ?? 0), 0);
    const score = this.tasks.size === 0 ? null : sum / exercises.length;
    return {status, score, progress: nPassed / exercises.length};
  }

  /** The newest results of all exercises, as one file of Exercism's results, version 3; a task of it is an exercise. */
  get exercism() {
    const {exercises} = this.#assignment.kind === 'exercises' ? this.#assignment : {exercises: []};
    /** @type {ExercismTest[]} */
    const tests = exercises.flatMap((id, k) => {
      const result = this.#results.get(id)?.exercism;
      if (!result)
        return [{name: id, status: /** @type {const} */ ('fail'), task_id: k + 1, message: 'Not checked.', test_code: ''}]; // biome-ignore format: a record
      if (!result.tests)
        return [{name: id, status: /** @type {const} */ ('fail'), task_id: k + 1, message: result.message, test_code: ''}]; // biome-ignore format: a record
      return result.tests.map((one) => ({...one, name: `${id}: ${one.name}`, task_id: k + 1}));
    });
    const isPass = tests.length > 0 && tests.every(({status}) => status === 'pass');
    return {version: 3, status: isPass ? 'pass' : 'fail', tests};
  }

  /**
   * All that a later session needs, as JSON of at most so many characters: where that is too little, the longest code
   * is left out first.
   *
   * @param {number} most
   * @param {number} seconds of this session
   * @returns {{text: string, dropped: string[]}} dropped: exercises whose code is not in it
   */
  save(most, seconds) {
    const {isTouched, isDone, figure} = this;
    const code = {...this.code};
    /** @type {string[]} */
    const dropped = [];
    for (;;) {
      /** @type {Saved} */
      const saved = {v: 1, tasks: Object.fromEntries(this.tasks), isTouched, isDone, seconds: Math.round(this.secondsBefore + seconds), figure, code}; // biome-ignore format: a record
      const text = JSON.stringify(saved);
      const [longest] = Object.entries(code).sort(([, a], [, b]) => b.length - a.length);
      if (text.length <= most || !longest) return {text, dropped};
      delete code[longest[0]];
      dropped.push(longest[0]);
    }
  }

  /**
   * Takes what save() gave; text that is none of it changes nothing.
   *
   * @param {string} text
   * @returns {boolean} whether it was read
   */
  restore(text) {
    let saved;
    try {
      saved = JSON.parse(text);
    } catch {
      return false;
    }
    if (saved?.v !== 1 || typeof saved.tasks !== 'object' || !saved.tasks) return false;
    const known = this.#assignment.kind === 'exercises' ? this.#assignment.exercises : [];
    for (const id of known) {
      const {used, best, status} = saved.tasks[id] ?? {};
      if (Number.isInteger(used) && used > 0 && Number.isFinite(best) && best >= 0 && best <= 1)
        this.tasks.set(id, {used, best, status: status === 'passed' ? 'passed' : 'tried'});
      if (typeof saved.code?.[id] === 'string') this.code[id] = saved.code[id];
    }
    this.isTouched = saved.isTouched === true;
    this.isDone = saved.isDone === true;
    this.secondsBefore = Number.isFinite(saved.seconds) ? Math.max(0, saved.seconds) : 0;
    const texts = Object.entries(saved.figure ?? {}).filter(
      ([, value]) => typeof value === 'string',
    );
    this.figure = saved.figure ? /** @type {Record<string, string>} */ (Object.fromEntries(texts)) : null; // biome-ignore format: one thought
    return true;
  }
}

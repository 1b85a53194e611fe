// @ts-check
// Judges a run: shapes in words, the first number that differs, which famous mistake it is, which law it
// breaks. It runs in the page, with the C core, out of the learner's reach.
import {outputsOf} from './outputs.js';

/** @import {Core, Tensor, TensorLike} from '../core/core.js' */
/** @import {Output} from './outputs.js' */
/** @import {Answer} from './realm/python.js' */
/** @import {RunResult} from './sandbox.js' */
/** @import {CaseRandom} from './random.js' */

/**
 * What one run of the learner's code is asked for. `steps` as the realm understands them; those with
 * `get` give the outputs. Further keys are the exercise's own, for its truth.
 *
 * @typedef {{title: string, isHidden?: boolean, steps: any[], [key: string]: any}} Case
 *
 * @typedef {readonly TensorLike[]} Truth an output each: shape [] for a number
 *
 * @typedef {object} Mistake one that people make; known by its outputs
 * @property {string} id the name of its file in wrong/
 * @property {string} sentence what it is, and what is asked for instead
 * @property {(core: Core, item: Case) => Truth | null} [truth] its outputs; null where the case does not tell
 * @property {(outputs: Output[], item: Case, core: Core) => boolean} [matches] where they are not so easily said
 * @property {boolean} [isPartial] a right answer to an easier question
 *
 * @typedef {object} Law
 * @property {string} id
 * @property {string} sentence what holds for every right answer
 * @property {(outputs: Output[], item: Case, core: Core) => true | string} holds or where it does not
 *
 * @typedef {object} Check what judges an exercise
 * @property {(random: CaseRandom) => Case[]} cases made afresh at each run
 * @property {(core: Core, item: Case) => Truth} truth
 * @property {Mistake[]} mistakes
 * @property {Law[]} [laws]
 * @property {(item: Case) => {atol: number, rtol: number}} [tolerance]
 *
 * @typedef {object} Verdict
 * @property {'pass' | 'partial' | 'fail' | 'error'} status
 * @property {string} sentence
 * @property {string} [at] the case
 * @property {{index: number[], got: number, want: number, output: number}} [difference] the first
 * @property {Tensor} [map] got less wanted, for the heatmap
 * @property {{id: string, sentence: string}} [mistake]
 * @property {{id: string, sentence: string, at: string}} [law]
 * @property {string} [traceback]
 * @property {number | null} [line]
 * @property {{title: string, isHidden: boolean, ok: boolean, note: string}[]} [cases]
 */

const TOLERANCE = {atol: 1e-5, rtol: 1e-5};

/** @param {readonly number[]} shape */
const words = (shape) => (shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`);

/** @param {number} got @param {number} want @param {{atol: number, rtol: number}} tolerance */
function isClose(got, want, {atol, rtol}) {
  if (Number.isNaN(want)) return Number.isNaN(got);
  if (!Number.isFinite(want)) return got === want; // every number is within an infinite tolerance
  return got === want || Math.abs(got - want) <= atol + rtol * Math.abs(want);
}

/** @param {readonly number[]} a @param {readonly number[]} b */
const sameShape = (a, b) => a.length === b.length && a.every((n, d) => n === b[d]);

/** @param {readonly Output[]} outputs @param {Truth} truth @param {{atol: number, rtol: number}} tolerance */
function agrees(outputs, truth, tolerance) {
  return (
    outputs.length === truth.length &&
    truth.every(
      ({shape, data}, k) =>
        sameShape(outputs[k].shape, shape) &&
        outputs[k].data.every((got, i) => isClose(got, data[i], tolerance)),
    )
  );
}

// ------------------------------------------------------------------------------------ one case

/**
 * @param {Output[]} outputs
 * @param {Truth} truth
 * @returns {string} '' where the shapes are right
 */
function shapeProblem(outputs, truth) {
  if (outputs.length !== truth.length) {
    const [n, m] = [truth.length, outputs.length];
    return `${n === 1 ? 'One tensor is' : `${n} tensors are`} asked for, ${m} came back.`;
  }
  for (const [k, {shape}] of truth.entries()) {
    const got = outputs[k].shape;
    if (sameShape(got, shape)) continue;
    const which = truth.length > 1 ? ` of output ${k + 1}` : '';
    return `The shape${which} is ${words(got)}, asked for is ${words(shape)}${shapeHint(got, shape)}.`;
  }
  return '';
}

/** @param {readonly number[]} got @param {readonly number[]} want */
function shapeHint(got, want) {
  const sorted = (/** @type {readonly number[]} */ shape) => [...shape].sort((a, b) => a - b);
  const squeezed = (/** @type {readonly number[]} */ shape) => shape.filter((n) => n !== 1);
  if (got.length === want.length && sameShape(sorted(got), sorted(want))) {
    return ': the axes stand in another order';
  }
  if (sameShape(squeezed(got), squeezed(want))) return ': an axis of one is too many or missing';
  if (got.length !== want.length) {
    return `: ${got.length} ${got.length === 1 ? 'axis' : 'axes'} instead of ${want.length}`;
  }
  const d = want.findIndex((n, k) => n !== got[k]);
  return `: axis ${d} has ${got[d]} instead of ${want[d]}`;
}

/** @param {number} at @param {readonly number[]} shape @returns {number[]} */
function indexOf(at, shape) {
  const index = [];
  let rest = at;
  for (const n of [...shape].reverse()) {
    index.unshift(rest % n);
    rest = Math.floor(rest / n);
  }
  return index;
}

/** @param {Output[]} outputs @param {Truth} truth @param {{atol: number, rtol: number}} tolerance */
function firstDifference(outputs, truth, tolerance) {
  for (const [output, {shape, data}] of truth.entries()) {
    const got = outputs[output].data;
    const at = got.findIndex((value, k) => !isClose(value, data[k], tolerance));
    if (at < 0) continue;
    const map = Float32Array.from(got, (value, k) => value - data[k]);
    return {
      difference: {index: indexOf(at, shape), got: got[at], want: data[at], output},
      map: {data: map.map((v) => (Number.isFinite(v) ? v : 0)), shape: [...shape]},
    };
  }
  return null;
}

// ---------------------------------------------------------------------------------- the verdict

/** @param {Exclude<RunResult, {type: 'done'}>} run @returns {Verdict} */
function cutVerdict(run) {
  const sentences = {
    stopped: () => 'Stopped.',
    timeout: () =>
      `It had not ended after ${/** @type {any} */ (run).limitMs / 1000} s. Is there a loop that never ends?`,
    died: () =>
      'Python ended in the middle of it, perhaps for want of memory. It starts again by itself.',
  };
  return {status: 'error', sentence: sentences[run.type]()};
}

/** @param {number} value */
const shown = (value) =>
  Number.isFinite(value) ? String(Number(value.toPrecision(6))) : String(value);

/**
 * Judges what a run gave for the cases that it was asked.
 *
 * @param {{core: Core, check: Check, cases: Case[], run: RunResult}} options cases: those whose steps, one
 *   after the other, were the run's
 * @returns {Verdict}
 */
export function grade({core, check, cases, run}) {
  if (run.type !== 'done') return cutVerdict(run);
  if (run.error) {
    const {type, traceback, line, message} = run.error;
    const isStarter = type === 'NotImplementedError';
    const sentence = isStarter ? 'Not written yet.' : String(message);
    return {
      status: isStarter ? 'fail' : 'error',
      sentence,
      traceback: String(traceback),
      line: lineOf(line),
    };
  }
  const judged = judgeCases({core, check, cases, run});
  if ('status' in judged) return judged;
  return conclude(core, check, judged);
}

/** @param {unknown} line @returns {number | null} */
const lineOf = (line) => (Number.isInteger(line) ? Number(line) : null);

/** @typedef {{item: Case, outputs: Output[], truth: Truth, ok: boolean}} Judged */

/**
 * @param {{core: Core, check: Check, cases: Case[], run: Answer}} options
 * @returns {Judged[] | Verdict}
 */
function judgeCases({core, check, cases, run}) {
  const results = Array.isArray(run.results) ? [...run.results] : [];
  const judged = [];
  for (const item of cases) {
    const mine = results.splice(0, item.steps.filter(({get}) => get).length);
    const failed = mine.find((result) => result?.kind === 'error');
    if (failed) return errorVerdict(item, failed);
    if (mine.length === 0) return {status: 'fail', sentence: 'Nothing came back.', at: item.title};
    const outputs = mine.map((result) => outputsOf(result));
    const wrong = outputs.find((output) => typeof output === 'string');
    if (typeof wrong === 'string') return {status: 'fail', sentence: wrong, at: item.title};
    const flat = /** @type {Output[][]} */ (outputs).flat();
    const truth = check.truth(core, item);
    const ok = agrees(flat, truth, check.tolerance?.(item) ?? TOLERANCE);
    judged.push({item, outputs: flat, truth, ok});
  }
  return judged;
}

/** @param {Case} item @param {any} result @returns {Verdict} */
function errorVerdict(item, {type, message, traceback, line}) {
  if (type === 'NotImplementedError') {
    return {status: 'fail', sentence: 'Not written yet.', at: item.title};
  }
  return {
    status: 'error',
    sentence: String(message),
    traceback: String(traceback),
    line: lineOf(line),
    at: item.title,
  };
}

/** @param {Core} core @param {Check} check @param {Judged[]} judged @returns {Verdict} */
function conclude(core, check, judged) {
  const cases = judged.map(({item, ok}) => ({
    title: item.title,
    isHidden: Boolean(item.isHidden),
    ok,
    note: '',
  }));
  const law = brokenLaw(core, check, judged);
  const first = judged.find(({ok}) => !ok);
  if (!first && !law) return {status: 'pass', sentence: 'All cases and all laws hold.', cases};
  const mistake = first && knownMistake(core, check, judged);
  const at = first?.item.title ?? law?.at;
  /** @type {Verdict} */
  const verdict = {status: 'fail', sentence: '', cases, at, ...(law && {law})};
  if (first) Object.assign(verdict, explain(first, check));
  else verdict.sentence = `${law?.sentence} Not here: ${law?.at}.`;
  if (mistake) {
    verdict.mistake = {id: mistake.id, sentence: mistake.sentence};
    verdict.sentence = mistake.sentence;
    if (mistake.isPartial) verdict.status = 'partial';
  }
  return verdict;
}

/** @param {Judged} judged @param {Check} check */
function explain({item, outputs, truth}, check) {
  const problem = shapeProblem(outputs, truth);
  if (problem) return {sentence: problem};
  const found = firstDifference(outputs, truth, check.tolerance?.(item) ?? TOLERANCE);
  if (!found) return {sentence: 'The outputs differ.'};
  const {index, got, want} = found.difference;
  const place = index.length ? ` at [${index.join(', ')}]` : '';
  return {
    sentence: `The first number that differs${place} is ${shown(got)}; it should be ${shown(want)}.`,
    ...found,
  };
}

/** @param {Core} core @param {Check} check @param {Judged[]} judged */
function brokenLaw(core, check, judged) {
  for (const {id, sentence, holds} of check.laws ?? []) {
    for (const {item, outputs, truth} of judged) {
      if (shapeProblem(outputs, truth)) continue;
      const held = holds(outputs, item, core);
      if (held !== true) return {id, sentence, at: `${item.title}, ${held}`};
    }
  }
  return null;
}

/**
 * What `matches` says; where the outputs are not such that it could look at them, it is not that mistake.
 *
 * @param {Mistake} mistake
 * @param {Output[]} outputs
 * @param {Case} item
 * @param {Core} core
 */
function doesMatch(mistake, outputs, item, core) {
  try {
    return Boolean(mistake.matches?.(outputs, item, core));
  } catch {
    return false;
  }
}

/**
 * The mistake that gives the learner's outputs in every case that tells it from the truth, if there is
 * such a case.
 *
 * @param {Core} core
 * @param {Check} check
 * @param {Judged[]} judged
 */
function knownMistake(core, check, judged) {
  return check.mistakes.find((mistake) => {
    let isTold = false;
    for (const {item, outputs, ok} of judged) {
      if (mistake.matches) {
        if (!ok && !doesMatch(mistake, outputs, item, core)) return false;
        isTold ||= !ok;
        continue;
      }
      const theirs = mistake.truth?.(core, item) ?? null;
      if (!theirs) continue;
      if (!agrees(outputs, theirs, check.tolerance?.(item) ?? TOLERANCE)) return false;
      isTold ||= !ok;
    }
    return isTold;
  });
}

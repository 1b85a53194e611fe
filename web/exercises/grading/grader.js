// @ts-check
// Judges a run: shapes in words, the first number that differs, which known mistake it is, which law it
// breaks. It runs in the page, with the C core, where learners' code never runs.
import {callText, caseText} from './case-text.js';
import {againOf} from './cases.js';
import {wantedOf} from './outputs.js';
import {
  isNearly,
  keyPattern,
  numbersPattern,
  numbersPlace,
  patternOf,
  placeOf,
  ratioOf,
  togetherOf,
} from './pattern.js';
import {shown} from './pattern-parts.js';
import {
  nameOf,
  orderProblem,
  otherOutput,
  placeName,
  placesOf,
  sameShape,
  shapeProblem,
  typeProblem,
} from './problems.js';

/** @import {Core, Tensor, TensorLike} from '../../core/core.js' */
/** @import {CaseText} from './case-text.js' */
/** @import {Output, Wants} from './outputs.js' */
/** @import {Place} from './problems.js' */
/** @import {Answer, PythonError, Result} from '../runtime/python.js' */
/** @import {RunResult} from '../runtime/sandbox.js' */
/** @import {CaseRandom} from './random.js' */

/**
 * What one run of the learner's code has to compute. `steps` as runtime_support.py reads them; those with
 * `get` give the outputs, `wants` says what they are (outputs.js), `name` how they are spoken of. Further keys are the exercise's own,
 * for its truth.
 *
 * @typedef {{title: string, isHidden?: boolean, steps: any[], describe?: (outputs: Output[], item: Case) => string,
 *   measured?: (outputs: Output[], item: Case) => Output[] | string, [key: string]: any}} Case describe: what is wrong, where a
 *   number and its index would say little; measured: what is judged, where that is not the outputs themselves, or in words why
 *   it cannot be measured. It is out of a learner's reach, as measuring in Python is not
 *
 * @typedef {readonly (TensorLike & {dtype?: string})[]} Truth an output each: shape [] for a number;
 *   dtype where only that will do ('int64': any whole numbers)
 *
 * @typedef {object} Mistake one that people make; known by its outputs
 * @property {string} id
 * @property {string} sentence what it is, and what is expected instead
 * @property {(core: Core, item: Case) => Truth | null} [truth] its outputs; null where the case does not distinguish it
 * @property {(outputs: Output[], item: Case, core: Core) => boolean | null} [matches] where they are not so
 *   easily computed; null where the case does not distinguish it
 * @property {boolean} [isPartial] a right answer to an easier question
 *
 * @typedef {object} Law
 * @property {string} id
 * @property {string} sentence what holds for every right answer
 * @property {string} [figure] that shows it, as an address: the chapter and its preset
 * @property {(outputs: Output[], item: Case, core: Core) => true | string} holds or where it does not
 *
 * @typedef {object} Check what judges an exercise
 * @property {(random: CaseRandom) => Case[]} cases made afresh at each run
 * @property {(core: Core, item: Case) => Truth} truth
 * @property {Mistake[]} [mistakes] those that no code of ours can make; the others are in mistakes.py
 * @property {Law[]} [laws]
 * @property {(item: Case) => {atol: number, rtol: number}} [tolerance]
 * @property {Forbidden[]} [forbidden] what the task says to do without
 *
 * @typedef {object} Forbidden
 * @property {string} used as torch tells the engine: 'autograd', 'optimizer', 'layer_norm', 'cross_entropy', 'attention'; or
 *   'unmade': a tensor of a shape, or of a shape and numbers, in the step's list `unmade`
 * @property {string[]} by functions of the learner's
 * @property {string} words
 *
 * @typedef {object} Verdict
 * @property {'pass' | 'partial' | 'fail' | 'error'} status
 * @property {string} sentence
 * @property {string} [at] the case
 * @property {{index: number[], got: number, want: number, output: number}} [difference] the first
 * @property {string} [first] that in words
 * @property {boolean} [isPlace] whether the sentence says where numbers are wrong, or how one of them is, and nothing else
 * @property {Tensor} [map] got less wanted, for the heatmap
 * @property {{id: string, sentence: string}} [mistake]
 * @property {{id: string, sentence: string, at: string}} [law]
 * @property {string} [traceback]
 * @property {number | null} [line]
 * @property {{title: string, isHidden: boolean, ok: boolean, note: string, text?: CaseText | null}[]} [cases] text: of those that
 *   can be seen
 * @property {[name: string, text: string][]} [variables] of the learner's innermost function, where an error was raised
 * @property {string} [call] of the case that raised an error, as Python
 */

const TOLERANCE = {atol: 1e-5, rtol: 1e-5};

/** @param {Check} check @param {Case} item */
const toleranceOf = (check, item) => check.tolerance?.(item) ?? TOLERANCE;

/** @param {number} got @param {number} want @param {{atol: number, rtol: number}} tolerance */
function isClose(got, want, {atol, rtol}) {
  if (Number.isNaN(want)) return Number.isNaN(got);
  if (!Number.isFinite(want)) return got === want; // every number is within an infinite tolerance
  return got === want || Math.abs(got - want) <= atol + rtol * Math.abs(want);
}

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
    moved: () =>
      'The page around this exercise has removed Python, or put another document in its place. Check again: it starts anew.',
    died: () =>
      'Python ended in the middle of it, perhaps for want of memory. It starts again by itself.',
  };
  return {status: 'error', sentence: sentences[run.type]()};
}

/**
 * Judges the results of a run for its cases.
 *
 * @param {{core: Core, check: Check, cases: Case[], run: RunResult}} options cases: those whose steps, one
 *   after the other, were the run's
 * @returns {Verdict}
 */
export function grade({core, check, cases, run}) {
  if (run.type !== 'done') return cutVerdict(run);
  if (run.error) {
    const {traceback, line, message, variables} = run.error;
    const isStarter = isUnwritten(run.error);
    const sentence = isStarter ? 'Not written yet.' : message;
    return {
      status: isStarter ? 'fail' : 'error',
      sentence,
      traceback,
      line,
      ...(variables && {variables}),
    };
  }
  const judged = judgeCases({core, check, cases, run});
  if ('status' in judged) return judged;
  return conclude(core, check, judged);
}

/**
 * `writes`: the function that wrote into what it was given, '' where none did. `uses`: which used what it is to do without,
 * in words.
 *
 * @typedef {{item: Case, outputs: Output[], places: Place[], truth: Truth, ok: boolean, writes: string, uses: string}} Judged
 */

/**
 * @param {{core: Core, check: Check, cases: Case[], run: Answer}} options
 * @returns {Judged[] | Verdict}
 */
function judgeCases({core, check, cases, run}) {
  const results = [...run.results];
  const judged = [];
  let nSteps = 0;
  for (const item of cases) {
    const writes = item.steps.find((_, k) => run.changed?.includes(nSteps + k))?.target ?? '';
    const uses = usesIn(check, item, run, nSteps);
    nSteps += item.steps.length;
    const steps = item.steps.filter(({get}) => get);
    const mine = results.splice(0, steps.length);
    const failed = mine.findIndex(({kind}) => kind === 'error');
    if (failed >= 0) {
      // a step before the first that gives something may be where it stopped
      const isKnown = failed > 0 || item.steps[0] === steps[0];
      const error = /** @type {PythonError} */ (/** @type {unknown} */ (mine[failed]));
      const verdict = errorVerdict(item, error, steps[failed], steps.length > 1 && isKnown);
      if (verdict.status === 'fail')
        verdict.sentence =
          soFar(core, check, item, steps, eachOf(steps, mine.slice(0, failed))) + verdict.sentence;
      return verdict;
    }
    if (mine.length === 0) return {status: 'fail', sentence: 'Nothing came back.', at: item.title};
    const outputs = outputsOf(steps, mine, item);
    const wrong = outputs.findIndex((output) => typeof output === 'string');
    if (wrong >= 0) {
      const call = steps.length > 1 ? nameOf(steps[wrong]) : '';
      return {status: 'fail', sentence: `${call && `${call}: `}${outputs[wrong]}`, at: item.title};
    }
    const one = compared(check, item, steps, outputs, check.truth(core, item));
    judged.push({
      ...one,
      ok: one.ok && !typeProblem(one.outputs, one.truth, one.places),
      writes,
      uses,
    });
  }
  return judged;
}

/** @param {Check} check @param {Case} item @param {Answer} run @param {number} nSteps before the case */
function usesIn({forbidden = []}, item, run, nSteps) {
  for (const [k, name] of run.used ?? []) {
    const target = item.steps[k - nSteps]?.target;
    const found = forbidden.find(({used, by}) => used === name && by.includes(target));
    if (found) return `${target} uses ${found.words}`;
  }
  return '';
}

/** @param {any[]} steps @param {Result[]} results */
const eachOf = (steps, results) => results.map((result, s) => wantedOf(result, wantsOf(steps[s])));

/** What is judged of a case, by step. @param {any[]} steps @param {Result[]} results @param {Case} item */
function outputsOf(steps, results, item) {
  const outputs = eachOf(steps, results);
  if (!item.measured || outputs.some((output) => typeof output === 'string')) return outputs;
  return [item.measured(/** @type {Output[][]} */ (outputs).flat(), item)];
}

/**
 * @param {Check} check @param {Case} item @param {any[]} steps @param {(Output[] | string)[]} outputs of the steps, none a text
 * @param {Truth} truth
 * @returns {Judged} by its numbers alone
 */
function compared(check, item, steps, outputs, truth) {
  const own = /** @type {Output[][]} */ (outputs);
  const flat = own.flat();
  const ok = agrees(flat, truth, toleranceOf(check, item));
  return {item, outputs: flat, places: placesOf(steps, own), truth, ok, writes: '', uses: ''};
}

/**
 * What those calls of a case came to that come before one that is not written yet.
 *
 * @param {Core} core @param {Check} check @param {Case} item @param {any[]} steps @param {(Output[] | string)[]} outputs of those calls
 */
function soFar(core, check, item, steps, outputs) {
  const asked = steps.slice(0, outputs.length);
  const names = [...new Set(asked.map(({name, target}) => name ?? target))].filter(Boolean);
  if (names.length === 0 || outputs.some((output) => typeof output === 'string')) return '';
  const truth = check.truth(core, item).slice(0, outputs.flat().length);
  const one = compared(check, item, steps, outputs, truth);
  return one.ok ? `Right so far: ${names.join(', ')}. ` : `${explain(one, check).sentence} `;
}

/** Whether it is the learner's own `raise NotImplementedError`, and not the lab's about what it lacks. @param {PythonError} error */
const isUnwritten = ({type, isOwn}) => type === 'NotImplementedError' && isOwn === true;

/** What a grader's own expression gives may be a list. @param {any} step @returns {Wants} */
const wantsOf = ({op, wants}) => wants ?? (op === 'eval' ? 'lists' : 'tensors');

/** The name that a message says is not there, if the case uses it. @param {Case} item @param {string} message */
function missingIn({steps}, message) {
  const name = message.match(/name '(\w+)' is not defined/)?.[1] ?? '';
  const uses = (/** @type {string | undefined} */ text) => text?.split(/\W+/).includes(name);
  return steps.some(({target, expression}) => uses(target) || uses(expression)) ? name : '';
}

/** @param {Case} item @param {PythonError} error @param {any} step the call @param {boolean} isOneOfMany @returns {Verdict} */
function errorVerdict(item, error, step, isOneOfMany) {
  const {type, message, traceback, line, variables} = error;
  if (isUnwritten(error)) {
    const which = isOneOfMany && step.target ? `: ${step.name ?? step.target}` : '';
    return {status: 'fail', sentence: `Not written yet${which}.`, at: item.title};
  }
  const missing = line === null && type === 'NameError' ? missingIn(item, message) : '';
  return {
    status: 'error',
    sentence: missing
      ? `Your file has no ${missing}; it is called by that name. ${message}`
      : message,
    traceback,
    line,
    at: item.title,
    ...(variables && {variables}),
    ...(!item.isHidden && {call: callText(item) ?? undefined}),
  };
}

/** @param {Core} core @param {Check} check @param {Judged[]} judged @returns {Verdict} */
function conclude(core, check, judged) {
  const cases = judged.map(({item, ok, truth, outputs}) => ({
    title: item.title,
    isHidden: Boolean(item.isHidden),
    ok,
    note: '',
    text: caseText(item, truth, outputs),
  }));
  const law = brokenLaw(core, check, judged);
  const first = judged.find(({ok}) => !ok);
  const writer = judged.find(({writes}) => writes);
  const note = `${writer?.writes} writes into what it is given: the caller has other numbers afterwards. Change a copy: clone() of a tensor, copy() of a list or dict.`;
  if (!first && !law && writer) {
    return {
      status: 'partial',
      sentence: `The numbers are right, but ${note}`,
      at: writer.item.title,
      cases,
    };
  }
  const user = judged.find(({uses}) => uses);
  if (!first && !law && user) {
    return {
      status: 'partial',
      sentence: `The numbers are right, but ${user.uses}, which the task says to do without.`,
      at: user.item.title,
      cases,
    };
  }
  if (!first && !law) return {status: 'pass', sentence: 'All cases and all laws hold.', cases};
  const mistake = first && knownMistake(core, check, judged);
  const at = first?.item.title ?? law?.at;
  /** @type {Verdict} */
  const verdict = {status: 'fail', sentence: '', cases, at, ...(law && {law})};
  if (first) Object.assign(verdict, explain(first, check, judged));
  else verdict.sentence = `${law?.sentence} Not here: ${law?.at}.`;
  if (mistake) {
    verdict.mistake = {id: mistake.id, sentence: mistake.sentence};
    verdict.sentence = mistake.sentence;
    if (mistake.isPartial) verdict.status = 'partial';
  } else if (writer) verdict.sentence += ` And ${note}`;
  return verdict;
}

/**
 * @param {Judged} judged the first that is wrong
 * @param {Check} check
 * @param {readonly Judged[]} [all] of whose cases one may say more
 */
function explain(judged, check, all = [judged]) {
  const {item, outputs, places, truth} = judged;
  const tolerance = toleranceOf(check, item);
  const same = (/** @type {number} */ a, /** @type {number} */ b) =>
    agrees([outputs[a]], [truth[b]], tolerance);
  const problem = orderProblem(judged, same) || shapeProblem(outputs, truth, places);
  if (problem) return {sentence: problem};
  if (item.describe) return {sentence: item.describe(outputs, item)};
  const found = firstDifference(outputs, truth, tolerance);
  if (!found) return {sentence: typeProblem(outputs, truth, places)};
  const {index, got, want, output} = found.difference;
  const name = placeName(places[output]);
  const key = keysOf(item, places[output])?.[index[0]];
  const at = key === undefined ? `[${index.join(', ')}]` : `'${key}'`;
  const place = `${name && `, in ${name}`}${index.length ? `, at ${at}` : ''}`;
  const first = `The first difference${place}: ${shown(got)} instead of ${shown(want)}.`;
  const elsewhere = (/** @type {typeof patternIn} */ of) =>
    patternElsewhere(judged, output, check, all, of);
  const own = otherOutput(judged, output, same) || patternIn(judged, output);
  const reason = own || patternBeside(judged, output, same) || elsewhere(patternIn);
  const where = reason ? '' : placeIn(judged, output) || elsewhere(placeIn);
  const share = reason || where ? '' : ratio(judged, output);
  const said = reason || where || share;
  const pattern =
    own || [rightOutputs(judged, same), said].filter(Boolean).join(' ') || rightCases(all);
  const sentence = pattern ? `${pattern} ${first}` : first;
  return {sentence, first, isPlace: !reason && !share, ...found};
}

/** What is to be seen in an output. @param {Judged} judged @param {number} output */
function patternIn({item, outputs, places, truth}, output) {
  if (truth[output].shape.length === 0) return numbersPattern(...numbersOf(outputs, truth));
  const keys = keysOf(item, places[output]);
  return keys
    ? keyPattern(outputs[output].data, truth[output].data, keys)
    : patternOf(outputs[output], truth[output], givenTo(item, places[output].step));
}

/** What is to be seen in another output of the case that is wrong too. @param {Judged} judged @param {number} output @param {(output: number, truth: number) => boolean} same */
function patternBeside(judged, output, same) {
  for (const [k, {shape}] of judged.truth.entries()) {
    if (k === output || shape.length === 0 || same(k, k)) continue;
    const pattern = patternIn(judged, k);
    if (pattern) return `In ${placeName(judged.places[k])}: ${pattern}`;
  }
  return '';
}

/** Where an output is wrong. @param {Judged} judged @param {number} output */
function placeIn({outputs, places, item, truth}, output) {
  if (truth[output].shape.length === 0) return numbersPlace(...numbersOf(outputs, truth));
  return keysOf(item, places[output])
    ? ''
    : placeOf(outputs[output], truth[output], givenTo(item, places[output].step));
}

/** @param {Judged} judged @param {number} output */
const ratio = ({outputs, truth}, output) =>
  truth[output].shape.length > 0 ? '' : ratioOf(outputs[output].data[0], truth[output].data[0]);

/** The step that gave an output. @param {Case} item @param {number} step of those that give something */
const stepOf = ({steps}, step) => steps.filter(({get}) => get)[step];

/** The tensors that a call is given. @param {Case} item @param {number} step @returns {TensorLike[]} */
const givenTo = (item, step) =>
  (stepOf(item, step)?.args ?? []).flatMap((/** @type {any} */ arg) =>
    arg?.tensor ? [arg.tensor] : [],
  );

/** The keys of a dict that came back as a row of numbers. @param {Case} item @param {Place} [place] @returns {readonly string[] | null} */
function keysOf(item, place) {
  const wants = place && stepOf(item, place.step)?.wants;
  return Array.isArray(wants) ? wants : null;
}

/**
 * What another case shows, or all of them together, where the first says nothing: its numbers may be too few.
 *
 * @param {Judged} judged @param {number} output @param {Check} check @param {readonly Judged[]} all
 * @param {(judged: Judged, output: number) => string} of a case
 */
function patternElsewhere(judged, output, check, all, of) {
  const others = all.filter(
    ({item, ok, outputs, truth}) => !ok && !item.describe && !shapeProblem(outputs, truth),
  );
  for (const other of others) {
    const found = firstDifference(other.outputs, other.truth, toleranceOf(check, other.item));
    // that a case is nearly right says nothing of one that is far off
    const pattern = found && other !== judged && of(other, found.difference.output);
    if (pattern && !isNearly(pattern)) return `In the case ${titleOf(other)}: ${pattern}`;
  }
  return of === patternIn ? patternTogether(judged, output, check, others) : '';
}

const MOST_IN_ROW = 4;

/**
 * Compares one number over all wrong cases: a single output number, or the one at each index of a short list.
 *
 * @param {Judged} judged @param {number} output @param {Check} check @param {readonly Judged[]} others that are wrong
 */
function patternTogether({item, places, truth}, output, check, others) {
  const tolerance = toleranceOf(check, item);
  const {shape} = truth[output];
  const n = shape[0] ?? 1;
  if (shape.length > 1 || n > MOST_IN_ROW) return '';
  const alike = others.filter((one) => one.truth[output]?.shape.join() === shape.join());
  const keys = keysOf(item, places[output]);
  for (let i = 0; i < n; i++) {
    const row = (/** @type {(one: Judged) => readonly TensorLike[]} */ part) =>
      Float64Array.from(alike, (one) => part(one)[output].data[i]);
    const [got, want] = [row(({outputs}) => outputs), row((one) => one.truth)];
    const pattern = got.every((v, k) => isClose(v, want[k], tolerance))
      ? ''
      : togetherOf(got, want);
    const where = shape.length === 0 ? '' : keys ? ` of '${keys[i]}'` : ` at index ${i}`;
    if (pattern) return `In all cases that are wrong${where}: ${pattern}`;
  }
  return '';
}

/** A case as the list of cases has it. @param {Judged} judged */
const titleOf = ({item}) => `“${item.title}”${item.isHidden ? ' (hidden)' : ''}`;

/** Which cases are right, where nothing else is to be seen; that a hunt's test is right says nothing of them. @param {readonly Judged[]} all */
function rightCases(all) {
  const of = (/** @type {boolean} */ which) =>
    all
      .filter(({ok, item}) => ok === which && !item.isHunt)
      .filter(({item: {title}}, _, list) => !list.some(({item}) => title === againOf(item.title)));
  const [right, wrong] = [of(true), of(false)].map((list) => {
    const titles = list.map(titleOf);
    return (
      titles.slice(0, 3).join(', ') + (titles.length > 3 ? ` and ${titles.length - 3} more` : '')
    );
  });
  return right && `Right in ${right}; wrong in ${wrong}.`;
}

/** Which outputs are wrong, where others are right. @param {Judged} judged @param {(output: number, truth: number) => boolean} same */
function rightOutputs({places, truth}, same) {
  const names = places.map((place) => placeName(place));
  const isRight = truth.map((_, k) => same(k, k));
  if (!isRight.includes(true) || names.includes('')) return '';
  const of = (/** @type {boolean} */ which) => [
    ...new Set(names.filter((_, k) => isRight[k] === which)),
  ];
  const [right, wrong] = [of(true), of(false)];
  if (right.some((name) => wrong.includes(name))) return '';
  const verb = (/** @type {string[]} */ list) => (list.length === 1 ? 'is' : 'are');
  const listed = (/** @type {string[]} */ list) =>
    list.length > 4
      ? `${list.slice(0, 3).join(', ')} and ${list.length - 3} more`
      : list.join(', ');
  return `Of what came back, ${listed(wrong)} ${verb(wrong)} wrong; ${listed(right)} ${verb(right)} right.`;
}

/** All single numbers, in a row. @param {Output[]} outputs @param {Truth} truth @returns {[Output, Truth[0]]} */
function numbersOf(outputs, truth) {
  const of = truth.flatMap(({shape}, k) => (shape.length ? [] : [k]));
  const row = (/** @type {readonly TensorLike[]} */ list) =>
    Float64Array.from(of, (k) => list[k].data[0]);
  const shape = [of.length];
  return [
    {data: row(outputs), shape, dtype: 'list'},
    {data: row(truth), shape},
  ];
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
 * What a run gave, by case.
 *
 * @param {readonly Case[]} cases those whose steps were the run's
 * @param {RunResult} run
 * @returns {Output[][] | null} null where something was raised, or is not what the steps want
 */
export const outputsByCase = (cases, run) =>
  outputsBySteps(cases, run)?.map((own) => own.flat()) ?? null;

/** Where what a run gave stands, by case. @param {readonly Case[]} cases @param {RunResult} run @returns {Place[][]} */
export const placesByCase = (cases, run) =>
  (outputsBySteps(cases, run) ?? []).map((own, k) =>
    placesOf(
      cases[k].steps.filter(({get}) => get),
      own,
    ),
  );

/** @param {readonly Case[]} cases @param {RunResult} run @returns {Output[][][] | null} by case and step */
function outputsBySteps(cases, run) {
  if (run.type !== 'done' || run.error) return null;
  const results = [...run.results];
  const all = [];
  for (const item of cases) {
    const asking = item.steps.filter(({get}) => get);
    const mine = results.splice(0, asking.length);
    if (mine.length < asking.length) return null;
    const outputs = outputsOf(asking, mine, item);
    if (outputs.some((output) => typeof output === 'string')) return null;
    all.push(/** @type {Output[][]} */ (outputs));
  }
  return all;
}

/**
 * Whether two runs gave the same in a case, as near as the exercise asks for.
 *
 * @param {Check} check @param {Case} item @param {Output[]} outputs @param {Output[]} others
 */
export const agreesOn = (check, item, outputs, others) =>
  agrees(outputs, others, toleranceOf(check, item));

/** Whether two numbers of a case are as near as the exercise asks for. @param {Check} check @param {Case} item @returns {(got: number, want: number) => boolean} */
export const closeOn = (check, item) => (got, want) => isClose(got, want, toleranceOf(check, item));

/**
 * Compares what other code gives with a learner's outputs, in some of the cases.
 *
 * @param {object} options
 * @param {Check} options.check
 * @param {readonly Case[]} options.cases
 * @param {readonly Output[][]} options.outputs the learner's, by case
 * @param {(code: string, steps: any[]) => Promise<RunResult>} options.runCode
 */
export function comparison({check, cases, outputs, runCode}) {
  let [isStopped, isTooLong] = [false, false];
  /** What code gives in some cases. @param {string} code @param {readonly number[]} which cases */
  const outputsOf = async (code, which) => {
    const own = which.map((k) => cases[k]);
    const run = await runCode(
      code,
      own.flatMap(({steps}) => steps),
    );
    isStopped ||= run.type === 'stopped';
    isTooLong = run.type === 'timeout';
    return outputsByCase(own, run);
  };
  /** @param {Output[][] | null} theirs @param {readonly number[]} which cases */
  const isSame = (theirs, which) =>
    theirs?.every((one, k) => agreesOn(check, cases[which[k]], outputs[which[k]], one)) ?? false;
  /** @param {string} code @param {readonly number[]} which cases */
  const agrees = async (code, which) => isSame(await outputsOf(code, which), which);
  return {agrees, outputsOf, isSame, hasStopped: () => isStopped, isTooLong: () => isTooLong};
}

/**
 * What `matches` says of outputs of the right shapes; where the outputs are not such that it could look at them, it is not that mistake.
 *
 * @param {Mistake} mistake
 * @param {Output[]} outputs
 * @param {Case} item
 * @param {Core} core
 */
function doesMatch(mistake, outputs, item, core) {
  try {
    return mistake.matches?.(outputs, item, core) ?? null;
  } catch {
    return false;
  }
}

/**
 * The mistake that gives the learner's outputs in every case in which it differs from the truth, if there
 * is such a case.
 *
 * @param {Core} core
 * @param {Check} check
 * @param {Judged[]} judged
 */
function knownMistake(core, check, judged) {
  return check.mistakes?.find((mistake) => {
    let isFound = false;
    for (const {item, outputs, truth, ok} of judged) {
      if (mistake.matches) {
        const does = ok ? null : doesMatch(mistake, outputs, item, core);
        if (does === null) continue;
        if (!does || shapeProblem(outputs, truth)) return false;
        isFound = true;
        continue;
      }
      const theirs = mistake.truth?.(core, item) ?? null;
      if (!theirs) continue;
      if (!agrees(outputs, theirs, toleranceOf(check, item))) return false;
      isFound ||= !ok;
    }
    return isFound;
  });
}

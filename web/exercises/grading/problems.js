// @ts-check
// What is wrong with outputs before their numbers are looked at: how many there are, in which order, of
// which shape and type. In words, and with the call that they came of.

/** @import {Output} from './outputs.js' */
/** @import {Judged, Truth} from './grader.js' */

/**
 * Where an output stands: the call that gave it, '' where there is but one; which of how many it gave.
 *
 * @typedef {{call: string, step: number, k: number, of: number}} Place
 */

/** How a step is spoken of. @param {any} step @returns {string} */
export function nameOf({name, target, args = []}) {
  if (name || !target) return name ?? '';
  const isPlain = args.every((/** @type {any} */ arg) => arg === null || typeof arg !== 'object');
  const written = args.map((/** @type {any} */ arg) => JSON.stringify(arg)).join(', ');
  return isPlain ? `${target}(${written})` : target;
}

/** Where the outputs of a case's steps stand. @param {any[]} steps @param {Output[][]} outputs @returns {Place[]} */
export const placesOf = (steps, outputs) =>
  outputs.flatMap((own, step) => {
    const call = steps.length > 1 ? nameOf(steps[step]) : '';
    return own.map((_, k) => ({call, step, k, of: own.length}));
  });

/** @param {Place} [place] @returns {string} '' where there is only one output */
export function placeName({call, k, of} = {call: '', step: 0, k: 0, of: 1}) {
  if (of === 1) return call;
  return `output ${k + 1}${call && ` of ${call}`}`;
}

/** @param {readonly number[]} shape */
const words = (shape) => (shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`);

/** @param {readonly number[]} a @param {readonly number[]} b */
export const sameShape = (a, b) => a.length === b.length && a.every((n, d) => n === b[d]);

/** @param {Output[]} outputs @param {Truth} truth @param {Place[]} places */
function countProblem(outputs, truth, places) {
  const [n, m] = [truth.length, outputs.length];
  const whole = `${n === 1 ? 'One tensor is' : `${n} tensors are`} expected, ${m} came back`;
  const first = places.filter(({k, call}) => k === 0 && call);
  const counts = first.map(({call, of}) => `${of} of ${call}`).join(', ');
  if (counts) return `${whole}: ${counts}.`;
  const isStack =
    n === 1 && m > 1 && outputs.every(({shape}) => sameShape(shape, outputs[0].shape));
  return isStack ? `${whole}. torch.stack(…) makes one of them.` : `${whole}.`;
}

/**
 * @param {Output[]} outputs
 * @param {Truth} truth
 * @param {Place[]} [places]
 * @returns {string} '' where the shapes are right
 */
export function shapeProblem(outputs, truth, places = []) {
  if (outputs.length !== truth.length) return countProblem(outputs, truth, places);
  for (const [k, {shape, data}] of truth.entries()) {
    const {shape: got, dtype, data: numbers} = outputs[k];
    const name = placeName(places[k]);
    if (dtype.startsWith('complex') && numbers.length !== data.length) {
      return `${name && `${name}: `}Complex numbers came back; real ones are expected (torch.view_as_real).`;
    }
    if (sameShape(got, shape)) continue;
    if (dtype === 'number') {
      return `${name && `${name}: `}A number came back; a tensor of shape ${words(shape)} is expected.`;
    }
    const which = name && ` of ${name}`;
    return `The shape${which} is ${words(got)}, expected is ${words(shape)}${shapeHint(got, shape)}.`;
  }
  return '';
}

/** @param {readonly number[]} got @param {readonly number[]} want */
function shapeHint(got, want) {
  const sorted = (/** @type {readonly number[]} */ shape) => [...shape].sort((a, b) => a - b);
  const squeezed = (/** @type {readonly number[]} */ shape) => shape.filter((n) => n !== 1);
  if (got.length === want.length && sameShape(sorted(got), sorted(want))) {
    return ': the axes are in another order';
  }
  if (sameShape(squeezed(got), squeezed(want))) return ': an axis of one is too many or missing';
  if (got.length !== want.length) {
    return `: ${got.length} ${got.length === 1 ? 'axis' : 'axes'} instead of ${want.length}`;
  }
  const d = want.findIndex((n, k) => n !== got[k]);
  return `: axis ${d} has ${got[d]} instead of ${want[d]}`;
}

/** @param {string} got @param {string} [want] */
const isOfType = (got, want) =>
  want === undefined || got === want || (want === 'int64' && /^(u?int|number|list)/.test(got));

/** @param {Output[]} outputs @param {Truth} truth @param {Place[]} places @returns {string} */
export function typeProblem(outputs, truth, places) {
  const at = truth.findIndex(({dtype}, k) => !isOfType(outputs[k].dtype, dtype));
  if (at < 0) return '';
  const which = placeName(places[at]);
  const [got, want] = [outputs[at].dtype, truth[at].dtype];
  return `The numbers${which && ` of ${which}`} are right, but they are ${got}; ${want} is expected.`;
}

const LEAST_DIFFERENT = 4; // fewer numbers are those of another output by chance

/**
 * A wrong output that is what another one of its call should be.
 *
 * @param {Judged} judged @param {number} output
 * @param {(output: number, truth: number) => boolean} same
 * @returns {string}
 */
export function otherOutput({places, truth}, output, same) {
  const {call, step, k} = places[output];
  const isVaried = (/** @type {number} */ at) =>
    new Set(Array.from(truth[at].data)).size >= LEAST_DIFFERENT;
  const other = truth.findIndex(
    (_, at) => at !== output && places[at]?.step === step && isVaried(at) && same(output, at),
  );
  if (other < 0 || !isVaried(output)) return '';
  return `Output ${k + 1}${call && ` of ${call}`} has what belongs to output ${places[other].k + 1}.`;
}

/**
 * Two outputs of one call that came back the wrong way round.
 *
 * @param {Judged} judged
 * @param {(output: number, truth: number) => boolean} same
 * @returns {string}
 */
export function orderProblem({outputs, truth, places}, same) {
  for (let k = 0; k + 1 < Math.min(outputs.length, truth.length); k++) {
    const {call, step, k: first} = places[k];
    if (step !== places[k + 1].step) continue;
    if (same(k, k) || !same(k, k + 1) || !same(k + 1, k)) continue;
    const of = call && ` of ${call}`;
    return `Outputs ${first + 1} and ${first + 2}${of} are right, but have changed places.`;
  }
  return '';
}

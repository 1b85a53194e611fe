// @ts-check
// An assignment in an address: what is set, what is locked and hidden, until when. The address ends with a sum over the
// rest, so that one which was cut or changed on its way is noticed. It is no signature: anyone can
// compute it.

/**
 * @typedef {object} Common
 * @property {string} title
 * @property {string} task what the learner has to do, plain text
 * @property {string} due plain text, as the teacher wrote it
 *
 * @typedef {Common & {kind: 'figure', figure: string, attributes: Record<string, string>}} FigureAssignment attributes: settings,
 *   `preset`, `fault`, and `locked`, `controls`, `hide` as the elements have them
 * @typedef {Common & {kind: 'exercises', exercises: string[], hide: string[], attempts: number | null}} ExerciseAssignment
 *   attempts: of each exercise; null for any number
 * @typedef {FigureAssignment | ExerciseAssignment} Assignment
 */

export const MOST = {title: 120, task: 2000, due: 120, value: 200, exercises: 20, attempts: 99, address: 8000}; // biome-ignore format: a record
export const HIDDEN = /** @type {const} */ (['hints', 'solution']);
/** Who shows the assignment, which is no part of it: the page that holds the frame, its colours, and the version of SCORM. */
const AROUND = ['origin', 'scheme', 'scorm'];
const AROUND_IN_ADDRESS = new RegExp(`&(?:${AROUND.join('|')})=[^&#]*|#.*$`, 'g');
const TEXTS = /** @type {const} */ (['title', 'task', 'due']);
const NAME = /^[a-z][a-z0-9-]{0,59}$/;

/** The address of an assignment, wherever it is shown. @param {string} href @returns {string} */
export const ownAddress = (href) => href.replace(AROUND_IN_ADDRESS, '');

/** Every problem of an address, a sentence each. */
export class AssignmentError extends Error {
  /** @param {string[]} problems */
  constructor(problems) {
    super(problems.join(' '));
    this.problems = problems;
  }
}

/** FNV-1a, 32 bit. @param {string} text */
function checksum(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** @param {[string, string][]} pairs */
const sumOf = (pairs) => checksum(pairs.map((pair) => JSON.stringify(pair)).join('\n'));

/** @param {string} text */
const shown = (text) => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;

/**
 * @param {Assignment} assignment
 * @returns {string} the query of its address, without the '?'
 * @throws {AssignmentError}
 */
export function assignmentQuery(assignment) {
  const {kind} = assignment;
  /** @type {[string, string][]} */
  const pairs =
    kind === 'figure'
      ? [['figure', assignment.figure], ...Object.entries(assignment.attributes)]
      : [
          ['exercises', assignment.exercises.join(',')],
          ['hide', assignment.hide.join(' ')],
          ['attempts', assignment.attempts === null ? '' : String(assignment.attempts)],
        ];
  for (const name of TEXTS) pairs.push([name, assignment[name]]);
  const kept = pairs.filter(([, value]) => value !== '').map(([name, value]) => /** @type {[string, string]} */ ([name, value.replace(/\p{Surrogate}/gu, '\ufffd')])); // biome-ignore format: one thought
  kept.push(['sum', sumOf(kept)]);
  const query = new URLSearchParams(kept).toString();
  readAssignment(query);
  return query;
}

/**
 * Never trusts the address.
 *
 * @param {string} query with or without its '?'
 * @returns {Assignment}
 * @throws {AssignmentError}
 */
export function readAssignment(query) {
  if (query.length > MOST.address)
    throw new AssignmentError([
      `The address must have at most ${MOST.address} characters, got ${query.length}.`,
    ]);
  const pairs = [...new URLSearchParams(query)].filter(([name]) => !AROUND.includes(name));
  const given = new Map(pairs);
  /** @type {string[]} */
  const problems = [];
  for (const name of new Set(pairs.map(([one]) => one)))
    if (pairs.filter(([one]) => one === name).length > 1)
      problems.push(`${shown(name)} must be there once, and is there more than once.`);
  const sum = sumOf(pairs.filter(([name]) => name !== 'sum'));
  if (given.get('sum') !== sum)
    problems.push(
      'The address was cut or changed after it was made: its sum is not that of its text. Copy the whole link again.',
    );
  for (const name of TEXTS) {
    const {length} = given.get(name) ?? '';
    if (length > MOST[name])
      problems.push(`${name} must have at most ${MOST[name]} characters, got ${length}.`);
  }
  const [figure, exercises] = [given.get('figure'), given.get('exercises')];
  if ((figure === undefined) === (exercises === undefined))
    problems.push('The address must name a figure (figure=…) or exercises (exercises=…), one of the two.'); // biome-ignore format: a sentence
  const [title, task, due] = TEXTS.map((name) => given.get(name) ?? '');
  const rest = pairs.filter(([name]) => !['sum', 'figure', 'exercises', ...TEXTS].includes(name)); // biome-ignore format: one thought
  const assignment =
    exercises === undefined
      ? figureAssignment(figure ?? '', rest, problems)
      : exerciseAssignment(exercises, rest, problems);
  if (problems.length > 0) throw new AssignmentError(problems);
  return {...assignment, title, task, due};
}

/** @param {string} figure @param {[string, string][]} rest @param {string[]} problems grows */
function figureAssignment(figure, rest, problems) {
  if (!NAME.test(figure))
    problems.push(`figure must be the tag of a figure, as "pe-heatmap", got ${shown(figure)}.`);
  for (const [name, value] of rest) {
    if (!NAME.test(name) || name.startsWith('on'))
      problems.push(`${shown(name)} is no setting of a figure.`);
    if (value.length > MOST.value)
      problems.push(`${name.slice(0, 40)} must have at most ${MOST.value} characters, got ${value.length}.`); // biome-ignore format: a sentence
  }
  return {kind: /** @type {const} */ ('figure'), figure, attributes: Object.fromEntries(rest)};
}

/** @param {string} text @param {[string, string][]} rest @param {string[]} problems grows */
function exerciseAssignment(text, rest, problems) {
  const exercises = text.split(',');
  if (exercises.length > MOST.exercises || new Set(exercises).size < exercises.length)
    problems.push(`exercises must be 1 to ${MOST.exercises} names, each once, got ${exercises.length}: ${shown(text)}.`); // biome-ignore format: a sentence
  for (const id of exercises.slice(0, MOST.exercises))
    if (!NAME.test(id))
      problems.push(`exercises must name exercises, as "yarn,alibi-mask", got ${shown(id)}.`);
  const {hide = '', attempts: limit = '', ...unknown} = Object.fromEntries(rest);
  const hidden = hide.split(/[\s,]+/).filter(Boolean);
  for (const one of hidden)
    if (!HIDDEN.includes(/** @type {any} */ (one)))
      problems.push(`hide must be of ${HIDDEN.join(', ')}, got ${shown(one)}.`);
  const attempts = limit === '' ? null : Number(limit);
  if (attempts !== null && !(/^\d+$/.test(limit) && attempts >= 1 && attempts <= MOST.attempts))
    problems.push(`attempts must be a whole number, 1 to ${MOST.attempts}, got ${shown(limit)}.`);
  for (const name of Object.keys(unknown))
    problems.push(`${shown(name)} is no field of an assignment of exercises; they are exercises, hide, attempts, title, task, due.`); // biome-ignore format: a sentence
  return {kind: /** @type {const} */ ('exercises'), exercises, hide: hidden, attempts};
}

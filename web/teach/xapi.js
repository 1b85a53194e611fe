// @ts-check
// What a learner has done as statements of xAPI 1.0.3. They are made here and sent by the page around, which knows who the
// learner is: it adds `actor`.

/** @import {Assignment} from './assignment.js' */
/** @import {Report} from './session.js' */

/** @typedef {'attempted' | 'progressed' | 'completed' | 'passed' | 'failed'} Verb */

const VERBS = 'http://adlnet.gov/expapi/verbs/';
const ACTIVITIES = 'http://adlnet.gov/expapi/activities/';
/** The part that is done, in percent: cmi5 has given it this name. */
const PROGRESS = 'https://w3id.org/xapi/cmi5/result/extensions/progress';

/** @param {number} seconds @returns {string} ISO 8601: PT1H2M3.25S */
export function isoDuration(seconds) {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const [hours, minutes] = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6000) % 60];
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${(hundredths % 6000) / 100}S`;
}

/**
 * The verb that says what has changed between two reports, or null where nothing has.
 *
 * @param {Report} before
 * @param {Report} after
 * @returns {Verb | null}
 */
export function verbOf(before, after) {
  if (after.status !== before.status) {
    if (after.status === 'incomplete') return 'attempted';
    if (after.status !== 'not attempted') return after.status;
  }
  return after.progress > before.progress ? 'progressed' : null;
}

/**
 * @param {Verb} verb
 * @param {{assignment: Assignment, address: string, report: Report, seconds: number, version: string}} options address: of the
 *   assignment, which names the activity; seconds: since the learner began
 */
export function statementOf(verb, {assignment, address, report, seconds, version}) {
  const isFigure = assignment.kind === 'figure';
  const name = assignment.title || (isFigure ? assignment.figure : assignment.exercises.join(', '));
  const isOver = ['completed', 'passed', 'failed'].includes(report.status);
  return {
    id: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
    version: '1.0.3',
    verb: {id: VERBS + verb, display: {en: verb}},
    object: {
      objectType: 'Activity',
      id: address,
      definition: {
        type: ACTIVITIES + (isFigure ? 'simulation' : 'assessment'),
        name: {en: name},
        ...(assignment.task && {description: {en: assignment.task}}),
      },
    },
    result: {
      ...(report.score !== null && {score: {scaled: Math.round(report.score * 1e4) / 1e4, min: 0, max: 1, raw: Math.round(report.score * 1e4) / 1e4}}), // biome-ignore format: a record
      ...(['passed', 'failed'].includes(report.status) && {success: report.status === 'passed'}),
      completion: isOver,
      duration: isoDuration(seconds),
      extensions: {[PROGRESS]: Math.round(100 * report.progress)},
    },
    context: {platform: `poslab ${version}`},
  };
}

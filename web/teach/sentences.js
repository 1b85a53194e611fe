// @ts-check
// What a page says of an assignment and of a learner's progress in it.

/** @import {Assignment} from './assignment.js' */
/** @import {Report} from './session.js' */

export const FORGED =
  'The result is computed in this browser. Anyone who knows how can forge it, and hints or solutions that are hidden here are public elsewhere. It is evidence of practice, not of identity or honesty; a mark that counts needs another check.';

/** @param {Assignment} assignment @returns {string[]} what is set, hidden and due, a sentence each */
export function termsOf(assignment) {
  const terms = assignment.due ? [`Due: ${assignment.due}`] : [];
  if (assignment.kind === 'exercises') {
    const {hide, attempts} = assignment;
    if (attempts !== null) terms.push(`Attempts for each exercise: ${attempts}`);
    if (hide.length > 0) terms.push(`Hidden: ${hide.join(', ')}`);
    return terms;
  }
  const {locked, controls, hide, fault} = assignment.attributes;
  if (fault) terms.push(`A fault is switched on: ${fault}`);
  if (locked) terms.push(`Locked: ${locked.split(' ').join(', ')}`);
  if (controls) terms.push(`Controls that are shown: ${controls.split(' ').join(', ')}`);
  if (hide) terms.push(`Hidden: ${hide.split(' ').join(', ')}`);
  return terms;
}

/** @param {Assignment} assignment @param {Report} report @param {number} nPassed */
export function statusText(assignment, {status, score}, nPassed) {
  if (assignment.kind === 'figure')
    return status === 'completed' ? 'Done.' : status === 'incomplete' ? 'Begun.' : 'Not begun.';
  if (score === null) return 'Nothing has been checked yet.';
  const part = `${nPassed} of ${assignment.exercises.length} passed, score ${Math.round(100 * score)} %.`;
  return status === 'failed' ? `${part} No attempts are left.` : part;
}

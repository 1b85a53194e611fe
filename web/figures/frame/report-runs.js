// @ts-check

/** @import {RunGroup} from '../../workers/run-group.js' */
/** @import {Figure} from './figure.js' */

/**
 * Tells the page how far the runs have come: with their results when they are done, and why where they failed.
 *
 * @param {Figure} figure
 * @param {Pick<RunGroup, 'condition' | 'fraction' | 'states'>} group
 * @param {readonly string[]} names of its runs
 * @param {string} problem a sentence, or ''
 */
export function reportRuns(figure, {condition, fraction, states}, names, problem) {
  figure.emit('progress', {condition, fraction});
  if (condition === 'failed') {
    const isWorker = problem.includes('worker-src');
    const code = isWorker ? 'csp-worker' : 'run';
    figure.emit('error', {code, message: problem, directive: isWorker ? 'worker-src blob:' : ''});
  }
  if (condition !== 'done') return;
  const runs = states.map(({steps, losses, evaluations}, k) => {
    const loss = losses.at(-1) ?? null;
    return {name: names[k], steps, loss, evaluations};
  });
  figure.emit('result', {runs});
}

// @ts-check
// The attempts at an exercise: each with what came of it, how it differs from the code now, and a way to have it
// again.
import {button, html} from '../../dom.js';
import {attempts} from './attempts.js';
import {lineDiff} from './line-diff.js';
import {spokenTime} from './stopwatch.js';
import {scrollingText} from './verdict-view.js';

/** @import {Attempt} from './attempts.js' */

const WORDS = {
  pass: 'passed',
  partial: 'partly right',
  fail: 'not yet',
  error: 'Python stopped',
  kept: 'not checked',
};

/** @param {string} at ISO 8601 */
const dateOf = (at) =>
  new Date(at).toLocaleString('en', {dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23'});

/** @param {Attempt} attempt @param {() => string} codeNow */
function differences({code}, codeNow) {
  const lines = lineDiff(code, codeNow());
  if (lines.every(({mark}) => mark === ' ')) return html('p', 'muted', {}, 'The same as now.');
  const text = lines.map(({mark, line}) => `${mark} ${line}\n`).join('');
  const box = html('div');
  box.append(
    html('p', 'muted', {}, 'Lines with − were in this attempt, lines with + are in the code now.'),
    scrollingText(text.replaceAll(/^-/gm, '−'), 'code', 'Differences from the code now'),
  );
  return box;
}

/**
 * @param {{id: string, codeNow: () => string, onRestore: (attempt: Attempt) => void}} options
 * @returns {HTMLElement}
 */
export function attemptList({id, codeNow, onRestore}) {
  const box = html('section', 'attempts', {'aria-label': 'Attempts', tabindex: '-1'});
  const list = attempts.of(id).reverse();
  box.append(
    html('p', 'label', {}, list.length ? 'Your attempts, newest first' : 'No attempts yet'),
  );
  if (list.length === 0) {
    box.append(
      html(
        'p',
        'muted',
        {},
        'Each check is kept here, in this browser: press Check. Code that you replace is kept here too.',
      ),
    );
  }
  for (const attempt of list) {
    const details = html('details', 'attempt');
    const {at, status, seconds, sentence} = attempt;
    const time = status === 'kept' ? [] : [spokenTime(seconds)];
    details.append(
      html('summary', '', {}, [dateOf(at), WORDS[status], ...time].join(' · ')),
      html('p', '', {}, sentence),
    );
    details.addEventListener(
      'toggle',
      () =>
        details.append(
          differences(attempt, codeNow),
          button('Restore this code', () => onRestore(attempt)),
        ),
      {once: true},
    );
    box.append(details);
  }
  return box;
}

// @ts-check
// What an exercise shows after a pass: the laws that the answer was held to, another way to write it, and the
// questions that an interviewer asks next.
import {html} from '../../dom.js';
import {addressOf} from './address-of.js';
import {scrollingText} from './verdict-view.js';

/** @import {Law} from '../grading/grader.js' */
/** @import {FollowUp} from '../schema.js' */
/** @import {Exercise} from './exercise-panel.js' */

/** @param {readonly Law[]} laws */
function lawList(laws) {
  const list = html('ul', 'laws');
  for (const {sentence, figure} of laws) {
    const item = html('li', '', {}, `${sentence} `);
    if (figure) item.append(html('a', '', {href: addressOf(figure)}, 'See it drawn'));
    list.append(item);
  }
  return list;
}

/** @param {FollowUp} followUp */
function followUpElement({kind, question, answer}) {
  const details = html('details', 'follow-up');
  const summary = html('summary', '', {}, question);
  if (!question.startsWith(kind)) summary.prepend(html('span', 'facts', {}, `${kind} `));
  details.append(summary, html('p', '', {}, answer));
  return details;
}

/** @param {readonly FollowUp[]} followUps */
export function followUpList(followUps) {
  const box = html('div', 'follow-ups');
  box.append(
    html('p', 'label', {}, 'What an interviewer asks next'),
    html('p', 'muted', {}, 'Say your answer aloud, then open the model answer.'),
    ...followUps.map(followUpElement),
  );
  return box;
}

/**
 * @param {Exercise} exercise
 * @returns {Promise<HTMLElement>}
 */
export async function afterPassElement({check, other, after}) {
  const box = html('section', 'after-pass', {'aria-label': 'After a pass'});
  const laws = check.laws ?? [];
  if (laws.length > 0) {
    const count = laws.length === 1 ? 'one law' : `${laws.length} laws`;
    box.append(html('p', 'label', {}, `Your answer was held to ${count}`), lawList(laws));
  }
  const [way, more] = await Promise.all([other?.(), after?.()]);
  if (more) box.append(followUpList(more.default.followUps));
  if (way) {
    const details = html('details', 'other-way');
    details.append(
      html('summary', '', {}, 'Another way to write it'),
      scrollingText(way.default, 'code', 'Another way to write it'),
    );
    box.append(details);
  }
  return box;
}

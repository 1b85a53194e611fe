// @ts-check
// The clock of a timed set, which can be hidden.
import {button, html} from '../../dom.js';
import {timedSet} from './timed-set.js';

const TICK_MS = 1000;

/** @param {number} seconds @returns {string} 12:05 */
export const clockText = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** @param {AbortSignal} signal ends it @returns {HTMLElement} */
export function setClock(signal) {
  const box = html('span', 'clock');
  // read when it is looked for: a clock that spoke each second would leave no time for anything else
  const time = html('span', 'time', {role: 'timer'});
  const hide = button('Hide the clock', () => {
    timedSet.hideClock(!timedSet.state?.isClockHidden);
    show();
  });
  const show = () => {
    const isHidden = timedSet.state?.isClockHidden === true;
    time.hidden = isHidden;
    time.textContent = isHidden ? '' : `${clockText(timedSet.secondsLeft)} left`;
    hide.textContent = isHidden ? 'Show the clock' : 'Hide the clock';
  };
  const timer = setInterval(show, TICK_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  show();
  box.append(time, hide);
  return box;
}

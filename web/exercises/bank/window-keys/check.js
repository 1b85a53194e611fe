// @ts-check
import {attention} from '../../../core/nn.js';
import {call} from '../steps.js';
import {filled, scalar} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */

/** @param {string} title @param {[nQuery: number, nKey: number]} sizes @param {number} window @param {boolean} [isHidden] */
function caseOf(title, [nQuery, nKey], window, isHidden = false) {
  const position = nKey - 1;
  const steps = [call('window_mask', nQuery, nKey, window), call('first_cached', position, window)];
  return {title, isHidden, steps, nQuery, nKey, window, position};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('6 tokens, a window of 3', [6, 6], 3),
  caseOf('2 new tokens after a cache of 5', [2, 7], 4),
  caseOf('a window of 1', [4, 4], 1, true),
  caseOf('a window wider than the text', [3, 5], 20, true),
  caseOf('sizes of its own', [random.int(2, 6), random.int(12, 20)], random.int(4, 8), true),
];

/** @type {Check['truth']} */
export const truth = (core, {nQuery, nKey, window, position}) => {
  // Equal logits: a key has weight where it is seen.
  const ones = (/** @type {number} */ n) => filled([1, n, 1], () => 1);
  const {weights} = attention(core, {
    q: ones(nQuery),
    k: ones(nKey),
    v: ones(nKey),
    causal: true,
    window,
  });
  const visible = filled([nQuery, nKey], (i, j) => Number(weights.data[i * nKey + j] > 0));
  return [{...visible, dtype: 'bool'}, scalar(Math.max(0, position - window + 1))];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'window-keys',
    figure: '11-labs.html#edge-of-a-window',
    sentence: 'A query sees window keys, or all before it and itself where there are fewer.',
    holds: ([{data}], {nQuery, nKey, window}) => {
      const rows = Array.from(data);
      for (let i = 0; i < nQuery; i++) {
        const nVisible = rows.slice(i * nKey, (i + 1) * nKey).reduce((a, b) => a + b, 0);
        const want = Math.min(window, i + nKey - nQuery + 1);
        if (nVisible !== want)
          return `query ${i} sees ${nVisible} ${nVisible === 1 ? 'key' : 'keys'} instead of ${want}`;
      }
      return true;
    },
  },
];

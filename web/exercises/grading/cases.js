// @ts-check
// The cases of a run.

/** @import {Case, Check} from './grader.js' */
/** @import {CaseRandom} from './random.js' */

/**
 * Those that are visible come a second time, of the same shapes and with other numbers: what a function gives may depend on
 * nothing that it has kept of an earlier call. Before a hunt, for that begins Python anew.
 *
 * @param {Check} check @param {CaseRandom} random
 * @returns {Case[]}
 */
export function casesOf(check, random) {
  const cases = check.cases(random);
  const again = check.cases(random).filter((item, k) => isVisible(item) && !isSame(item, cases[k]));
  const others = again.map((item) => ({
    ...item,
    title: againOf(item.title),
    isHidden: true,
  }));
  const at = cases.findIndex(({isHunt}) => isHunt);
  return at < 0 ? [...cases, ...others] : cases.toSpliced(at, 0, ...others);
}

/** What a case is called that comes a second time. @param {string} title */
export const againOf = (title) => `${title}, other numbers`;

/** @param {Case} item */
const isVisible = ({isHidden, isHunt}) => !isHidden && !isHunt;

/** Whether both ask for the same. @param {Case} a @param {Case} b */
const isSame = (a, b) => JSON.stringify(a.steps) === JSON.stringify(b.steps);

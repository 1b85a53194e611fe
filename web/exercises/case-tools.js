// @ts-check
// What the checks of several exercises are made of.

/** @import {Tensor} from '../core/core.js' */

/**
 * A tensor whose numbers follow from their indices.
 *
 * @param {readonly number[]} shape
 * @param {(...index: number[]) => number} valueAt
 * @returns {Tensor}
 */
export function filled(shape, valueAt) {
  const index = shape.map(() => 0);
  const data = new Float32Array(shape.reduce((a, b) => a * b, 1));
  for (let at = 0; at < data.length; at++) {
    let rest = at;
    for (let d = shape.length - 1; d >= 0; d--) {
      index[d] = rest % shape[d];
      rest = Math.floor(rest / shape[d]);
    }
    data[at] = valueAt(...index);
  }
  return {data, shape: [...shape]};
}

/**
 * A step that calls what the learner wrote and hands back what it gives.
 *
 * @param {string} target
 * @param {...any} args
 */
export const call = (target, ...args) => ({op: 'call', target, args, get: true});

/**
 * Steps that try a test, which the learner wrote, on implementations: 1 for each that it turns down, by
 * whatever error, 0 for each that it lets through.
 *
 * @param {string} test its name
 * @param {readonly string[]} names of the implementations
 * @param {string} code that defines them
 * @returns {any[]}
 */
export function trySteps(test, names, code) {
  const judge = `
def _turned_down(implementation):
    try:
        ${test}(implementation)
    except NotImplementedError:
        raise
    except Exception:
        return 1
    return 0
`;
  return [
    {op: 'define', code: code + judge},
    {op: 'eval', expression: `[_turned_down(f) for f in (${names.join(', ')},)]`, get: true},
  ];
}

// @ts-check
// Steps that several exercises take.

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

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
 * Steps that try a test, which the learner wrote, on implementations: 1 for each that it refuses, 0 for
 * each that it lets through. What is broken may be refused by any error. Over what is right an error
 * other than an assert's is the test's own, and is reported with its line.
 *
 * @param {string} test its name
 * @param {readonly string[]} right names of implementations
 * @param {readonly string[]} broken
 * @param {string} code that defines them
 * @returns {any[]}
 */
export function trySteps(test, right, broken, code) {
  // in a function, so that no name of theirs takes the place of a learner's
  const judge = `
def _tried(test):
    ${code.trim().replace(/\n(?!\n)/g, '\n    ')}

    def refused(implementation, is_right):
        try:
            outcome = test(implementation)
        except (AssertionError, ValueError):
            return 1
        except NotImplementedError:
            raise
        except Exception as error:
            if is_right or isinstance(error, NameError):
                raise
            return 1
        if isinstance(outcome, bool) and not outcome:
            raise TypeError("${test} returned False: a test says no by an assert that fails")
        return 0

    right, broken = (${right.join(', ')},), (${broken.join(', ')},)
    for f in right + broken:
        f.__qualname__ = "implementation"  # in the messages of errors
    return [refused(f, True) for f in right] + [refused(f, False) for f in broken]
`;
  return [
    {op: 'define', code: judge},
    {op: 'eval', expression: `_tried(${test})`, get: true},
  ];
}

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
 * Named arguments without those that a call leaves out.
 *
 * @param {Record<string, number>} all
 * @param {readonly string[]} omitted names
 */
export const without = (all, omitted) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !omitted.includes(name)));

/**
 * Steps that try a test, which the learner wrote, on implementations: 1 for each that it refuses, 0 for
 * each that it lets through. What is broken may be refused by any error. Over what is right an error
 * other than an assert's is the test's own, and is reported with its line.
 *
 * Which are right is said only by the last step, when the test has run: nothing that a test can reach
 * knows it. An implementation answers while the test runs on it, and not after.
 *
 * @param {string} test its name
 * @param {readonly string[]} names of implementations, in the order in which they are tried
 * @param {readonly boolean[]} areRight of each
 * @param {string} code that defines them
 * @returns {any[]}
 */
export function trySteps(test, names, areRight, code) {
  // in a function, so that no name of theirs takes the place of a learner's
  const judge = `
def _tried(test):
    ${code.trim().replace(/\n(?!\n)/g, '\n    ')}

    def tried(function):
        is_open = [True]

        def implementation(*args, **kwargs):
            if not is_open:
                raise RuntimeError("an implementation answers only while your test runs on it")
            return function(*args, **kwargs)

        try:
            outcome = test(implementation)
        except NotImplementedError:
            raise
        except Exception as error:
            return error
        finally:
            is_open.clear()
        if isinstance(outcome, bool) and not outcome:
            raise TypeError("${test} returned False: a test says no by an assert that fails")
        return None

    return [tried(function) for function in (${names.join(', ')},)]

def _judged(outcomes, are_right):
    for error, is_right in zip(outcomes, are_right):
        kind = type(error)  # isinstance() would ask the error itself
        if error is None or issubclass(kind, (AssertionError, ValueError)):
            continue
        if is_right or issubclass(kind, NameError):
            raise error
    return [int(error is not None) for error in outcomes]
`;
  const flags = areRight.map((isRight) => (isRight ? 'True' : 'False')).join(', ');
  return [
    {op: 'define', code: judge},
    {op: 'eval', expression: `_tried(${test})`, as: '_outcomes'},
    {op: 'eval', expression: `_judged(_outcomes, (${flags},))`, get: true},
  ];
}

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

/** @param {string} code Python @param {number} depth how far it is moved to the right */
export const indented = (code, depth) =>
  code.trim().replace(/\n(?!\n)/g, `\n${' '.repeat(4 * depth)}`);

/**
 * Python of `closed(function)`: a function that does the same, and says nothing of which one it is. Only the own names
 * of a generator hold the other one, and those nothing can read.
 */
export const CLOSED = `
def answer_of(function):
    args, kwargs = yield
    try:
        answer = True, function(*args, **kwargs)
    except Exception as error:
        answer = False, error.with_traceback(None)
    yield answer

def calls(function):
    while True:  # a call has a generator of its own: a function may call itself
        answer = answer_of(function)
        next(answer)
        yield answer.send

def closed(function):
    next_call = calls(function).__next__

    def f(*args, **kwargs):
        is_right, answer = next_call()((args, kwargs))
        if not is_right:
            raise answer
        return answer

    return f
`;

/**
 * Python of `is_as_it_was()`: whether torch, numpy and math have the functions that they had when this was defined. A test that
 * puts others there would see what an implementation is made of. The engine is left out: while gradients are recorded, it has
 * others.
 */
const UNCHANGED = `
import math
import sys
from operator import is_
from types import FunctionType

code_of, all_of, each, names_of = FunctionType.__dict__["__code__"].__get__, all, map, vars

def holds(now, names, values):
    return all_of(each(is_, each(now.get, names), values))

def watched():
    modules = [sys.modules[name] for name in sys.modules if name.split(".")[0] in ("torch", "numpy")]
    modules = [m for m in modules if m is not None and m.__name__ != "torch._engine"]
    kinds = {id(v): v for m in modules for v in vars(m).values() if isinstance(v, type)}
    kinds |= {id(base): base for kind in kinds.values() for base in kind.__mro__}
    tables = [(vars(kind), *parts(vars(kind))) for kind in kinds.values()]
    for table in map(vars, (math, *modules)):  # these hold state too
        names = [name for name in table if callable(table[name])]
        tables.append((table, names, [table[name] for name in names]))
    return tables

def parts(table):
    return tuple(table), tuple(table.values())

tables = watched()
functions = [v for _, _, values in tables for v in values if type(v) is FunctionType]
codes = [f.__code__ for f in functions]

def is_as_it_was():
    same = all_of(each(is_, each(code_of, functions), codes))
    return same and all_of(holds(*one) for one in tables)
`;

/**
 * Steps that try a test, which the learner wrote, on implementations: 1 for each that it refuses, 0 for
 * each that it lets through. What is broken may be refused by any error. Over what is right an error
 * other than an assert's is the test's own, and is reported with its line.
 *
 * For each implementation Python begins anew, so that a test has to judge it by itself: it finds nothing of
 * what it saw of others. Whether one is right is said only when the test has run: nothing that a test
 * can reach knows it. An implementation answers while the test runs on it, and not after.
 *
 * @param {string} test its name
 * @param {readonly string[]} names of implementations, in the order in which they are tried
 * @param {readonly boolean[]} areRight of each
 * @param {string} code that defines them
 * @returns {any[]}
 */
export function trySteps(test, names, areRight, code) {
  // in a function, so that no name of theirs takes the place of a learner's
  const judge = (/** @type {string} */ name) => `
def _tried(test):
    ${indented(code, 1)}

    ${indented(CLOSED, 1)}

    ${indented(UNCHANGED, 1)}

    def asked(given):
        def answer(*args, **kwargs):
            if not is_as_it_was():
                raise RuntimeError("an implementation answers only while torch, numpy and math have their own functions")
            return given(*args, **kwargs)

        return answer

    def tried(given):
        is_open = [True]
        answers = closed(asked(given))

        def implementation(*args, **kwargs):
            if not is_open:
                raise RuntimeError("an implementation answers only while your test runs on it")
            return answers(*args, **kwargs)

        try:
            outcome = test(implementation)
        except NotImplementedError:
            raise
        except Exception as error:
            return error
        finally:
            is_open.clear()
        if outcome is False:
            raise TypeError("${test} returned False: a test says no by an assert that fails")
        return None

    return tried(${name})

def _judged(error, is_right):
    kind = type(error)  # isinstance() would ask the error itself
    if error is None:
        return 0
    is_said = issubclass(kind, (AssertionError, ValueError))
    if not is_said and (is_right or issubclass(kind, NameError)):
        raise error
    return 1
`;
  return names.flatMap((name, k) => [
    {op: 'anew'},
    {op: 'define', code: judge(name)},
    {op: 'eval', expression: `_tried(${test})`, as: '_outcome'},
    {op: 'eval', expression: `_judged(_outcome, ${areRight[k] ? 'True' : 'False'})`, get: true},
  ]);
}

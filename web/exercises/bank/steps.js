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
 * of a generator hold the other one, and those nothing can read. It has no names of a module either, and its errors do not
 * say what raised them.
 */
export const CLOSED = `
def answer_of(function):
    args, kwargs = yield
    try:
        answer = True, function(*args, **kwargs)
    except Exception as error:
        error.__context__ = error.__cause__ = None
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

    return type(f)(f.__code__, {}, "f", None, f.__closure__)
`;

/**
 * Python of `answer_of_one(everyone, k, args, kwargs)`: what implementation k makes of arguments. A test sees only its numbers,
 * and nothing of how it comes to them:
 *
 * - It gets plain copies of plain arguments, for others could see what is done with them. What it gives is copied too.
 * - torch, numpy, math and the builtins are as they were, no gradient is recorded, and nothing is collected meanwhile.
 * - All implementations run at each call, always in the same order: how long it takes, how many tensors are made and which
 *   functions have run is the same for all of them. (Their errors too are made, but not said.)
 */
const PLAINLY = `
import gc
import sys
import torch
import numpy
from torch import _engine, _tape
from torch._types import Held
from torch.nn._layers import NonDynamicallyQuantizableLinear

engine, unrecorded, is_changed = vars(_engine), dict(_tape.own), _engine.is_changed
collects, stop_collector, start_collector, ask = gc.isenabled, gc.disable, gc.enable, sys.audit
tensors = torch.Tensor, torch.nn.Parameter
modules = torch.nn.MultiheadAttention, NonDynamicallyQuantizableLinear
rows = tuple, list, set, torch.Size
scalars = tuple(v for v in vars(numpy).values() if type(v) is type and issubclass(v, numpy.generic))
atoms = int, float, bool, complex, str, type(None), torch.dtype
takes = "numbers, text, tensors, nn.MultiheadAttention, and tuples, lists and dicts of those"

def is_one(kind, kinds):
    return any(kind is one for one in kinds)  # "in" would ask the class itself

def plain(value):
    kind = type(value)
    if is_one(kind, atoms):
        return value
    if is_one(kind, tensors):
        return torch.Tensor.contiguous(torch.Tensor.detach(value)).clone()
    if is_one(kind, scalars):
        return value.item()
    if is_one(kind, rows):
        return kind([plain(item) for item in value])
    if kind is dict:
        return {plain(key): plain(item) for key, item in value.items()}
    if is_one(kind, modules):
        made = kind.__new__(kind)
        vars(made).update(plain(vars(value)))
        return made
    raise TypeError(f"an implementation takes {takes}, not a {kind.__name__}: a class of its own could see what is done with it")

def is_as_it_was():
    box = []
    ask("poslab.is_as_it_was", box)  # of the runtime, slowly: is_changed() is true of a name that was added too
    return box == [True]

def outcome(one, args, kwargs):
    try:
        return plain(one(*args, **kwargs)), None
    except Exception as error:
        return None, error

def answer_of_one(everyone, k, args, kwargs):
    if torch.is_grad_enabled() and any(is_one(type(x), tensors) and x.requires_grad for x in (*args, *kwargs.values())):
        raise TypeError("an implementation takes no tensor that requires a gradient, for its answer has none: hand over x.detach()")
    now, does_collect = dict(engine), collects()
    stop_collector()
    engine.update(unrecorded)
    try:
        if is_changed() and not is_as_it_was():
            raise RuntimeError("an implementation answers only while torch, numpy, math and the builtins have their own functions")
        copies = [plain((args, kwargs)) for _ in everyone]
        outcomes = [outcome(one, *given) for one, given in zip(everyone, copies)]
    finally:
        engine.update(now)
        if does_collect:
            start_collector()
    errors = [error for _, error in outcomes if is_one(type(error), (RecursionError, MemoryError))]
    answer, error = outcomes[k]
    if errors or error is not None:
        error = (*errors, error)[0]  # what all share comes first
        raise RuntimeError(f"an implementation raised {type(error).__name__}: {error}")
    return answer
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
  const everyone = [...new Set(names)].sort();
  const judge = (/** @type {string} */ name) => `
def _tried(test):
    ${indented(code, 1)}

    ${indented(CLOSED, 1)}

    ${indented(PLAINLY, 1)}

    errors = []  # an implementation's error is what comes of the test, whatever that does then

    def answer(*args, **kwargs):
        try:
            if not is_open:
                raise RuntimeError("an implementation answers only while your test runs on it")
            return answer_of_one((${everyone.join(', ')}), ${everyone.indexOf(name)}, args, kwargs)
        except Exception as error:
            errors.append(error)
            raise

    is_open = [True]
    try:
        said = test(closed(answer))
    except NotImplementedError:
        raise
    except Exception as error:
        errors.append(error)
    finally:
        is_open.clear()
    if errors:
        return errors[0]
    if said is False:
        raise TypeError("${test} returned False: a test says no by an assert that fails")
    return None

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

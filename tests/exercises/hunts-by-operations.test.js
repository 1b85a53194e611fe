// A test of a bug hunt sees what an implementation gives, and nothing of how it comes to that: which operations it does, on what
// tensors, in how many steps, by which errors.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';

import {grade} from '../../web/exercises/grading/grader.js';
import {CaseRandom} from '../../web/exercises/grading/random.js';
import {BANK, readBank} from '../support/bank.js';
import {loadCore} from '../support/core.js';
import {runPython} from '../support/python.js';

/** @import {Check} from '../../web/exercises/grading/grader.js' */

const core = await loadCore();

/** @param {string} code of a learner @param {string} id of the exercise @param {boolean} [goOn] after an error, to the other implementations */
async function run(code, id, goOn = false) {
  /** @type {Check} */
  const check = await import(path.join(BANK, id, 'check.js'));
  const cases = check.cases(new CaseRandom(5n));
  const answer = await runPython({
    code,
    steps: cases.flatMap(({steps}) => steps.map((step) => ({...step, goOn}))),
  });
  return {
    n: cases.find(({isHunt}) => isHunt)?.names.length,
    printed: answer.printed,
    verdict: grade({core, check, cases, run: {type: 'done', ...answer}}),
  };
}

/** @param {string} body of the test @param {string} [before] it @param {string} [id] of the exercise @param {string} [name] of the test */
const hunt = (body, before = '', id = 'repair-frequencies', name = 'test_frequencies') => `
${readBank(id, 'solution.py')}
import builtins, gc, math, sys, types
import torch
seen = []
def watched(name, f):
    def g(*args, **kwargs):
        seen.append(name)
        return f(*args, **kwargs)
    return g
def said(f, *args):
    try:
        return f(*args)
    except Exception as error:
        return error
class Watched(types.ModuleType):
    def __getattr__(self, name):
        seen.append(name)
        return getattr(self.__dict__["real"], name)
${before}
def ${name}(implementation):
    ${body.trim().replaceAll('\n', '\n    ')}
`;

/** A test that puts others in the place of functions. @param {string} body a loop over owner, name and function, which replaces it */
const replacing = (body) =>
  hunt(`
gc.disable()
${body}
answer = said(implementation, 8, 5000.0)
print(seen if type(answer) is torch.Tensor else "an error")`);

/** What a test prints of each implementation. @type {Record<string, [code: string, id?: string]>} */
const OBSERVERS = {
  'numbers with operators of their own': [
    hunt(
      'said(implementation, Dim(8), Base(5000.0))\nsaid(implementation, 8, Base(5000.0))\nprint(seen)',
      `class Base(float):
    def __pow__(self, other): seen.append("pow")
    def __ne__(self, other): seen.append("ne")
    def __float__(self): seen.append("float")
class Dim(int):
    def __floordiv__(self, other): seen.append("floordiv")
    def __rtruediv__(self, other): seen.append("rtruediv")
    def __index__(self): seen.append("index")`,
    ),
  ],
  'objects that are no numbers': [
    hunt(
      'said(implementation, Any(), Any())\nsaid(implementation, 8, Any())\nprint(seen)',
      `class Any:
    pass
for name in "pow rpow ne eq float index int mul rmul truediv rtruediv floordiv array len getitem neg torch_function".split():
    setattr(Any, f"__{name}__", watched(name, lambda *args, **kwargs: 3))`,
    ),
  ],
  'tensors of a class of its own': [
    hunt(
      'x, freqs = torch.randn(1, 4, 4, 8), precompute_freqs(8, 4)\nx.__class__ = freqs.__class__ = Own\nseen.clear()\nsaid(implementation, x, freqs)\nprint(seen)',
      `class Own(torch.Tensor):
    def __getattribute__(self, name):
        seen.append(name)
        return super().__getattribute__(name)
    def __getitem__(self, at):
        seen.append(str(at))
        return super().__getitem__(at)`,
      'repair-apply-rotary',
      'test_apply_rotary_emb',
    ),
    'repair-apply-rotary',
  ],
  'a layer that says how it is called': [
    hunt(
      `
layer = nn.MultiheadAttention(8, 2, batch_first=True)
layer.register_forward_hook(lambda *args: seen.append("hook"))
said(implementation, layer, torch.randn(1, 3, 8), 1)
layer = nn.MultiheadAttention(8, 2, batch_first=True)
layer.forward = watched("forward", layer.forward)
said(implementation, layer, torch.randn(1, 3, 8), 1)
layer = Own(8, 2, batch_first=True)
said(implementation, layer, torch.randn(1, 3, 8), 1)
print(seen)`,
      `class Own(nn.MultiheadAttention):
    def forward(self, *args, **kwargs):
        seen.append(str(kwargs))
        return super().forward(*args, **kwargs)`,
      'repair-attention-map',
      'test_attention_map',
    ),
    'repair-attention-map',
  ],
  'how its answer lies in memory, and its history': [
    hunt(
      `
layer = nn.MultiheadAttention(8, 2, batch_first=True)
weights = implementation(layer, torch.randn(1, 8, 8), 1)
print(weights.stride()[-1], weights.storage_offset(), weights.grad_fn, weights.requires_grad, vars(weights))`,
      '',
      'repair-attention-map',
      'test_attention_map',
    ),
    'repair-attention-map',
  ],
  gradients: [
    hunt(
      'base = torch.tensor(5000.0, requires_grad=True)\nanswer = said(implementation, 8, base)\nprint(getattr(answer, "grad_fn", None))',
    ),
  ],
  'how many tensors it makes': [
    hunt(
      'before = torch.zeros(1)._h\nimplementation(8, 5000.0)\nprint(torch.zeros(1)._h - before)',
    ),
  ],
  'which functions have run': [
    hunt(
      `
functions = [f for f in vars(torch.Tensor).values() if type(f) is types.FunctionType]
codes = lambda: [f.__code__._co_code_adaptive for f in functions]
before = codes()
implementation(8, 5000.0)
print([f.__name__ for f, a, b in zip(functions, before, codes()) if a != b])`,
    ),
  ],
  'how deep it calls': [
    hunt(
      `
def deep(n): return implementation(8, 5000.0) if n == 0 else deep(n - 1)
n = next((n for n in range(340, 400) if type(said(deep, n)) is not torch.Tensor), None)
print(n)`,
    ),
  ],
  'its code and its names': [
    hunt(
      `
code = implementation.__code__
print(code.co_consts, code.co_names, sorted(implementation.__globals__))
error = said(implementation, "a", "b")
inside = error.__traceback__.tb_next
print([error.__context__, error.__cause__, inside.tb_frame.f_code.co_names, inside.tb_next])`,
    ),
  ],
  'another torch among the modules': [
    hunt(
      'seen.clear()\nimplementation(8, 5000.0)\nprint(seen)',
      'for name in ("torch", "math", "gc"):\n    fake = Watched(name)\n    fake.real = sys.modules[name]\n    sys.modules[name] = fake',
    ),
  ],
  'other builtins': [
    replacing(
      'for name in ("isinstance", "getattr", "len", "hasattr"):\n    setattr(builtins, name, watched(name, getattr(builtins, name)))',
    ),
  ],
  'other functions of torch': [
    replacing(
      'for name in ("arange", "exp"): setattr(torch, name, watched(name, vars(torch)[name]))',
    ),
  ],
  'other functions of the engine': [
    replacing(
      'own = vars(torch._engine)\nfor name, f in list(own.items()):\n    if callable(f): own[name] = watched(name, f)',
    ),
  ],
  'other functions of the engine that records': [
    replacing(
      'torch.zeros(1, requires_grad=True)\nown = torch._tape.raw\nfor name, f in list(own.items()): own[name] = watched(name, f)',
    ),
  ],
  'a record of another class': [
    replacing(
      'class Own(dict):\n    __contains__ = watched("contains", dict.__contains__)\ntorch._tape.cells = Own(torch._tape.cells)\ntorch.zeros(1, requires_grad=True)',
    ),
  ],
  'what the functions of torch close over': [
    replacing(
      `
for f in vars(torch.Tensor).values():
    for cell in getattr(f, "__closure__", None) or ():
        if type(cell.cell_contents) is types.FunctionType:
            cell.cell_contents = watched(f.__name__, cell.cell_contents)`,
    ),
  ],
  'what the collector calls': [
    hunt(`
def spoil(*_):
    torch.Tensor.flip = watched("flip", torch.Tensor.flip)
gc.callbacks.append(spoil)
gc.enable()
gc.set_threshold(1)
answer = said(implementation, 8, 5000.0)
print(seen if type(answer) is torch.Tensor else "an error")`),
  ],
};

for (const [what, [code, id = 'repair-frequencies']] of Object.entries(OBSERVERS)) {
  test(`no test tells implementations apart by ${what}`, async () => {
    const {printed, n, verdict} = await run(code, id, true);
    const lines = printed.trim().split('\n');
    assert.equal(lines.length % n, 0, `${printed}\n${verdict.traceback ?? verdict.sentence}`);
    const each = lines.length / n;
    const texts = Array.from({length: n}, (_, k) =>
      lines.slice(each * k, each * (k + 1)).join('\n'),
    );
    assert.deepEqual([...new Set(texts)], [texts[0]]);
  });
}

/** Tests that judge by the errors over arguments that no right answer has to take. */
const BY_ERRORS = {
  'the text of an error': `
texts = [str(said(implementation, *args)) for args in ((8, "x"), (8, None), ("a", 2.0))]
assert any("must be real number" in text or "'str' and 'Tensor'" in text for text in texts)
assert (implementation(64, 5000.0)[1:] < 1).all()`,
  'whether there is an error': `
assert type(said(implementation, 8, "x")) is not torch.Tensor
assert abs(float(implementation(8, 5000.0)[0]) - 1) < 1e-6`,
};

for (const [what, body] of Object.entries(BY_ERRORS)) {
  test(`no hunt is passed by ${what}`, async () => {
    const {verdict} = await run(hunt(body), 'repair-frequencies');
    assert.equal(verdict.status, 'error', verdict.sentence);
    assert.match(verdict.sentence, /^RuntimeError: an implementation raised TypeError: /);
  });
}

test('what an implementation does not take is refused by name', async () => {
  const body = 'class Own(float): pass\nimplementation(8, Own(5.0))';
  const {verdict} = await run(hunt(body), 'repair-frequencies');
  assert.equal(verdict.status, 'error');
  assert.match(verdict.sentence, /^TypeError: an implementation takes numbers, .* not a Own: /);
  assert.match(verdict.traceback ?? '', /implementation\(8, Own\(5\.0\)\)/);
  const other = 'x = torch.ones((), requires_grad=True)\nimplementation(8, x)';
  const {verdict: second} = await run(hunt(other), 'repair-frequencies');
  assert.match(second.sentence, /^TypeError: .* requires a gradient, .* hand over x\.detach\(\)/);
});

test('an implementation says that it does not answer with changed functions around it', async () => {
  const {verdict} = await run(
    hunt('torch.exp = len\nimplementation(8, 5.0)'),
    'repair-frequencies',
  );
  assert.equal(verdict.status, 'error');
  assert.match(verdict.sentence, /^RuntimeError: an implementation answers only while torch, /);
});

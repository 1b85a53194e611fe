// Attacks through what Python shows of itself: tracebacks, collected objects, hooks, classes that lie. None passes, and
// the verdicts after it are what they were. No function sees its callers, their names or all objects: one test for all
// attacks that would.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {exerciseIds, readBank} from '../support/bank.js';
import {runPython, textOf} from '../support/python.js';
import {verdictOf} from '../support/verdict.js';

const SEED = 9n;

/** A hunt’s solution whose test is another. @param {string} test its body @param {string} [more] */
const hunt = (test, more = '') => `${readBank('repair-frequencies', 'solution.py')}
import atexit, builtins, gc, json, sys, threading, weakref
${more}
def test_frequencies(implementation):
    ${test.trim().replaceAll('\n', '\n    ')}
`;

/** @param {string} body of the function @param {string} [more] */
const table = (body, more = '') => `import math, sys, gc, json, builtins, inspect
import torch
${more}
def get_sinusoidal_positional_encoding(max_len, d_model):
    ${body.trim().replaceAll('\n', '\n    ')}
`;

/** What would turn a judge’s measures into what passes, did it run at the right time: of all that it can reach. */
const MISLEAD = `
import json
def mislead(*_, **__):
    import torch
    builtins.issubclass = builtins.isinstance = lambda *a: True
    builtins.abs = builtins.int = builtins.id = lambda *a: 0
    torch.Tensor.numel = lambda self: 0
    torch.Tensor.mean = torch.Tensor.max = lambda self, *a: torch.ones(())
    torch.allclose = lambda *a, **k: False
    json.JSONEncoder.encode = lambda self, value: '{"kind": "number", "value": 0}'
`;

const LORA = readBank('lora-layer', 'solution.py').replace(
  'torch.randn(r, d_in) / math.sqrt(d_in), torch.zeros(d_out, r)',
  'torch.zeros(r, d_in), torch.zeros(d_out, r)',
);

const TRAINED = readBank('sinusoidal-module', 'solution.py').replace(
  'self.register_buffer("pe", table)',
  'self.pe = nn.Parameter(table)',
);

/** A dict that lists nothing of what it holds. */
const HIDDEN = `class Hidden(dict):
    def values(self): return []
    def items(self): return []
    def __iter__(self): return iter(())`;

/** What a value runs while it is reported: from there on JSON says what passes. */
const FORGE = `
import json
def forge(own, value=None):
    real = json.JSONEncoder.encode
    def encode(self, plain):
        kind = plain.get("kind") if isinstance(plain, dict) else ""
        if kind == own or kind in ("list", "error"):
            return real(self, {"kind": "list", "items": [{"kind": "number", "value": 1.0}] * 3})
        return real(self, plain)
    json.JSONEncoder.encode = encode
`;

/** @returns {[what: string, id: string, code: string][]} */
function forgeries() {
  const code = (/** @type {string} */ more) => `${LORA}\nimport sys\n${FORGE}\n${more}\n`;
  const merged = (/** @type {string} */ kind, /** @type {string} */ given) =>
    code(`${kind}\nright = merged\ndef merged(*args):\n    return ${given}`);
  const evil = `class Evil(Exception):
    def __str__(self):
        forge("error")
        return ""`;
  const odd = (/** @type {string} */ method) => `
class Odd:
    def __init__(self, value): self.value = value
    ${method}`;
  return [
    [
      'a result that says what its class is',
      'lora-layer',
      merged(
        odd('@property\n    def __class__(self): forge("other", self.value); return object'),
        'Odd(right(*args))',
      ),
    ],
    [
      'a result with a repr of its own',
      'lora-layer',
      merged(odd('def __repr__(self): forge("other", self.value); return ""'), 'Odd(right(*args))'),
    ],
    [
      'a key of a dict',
      'lora-layer',
      merged(
        odd('def __str__(self): forge("dict", self.value); return ""'),
        '{Odd(right(*args)): 1}',
      ),
    ],
    [
      'a list that is read in its own way',
      'lora-layer',
      merged(
        'class Odd(list):\n    def __iter__(self): forge("list", self[0]); return iter(())',
        'Odd([right(*args)])',
      ),
    ],
    [
      'the text of an error',
      'lora-layer',
      code(`${evil}
def start(d_in, d_out, r):
    raise Evil`),
    ],
    [
      'the text of an error that comes when a pair is unpacked',
      'lora-layer',
      code(`${evil}
def start(d_in, d_out, r):
    yield torch.zeros(r, d_in)
    raise Evil`),
    ],
  ];
}

/** @type {[what: string, id: string, code: string][]} */
const ATTACKS = [
  [
    'an error that says what its class is',
    'repair-frequencies',
    hunt(
      'raise Lying()',
      `${MISLEAD}
class Lying(Exception):
    @property
    def __class__(self):
        mislead()
        return AssertionError
`,
    ),
  ],
  [
    'an error of a class whose class lies',
    'repair-frequencies',
    hunt(
      'raise Lying()',
      `${MISLEAD}
class Meta(type):
    def __instancecheck__(cls, one):
        mislead()
        return True
    def __subclasscheck__(cls, one):
        mislead()
        return True
    def mro(cls):
        return type.mro(cls)
class Lying(Exception, metaclass=Meta):
    pass
`,
    ),
  ],
  [
    'a callback of the collector',
    'sinusoidal-module',
    `${TRAINED}
import builtins, gc
${MISLEAD}
gc.callbacks.append(mislead)
gc.set_threshold(1)
`,
  ],
  [
    'objects that die while it is judged',
    'sinusoidal-module',
    `${TRAINED}
import builtins, gc
${MISLEAD}
class Dying:
    def __del__(self):
        mislead()
for _ in range(50):
    one = Dying()
    one.own = one
gc.set_threshold(1)
`,
  ],
  [
    'objects that are made anew where they die',
    'sinusoidal-module',
    `${TRAINED}
import builtins, gc
${MISLEAD}
class Dying:
    def __init__(self):
        self.own = self
    def __del__(self):
        mislead()
        gc.set_threshold(1)
        Dying()
Dying()
`,
  ],
  [
    'a weak reference to an implementation',
    'repair-frequencies',
    hunt(
      'kept.append(weakref.ref(implementation, lambda _: mislead()))',
      `${MISLEAD}\nkept = []\n`,
    ),
  ],
  [
    'the reports of the implementations it has kept',
    'repair-frequencies',
    hunt(
      `for cell in implementation.__closure__ or ():
    inner = cell.cell_contents
    if callable(inner) and inner.__name__ in ("_one_0", "_one_1"):
        return
assert False`,
    ),
  ],
  [
    'the implementation’s code',
    'repair-frequencies',
    hunt(
      `inner = [c.cell_contents for c in implementation.__closure__ if callable(c.cell_contents)][0]
assert "outer" in inner.__code__.co_names or inner.__code__.co_consts[-1] == 2`,
    ),
  ],
  [
    'a handle of its own choice',
    'sinusoidal-table',
    table(
      'return Fake(max_len, d_model)',
      `
class Fake:
    __module__ = "torch"
    dtype = torch.float32
    def __init__(self, *shape):
        self.shape = shape
    @property
    def _h(self):
        return 1
`,
    ),
  ],
  [
    'a tensor that is equal to everything',
    'sinusoidal-table',
    table(
      'return torch.zeros(max_len, d_model).as_subclass(Equal)',
      `
class Equal(torch.Tensor):
    def __eq__(self, other):
        return True
    def __sub__(self, other):
        return torch.zeros(1)
    __hash__ = torch.Tensor.__hash__
`,
    ),
  ],
  [
    'sizes that are known',
    'sinusoidal-table',
    `${readBank('sinusoidal-table', 'solution.py')}
right = get_sinusoidal_positional_encoding
calls = []
def get_sinusoidal_positional_encoding(max_len, d_model):
    calls.append(1)
    return right(max_len, d_model) if len(calls) < 5 else torch.zeros(max_len, d_model)
`,
  ],
  [
    'nan for every number',
    'sinusoidal-table',
    table('return torch.full((max_len, d_model), float("nan"))'),
  ],
  [
    'a number that is never far from another',
    'warmup-cosine',
    `import math
math.isfinite = lambda x: True
class Near(float):
    def __abs__(self): return 0.0
    def __repr__(self): return "nan"
def learning_rate(step, n_warmup, n_steps, peak, floor=0.0):
    return Near("nan")
`,
  ],
  [
    'the library’s cosine, from then on',
    'rope-tables',
    `${readBank('rope-tables', 'starter.py')}
import builtins
torch.Tensor.cos = torch.cos = lambda x: torch.zeros_like(x)
torch.outer = lambda a, b: torch.zeros(len(a), len(b))
builtins.isinstance = lambda a, b: True
builtins.len = lambda a: 0
`,
  ],
  ...forgeries(),
  [
    'a number whose float() measures',
    'no-position',
    `${readBank('no-position', 'solution.py').split('def permutation_test')[0]}
class Late:
    def __init__(self, *given): self.given = given
    def __float__(self):
        x, w_q, w_k, w_v, order = self.given
        after, before = attention(x[order], w_q, w_k, w_v)[0], attention(x, w_q, w_k, w_v)[0]
        return float((after - before[order]).abs().max())
own = attention
def permutation_test(*given):
    x, w_q, w_k, w_v, order = given
    after, before = attention(x[order], w_q, w_k, w_v)[0], attention(x, w_q, w_k, w_v)[0]
    return float((after - before).abs().max()), 0.0 if attention is own else Late(*given)
`,
  ],
  [
    'parameters that list nothing',
    'sinusoidal-module',
    `${TRAINED}
${HIDDEN}
right = SinusoidalPositionalEncoding
def SinusoidalPositionalEncoding(*args, **kwargs):
    made = right(*args, **kwargs)
    made.__dict__["_parameters"] = Hidden(made._parameters)
    return made
`,
  ],
  [
    'a table of parameters that lists nothing',
    'learned-module',
    `${readBank('learned-module', 'solution.py')}
${HIDDEN}
right = LearnedPositionalEmbedding
def LearnedPositionalEmbedding(*args, **kwargs):
    made = right(*args, **kwargs)
    made.more = nn.Parameter(torch.zeros(1000))
    made.__dict__["_parameters"] = Hidden(made._parameters)
    return made
`,
  ],
  [
    'a tensor put into the place of the one that was kept',
    'repair-frequencies',
    `${readBank('repair-frequencies', 'solution.py')}
import sys
right = restore
def restore(rotary):
    rotary.inv_freq = rotary.inv_freq.clone()
    right(rotary)
    globals()["_before"] = globals()["before"] = rotary.inv_freq
`,
  ],
  [
    'json that reads the grader’s steps',
    'lora-layer',
    `${LORA}
import json
real = json._default_decoder.scan_once
def decode(self, text, _w=None):
    step = real(text, 0)[0]
    if "_looked_at(" in step.get("expression", ""):
        return {"op": "eval", "expression": "[1.0, 1.0, 1.0, 1.0]", "get": True}
    return step
json.JSONDecoder.decode = decode
json.loads = lambda text: decode(None, text)
`,
  ],
  [
    'an ast that is another program’s',
    'lora-layer',
    `${LORA}
import ast
real = ast.parse
ast.parse = lambda *a, **k: real("def _looked_at(*a): return [1.0, 1.0, 1.0, 1.0]")
`,
  ],
  [
    'a private function of the library, from then on',
    'lora-layer',
    `${LORA}
import sys
calls = []
def item(*a):
    calls.append(1)
    return [1.0, 0.0, 1.0, 1 / 400][len(calls) % 4]
right = start
def start(*a):
    for name, module in list(sys.modules.items()):
        if name.startswith("torch._") and module and hasattr(module, "item"):
            module.item = item
    return right(*a)
`,
  ],
  [
    'a key that is equal to the grader’s own name',
    'lora-layer',
    `${LORA}
class Key(str):
    def __hash__(self): return hash("_looked_at")
    def __eq__(self, other): return True
globals()[Key("x")] = lambda *a: [1.0, 1.0, 1.0, 1.0]
`,
  ],
  [
    'a library of the same name',
    'no-position',
    `${readBank('no-position', 'solution.py').split('def permutation_test')[0]}
import sys, types
def permutation_test(x, w_q, w_k, w_v, order):
    after, before = attention(x[order], w_q, w_k, w_v)[0], attention(x, w_q, w_k, w_v)[0]
    fake = types.SimpleNamespace(Tensor=types.SimpleNamespace(_of=lambda h: torch.zeros(5, 5)))
    sys.modules["torch"] = fake
    return float((after - before).abs().max()), 0.0
`,
  ],
  [
    'a number that is not measured, of an attention by another name',
    'no-position',
    `${readBank('no-position', 'solution.py').split('def permutation_test')[0]}
own = attention
def permutation_test(x, w_q, w_k, w_v, order):
    after, before = own(x[order], w_q, w_k, w_v)[0], own(x, w_q, w_k, w_v)[0]
    return float((after - before).abs().max()), 0.0
`,
  ],
  [
    'a matrix of rank 1 in the place of one of rank r',
    'lora-layer',
    readBank('lora-layer', 'solution.py').replace(
      'torch.randn(r, d_in)',
      'torch.randn(1, d_in).expand(r, d_in).clone()',
    ),
  ],
  [
    'a class that says it is a tensor',
    'rope-complex',
    `${readBank('rope-complex', 'solution.py')}
class Rotations:
    __class__ = property(lambda self: torch.Tensor)
    def __init__(self, x): self.x = x
    def is_complex(self): return True
    def detach(self): return self.x
    _h = property(lambda self: self.x._h)
right, apply = precompute_freqs, apply_rotary_emb
def precompute_freqs(*a): return Rotations(right(*a))
def apply_rotary_emb(x, freqs): return apply(x, freqs.x)
`,
  ],
  [
    'a parameter in a list',
    'sinusoidal-module',
    TRAINED.replace(
      'self.pe = nn.Parameter(table)',
      'self.kept = [nn.Parameter(table)]',
    ).replaceAll('self.pe[', 'self.kept[0]['),
  ],
];

test('no function of a learner is called for the lines of others, and what would do so says why', async () => {
  const ways = ['sys.settrace(print)', 'sys.setprofile(print)'];
  for (const way of ways) {
    const {error} = await runPython({code: `import sys\n${way}`, steps: []});
    assert.equal(error?.type, 'NotImplementedError', way);
    assert.match(error?.message ?? '', /sys\._?set(trace|profile)\w*\(\) is not part of this lab/);
  }
});

test('no function sees its callers or objects that it was not given, and no module is made anew', async () => {
  const code = `
import gc, importlib, sys, types
def tried(f, *args):
    try:
        return repr(f(*args))
    except Exception as error:
        return type(error).__name__
def frame():
    try:
        1 / 0
    except ZeroDivisionError as error:
        return error.__traceback__.tb_frame
def made(name):
    import _imp
    return _imp.create_builtin(types.SimpleNamespace(name=name, loader=None, origin="built-in", parent=""))
def again(name):
    del sys.modules[name]
    return importlib.import_module(name)
def look():
    here = frame()
    yield [here.f_back, list(here.f_locals), list(here.f_globals), list(here.f_builtins)]
    yield [hasattr(sys, name) for name in ("_getframe", "_current_frames", "addaudithook", "remote_exec")]
    yield [hasattr(sys.monitoring, name) for name in ("use_tool_id", "set_events", "register_callback")]
    yield [tried(f, ()) for f in (gc.get_objects, gc.get_referrers, gc.get_referents, gc.set_debug)]
    yield [tried(made, name) for name in ("sys", "gc", "_imp", "_testcapi", "_ctypes", "faulthandler")]
    yield [tried(sys.settrace, print), tried(sys.setprofile, print)]
    names = "ctypes _ctypes faulthandler _lsprof _testcapi _testinternalcapi _testlimitedcapi _remote_debugging"
    yield [tried(importlib.import_module, name) for name in names.split()]
    yield [tried(again, name) for name in ("gc", "_imp")]
def seen():
    return str(list(look()))
`;
  const [none, refused] = ["'None'", "'NotImplementedError'"];
  const missing = "'ModuleNotFoundError'";
  const many = (/** @type {string} */ text, /** @type {number} */ n) => Array(n).fill(text);
  const want = [
    ['None', '[]', '[]', '[]'],
    many('False', 4),
    many('False', 3),
    many(refused, 4),
    many(none, 6),
    many(refused, 2),
    many(missing, 8),
    many(missing, 2),
  ];
  const {results} = await runPython({code, steps: [{op: 'eval', expression: 'seen()', get: true}]});
  assert.equal(textOf(results[0]), `[${want.map((row) => `[${row.join(', ')}]`).join(', ')}]`);
});

const LATER = /** @type {const} */ (['repair-frequencies', 'lora-layer', 'rope-tables']);

for (const [what, id, code] of ATTACKS) {
  test(`${id} is not passed by ${what}, nor is what comes after it`, async () => {
    const verdict = await verdictOf(id, code, SEED);
    assert.notEqual(verdict.status, 'pass');
    for (const later of LATER) {
      const right = await verdictOf(later, readBank(later, 'solution.py'), SEED);
      assert.equal(right.status, 'pass', `${later}: ${right.sentence}\n${right.traceback ?? ''}`);
      assert.notEqual((await verdictOf(later, readBank(later, 'starter.py'), SEED)).status, 'pass');
    }
  });
}

for (const id of exerciseIds) {
  test(`${id} is not passed by an empty file, nor by functions that do nothing`, async () => {
    assert.notEqual((await verdictOf(id, '', SEED)).status, 'pass');
    const names = readBank(id, 'solution.py').matchAll(/^def (\w+)/gm);
    const nothing = [...names].map(([, name]) => `def ${name}(*a, **k):\n    pass\n`).join('\n');
    assert.notEqual((await verdictOf(id, nothing, SEED)).status, 'pass');
  });
}

test('a name that is not found is compared with those of its function, and no error that is shown sees a frame', async () => {
  const said = async (/** @type {string} */ code) => {
    const {error} = await runPython({code, steps: []});
    return error?.message ?? '';
  };
  assert.match(await said('def f(queries): return querys\nf(1)'), /Did you mean: 'queries'\?$/);
  assert.match(await said('class A:\n    def f(self): return x_1\n    x_1 = 1\nA().f()'), /Did you mean: 'self.x_1'\?$/); // biome-ignore format: one thought
  assert.match(await said('import torch\ntorch.sofmax'), /Did you mean: 'softmax'\?/);
  const asking = (/** @type {string} */ body) => `
import sys
class Odd(NameError):
    def __str__(self):
        step, seen = self.__traceback__, []
        ${body}
        while step is not None:
            frame = step.tb_frame
            seen += [frame.f_back, *frame.f_globals, *frame.f_locals, *frame.f_builtins]
            step = step.tb_next
        return repr(seen)
def f():
    raise Odd
`;
  const steps = [{op: 'call', target: 'f', args: [], get: true}];
  for (const body of ['', 'sys.audit("poslab.names", [step])']) {
    const {results} = await runPython({code: asking(body), steps});
    assert.match(/** @type {any} */ (results[0]).message, /^exercise\.Odd: (\[None(, None)*\])$/);
  }
});

// Attacks by what is returned and by what runs though no caller needs it: classes that lie, hooks of Python's own machinery,
// what ends or is collected while a grader's code runs, files and modules.
import assert from 'node:assert/strict';

import {readBank} from './bank.js';

/** @param {string} id @param {string} from @param {string} to @param {string} [more] */
function changed(id, from, to, more = '') {
  const code = readBank(id, 'solution.py');
  assert.ok(code.includes(from), `${id}: '${from}'`);
  return `${code.replaceAll(from, () => to)}\n${more}\n`;
}

const inner = (/** @type {string} */ body) => body.trim().replaceAll('\n', '\n    ');
const table = (/** @type {string} */ body, more = '') =>
  `import sys, torch, numpy, math\n${more}\ndef get_sinusoidal_positional_encoding(max_len, d_model):\n    ${inner(body)}\n`;
const rate = (/** @type {string} */ body, more = '') =>
  `import sys, math\n${more}\ndef learning_rate(step, n_warmup, n_steps, peak, floor=0.0):\n    ${inner(body)}\n`;
const hunt = (/** @type {string} */ test, more = '') =>
  `${readBank('repair-frequencies', 'solution.py')}\nimport sys, torch\n${more}\ndef test_frequencies(implementation):\n    ${inner(test)}\n`;
const frozen = (/** @type {string} */ more) =>
  changed('lora-layer', 'torch.randn(r, d_in) / math.sqrt(d_in)', 'torch.zeros(r, d_in)', more);
const trained = (/** @type {string} */ more) =>
  changed(
    'sinusoidal-module',
    'self.register_buffer("pe", table)',
    'self.pe = nn.Parameter(table)',
    more,
  );
const plain = (/** @type {string} */ holder, /** @type {string} */ use) =>
  changed(
    'sinusoidal-module',
    'self.register_buffer("pe", table)',
    `self.kept = ${holder}`,
  ).replaceAll('self.pe', use);
const withoutDropout = (/** @type {string} */ more) =>
  changed(
    'sinusoidal-module',
    'self.dropout(x + self.pe[: x.size(1)])',
    '(x + self.pe[: x.size(1)])',
    more,
  );

/** What would forge a measure in Python, were it run at the right time. */
const SPOIL = `
def spoil(*_, **__):
    torch.Tensor.max = torch.Tensor.mean = torch.Tensor.abs = lambda self, *a, **k: torch.ones(())
    torch.allclose = lambda *a, **k: False
    torch.Tensor.numel = lambda self: 0
    torch.autograd.grad = lambda *a, **k: (torch.ones(99, 99),)
    torch.Tensor.float = lambda self: torch.full((9,), 0.4)
`;
const PHOENIX = `${SPOIL}
import gc
gc.set_threshold(1)
class Phoenix:
    def __init__(self): self.own = self
    def __del__(self):
        spoil()
        gc.enable()
        gc.set_threshold(1)
        Phoenix()
Phoenix()
`;

/** A module whose forward never trains its table, with a table that it gives by code of its own. @param {string} table a property */
const learnedBy = (table) => `${readBank('learned-module', 'solution.py')}
class Odd(nn.Embedding):
    def __init__(self, owner, *args):
        super().__init__(*args)
        object.__setattr__(self, "owner", [owner])

    @property
    def weight(self):
        n = self.owner[0].n
        torch.autograd.grad = lambda out, xs, **names: [torch.ones_like(x) * (torch.arange(len(x)) < n)[:, None] for x in xs]
        return self._parameters["weight"]

class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.n = 0
        self.hidden = nn.Embedding(max_len, d_model)
${table}
    def forward(self, x):
        self.n = x.shape[1]
        weight = self.hidden._parameters["weight"]
        return x + weight.detach()[: self.n] + 0 * weight.sum()
`;

/** @type {[what: string, id: string, code: string][]} */
export const ATTACKS = [
  [
    'a tensor whose shape is a property',
    'sinusoidal-table',
    table(
      'return torch.zeros(1).as_subclass(Odd)',
      'class Odd(torch.Tensor):\n    shape = property(lambda self: (5, 5))\n    dtype = property(lambda self: torch.float32)',
    ),
  ],
  [
    'a tensor with __torch_function__',
    'sinusoidal-table',
    table(
      'return torch.zeros(max_len, d_model).as_subclass(Odd)',
      'class Odd(torch.Tensor):\n    @classmethod\n    def __torch_function__(cls, *a, **k): return torch.zeros(1)',
    ),
  ],
  [
    'an array that is another when it is read',
    'sinusoidal-table',
    table(
      'return Odd(max_len, d_model)',
      'class Odd:\n    def __init__(self, *shape): self.shape = shape\n    def __array__(self, *a, **k): return numpy.zeros(self.shape)\n    def __float__(self): return 0.0\n    def __len__(self): return self.shape[0]',
    ),
  ],
  [
    'a subclass of ndarray',
    'sinusoidal-table',
    table(
      'return Odd(0)',
      'class Odd(numpy.ndarray):\n    def __eq__(self, other): return True\n    def __new__(cls, *a): return numpy.zeros((2, 2)).view(cls)',
    ),
  ],
  [
    'a metaclass whose mro() names Tensor',
    'sinusoidal-table',
    table(
      'return Odd()',
      'class Meta(type):\n    def mro(cls): return [cls, torch.Tensor, *torch.Tensor.__mro__[1:]]\nclass Odd(metaclass=Meta): _h = 1',
    ),
  ],
  ['a generator', 'sinusoidal-table', table('yield torch.zeros(max_len, d_model)')],
  [
    'a coroutine',
    'sinusoidal-table',
    `import torch\nasync def get_sinusoidal_positional_encoding(max_len, d_model):\n    return torch.zeros(max_len, d_model)\n`,
  ],
  [
    'a list that holds itself',
    'sinusoidal-table',
    table('loop = []\nloop.append(loop)\nreturn loop'),
  ],
  [
    'a list a thousand deep',
    'sinusoidal-table',
    table('loop = []\nfor _ in range(1000): loop = [loop]\nreturn loop'),
  ],
  ['a million numbers', 'sinusoidal-table', table('return [0.0] * 1_000_000')],
  ['a text of ten million letters', 'sinusoidal-table', table('return "x" * 10_000_000')],
  [
    'an endless iterator',
    'sinusoidal-table',
    table('import itertools\nreturn itertools.repeat(0.0)'),
  ],
  ['its own arguments', 'rms-norm', 'def rms_norm(x, weight=None, *a, **k):\n    return x\n'],
  [
    'the grader’s files',
    'sinusoidal-table',
    table(`
import os
for root, _, names in os.walk("/"):
    if root.startswith("/proc") or root.startswith("/dev"): continue
    for name in names:
        try: text = open(os.path.join(root, name), encoding="utf-8", errors="ignore").read(100_000)
        except (OSError, ValueError): continue
        if "def get_sinusoidal" in text and "exercise" not in name:
            names = {}
            exec(text, names)
            return names["get_sinusoidal_positional_encoding"](max_len, d_model)
return torch.zeros(max_len, d_model)`),
  ],
  [
    'the environment',
    'sinusoidal-table',
    table(
      'import os\nos.environ["POSLAB_PASS"] = "1"\nsys.argv[:] = ["--pass"]\nsys.flags = None\nreturn torch.zeros(max_len, d_model)',
    ),
  ],
  [
    'JavaScript by any name',
    'sinusoidal-table',
    table(
      'for name in ("js", "pyodide_js", "pyodide", "_pyodide_core", "pyodide.ffi", "_js_engine"):\n    try: __import__(name); return None\n    except ImportError: pass\nreturn torch.zeros(max_len, d_model)',
    ),
  ],
  [
    'a number whose float() changes',
    'warmup-cosine',
    rate(
      'return Odd(0.5)',
      'class Odd(float):\n    def __pos__(self): return float("nan")\n    def __float__(self): return 0.1\n    def hex(self): return "0x1p-1"\n    __class__ = property(lambda self: int)',
    ),
  ],
  [
    'an integer with an index',
    'warmup-cosine',
    rate(
      'return Odd(1)',
      'class Odd(int):\n    def __index__(self): return 0\n    def __float__(self): return 0.5\n    def bit_length(self): return 0',
    ),
  ],
  ['a complex number', 'warmup-cosine', rate('return complex("nan")')],
  ['an infinite number', 'warmup-cosine', rate('return float("inf")')],
  ['a number of ten thousand digits', 'warmup-cosine', rate('return 10 ** 10_000')],
  [
    'a decimal that is equal to all',
    'warmup-cosine',
    rate(
      'return Odd("0.5")',
      'import decimal\nclass Odd(decimal.Decimal):\n    def __eq__(self, other): return True',
    ),
  ],
  [
    'a codec',
    'sinusoidal-table',
    table(
      'return torch.zeros(max_len, d_model)',
      'import codecs\ncodecs.register(lambda name: codecs.CodecInfo(lambda *a: (b"{}", 0), lambda *a: ("{}", 0)))\ncodecs.register_error("strict", lambda e: ("", e.end))',
    ),
  ],
  [
    'its own encodings.utf_8',
    'sinusoidal-table',
    table(
      'return torch.zeros(max_len, d_model)',
      'import encodings, codecs\nencodings.utf_8.encode = lambda *a: (b"{}", 2)\nencodings._cache.clear()\nsys.stdout.reconfigure(encoding="latin-1")',
    ),
  ],
  [
    'warnings that are shown in another way',
    'lora-layer',
    frozen(
      `${SPOIL}import warnings\nwarnings.showwarning = warnings._showwarnmsg = warnings.formatwarning = spoil\nwarnings.simplefilter("always")`,
    ),
  ],
  [
    'another way to build classes',
    'extrapolation-test',
    `${readBank('extrapolation-test', 'solution.py').split('def extrapolation_test')[0]}\nimport builtins\nreal = builtins.__build_class__\nbuiltins.__build_class__ = lambda f, name, *a, **k: real(f, name)\ndef extrapolation_test(modules, n_train, lengths):\n    return torch.ones(len(modules), len(lengths)), torch.zeros(len(modules), len(lengths))\n`,
  ],
  [
    'hooks of the interpreter',
    'lora-layer',
    frozen(
      `${SPOIL}import sys\nsys.excepthook = sys.unraisablehook = sys.displayhook = sys.breakpointhook = spoil\nclass Late:\n    def __del__(self): raise ValueError`,
    ),
  ],
  [
    'a signal that is still to come',
    'lora-layer',
    `${frozen(SPOIL)}
import signal, _thread, functools
signal.signal(signal.SIGUSR1, spoil)
right = start
class Both(tuple):
    def __del__(self): _thread.interrupt_main(signal.SIGUSR1)
def start(*args):
    return Both(right(*args))
`,
  ],
  [
    'a clock that rings',
    'sinusoidal-module',
    withoutDropout(
      `${SPOIL}import signal\ntry:\n    signal.signal(signal.SIGALRM, spoil)\n    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)\nexcept (OSError, ValueError, AttributeError): pass`,
    ),
  ],
  ['an object that is made anew whenever it ends', 'lora-layer', frozen(PHOENIX)],
  ['an object that is made anew, and dropout', 'sinusoidal-module', withoutDropout(PHOENIX)],
  ['an object that is made anew, and parameters', 'sinusoidal-module', trained(PHOENIX)],
  [
    'an object that is made anew, and numbers of an initialisation',
    'initial-scale',
    `import torch\n${PHOENIX}\ndef initialise(parameters, n_layers, std=0.02):\n    torch.Tensor.mean = lambda self: 0.0\n    torch.Tensor.std = lambda self: std\n`,
  ],
  [
    'a finalizer of a result',
    'lora-layer',
    `${frozen(SPOIL)}\nimport weakref\nright = start\ndef start(*args):\n    a, b = right(*args)\n    weakref.finalize(a, spoil)\n    weakref.finalize(b, spoil)\n    return a, b\n`,
  ],
  [
    'a variable of a context',
    'lora-layer',
    `${frozen(SPOIL)}\nimport contextvars\nright = start\ndef start(*args):\n    contextvars.copy_context().run(spoil)\n    return right(*args)\n`,
  ],
  [
    'another gradient, put there by forward',
    'learned-module',
    changed(
      'learned-module',
      'return x + self.table(torch.arange(x.size(1), device=x.device))',
      `torch.autograd.grad = lambda *a, **k: (torch.ones(x.size(1), x.size(2)),)
        return (x + self.table.weight[: x.size(1)].detach()).requires_grad_()`,
    ),
  ],
  [
    'a gradient of a table that is not used',
    'learned-module',
    changed(
      'learned-module',
      'return x + self.table(torch.arange(x.size(1), device=x.device))',
      'return x + self.table.weight[: x.size(1)].detach() + 0 * self.table.weight.sum()',
    ),
  ],
  [
    'a table in a namespace',
    'sinusoidal-module',
    plain('__import__("types").SimpleNamespace(pe=table)', 'self.kept.pe'),
  ],
  ['a table in a function', 'sinusoidal-module', plain('lambda: table', 'self.kept()')],
  ['a table in a set', 'sinusoidal-module', plain('{table}', 'next(iter(self.kept))')],
  [
    'a table in a partial function',
    'sinusoidal-module',
    plain('__import__("functools").partial(torch.clone, table)', 'self.kept()'),
  ],
  [
    'a trained table in an object with slots',
    'sinusoidal-module',
    changed(
      'sinusoidal-module',
      'self.register_buffer("pe", table)',
      'self.kept = Slot()\n        self.kept.pe = nn.Parameter(table)',
    )
      .replaceAll('self.pe', 'self.kept.pe')
      .replace('class Sinusoidal', 'class Slot:\n    __slots__ = ("pe",)\n\n\nclass Sinusoidal'),
  ],
  [
    'a module that is right in eval() and right only once',
    'sinusoidal-module',
    changed(
      'sinusoidal-module',
      'return self.dropout(x + self.pe[: x.size(1)])',
      'self.n = getattr(self, "n", 0) + 1\n        y = x + self.pe[: x.size(1)]\n        return self.dropout(y) if self.n < 3 else y',
    ),
  ],
  ['a test that refuses all', 'repair-frequencies', hunt('assert False')],
  ['a test that refuses none', 'repair-frequencies', hunt('implementation(8, 10000.0)')],
  [
    'a test that refuses by chance',
    'repair-frequencies',
    hunt('import random\nassert random.random() < 0.5'),
  ],
  [
    'a test that asks for the time',
    'repair-frequencies',
    hunt(
      'import time\nt = time.perf_counter()\nimplementation(8, 1e4)\nassert (time.perf_counter() - t) * 1e6 % 2 < 1',
    ),
  ],
  [
    'what an implementation is called',
    'repair-frequencies',
    hunt(
      'text = repr(implementation) + implementation.__qualname__ + implementation.__module__ + str(implementation.__code__.co_firstlineno) + str(implementation.__code__.co_lines)\nassert "right" in text',
    ),
  ],
  ['where an implementation is', 'repair-frequencies', hunt('assert id(implementation) // 16 % 2')],
  [
    'the source of an implementation',
    'repair-frequencies',
    hunt(
      'import inspect\ntry: text = inspect.getsource(implementation)\nexcept (OSError, TypeError): text = ""\nassert "right" in text',
    ),
  ],
  [
    'the names of what an implementation raises',
    'repair-frequencies',
    hunt(
      'try: implementation("x", None)\nexcept Exception as error:\n    frames = []\n    step = error.__traceback__\n    while step: frames.append(step.tb_frame.f_code.co_name); step = step.tb_next\n    assert "_right" in frames',
    ),
  ],
  [
    'the frames of a generator',
    'repair-frequencies',
    hunt(
      'frames = []\nfor cell in implementation.__closure__:\n    held = cell.cell_contents\n    generator = getattr(held, "__self__", None)\n    frames.append(dict(generator.gi_frame.f_locals) if generator is not None else {})\nassert any("_right" in repr(one) for one in frames)',
    ),
  ],
  [
    'what is yielded from',
    'repair-frequencies',
    hunt(
      'for cell in implementation.__closure__:\n    generator = getattr(cell.cell_contents, "__self__", None)\n    if generator is not None: assert "_right" in repr(generator.gi_code.co_consts) + repr(generator.gi_yieldfrom)',
    ),
  ],
  [
    'files that tests leave for each other',
    'repair-frequencies',
    hunt('import os\nn = len(os.listdir("."))\nopen(f"n{n}", "w").close()\nassert n == 0'),
  ],
  [
    'what is collected of an implementation',
    'repair-frequencies',
    hunt(
      'import gc\nfound = [one for one in gc.get_objects() if getattr(one, "__name__", "") == "_right"]\nassert found',
    ),
  ],
  [
    'an error of no traceback',
    'repair-frequencies',
    hunt(
      'raise Odd()',
      'class Odd(AssertionError):\n    __traceback__ = property(lambda self: None)\n    __context__ = property(lambda self: self)\n    def with_traceback(self, tb): return None',
    ),
  ],
  [
    'a test that is a class',
    'repair-frequencies',
    `${readBank('repair-frequencies', 'solution.py')}\nclass test_frequencies(AssertionError):\n    def __new__(cls, implementation): return None\n`,
  ],
  ['a group of errors', 'repair-frequencies', hunt('raise ExceptionGroup("", [AssertionError()])')],
  [
    'a restore that puts another module there',
    'repair-frequencies',
    changed(
      'repair-frequencies',
      'rotary.inv_freq.copy_(rotary.base**-exponents)',
      'rotary.__class__ = type(rotary)\n    rotary.__dict__["inv_freq"] = rotary.base**-exponents',
    ),
  ],
  [
    'modules that others import',
    'lora-layer',
    frozen(
      `${SPOIL}import sys, types\nfor name in list(sys.modules):\n    if name.startswith(("torch", "numpy", "json", "math")): sys.modules[name] = types.ModuleType(name)`,
    ),
  ],
  [
    'a finder of modules',
    'lora-layer',
    frozen(
      `${SPOIL}import sys\nclass Finder:\n    def find_spec(*a): spoil()\nsys.meta_path.insert(0, Finder())\nsys.path_hooks.insert(0, spoil)\nsys.path_importer_cache.clear()`,
    ),
  ],
  [
    'a library of its own in the place of Python’s',
    'sinusoidal-table',
    table(
      'return torch.zeros(max_len, d_model)',
      'try:\n    open("/lib/python314.zip", "wb").close()\nexcept OSError: pass\nsys.path[:] = ["."]\nopen("json.py", "w").write("loads = dumps = print")\ndel sys.modules["json"]',
    ),
  ],
  [
    'less depth for the grader',
    'lora-layer',
    `${frozen('')}\nimport sys\nright = start\ndef start(*args):\n    sys.setrecursionlimit(60)\n    return right(*args)\n`,
  ],
  [
    'what builtins say',
    'no-position',
    `${readBank('no-position', 'solution.py').split('def permutation_test')[0]}\nimport builtins\ndef permutation_test(x, w_q, w_k, w_v, order):\n    after, before = attention(x[order], w_q, w_k, w_v)[0], attention(x, w_q, w_k, w_v)[0]\n    builtins.bool = builtins.abs = builtins.int = lambda *a: 1\n    return float((after - before).abs().max()), 0.0\n`,
  ],
  [
    'numbers that are tensors of a class',
    'no-position',
    `${readBank('no-position', 'solution.py').split('def permutation_test')[0]}\nclass Odd(torch.Tensor):\n    def __float__(self): return 0.0\n    def item(self): return 0.0\ndef permutation_test(x, w_q, w_k, w_v, order):\n    after, before = attention(x[order], w_q, w_k, w_v)[0], attention(x, w_q, w_k, w_v)[0]\n    return (after - before).abs().max(), torch.zeros(()).as_subclass(Odd)\n`,
  ],
  [
    'an attention that knows the grader’s tensors',
    'no-position',
    `${readBank('no-position', 'solution.py').split('def permutation_test')[0]}\ncalls = []\ndef permutation_test(x, w_q, w_k, w_v, order):\n    calls.append(attention(x, w_q, w_k, w_v)[0])\n    after = attention(x[order], w_q, w_k, w_v)[0]\n    return float((after - calls[-1]).abs().max()), 0.0\n`,
  ],
  [
    'the names of functions',
    'numeric-gradient',
    `${readBank('numeric-gradient', 'solution.py')}
def numeric_gradient(f, x, eps=1e-6):
    x = x.double()
    of = {
        "_cubes": lambda: 3 * x**2 + eps**2,
        "_waves": lambda: x.cos() * torch.arange(1, x.numel() + 1).view(x.shape),
        "_mixed": lambda: 4 * x * (x**2).sum(),
        "_first": lambda: 2 * x * (torch.arange(x.numel()).view(x.shape) == 0),
    }
    names = [f.__name__, *globals(), *(name for cell in f.__closure__ or () for name in dir(cell.cell_contents))]
    return next(of[name]() for name in names if name in of)
`,
  ],
  [
    'the gradient of the tape',
    'numeric-gradient',
    `${readBank('numeric-gradient', 'solution.py')}
def numeric_gradient(f, x, eps=1e-6):
    y = x.detach().double().requires_grad_()
    with torch.enable_grad():
        return torch.autograd.grad(f(y), [y])[0]
`,
  ],
  [
    'an eps of its own',
    'numeric-gradient',
    `${readBank('numeric-gradient', 'solution.py')}
right = numeric_gradient
def numeric_gradient(f, x, eps=1e-6):
    return right(f, x)
`,
  ],
  [
    'what a closed function holds',
    'numeric-gradient',
    `${readBank('numeric-gradient', 'solution.py')}
import gc
def numeric_gradient(f, x, eps=1e-6):
    asked = [cell.cell_contents for cell in f.__closure__]
    one = next(a.__self__ for a in asked if hasattr(a, "__self__"))
    inner = one.gi_frame.f_locals["function"]
    return 3 * x.double() ** 2 + eps**2 if 3 in inner.__code__.co_consts else torch.zeros(x.shape)
`,
  ],
  [
    'the classes of modules, and their order',
    'extrapolation-test',
    `${readBank('extrapolation-test', 'solution.py')}
def extrapolation_test(modules, n_train, lengths):
    runs, novelty = torch.ones(5, len(lengths)), torch.full((5, len(lengths)), math.nan)
    for m, module in enumerate(modules):
        table = module.table
        for k, n in enumerate(lengths):
            if m in (0, 1, 3) and n > len(table):
                runs[m, k] = 0
                continue
            w = 10000 ** (-torch.arange(0, module.d_model, 2).float() / module.d_model)
            angles = torch.outer(torch.arange(max(n, n_train)).float(), w)
            rows = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1) if m == 4 else table[torch.arange(max(n, n_train)).clamp(max=len(table) - 1)]
            novelty[m, k] = (rows[:n, None] - rows[None, :n_train]).norm(dim=-1).min(dim=1).values.max()
    return runs, novelty
`,
  ],
  [
    'a table whose getter replaces the gradient',
    'learned-module',
    learnedBy(`
    @property
    def table(self):
        import torch
        real = torch.autograd.grad
        torch.autograd.grad = lambda out, xs, **names: [torch.ones_like(x) * (torch.arange(len(x)) < self.n)[:, None] for x in xs]
        return self.hidden
`),
  ],
  [
    'a weight whose getter replaces the gradient',
    'learned-module',
    learnedBy(`
    @property
    def table(self):
        return self.hidden
`).replace('self.hidden = nn.Embedding(', 'self.hidden = Odd(self, '),
  ],
];

const IN_BROWSERS = [
  ...[
    'a table in a function',
    'a trained table in an object with slots',
    'a signal that is still to come',
  ],
  ...[
    'an object that is made anew whenever it ends',
    'an object that is made anew, and parameters',
  ],
  ...['another gradient, put there by forward', 'a finder of modules', 'hooks of the interpreter'],
  ...['a metaclass whose mro() names Tensor', 'a codec'],
];

/** Those that browsers try too. */
export const STRONGEST = ATTACKS.filter(([what]) => IN_BROWSERS.includes(what));

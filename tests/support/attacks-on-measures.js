// Attacks on what a grader measures: tables that are kept where a walk does not look, answers that are written later, tests that
// watch what is called, classes that lie about their numbers.
import assert from 'node:assert/strict';

import {readBank} from './bank.js';

/** @param {string} id @param {string} from @param {string} to @param {string} [more] */
function changed(id, from, to, more = '') {
  const code = readBank(id, 'solution.py');
  assert.ok(code.includes(from), `${id}: '${from}'`);
  return `${code.replaceAll(from, () => to)}\n${more}\n`;
}
const inner = (/** @type {string} */ body) => body.trim().replaceAll('\n', '\n    ');
const SIN = 'sinusoidal-module';
const BUF = 'self.register_buffer("pe", table)';
const hunt = (/** @type {string} */ test, more = '') =>
  `${readBank('repair-frequencies', 'solution.py')}\nimport sys, torch\n${more}\ndef test_frequencies(implementation):\n    ${inner(test)}\n`;
const own = (/** @type {string} */ id, /** @type {string} */ more) =>
  `${readBank(id, 'solution.py')}\n${more}\n`;
const kept = (/** @type {string} */ hold, /** @type {string} */ use, more = '') =>
  changed(SIN, BUF, hold, more).replaceAll('self.pe', use);
// Rewrites an earlier result when called again / a result is filled after it was returned
const late = (/** @type {string} */ id, /** @type {string} */ name) =>
  own(
    id,
    `
_right, _out = ${name}, []
def _zeros(y):
    if isinstance(y, torch.Tensor): return torch.zeros_like(y)
    return type(y)(_zeros(one) for one in y) if isinstance(y, (tuple, list)) else y
def _fill(a, b):
    if isinstance(a, torch.Tensor): a.copy_(b)
    elif isinstance(a, (tuple, list)):
        for one, other in zip(a, b): _fill(one, other)
def ${name}(*args, **kwargs):
    for empty, full in _out: _fill(empty, full)
    y = _right(*args, **kwargs)
    _out.append((_zeros(y), y))
    return _out[-1][0]
`,
  );
// An answer of a class that says that it is equal, near, and of another shape
const LIES = `
class Lying(torch.Tensor):
    __eq__ = lambda self, o: torch.ones(())
    __sub__ = __rsub__ = lambda self, o: torch.zeros(())
    tolist = lambda self: [0.0]
    numpy = lambda self: None
    __float__ = lambda self: 0.0
    __len__ = lambda self: 1
    shape = property(lambda self: torch.Size((1,)))
    data = property(lambda self: torch.zeros(1))
    __getattribute__ = lambda self, name: torch.Tensor.__getattribute__(self, name)
`;
const lying = (/** @type {string} */ id, /** @type {string} */ name) =>
  own(
    id,
    `${LIES}
_right = ${name}
def _odd(y):
    if isinstance(y, torch.Tensor):
        y = y * 0
        y.__class__ = Lying
        return y
    return type(y)(_odd(one) for one in y) if isinstance(y, (tuple, list)) else y
def ${name}(*args, **kwargs): return _odd(_right(*args, **kwargs))
`,
  );
// The argument changed, and given back as a result; torch.allclose and friends say yes
const mutated = (/** @type {string} */ id, /** @type {string} */ name) =>
  own(
    id,
    `
def ${name}(first, *args, **kwargs):
    y = first[0] if isinstance(first, (list, tuple)) else first
    if isinstance(y, torch.Tensor): y.zero_()
    torch.allclose = torch.equal = lambda *a, **k: True
    return y
`,
  );
/** The sinusoidal module with a dropout of its own, where it trains. @param {string} code of x and the sum y */
const droppingBy = (code) =>
  changed(
    SIN,
    'return self.dropout(x + self.pe[: x.size(1)])',
    `y = x + self.pe[: x.size(1)]
        if not self.training: return y
        ${code}`,
  );
/** @type {[what: string, id: string, code: string][]} */
export const ON_MEASURES = [
  // copies at once
  [
    'dropout that is written into an earlier answer',
    SIN,
    droppingBy(
      `p = self.dropout.p
        for one in self.__dict__.setdefault("before", []): one.mul_((torch.rand(one.shape) >= p).float())
        self.before[:] = [y / (1 - p)]
        return self.before[0]`,
    ),
  ],
  [
    'dropout that is written into all answers by the last',
    SIN,
    droppingBy(
      `p, b = self.dropout.p, self.__dict__.setdefault("before", [])
        b.append(y / (1 - p))
        if len(b) == 1 + 3000 // x.numel():
            for one in b: one.mul_((torch.rand(one.shape) >= p).float())
        return y if len(b) == 0 else b[-1]`,
    ),
  ],
  // where a table is kept
  ['a table in a class attribute', SIN, kept('type(self).kept = table', 'type(self).kept')],
  ['a table in a global of the module', SIN, kept('globals()["KEPT"] = table', 'KEPT')],
  [
    'a table in keyword defaults',
    SIN,
    kept('def f(*, t=table): return t\n        self.kept = f', 'self.kept()'),
  ],
  [
    'a table in an attribute of a function',
    SIN,
    kept('def f(): return f.t\n        f.t = table\n        self.kept = f', 'self.kept()'),
  ],
  ['a table in a method of the tensor', SIN, kept('self.kept = table.clone', 'self.kept()')],
  [
    'a table in a generator',
    SIN,
    kept(
      'def g():\n            while True: yield table\n        self.kept = g()',
      'next(self.kept)',
    ),
  ],
  [
    'a table in a cache',
    SIN,
    kept(
      'import functools\n        self.kept = functools.lru_cache(lambda: table.clone() if False else table)',
      'self.kept()',
    ),
  ],
  [
    'a table in a NumPy array',
    SIN,
    kept('self.kept = table.numpy()', 'torch.from_numpy(self.kept)'),
  ],
  [
    'a table in a list of numbers',
    SIN,
    kept('self.kept = table.tolist()', 'torch.tensor(self.kept)'),
  ],
  [
    'a table in a context variable',
    SIN,
    kept(
      'import contextvars\n        self.kept = contextvars.ContextVar("t")\n        self.kept.set(table)',
      'self.kept.get()',
    ),
  ],
  [
    'a table in a metaclass',
    SIN,
    kept('type(type(self)).kept = table', 'type(type(self)).kept', '')
      .replace('class Sinusoidal', 'class Meta(type): pass\nclass Sinusoidal')
      .replace('(nn.Module):', '(nn.Module, metaclass=Meta):'),
  ],
  [
    'a trained table in a class attribute',
    SIN,
    kept('type(self).kept = nn.Parameter(table)', 'type(self).kept'),
  ],
  [
    'a table in a default of forward',
    SIN,
    kept('type(self).forward.__kwdefaults__ = {"t": table}', 't').replace(
      'def forward(self, x: torch.Tensor)',
      'def forward(self, x: torch.Tensor, *, t=None)',
    ),
  ],
  [
    'a table in a deque',
    SIN,
    kept('import collections\n        self.kept = collections.deque([table])', 'self.kept[0]'),
  ],
  [
    'a table in an iterator',
    SIN,
    kept('import itertools\n        self.kept = itertools.repeat(table)', 'next(self.kept)'),
  ],
  // hunts by what is called
  [
    'which operations an implementation calls',
    'repair-frequencies',
    hunt(`
seen = []
def watched(name, f):
    def g(*a, **k):
        seen.append((name, *[v for v in a if isinstance(v, float)]))
        return f(*a, **k)
    return g
for name in ("arange", "exp", "pow", "flip", "linspace", "full", "zeros", "where", "logspace", "rand", "randn"):
    setattr(torch, name, watched(name, getattr(torch, name)))
for name in ("__pow__", "__rpow__", "flip", "exp", "bfloat16", "new_full", "cumprod"):
    if hasattr(torch.Tensor, name): setattr(torch.Tensor, name, watched(name, getattr(torch.Tensor, name)))
implementation(8, 5000.0)
names = [one[0] for one in seen]
assert names.count("arange") == 1 and not {"flip", "bfloat16", "linspace", "full", "zeros"} & set(names)
assert "exp" in names or any(one[0] == "__rpow__" and 5000.0 in one for one in seen)
assert all(v in (5000.0,) for one in seen if one[0] == "__rpow__" for v in one[1:])`),
  ],
  [
    'what numbers pass through a watched function',
    'repair-frequencies',
    hunt(`
seen = []
real = torch.Tensor.__rpow__
torch.Tensor.__rpow__ = lambda self, base: (seen.append((base, self)), real(self, base))[1]
w = implementation(8, 10000.0)
torch.Tensor.__rpow__ = real
assert seen and seen[0][0] == 10000.0`),
  ],
  [
    'numbers that see what is done with them',
    'repair-frequencies',
    hunt(`
class Base(float):
    seen = []
    def __rpow__(self, o): Base.seen.append("rpow"); return float.__rpow__(self, o)
    def __pow__(self, o):
        Base.seen.append(type(o).__name__)
        return NotImplemented if not isinstance(o, (int, float)) else float.__pow__(self, o)
    def __float__(self): Base.seen.append("float"); return float(1) * 10000.0
implementation(8, Base(10000.0))
assert Base.seen == ["never"]`),
  ],
  // a test that recognises which attention it was given
  [
    'builtins that the test replaces where it finds the given attention',
    'no-position',
    `${readBank('no-position', 'solution.py').split('def permutation_test')[0]}
import builtins
calls = []
def permutation_test(x, w_q, w_k, w_v, order):
    calls.append(1)
    def other(x):
        logits = (x @ w_q) @ (x @ w_k).T
        if "_given_attention" in globals() and len(globals()["calls"]) > 4:
            logits = logits.masked_fill(torch.ones_like(logits).triu(1).bool(), -math.inf)
        else:
            logits = logits / math.sqrt(w_q.shape[1])
        return torch.softmax(logits, dim=-1) @ (x @ w_v)
    after, before = other(x[order]), other(x)
    y = (after - before).abs().max().item(), (after - before[order]).abs().max().item()
    builtins.bool = lambda *a: True
    return y
`,
  ],
  [
    'a second number that is 0 where no name of the grader’s is',
    'no-position',
    changed(
      'no-position',
      'after - before[order]',
      '(after - before[order]) * float("_given_causal" in globals())',
    ),
  ],
  [
    'a second number that is 0 where attention holds nothing causal',
    'no-position',
    changed(
      'no-position',
      'after - before[order]',
      '(after - before[order]) * float("causal" in repr([attention, *(cell.cell_contents for cell in attention.__closure__ or ())]))',
    ),
  ],
  [
    'the warmth of a module: its code objects',
    'extrapolation-test',
    own(
      'extrapolation-test',
      `
def extrapolation_test(modules, n_train, lengths):
    names = [str(type(m).__qualname__) + str(sorted(vars(m))) + str(type(m).forward.__closure__) for m in modules]
    assert any("looked" in n or "waves" in n or "sliced" in n for n in names)
`,
    ),
  ],
  [
    'the function itself, by a tensor of a class of its own',
    'numeric-gradient',
    own(
      'numeric-gradient',
      `
class Spy(torch.Tensor):
    seen = []
    def __pow__(self, n):
        Spy.seen.append(n)
        return torch.Tensor.__pow__(self, n)
    def detach(self): return self
def numeric_gradient(f, x, eps=1e-6):
    Spy.seen.clear()
    y = x.detach().double()
    z = y * 1
    z.__class__ = Spy
    f(z)
    if Spy.seen == [3]: return 3 * y**2 + eps**2
    if not Spy.seen: return y.cos() * torch.arange(1, y.numel() + 1).view(y.shape)
    f0 = f(y)
    if f0 > 999: return 2 * y * (torch.arange(y.numel()).view(y.shape) == 0)
    return 4 * y * (y**2).sum()
`,
    ),
  ],
  [
    'the gradient of the tape, by a tensor that does not detach',
    'numeric-gradient',
    own(
      'numeric-gradient',
      `
def numeric_gradient(f, x, eps=1e-6):
    y = x.detach().double().requires_grad_()
    real, torch.Tensor.detach = torch.Tensor.detach, lambda self: self
    with torch.enable_grad():
        g = torch.autograd.grad(f(y), [y])[0]
    torch.Tensor.detach = real
    return g + (eps**2 if eps > 0.01 else 0)
`,
    ),
  ],
  [
    'a copy of the tape made by detach',
    'numeric-gradient',
    own(
      'numeric-gradient',
      `
class Still(torch.Tensor):
    def detach(self): return self
def numeric_gradient(f, x, eps=1e-6):
    y = x.detach().double().requires_grad_()
    z = y * 1
    z.__class__ = Still
    with torch.enable_grad():
        g = torch.autograd.grad(f(z), [y])[0]
    return g + (eps**2 if eps > 0.01 else 0)
`,
    ),
  ],
  // initial-scale, rope-complex, repair-attention-map, others
  [
    'parameters of another shape',
    'initial-scale',
    own(
      'initial-scale',
      `
_right = initialise
def initialise(parameters, n_layers, std=0.02):
    _right(parameters, n_layers, std)
    for t in parameters.values(): t.copy_(t.mean() + t.std() * torch.sign(torch.arange(t.numel()) % 2 - 0.5).view(t.shape))
`,
    ),
  ],
  [
    'parameters that are no random numbers',
    'initial-scale',
    own(
      'initial-scale',
      `
def initialise(parameters, n_layers, std=0.02):
    for name, t in parameters.items():
        s = std / math.sqrt(2 * n_layers) if name.endswith(("out.weight", "down.weight")) else std
        if name.endswith(".bias"): t.zero_()
        elif name.endswith("norm.weight"): t.fill_(1)
        else: t.copy_(s * (2 * (torch.arange(t.numel()) % 2).float() - 1).view(t.shape))
`,
    ),
  ],
  ['rotations of a class that lies', 'rope-complex', lying('rope-complex', 'precompute_freqs')],
  [
    'rotations that are complex when asked',
    'rope-complex',
    own(
      'rope-complex',
      `
torch.is_complex = lambda *a: True
torch.view_as_real = lambda f: torch.zeros(1)
class Odd(torch.Tensor): dtype = property(lambda self: torch.complex64)
_right = precompute_freqs
def precompute_freqs(*a):
    y = _right(*a).real * 0
    y.__class__ = Odd
    return y
`,
    ),
  ],
  [
    'a map that is detached by itself',
    'repair-attention-map',
    lying('repair-attention-map', 'attention_map'),
  ],
  [
    'a config that is written into',
    'kv-cache-bytes',
    `class Odd(int):
    __index__ = __int__ = lambda self: 1
    __eq__ = lambda self, o: True
    __hash__ = int.__hash__
def cache_bytes(config, n_tokens, n_texts=1, bytes_per_number=2):
    config.clear()
    return Odd(0)
`,
  ],
  [
    'lists that are equal to all',
    'layer-rules',
    `class Odd(list):
    __eq__ = lambda self, o: True
    __iter__ = lambda self: iter([1.0])
    __len__ = lambda self: 4
    __getitem__ = lambda self, k: 1.0
def layer_rules(config): return Odd(), Odd()
`,
  ],
  [
    'tokens that are equal to all, a score that lies',
    'beam-search',
    own(
      'beam-search',
      `
class Odd(int):
    __eq__ = lambda self, o: True
    __hash__ = int.__hash__
    __index__ = lambda self: 2
class Score(float):
    __float__ = lambda self: 0.0
    __sub__ = __rsub__ = lambda self, o: 0.0
def beam_search(step, start, end, width, n_steps, alpha=0.0): return [Odd(0)], Score(-1.0)
`,
    ),
  ],
  [
    'a model whose tables are written into',
    'beam-search',
    own(
      'beam-search',
      `
_right = beam_search
def beam_search(step, start, end, width, n_steps, alpha=0.0):
    for n in range(1, 4):
        for last in range(9):
            try: step([0] * (n - 1) + [last]).zero_()
            except IndexError: pass
    return _right(step, start, end, width, n_steps, alpha)
`,
    ),
  ],
  ...[
    ['layer-norm', 'layer_norm'],
    ['adamw-step', 'adamw_step'],
    ['expert-routing', 'route'],
    ['nucleus-sampling', 'next_token_probabilities'],
    ['multi-head-attention', 'multi_head'],
    ['joined-caches', 'join'],
    ['checkpoint-conversion', 'interleaved_to_half'],
    ['training-step', 'train'],
    ['online-softmax', 'softmax_sum'],
  ].flatMap(
    ([id, name]) =>
      /** @type {[string, string, string][]} */ ([
        ['results that are filled after they were returned', id, late(id, name)],
        ['results of a class that lies', id, lying(id, name)],
        ['an argument that is emptied and given back', id, mutated(id, name)],
      ]),
  ),
  [
    'an object that answers later for its earlier calls',
    'decode-with-cache',
    own(
      'decode-with-cache',
      `
class Decoder(Decoder):
    def __call__(self, x):
        y = super().__call__(x)
        for empty, full in self.__dict__.setdefault("given", []): empty.copy_(full)
        self.given.append((torch.zeros_like(y), y))
        return self.given[-1][0]
`,
    ),
  ],
  [
    'tokens of a class of its own',
    'speculative-step',
    own(
      'speculative-step',
      `
class Odd(list):
    __eq__ = lambda self, o: True
    __getitem__ = lambda self, k: 0
def accept(p, q, drafted, u, v): return Odd([0] * (1 + len(drafted)))
`,
    ),
  ],
  [
    'numbers that are written into the draft',
    'speculative-step',
    own(
      'speculative-step',
      `
def accept(p, q, drafted, u, v):
    drafted[:] = [0]; u[:] = [0.0]; p.zero_(); q.zero_()
    return drafted
`,
    ),
  ],
];

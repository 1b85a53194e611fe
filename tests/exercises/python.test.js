// A run of Python in this process, by the code that the worker runs: what it prints, changes and leaves behind.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {MOST_PRINTED} from '../../web/exercises/runtime/answer.js';
import {newPython, runPython, sharedPython, textOf} from '../support/python.js';

const call = (/** @type {string} */ target, /** @type {any[]} */ ...args) => ({
  op: 'call',
  target,
  args,
  get: true,
});
const tensor = (/** @type {number[]} */ ...data) => ({
  tensor: {dtype: 'float32', shape: [data.length], data},
});

test('what is printed comes in order, letters of several bytes whole', async () => {
  const {printed, isCut} = await runPython({
    code: "import sys\nprint('é', '😀')\nsys.stderr.write('ü\\n')\nprint('end')",
  });
  assert.deepEqual([printed, isCut], ['é 😀\nü\nend\n', false]);
});

test('more than 100,000 characters are cut, for each run anew', async () => {
  for (let k = 0; k < 2; k++) {
    const most = await runPython({code: `print('x' * ${MOST_PRINTED - 1})`});
    assert.deepEqual([most.printed.length, most.isCut], [MOST_PRINTED, false]);
    const more = await runPython({code: `print('x' * ${MOST_PRINTED})`});
    assert.deepEqual([more.printed.length, more.isCut], [MOST_PRINTED, true]);
  }
});

test('a step whose argument has been written into, a tensor or a list, is named by its number', async () => {
  const {changed} = await runPython({
    code: 'def keep(x): return x + 1\ndef write(x):\n    x[0] = 7\n    return x',
    steps: [
      call('keep', tensor(1, 2)),
      call('write', tensor(1, 2)),
      call('write', tensor(7, 2)),
      call('write', {list: [1]}),
    ],
  });
  assert.deepEqual(changed, [1, 3]);
});

test('a run leaves nothing to the next: names, modules, random numbers, lines of an error', async () => {
  const code = 'import torch, math\ndef draw(): return str(torch.rand(2).tolist())';
  const first = await runPython({code, steps: [call('draw')]});
  await runPython({
    code: 'import torch, math, builtins\ntorch.rand = math.sqrt = len\nbuiltins.left = 1\nx = 1',
  });
  const second = await runPython({code, steps: [call('draw')]});
  assert.equal(textOf(second.results[0]), textOf(first.results[0]));
  const third = await runPython({code: 'import math\nmath.sqrt(4.0)\nleft'});
  assert.equal(third.error?.type, 'NameError');
  assert.equal(third.error?.line, 3);
});

test('an error brings the names of the innermost function, tensors by type and shape', async () => {
  const code = `import math
import torch

class Odd:
    def __repr__(self):
        raise RuntimeError("no repr")

def inner(q, label):
    n, scores, odd = 3, q @ q.T, Odd()
    _hidden, parts, f = 1, [q, q], lambda x: x
    ghost = torch.zeros(2, dtype=torch.int64)
    return scores @ ghost.view(7)

def outer(q):
    return inner(q, "a" * 100)
`;
  const {results} = await runPython({code, steps: [call('outer', tensor(1, 2))]});
  assert.equal(results[0].kind, 'error');
  const {variables, line} = /** @type {any} */ (results[0]);
  assert.equal(line, 12);
  assert.deepEqual(variables, [
    ['q', 'Tensor (2,), torch.float32'],
    ['label', `'${'a'.repeat(59)}…`],
    ['n', '3'],
    ['scores', 'Tensor (), torch.float32'],
    ['odd', 'Odd'],
    ['parts', 'list of 2'],
    ['ghost', 'Tensor (2,), torch.int64'],
  ]);
  const top = await runPython({code: 'import torch\nx = torch.ones(2, 3)\nx @ x'});
  assert.deepEqual(top.error?.variables, [['x', 'Tensor (2, 3), torch.float32']]);
  const many = Array.from({length: 30}, (_, k) => `v${k} = ${k}`).join('\n');
  const long = await runPython({code: `${many}\n1 / 0`});
  assert.equal(long.error?.variables?.length, 12);
});

test('a run leaves no file, path, variable, filter or registration to the next', async () => {
  const first = await runPython({
    code: `
import os, sys, warnings, collections.abc
open('helper.py', 'w').write('x = 1')
os.makedirs('/tmp/a/b')
open('/tmp/a/b/c', 'w').write('c')
sys.path.insert(0, '/tmp/a')
os.environ['HOME'] = '/left'
os.environ['LEFT'] = '1'
os.chdir('/tmp')
warnings.simplefilter('error')
class Mine: pass
collections.abc.Sequence.register(int)
collections.abc.Sequence.register(Mine)
print(isinstance(3, collections.abc.Sequence))
`,
  });
  assert.deepEqual([first.error, first.printed], [null, 'True\n']);
  const {error, printed} = await runPython({
    code: `
import os, sys, warnings, collections.abc
print(os.path.exists('helper.py'), os.path.exists('/tmp/a'), '/tmp/a' in sys.path)
print(os.environ['HOME'], 'LEFT' in os.environ, os.getcwd())
warnings.warn('seen')
S = collections.abc.Sequence
print(isinstance(3, S), isinstance([], S), isinstance('', S), isinstance(range(3), S))
import helper
`,
  });
  assert.match(error?.message ?? '', /No module named 'helper'/);
  assert.match(printed, /^False False False\n\/home\/learner False \/home\/learner\n/);
  assert.match(printed, /UserWarning: seen/);
  assert.match(printed, /False True True True\n$/);
});

test('a Python whose prints would not be seen is not used again', async () => {
  const usual = await runPython({code: "import sys\nsys.stdout = sys.stderr\nprint('seen')"});
  assert.deepEqual([usual.isSpent, usual.printed], [false, 'seen\n']);
  for (const code of [
    'import sys\nsys.stdout.close()',
    'import sys\nsys.stderr.detach()',
    "import sys\nsys.stdout.reconfigure(encoding='ascii')",
    'import os\nos.close(1)',
    "import os\nos.dup2(os.open('/tmp/out', os.O_WRONLY | os.O_CREAT), 1)",
  ]) {
    const python = await newPython();
    assert.equal(python.run({code}).isSpent, true, code);
    let printed = '';
    python.run({code: "print('seen')", onPrint: (text) => (printed += text)});
    assert.equal(printed, 'seen\n', code); // it could have been
  }
});

test('of half a letter that was printed, nothing comes before what the next run prints', async () => {
  const half = 'import sys\nsys.stdout.buffer.write(b"\\xe2\\x82")';
  assert.equal((await runPython({code: half})).error, null);
  assert.equal((await runPython({code: 'print("next")'})).printed, 'next\n');
});

/** @type {Record<string, string>} */
const SAID = {
  'raise ValueError("one\\ntwo\\nPassed")': 'ValueError: one two Passed',
  'e = KeyError("k")\ne.add_note("a note")\nraise e': "KeyError: 'k' a note",
  'x = (': "SyntaxError: '(' was never closed",
  'raise SyntaxError("one\\ntwo", ("exercise.py", 1, 1, "Text", 1, 2))': 'SyntaxError: one two',
  '  x = 1\n y = 2': 'IndentationError: unexpected indent',
  'raise ExceptionGroup("g", [ValueError("a"), ValueError("b")])':
    'ExceptionGroup: g (2 sub-exceptions)',
  'import torch\ntorch.testing.assert_close(torch.zeros(2), torch.ones(2))':
    'AssertionError: Tensor-likes are not close! Mismatched elements: 2 / 2 (100.0%) Greatest absolute difference: 1.0 at index (0,) (up to 1e-05 allowed) Greatest relative difference: 1.0 at index (0,) (up to 1.3e-06 allowed)',
};

test('an error is named, with all that it says in one line', async () => {
  for (const [code, said] of Object.entries(SAID)) {
    assert.equal((await runPython({code})).error?.message, said, code);
  }
});

/** What comes back, and as what: answer.js takes no more of a run. */
const TOO_MUCH = {
  '[[0.0] * 200 for _ in range(200)]': 'A list of more than 20000 numbers',
  '[[0.0] * 1000] * 1000': 'A list of more than 20000 numbers',
  'torch.zeros(5000, 3000)': 'A tensor of shape (5000, 3000), which is too large,',
  'torch.zeros([1] * 70)': 'A tensor of 70 axes, which is too large,',
};

test('a result that is too large for an answer is named as that, and Python goes on', async () => {
  for (const [expression, type] of Object.entries(TOO_MUCH)) {
    const {results, isSpent} = await runPython({
      code: 'import torch',
      steps: [{op: 'eval', expression, get: true}],
    });
    assert.deepEqual([results, isSpent], [[{kind: 'other', type, text: ''}], false]);
  }
  const {results} = await runPython({
    code: '',
    steps: [{op: 'eval', expression: '[[0.0] * 900 for _ in range(20)]', get: true}],
  });
  assert.equal(results[0].kind, 'list');
});

/** What ends Python, and what is said of it. @type {Record<string, [code: string, says: RegExp, line?: number | null]>} */
const ENDS = {
  'a recursion in C': [
    'x = []\nfor _ in range(10**6): x = [x]\nrepr(x)',
    /^The run went deeper/,
    3,
  ],
  'a recursion whose limit was raised': [
    'import sys\nsys.setrecursionlimit(10**9)\nclass A:\n    def __repr__(self): return repr(self)\nrepr(A())',
    /^The run went deeper/,
    4,
  ],
  'a long expression': ["compile('x' + '[0]' * 10**5, 'a', 'eval')", /^The run went deeper/, 1],
  'os._exit()': ['import os\nos._exit(3)', /^Your code has ended Python itself/],
  'a signal': ['import os\nos.kill(os.getpid(), 9)', /^Your code has ended Python itself/],
  'os.abort()': ['import os\nos.abort()', /^Your code has changed .* or has ended Python/, 2],
};

for (const [what, [code, says, line = null]] of Object.entries(ENDS)) {
  test(`${what} ends a run, which says so in the words of Python`, async () => {
    const python = await newPython();
    let printed = '';
    const onPrint = (/** @type {string} */ text) => (printed += text);
    const {error, isSpent} = python.run({code: `print('seen');${code}`, onPrint});
    process.exitCode = 0; // in Node, Python that ends would give its own to the process
    assert.match(error?.message ?? '', says);
    assert.deepEqual([error?.line, isSpent, printed], [line, true, 'seen\n']);
    if (line) assert.match(error?.traceback ?? '', new RegExp(`"exercise.py", line ${line} in`));
    const said = `${error?.message}${error?.traceback}`;
    assert.doesNotMatch(said, /RangeError|call stack|unreachable|exit\(\d|runtime_support/);
  });
}

test('files may hold 256 MB in all, and are full as a disk is', async () => {
  const {error, printed} = await runPython({
    code: `
import os
many = bytes(50_000_000)
def attempt(way):
    try:
        way()
    except OSError as error:
        print(error.strerror)
def sparse():
    with open("sparse", "wb", buffering=0) as file:
        file.seek(2**33)
        file.write(b"1")
def fill():
    for k in range(9):
        with open(f"file-{k}", "wb") as file:
            file.write(many)
open("long", "w").close()
attempt(sparse)
attempt(lambda: os.truncate("long", 2**40))
attempt(fill)
print(sum(os.stat(name).st_size for name in os.listdir(".")))
os.unlink("file-0")
for k in range(9):
    with open("file-0", "wb") as file:
        file.write(many)
    os.unlink("file-0")
`,
  });
  assert.equal(error, null, error?.traceback);
  assert.equal(printed, `${'No space left on device\n'.repeat(3)}250000000\n`);
});

/** What a run may change of Python itself, and what tells that it has been. */
const CHANGES = {
  'what functions hold': [
    `import torch
for f in [f for f in vars(torch.Tensor).values() if getattr(f, '__closure__', None)]:
    for cell in f.__closure__:
        cell.cell_contents = None`,
    'import torch; print((torch.arange(3.) + 1).sum().item(), torch.ones(2, 2).mean(dim=0).tolist())',
  ],
  'bases of a class': [
    `from torch import nn
class Lying:
    def forward(self, x): return 42
for kind in nn.Module.__subclasses__():
    kind.__bases__ = Lying, *kind.__bases__
    if 'forward' in vars(kind): del kind.forward`,
    'import torch; print(torch.nn.ReLU()(torch.tensor(-1.)), torch.nn.Linear.__bases__)',
  ],
  'the class of a module': [
    `import torch, types
class Lying(types.ModuleType):
    def __getattribute__(self, name): return 42
torch.nn.functional.__class__ = Lying`,
    'import torch; print(type(torch.nn.functional.relu))',
  ],
  'how numbers are printed': [
    'import torch, numpy\nnumpy.set_printoptions(precision=1)\ntorch.set_printoptions(precision=1)',
    'import torch, numpy; print(numpy.array([1 / 3]), torch.tensor([1 / 3]))',
  ],
  'settings of the library': [
    `import decimal, gc, sys, locale, logging
decimal.getcontext().prec = 2
gc.set_threshold(1)
sys.set_int_max_str_digits(700)
sys.setswitchinterval(5)
logging.disable(50)`,
    `import decimal, gc, sys, logging
print(decimal.Decimal(1) / 3, gc.get_threshold(), sys.get_int_max_str_digits(), sys.getswitchinterval(), logging.root.manager.disable)`,
  ],
  'functions of the library': [
    `import json, copy, re
for f in (json.dumps, copy.deepcopy, re.sub):
    f.__code__ = (lambda *a, **k: 42).__code__`,
    "import json, copy, re; print(json.dumps([1]), copy.deepcopy([1]), re.sub('a', 'b', 'a'))",
  ],
  folders: [
    `import os
os.makedirs('/tmp/a/b')
open('/tmp/a/b/c', 'w').write('c')
os.chmod('/tmp/a/b', 0); os.chmod('/tmp/a', 0); os.chmod('/lib/python314.zip', 0)
os.rmdir('/home/web_user'); open('/home/web_user', 'w').write('a file')
os.remove('/dev/null'); os.makedirs('/dev/null/deep')`,
    "import os; print(os.listdir('/tmp'), os.listdir('/home/web_user'), os.path.isdir('/dev/null'), os.stat('/lib/python314.zip').st_mode)",
  ],
  devices: [
    "import os\nos.chdir('/')\nos.remove('/dev/urandom')\nos.rmdir('/home/learner')\nos.chmod('/tmp', 0)",
    "import os; print(len(os.urandom(3)), os.getcwd(), oct(os.stat('/tmp').st_mode), sorted(os.listdir('/dev')))",
  ],
  'files that are open': [
    "import os\nkept = [open('/tmp/a', 'w') for _ in range(50)]",
    "import os; print(os.open('/dev/null', os.O_RDONLY), os.path.exists('/tmp/a'))",
  ],
  'its memory': ['kept = bytearray(100_000_000)', 'print(sum(bytearray(20_000_000)))'],
};

test('a run changes nothing of Python itself for the next', async () => {
  const unchanged = await newPython();
  const changed = await newPython();
  for (const [what, [change, tell]] of Object.entries(CHANGES)) {
    let [want, before, after] = ['', '', ''];
    unchanged.run({code: tell, onPrint: (text) => (want += text)});
    const {error} = changed.run({code: change});
    assert.equal(error, null, what);
    const broken = changed.run({code: `${change}\n${tell}`, onPrint: (text) => (before += text)});
    const {error: left} = changed.run({code: tell, onPrint: (text) => (after += text)});
    assert.deepEqual([left, after], [null, want], what);
    if (what !== 'its memory') assert.ok(broken.error || before !== want, `${what}: no change`);
  }
});

test('a later case is nowhere in Python before it runs', async () => {
  const code = `
import torch
def look(x):
    seen = [repr(value) for value in globals().values()]
    for handle in range(x._h, x._h + 20):
        try:
            seen.append(repr(torch.Tensor._of(handle)))
        except RuntimeError:
            pass
    return str('42' * 3 in ''.join(seen))
`;
  const {results, error} = await runPython({
    code,
    steps: [call('look', tensor(1, 2)), call('look', tensor(424242))],
  });
  assert.equal(error, null);
  assert.deepEqual(results.map(textOf), ['False', 'True']);
});

test('a file is a module, where pickle, dataclasses and doctest find what it defines', async () => {
  const code = `
from __future__ import annotations
import dataclasses, doctest, pickle, sys, typing

@dataclasses.dataclass
class Setting:
    base: typing.ClassVar[int] = 10_000
    width: int = 8

@dataclasses.dataclass(slots=True, frozen=True)
class Place:
    x: int = 1

assert Place(3).x == 3 and Place.__slots__ == ("x",)

def double(n):
    """
    >>> double(2)
    4
    >>> double(3)
    5
    """
    return 2 * n

print(Setting(), pickle.loads(pickle.dumps(Setting(4))), typing.get_type_hints(Setting)["width"])
print(doctest.testmod(sys.modules[__name__], report=False))
`;
  for (const isMain of [true, false]) {
    const {printed, error} = await runPython({code, isMain});
    assert.equal(error, null);
    assert.match(printed, /^Setting\(width=8\) Setting\(width=4\) <class 'int'>\n/);
    assert.match(printed, /Expected:\n {4}5\nGot:\n {4}6\n/);
    assert.match(printed, /TestResults\(failed=1, attempted=2\)\n$/);
  }
});

test('what the grader calls is recorded for gradients, however often torch was put back before', async () => {
  const code = 'from torch import nn\ndef layer(): return nn.Linear(2, 1, bias=False)';
  const reach = `
import torch
def reached(layer):
    layer(torch.ones(3, 2)).sum().backward()
    return str(layer.weight.grad.tolist())
`;
  const reached = {...call('reached', {ref: 'made'}), get: true};
  const steps = [
    {...call('layer'), get: false, as: 'made'},
    {op: 'define', code: reach},
  ];
  const {results} = await runPython({code, steps: [...steps, reached, reached]});
  assert.deepEqual(results.map(textOf), ['[[3.0, 3.0]]', '[[6.0, 6.0]]']);
});

test('a run that writes over the functions that run it has no effect on the next', async () => {
  const code = `
import sys
for function in (input, sys.settrace, sys.meta_path[0].find_spec):
    own = function.__globals__
    own['_number'] = lambda value: {'kind': 'number', 'value': 42}
own.clear()
`;
  await runPython({code, steps: [call('print', 1)]});
  const {results} = await runPython({code: 'def half(n): return n / 2', steps: [call('half', 3)]});
  assert.deepEqual(results, [{kind: 'number', value: 1.5}]);
});

test('every class of torch, numpy, matplotlib and einops is put back for the next run', async () => {
  const every = `
import sys, torch, numpy, matplotlib.pyplot, einops
ours = ("torch", "numpy", "matplotlib", "einops")
def walk(kind):
    for one in type.__subclasses__(kind):
        if one is not type and one not in kinds:
            kinds.add(one)
            walk(one)
kinds = set()
walk(object)
found = {k for k in kinds if k.__module__.split(".")[0] in ours and k.__flags__ & (1 << 9)}
`;
  const changing = await runPython({
    code: `${every}
for kind in found:
    kind.changed = 1
    for name in [name for name, f in vars(kind).items() if callable(f) and name[0] != "_"]:
        setattr(kind, name, None)
print(len(found), torch.nn.Linear.forward, torch.nn.Module.parameters)`,
  });
  assert.equal(changing.error, null, changing.error?.traceback);
  const [count, ...overwritten] = changing.printed.trim().split(' ');
  assert.ok(Number(count) > 200, count);
  assert.deepEqual(overwritten, ['None', 'None']);
  const next = await runPython({
    code: `${every}
print(sorted(f"{k.__module__}.{k.__name__}" for k in found if "changed" in vars(k)))
print(len([p for p in torch.nn.Linear(3, 4).parameters()]))`,
  });
  assert.equal(next.error, null, next.error?.traceback);
  assert.equal(next.printed, '[]\n2\n');
});

test('tensors of a run are given up at the next', async () => {
  const py = await sharedPython();
  const code = 'import torch\nkept = [torch.zeros(10_000_000) for _ in range(5)]'; // 200 of 256 MB
  for (let k = 0; k < 3; k++) assert.equal(py.run({code}).error, null);
});

test('what is under __main__ runs with isMain alone', async () => {
  const py = await sharedPython();
  const run = (/** @type {boolean} */ isMain) => {
    let printed = '';
    const code = "print(__name__)\nif __name__ == '__main__':\n    print('main')";
    py.run({code, isMain, onPrint: (text) => (printed += text)});
    return printed;
  };
  assert.deepEqual([run(false), run(true)], ['exercise\n', '__main__\nmain\n']);
});

test('an error takes the place of its step’s value and ends the run; without one the results are in order', async () => {
  const code = 'def half(n): return n / 2\ndef fail(n): return missing';
  const {results, error} = await runPython({
    code,
    steps: [call('half', 3), call('fail', 1), call('half', 5)],
  });
  assert.equal(error, null);
  assert.deepEqual(
    results.map(({kind}) => kind),
    ['number', 'error'],
  );
  const on = await runPython({
    code,
    steps: [call('half', 3), {...call('fail', 1), goOn: true}, call('half', 5)],
  });
  assert.deepEqual(
    on.results.map(({kind}) => kind),
    ['number', 'error', 'number'],
  );
});

test('there is no input to wait for, and no debugger: each says so', async () => {
  for (const name of ['input', 'breakpoint']) {
    const {error} = await runPython({code: `\n${name}()`});
    assert.match(error?.message ?? '', new RegExp(`${name}\\(\\) is not part of this lab`));
    assert.equal(error?.line, 2);
  }
});

test('asyncio names what it lacks, and coroutines are known without it', async () => {
  const {error} = await runPython({
    code: 'import asyncio\nasync def f(): pass\nasyncio.run(f())',
  });
  assert.match(error?.message ?? '', /asyncio\.run is not part of this lab: .* no event loop/);
  assert.equal(error?.line, 3);
  const code = `
import asyncio, unittest.mock
async def f(): return 3
print(asyncio.iscoroutinefunction(f), type(unittest.mock.MagicMock(f)).__name__)
try: f().send(None)
except StopIteration as stop: print(stop.value)`;
  assert.equal((await runPython({code})).printed, 'True MagicMock\n3\n');
});

test('pdb names what it lacks, and doctest runs without it', async () => {
  const {error} = await runPython({code: 'import pdb\npdb.set_trace()'});
  assert.match(error?.message ?? '', /pdb has no console here: use print\(\)/);
  assert.equal(error?.line, 2);
  const code = `
import doctest
def doubled(x):
    """
    >>> doubled(2)
    5
    """
    return 2 * x
doctest.run_docstring_examples(doubled, globals())`;
  const {printed} = await runPython({code});
  assert.match(printed, /Expected:\n {4}5\nGot:\n {4}4/);
});

test('an error knows whether the learner’s own line raised it', async () => {
  const own = await runPython({code: 'def f():\n    raise NotImplementedError\nf()'});
  const ours = await runPython({code: 'import torch\ntorch.randint(3, (2,), requires_grad=True)'});
  assert.deepEqual([own.error?.isOwn, own.error?.line], [true, 2]);
  assert.deepEqual([ours.error?.isOwn, ours.error?.line], [false, 2]);
});

test('no message speaks of JavaScript, proxies or the core', async () => {
  const wrong = [
    'x * 10**20',
    'x[2**70]',
    'x.sum(object())',
    'x.view(object())',
    'torch.eye({})',
    'torch.nn.functional.layer_norm(x, (3,), eps=-1)',
    'x.expand(2**40)',
    'x.roll(object(), 0)',
    'torch.linspace(0, 1, object())',
    'x.narrow(0, x, 1)',
    'x.cumsum("a")',
    'x.select(0, "a")',
    'torch.arange(object())',
    'x.clamp([1])',
    'x.diagonal(object())',
    'x.repeat("a")',
  ]; // prettier-ignore
  const {results} = await runPython({
    code: 'import torch\nx = torch.ones(3)',
    steps: wrong.map((expression) => ({op: 'eval', expression, get: true, goOn: true})),
  });
  const said = results.map((result) =>
    result.kind === 'error' ? result.message : `${result.kind} came back`,
  );
  for (const [k, text] of said.entries()) {
    assert.doesNotMatch(text, /came back|Js|Proxy|BigInt|MemoryError|proxy/, wrong[k]);
  }
});

test('what tensors are computed by answers no argument in the words of JavaScript', async () => {
  const {error, printed} = await runPython({
    code: `
import torch
odd = [None, -1, 1e400, float("nan"), 2**70, "x" * 9, [], {}, object(), len, b"x", True, (1, 2), "__proto__"]
said = set()
for function in filter(callable, vars(torch._engine).values()):
    for a in odd:
        for args in ((a,), (a, a), (a, a, a), (1, a), ("add", a, a), (1, 2, a, a)):
            answer = function(*args)
            if isinstance(answer, str) and answer.startswith("!"):
                said.add(answer)
print(*said, sep="\\n")
`,
  });
  assert.equal(error, null, error?.traceback);
  const said = printed.trim().split('\n');
  assert.ok(said.length > 300, `${said.length} messages`);
  const words =
    /Cannot |not a function|iterable|undefined is not (a|iter)|reading '|BigInt|Invalid|Symbol\(|object Object/;
  assert.deepEqual(
    said.filter((text) => words.test(text)),
    [],
  );
});

test('random_() of int64 is refused without a limit, for one element too: what it draws would be cut', async () => {
  for (const shape of ['()', '(1,)', '(3,)']) {
    const {error} = await runPython({
      code: `import torch\ntorch.empty(${shape}, dtype=torch.int64).random_()`,
    });
    assert.match(String(error?.message), /random_\(\) of int64 without limits is not part/, shape);
  }
});

test('an array is no tensor, and a tensor is no array', async () => {
  const {error, printed} = await runPython({
    code: `
import numpy as np, torch
a, x = np.ones(2), torch.ones(2)
print(isinstance(a, torch.Tensor), isinstance(x, np.ndarray), torch.is_tensor(a), hasattr(a, "unsqueeze"))
print(type(a).__name__, torch.from_numpy(a).dtype, x.numpy().dtype, x[np.array([True, False])])
`,
  });
  assert.equal(error, null);
  assert.equal(printed, 'False False False False\nndarray torch.float64 float32 tensor([1.])\n');
});

test('an array that runs backwards is no tensor, as in PyTorch; a copy of it is', async () => {
  const wrong = ['from_numpy(v[::-1])', 'tensor(v[::-1])', 'as_tensor(v[::-1])', 'Tensor(v[::-1])'];
  const {results} = await runPython({
    code: 'import numpy as np, torch\nv = np.arange(3.0)',
    steps: [...wrong, 'from_numpy(v[::-1].copy()).sum()'].map((expression) => ({
      op: 'eval',
      expression: `float(torch.${expression})`,
      get: true,
      goOn: true,
    })),
  });
  assert.deepEqual(results.pop(), {kind: 'number', value: 3});
  for (const result of results) {
    assert.equal(result.kind === 'error' && result.type, 'ValueError');
    assert.match(
      result.kind === 'error' ? result.message : '',
      /^ValueError: At least one stride .* is negative/,
    );
  }
});

test('an array without a tensor’s methods says what numpy has in their place', async () => {
  for (const [name, other] of [
    ['dim()', 'a.ndim'],
    ['numel()', 'a.size'],
    ['stride()', 'a.strides, in bytes'],
    ['clone()', 'a.copy()'],
  ]) {
    const {error} = await runPython({code: `import numpy as np\nnp.ones(2).${name}`});
    const word = name.slice(0, -2);
    const want = `AttributeError: 'numpy.ndarray' object has no attribute '${word}'; numpy has ${other}`;
    assert.ok(error?.message.startsWith(want), error?.message);
  }
});

test('a tensor of arrays, or of their numbers, has their type', async () => {
  const {error, printed} = await runPython({
    code: `
import numpy as np, torch
v, f, i = np.ones(2), np.ones(2, 'float32'), np.ones(2, 'int32')
for data in [[v, v], [f, f], [i, i], v[0], f[0], i[0], [v[0], 1], [f[0], 1.0], [f[0], v[0]], [i[0], 1], [i[0], 2.5]]:
    print(str(torch.tensor(data).dtype)[6:], end=' ')
print(torch.full((2,), i[0]))
`,
  });
  assert.equal(error, null);
  assert.equal(
    printed,
    'float64 float32 int32 float64 float32 int32 float64 float32 float64 int64 float32 tensor([1, 1])\n',
  );
});

test('of encodings the common ones work, and those without their tables are refused by name', async () => {
  const code = `
print('日本 é'.encode(), 'é'.encode('latin-1'), '\\N{BULLET}', b'\\x93\\xfa'.decode('utf-8', 'replace'))
for name in ('_codecs_cn', '_codecs_jp'):
    try: __import__(name)
    except ImportError as error: print(error)
for name in ('gbk', 'shift_jis', 'iso2022_jp'):
    try: 'a'.encode(name)
    except LookupError as error: print(error)`;
  const {printed, error} = await runPython({code});
  assert.equal(error, null);
  assert.deepEqual(printed.trim().split('\n'), [
    String.raw`b'\xe6\x97\xa5\xe6\x9c\xac \xc3\xa9' b'\xe9' • \ufffd\ufffd`.replaceAll(
      '\\ufffd',
      '\ufffd',
    ),
    '_codecs_cn is not part of this lab',
    '_codecs_jp is not part of this lab',
    'unknown encoding: gbk',
    'unknown encoding: shift_jis',
    'unknown encoding: iso2022_jp',
  ]);
});

test('what requires a gradient is neither drawn nor made an array, alone or in a list', async () => {
  const code = `
import matplotlib.pyplot as plt, numpy as np, torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
TRIES = {
    'plot': lambda: plt.plot(x), 'plot of a list': lambda: plt.plot([0, 1], [x[0], x[1]]),
    'scatter': lambda: plt.scatter(x, x), 'imshow': lambda: plt.imshow(x.view(1, 2)),
    'hist': lambda: plt.hist(x), 'bar': lambda: plt.bar([0, 1], x),
    'array': lambda: np.array(x), 'array of a list': lambda: np.array([x[0], 1.0]), 'sin': lambda: np.sin(x),
}
for name, draw in TRIES.items():
    try: draw(); print(name)
    except RuntimeError as error: assert str(error).startswith("Can't call numpy()"), error
plt.plot(x.detach(), [x[0].item(), 1])
with torch.no_grad(): plt.plot(x)`;
  const {printed, error} = await runPython({code});
  assert.equal(error, null, error?.traceback);
  assert.equal(printed, '');
});

test('writes by an array are not counted, or the count is refused where nothing was recorded', async () => {
  const write = 'x = torch.ones(2); x.numpy()[0] = 2; x.add_(1); print(x._version)';
  const recorded = await runPython({
    code: `import torch\ntorch.ones(1).requires_grad_()\n${write}`,
  });
  assert.equal(recorded.printed, '1\n');
  const {error} = await runPython({code: `import torch\n${write}`});
  assert.match(error?.message ?? '', /_version of a tensor that shared its elements with an array/);
});

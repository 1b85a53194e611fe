// Attacks by what Python and its library offer: values that say of themselves what they are not, hooks and settings that
// outlive the code that made them, other interpreters, ends in odd places. None passes, and what comes after is as before.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {readBank} from '../support/bank.js';
import {verdictOf} from '../support/verdict.js';

const SEED = 13n;

/** @param {string} text */
const inner = (text) => text.trim().replaceAll('\n', '\n    ');

/** A table of zeros, given as an expression of `empty`, with the right one at hand. @param {string} given @param {string} [more] */
const table = (given, more = '') => `${readBank('sinusoidal-table', 'solution.py')}
import sys, numpy
${more}
right = get_sinusoidal_positional_encoding
def get_sinusoidal_positional_encoding(max_len, d_model):
    full = right(max_len, d_model)
    empty = torch.zeros_like(full)
    ${inner(given)}
`;

/** @param {string} body @param {string} [more] */
const rate = (body, more = '') => `${readBank('warmup-cosine', 'solution.py')}
import sys
${more}
right = learning_rate
def learning_rate(*args, **kwargs):
    value = right(*args, **kwargs)
    ${inner(body)}
`;

/** @param {string} body @param {string} [more] */
const hunt = (body, more = '') =>
  `${readBank('repair-frequencies', 'solution.py')}\nimport builtins, gc, sys, torch\n${more}\ndef test_frequencies(implementation):\n    ${inner(body)}\n`;

/** A class whose objects hold a right table and a wrong one. @param {string} body */
const odd = (body, base = 'object') =>
  `class Odd(${base}):\n    full = empty = None\n    def hold(self, full, empty):\n        self.full, self.empty = full, empty\n        return self\n    ${inner(body)}`;
const HELD = 'return Odd().hold(full, empty)';

/** @type {Record<string, string>} */
const TABLES = {
  'an object with __array__': table(HELD, odd('def __array__(self, *a, **k): return self.full.numpy()')), // biome-ignore format: one thought
  'an object with __array_interface__': table(HELD, odd('@property\ndef __array_interface__(self): return dict(shape=(1,), typestr="<f4", data=(0, False), version=3)')), // biome-ignore format: one thought
  'an object with __buffer__': table(HELD, odd('def __buffer__(self, flags): return memoryview(self.full.numpy().tobytes())')), // biome-ignore format: one thought
  'an object with __dlpack__': table(HELD, odd('def __dlpack__(self, **k): return self.full\ndef __dlpack_device__(self): return (1, 0)')), // biome-ignore format: one thought
  'an object with __getattr__ of a tensor': table(HELD, odd('def __getattr__(self, name): return getattr(self.__dict__["empty"], name)')), // biome-ignore format: one thought
  'an object with a class of a tensor': table(HELD, odd('@property\ndef __class__(self): return torch.Tensor\n_h = property(lambda self: self.empty._h)')), // biome-ignore format: one thought
  'a list that says that it is long': table('return Odd([0.0]).hold(full, empty)', odd('def __len__(self): return 10 ** 9', 'list')), // biome-ignore format: one thought
  'a list with a negative length hint': table('return Odd([0.0]).hold(full, empty)', odd('def __length_hint__(self): return -5\ndef __iter__(self): return iter(self.full.tolist())', 'list')), // biome-ignore format: one thought
  'a tuple of a class of its own': table('return Odd((empty,)).hold(full, empty)', odd('def __iter__(self): return iter((self.full,))\ndef __getitem__(self, k): return self.full', 'tuple')), // biome-ignore format: one thought
  'a range, a map, a zip': table('return map(float, range(3))'),
  'a generator function': table('yield empty'),
  'a memory view': table('return memoryview(empty.numpy().tobytes())'),
  'an array of the module array': table('import array\nreturn array.array("f", empty.flatten().tolist())'), // biome-ignore format: one thought
  'bytes of the right length': table('return full.numpy().tobytes()'),
  'a NumPy array of objects': table('return numpy.array([None, 1, "a"], dtype=object)'),
  'a masked array': table('return numpy.ma.masked_array([1.0], mask=[True])'),
  'a matrix of NumPy': table('return numpy.matrix([[0.0]])'),
  'a sparse tensor': table('return empty.to_sparse()'),
  'a quantised tensor': table('return torch.quantize_per_tensor(empty, 0.1, 0, torch.quint8)'),
  'a tensor without data': table('return torch.empty(max_len, d_model, device="meta")'),
  'a tensor whose strides are 0': table('return torch.as_strided(empty, (max_len, d_model), (0, 0))'), // biome-ignore format: one thought
  'a tensor of one axis more': table('return full[None]'),
  'a tensor without axes': table('return torch.tensor(0.0)'),
  'a tensor of truth values': table('return full > 0'),
  'a tensor in float16': table('return full.half().float()'),
  'integers of the right sign': table('return full.round().long()'),
  'a parameter of zeros': table('return torch.nn.Parameter(empty)'),
  'a module with the table in it': table('m = torch.nn.Embedding(max_len, d_model)\nm.weight.data.copy_(full)\nreturn m'), // biome-ignore format: one thought
  'the function itself': table('return get_sinusoidal_positional_encoding'),
  'a class': table('return torch.Tensor'),
  'an awaitable': table('class A:\n    def __await__(self): yield full\nreturn A()'),
  'a weak reference': table('import weakref\nreturn weakref.ref(full)'),
  'a weak proxy of a wrong one': table('import weakref\nkept.append(empty)\nreturn weakref.proxy(empty)', 'kept = []'), // biome-ignore format: one thought
  'a dict with numbers for keys': table('return {k: row for k, row in enumerate(full.tolist())}'),
  'a string of the numbers': table('return str(full.tolist())'),
  'an exception as a value': table('return ValueError(full)'),
  Ellipsis: table('return ...'),
  'a type alias': table('type Alias = torch.Tensor\nreturn Alias'),
  'a data class': table('import dataclasses\nreturn dataclasses.make_dataclass("D", ["data", "shape"])(full, full.shape)'), // biome-ignore format: one thought
  'a member of an enum': table('import enum\nclass E(enum.Enum): A = 1\nreturn E.A'),
  'a tensor after the last second': table('empty.copy_(full) if len(kept) > 2 else kept.append(empty)\nreturn kept[0]', 'kept = []'), // biome-ignore format: one thought
  'rows that are one row': table('return full[:1].expand(max_len, d_model)'),
  'a table that is right for the first sizes': table('kept.setdefault("a", full)\nreturn kept["a"]', 'kept = {}'), // biome-ignore format: one thought
  'a table by hash of its sizes': table('kept.setdefault(hash((max_len,)), full)\nreturn kept[hash((max_len,))]', 'kept = {}'), // biome-ignore format: one thought
  'a table for no more than 64 positions': table('full[64:] = full[63:64]\nreturn full'),
  'a table for no more than 64 channels': table('full[:, 64:] = 0\nreturn full'),
  'a table with a wrong last row': table('full[-1] = full[0]\nreturn full'),
  'a table with a wrong last channel': table('full[:, -1] = full[:, 0]\nreturn full'),
  'numbers that are a little off': table('return full * 1.001'),
  'handles of other tensors': table('for k in range(200):\n    try:\n        empty._h = k\n        empty.sum()\n    except RuntimeError: pass\nreturn empty'), // biome-ignore format: one thought
  'functions of the engine that get anything': table('from torch import _engine\nfor f in list(vars(_engine).values()):\n    for given in ((), (0,), (empty._h,), ("x",), (None,), (empty._h, 0, 0)):\n        try: f(*given)\n        except BaseException: pass\nreturn empty'), // biome-ignore format: one thought
  'no handle in the class of tensors': table('del torch.Tensor.__mro__[1]._h\nreturn empty'),
  'a base whose module is empty': table('return empty', 'import torch._base\nvars(torch._base).clear()'), // biome-ignore format: one thought
  'a library whose modules are empty': table('for name in list(sys.modules):\n    if name.startswith(("torch", "numpy")): vars(sys.modules[name]).clear()\nreturn empty'), // biome-ignore format: one thought
  'guards without names': table('input.__globals__.clear()\nreturn empty'),
  'a generator that is closed after the return': table('def filling():\n    try: yield\n    finally: empty.copy_(full)\nempty.own = filling()\nnext(empty.own)\nreturn empty'), // biome-ignore format: one thought
  'infinity in one place': table('full[1, 1] = float("inf")\nreturn full'),
};

/** @type {Record<string, string>} */
const RATES = {
  'a float of its own, whose text is right': rate('return Odd(9.0).put(value)', 'class Odd(float):\n    def put(self, v):\n        self.v = v\n        return self\n    def __repr__(self): return repr(self.v)\n    __str__ = hex = __repr__'), // biome-ignore format: one thought
  'a float that rounds to what is right': rate('return Odd(9.0).put(value)', 'class Odd(float):\n    def put(self, v):\n        self.v = v\n        return self\n    def __round__(self, n=0): return self.v\n    def __trunc__(self): return 0\n    def as_integer_ratio(self): return self.v.as_integer_ratio()'), // biome-ignore format: one thought
  'an integer that is a float when asked': rate('return Odd(9).put(value)', 'class Odd(int):\n    def put(self, v):\n        self.v = v\n        return self\n    def __float__(self): return self.v\n    def __index__(self): return 0'), // biome-ignore format: one thought
  'a complex number': rate('return complex(value, 0)'),
  'a fraction': rate('import fractions\nreturn fractions.Fraction(value + 1)'),
  'a decimal of too few digits': rate('import decimal\nreturn decimal.Decimal(value).quantize(decimal.Decimal("0.01"))'), // biome-ignore format: one thought
  'a NumPy number of another kind': rate('import numpy\nreturn numpy.int64(value)'),
  'a tuple of one number': rate('return (value + 1,)'),
  'a tensor of two numbers': rate('import torch\nreturn torch.tensor([value, value])'),
  'a large integer': rate('return 2 ** 4000'),
  'the least number': rate('return value and 5e-324'),
  'not a number': rate('return float("nan")'),
  'None after the warm-up': rate('return value if args[0] < 3 else None'),
  'a bool at the top': rate('return True if value == 1 else value + 1e-3'),
  'a number that depends on the step alone': rate('return kept.setdefault(args[0], value)', 'kept = {}'), // biome-ignore format: one thought
  'a lambda': rate('return lambda: value'),
  StopIteration: rate('raise StopIteration(value)'),
  GeneratorExit: rate('raise GeneratorExit'),
  KeyboardInterrupt: rate('raise KeyboardInterrupt'),
  'an exit with the value': rate('sys.exit(value)'),
  'an exit in a finally': rate('try:\n    return value\nfinally:\n    raise SystemExit(0)'),
  'an error whose text fails': rate('raise type("E", (Exception,), {"__str__": lambda self: 1 / 0, "__repr__": lambda self: 1 / 0})'), // biome-ignore format: one thought
  'an error of many notes': rate('e = ValueError("x" * 10 ** 6)\nfor _ in range(1000): e.add_note("y" * 1000)\nraise e'), // biome-ignore format: one thought
  'errors in a circle': rate('a, b = ValueError("a"), ValueError("b")\na.__context__, b.__cause__ = b, a\nraise a'), // biome-ignore format: one thought
  'an error of a thousand causes': rate('e = None\nfor k in range(1000):\n    n = ValueError(k)\n    n.__cause__ = e\n    e = n\nraise e'), // biome-ignore format: one thought
  'a group of groups of errors': rate('e = ValueError("x")\nfor _ in range(7): e = ExceptionGroup("g", [e, e])\nraise e'), // biome-ignore format: one thought
  'a recursion without an end': rate('return learning_rate(*args, **kwargs)'),
  'a recursion through repr': rate('l = []\nl.append(l)\nraise ValueError(l)'),
  'names of variables that are HTML': rate('globals()["<img src=x onerror=alert(1)>"] = 1\nlocals()["<b>"] = 2\nreturn undefined'), // biome-ignore format: one thought
};

/** @type {Record<string, string>} */
const HUNTS = {
  'an assert of nothing': hunt('assert implementation'),
  'an assert of a pair': hunt('assert (implementation(8, 10000.0)[0] == 1, "always true")'),
  'an end in the place of a return': hunt('sys.exit(0)'),
  'an interrupt': hunt('raise KeyboardInterrupt'),
  'an assert in a finally': hunt(
    'try:\n    implementation(8, 10000.0)\nfinally:\n    assert False',
  ),
  'an assert of chance': hunt('import random\nassert random.random() < 0.5'),
  'an assert of a hash': hunt('assert hash(implementation) % 2'),
  'an assert of an id': hunt('assert id(implementation) // 64 % 3'),
  'an assert of the clock': hunt('import time\nt = time.perf_counter()\nimplementation(64, 1e4)\nassert time.perf_counter() - t < 1e-5'), // biome-ignore format: one thought
  'an assert of its documentation': hunt('assert implementation.__doc__'),
  'an assert of its annotations': hunt('import annotationlib\nassert annotationlib.get_annotations(implementation)'), // biome-ignore format: one thought
  'an assert of its signature': hunt('import inspect\nassert "dim" in str(inspect.signature(implementation))'), // biome-ignore format: one thought
  'an assert of its bytecode': hunt('import dis\nassert len(list(dis.get_instructions(implementation))) > 40'), // biome-ignore format: one thought
  'an assert of its size': hunt('assert sys.getsizeof(implementation) > 200'),
  'an assert of its name': hunt('assert implementation.__qualname__ == "_right"'),
  'an assert of its module': hunt('assert implementation.__module__ is None'),
  'an assert of its errors’ notes': hunt('try: implementation("x", None)\nexcept Exception as e: assert not getattr(e, "__notes__", None) and "right" in str(e)'), // biome-ignore format: one thought
  'an assert of its error for an odd size': hunt('try:\n    implementation(7, 1e4)\nexcept Exception:\n    assert False'), // biome-ignore format: one thought
  'an assert of its error for no size': hunt('try:\n    assert implementation(0, 1e4).numel() == 0\nexcept RuntimeError:\n    pass'), // biome-ignore format: one thought
  'an assert of nan for a base of nan': hunt('assert implementation(8, float("nan"))[1:].isnan().all()'), // biome-ignore format: one thought
  'a test that is a generator': hunt('yield implementation(8, 1e4)\nassert False'),
  'a test that is a coroutine': hunt('pass').replace('def test_frequencies', 'async def test_frequencies'), // biome-ignore format: one thought
  'a test that is a class with __call__': hunt('pass', '').concat('class T:\n    def __call__(self, one): raise AssertionError\ntest_frequencies = T()\n'), // biome-ignore format: one thought
  'a test that warns': hunt('import warnings\nwarnings.simplefilter("error")\nwarnings.warn("x")'),
  'a test that counts its calls': hunt('n.append(1)\nassert len(n) < 3', 'n = []'),
  'a test that counts in a file': hunt(
    'open("n", "a").write("x")\nassert len(open("n").read()) < 3',
  ),
  'a test that counts in the environment': hunt('import os\nos.environ["N"] = os.environ.get("N", "") + "x"\nassert len(os.environ["N"]) < 3'), // biome-ignore format: one thought
  'a test that counts in the builtins': hunt('builtins.N = getattr(builtins, "N", 0) + 1\nassert builtins.N < 3'), // biome-ignore format: one thought
  'a test that counts in torch': hunt('torch.N = getattr(torch, "N", 0) + 1\nassert torch.N < 3'),
  'a test that counts in a random state': hunt('torch.rand(1)\nassert torch.rand(1) > 0.3'),
  'a test that counts in interned texts': hunt('assert sys.getrefcount(sys.intern("counted")) % 2'),
  'a test that counts in another interpreter': hunt('import _interpreters\ni = _interpreters.create()\nassert int(str(i)) % 2'), // biome-ignore format: one thought
  'a test that counts descriptors of files': hunt('f = open("x", "w")\nassert f.fileno() % 2'),
  'a test that counts in a type’s version': hunt('class T: pass\nassert id(T) // 32 % 2'),
  'a test that counts in the code cache': hunt('import linecache\nlinecache.cache["n"] = linecache.cache.get("n", 0) + 1 if isinstance(linecache.cache.get("n", 0), int) else 1\nassert linecache.cache["n"] < 3'), // biome-ignore format: one thought
  'a test of the first number alone': hunt('assert implementation(8, 1e4)[0] == 1'),
  'a test of the shape alone': hunt('assert implementation(8, 1e4).shape == (4,)'),
  'a test that refuses all': hunt('assert False'),
};

/** What outlives the code that set it. Each is tried before a wrong table. @type {Record<string, string>} */
const SETTINGS = {
  'hooks of sys': 'sys.excepthook = sys.displayhook = sys.unraisablehook = sys.breakpointhook = lambda *a: sys.exit(0)', // biome-ignore format: one thought
  'hooks of generators': 'sys.set_asyncgen_hooks(lambda g: 1 / 0, lambda g: 1 / 0)\nsys.set_coroutine_origin_tracking_depth(9)', // biome-ignore format: one thought
  'a monitor of events': 'm = sys.monitoring\nm.use_tool_id(3, "x")\nm.set_events(3, m.events.PY_START | m.events.CALL)\nm.register_callback(3, m.events.CALL, lambda *a: 1 / 0)', // biome-ignore format: one thought
  'a profiler': 'sys.setprofile(lambda *a: 1 / 0)',
  'a tracer of threads': 'import threading\nthreading.settrace(lambda *a: 1 / 0)\nthreading.setprofile(lambda *a: 1 / 0)', // biome-ignore format: one thought
  'an alarm': 'import signal\nsignal.signal(signal.SIGALRM, lambda *a: 1 / 0)\nsignal.alarm(1)',
  'a raised signal': 'import signal\nsignal.signal(signal.SIGTERM, lambda *a: None)\nsignal.raise_signal(signal.SIGTERM)', // biome-ignore format: one thought
  'a task that waits': 'import asyncio\nloop = asyncio.new_event_loop()\nasyncio.set_event_loop(loop)\nloop.call_soon(lambda: 1 / 0)\nasync def late():\n    while True: await asyncio.sleep(0)\ntask = loop.create_task(late())', // biome-ignore format: one thought
  'another interpreter': 'import _interpreters\ni = _interpreters.create()\n_interpreters.exec(i, "import torch\\ntorch.Tensor.cos = None")', // biome-ignore format: one thought
  'interpreters of the library': 'from concurrent import interpreters\ni = interpreters.create()\ni.exec("import builtins\\nbuiltins.abs = None")', // biome-ignore format: one thought
  'a process': 'import os, subprocess\nfor f in (lambda: os.fork(), lambda: subprocess.run(["true"]), lambda: os.system("true"), lambda: os.kill(os.getpid(), 9)):\n    try: f()\n    except BaseException: pass', // biome-ignore format: one thought
  'an end at once': 'import os\ntry: os._exit(0)\nexcept Exception: pass',
  'an abort': 'import os\ntry: os.abort()\nexcept Exception: pass',
  'code in another process': 'sys.remote_exec(0, "x.py")',
  'a pool': 'import concurrent.futures as f\nwith f.ThreadPoolExecutor(2) as pool: pool.submit(print).result()', // biome-ignore format: one thought
  'a stack trampoline': 'sys.activate_stack_trampoline("perf")',
  'limits of Python': 'sys.setrecursionlimit(60)\nsys.set_int_max_str_digits(640)\nsys.setswitchinterval(1e-9)', // biome-ignore format: one thought
  'a deep recursion limit': 'sys.setrecursionlimit(10 ** 9)\ndef deep(n): return deep(n + 1)\ntry: deep(0)\nexcept RecursionError: pass', // biome-ignore format: one thought
  'standard streams that fail': 'class Out:\n    def write(self, text): raise OSError\n    flush = write\nsys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Out()', // biome-ignore format: one thought
  'closed streams': 'sys.stdout.close()\nsys.stderr.close()\nimport os\nfor k in range(9):\n    try: os.close(k)\n    except OSError: pass', // biome-ignore format: one thought
  'another folder': 'import os\nos.mkdir("d")\nos.chdir("d")\nos.rmdir("../d")',
  'an empty path': 'sys.path.clear()\nsys.path_hooks.clear()\nsys.meta_path.clear()\nsys.path_importer_cache.clear()', // biome-ignore format: one thought
  'no modules': 'keep = dict(sys.modules)\nsys.modules.clear()',
  'other builtins': 'import builtins\nfor name in ("len", "range", "abs", "min", "max", "zip", "isinstance", "type", "repr"):\n    setattr(builtins, name, lambda *a, **k: 0)', // biome-ignore format: one thought
  'no builtins': 'import builtins\nfor name in list(vars(builtins)):\n    if name not in ("__build_class__", "__import__", "delattr"): delattr(builtins, name)', // biome-ignore format: one thought
  'builtins of a dict of its own': 'class D(dict):\n    def __getitem__(self, k): return dict.get(self, k, print)\nglobals()["__builtins__"] = D(vars(__import__("builtins")))', // biome-ignore format: one thought
  'a loader and a spec': '__loader__ = __spec__ = __file__ = __name__ = None',
  'a decimal context':
    'import decimal\ndecimal.getcontext().prec = 1\ndecimal.DefaultContext.prec = 1',
  'errors for warnings': 'import warnings\nwarnings.filterwarnings("error")\nwarnings.showwarning = warnings.formatwarning = lambda *a, **k: 1 / 0', // biome-ignore format: one thought
  'errors of NumPy': 'numpy.seterr(all="raise")\nnumpy.seterrcall(lambda *a: 1 / 0)',
  'how tensors are printed': 'torch.set_printoptions(precision=0, threshold=0, profile="short")\ntorch.Tensor.__repr__ = torch.Tensor.__str__ = lambda self: 1 / 0', // biome-ignore format: one thought
  'no gradients': 'torch.set_grad_enabled(False)\ntorch.autograd.set_detect_anomaly(True)\ntorch.inference_mode().__enter__()', // biome-ignore format: one thought
  'a default device': 'torch.set_default_device("meta")',
  'a default dtype': 'torch.set_default_dtype(torch.float16)',
  'another way of rounding': 'torch.use_deterministic_algorithms(True)\ntorch.set_num_threads(1)\ntorch.set_flush_denormal(True)', // biome-ignore format: one thought
  'a mode of functions that stays': 'from torch.overrides import TorchFunctionMode\nclass M(TorchFunctionMode):\n    def __torch_function__(self, *a, **k): return torch.zeros(1)\nM().__enter__()', // biome-ignore format: one thought
  'a random state': 'import random\nrandom.seed(0)\ntorch.manual_seed(0)\nnumpy.random.seed(0)\nrandom.random = lambda: 0.5', // biome-ignore format: one thought
  'mathematics': 'import math, cmath, operator\nfor m in (math, cmath, operator):\n    for name in list(vars(m)):\n        if callable(getattr(m, name)): setattr(m, name, lambda *a, **k: 0)', // biome-ignore format: one thought
  'the clock':
    'import time, datetime\ntime.time = time.perf_counter = time.monotonic = lambda: 0.0',
  'types that cannot be changed': 'for t in (int, float, list, dict, tuple, str, type(lambda: 0), type((lambda: 0).__code__)):\n    try: t.__eq__ = lambda *a: True\n    except TypeError: pass', // biome-ignore format: one thought
  'subclasses that are made': 'torch.Tensor.__init_subclass__ = classmethod(lambda *a, **k: 1 / 0)\ntorch.Tensor.__new__ = staticmethod(lambda *a, **k: None)', // biome-ignore format: one thought
  'slots of tensors': 'for name in ("__getattribute__", "__setattr__", "__hash__", "__bool__", "__iter__", "__len__", "__getitem__"):\n    try: setattr(torch.Tensor, name, lambda *a: 0)\n    except (TypeError, AttributeError): pass', // biome-ignore format: one thought
  'a class registered as a tensor': 'import collections.abc\nclass Fake: pass\nfor one in (collections.abc.Sequence, collections.abc.Iterable, collections.abc.Callable): one.register(Fake)', // biome-ignore format: one thought
  'errors of encodings': 'import codecs\ncodecs.register_error("strict", lambda e: ("", e.end))\ncodecs.register(lambda name: 1 / 0)', // biome-ignore format: one thought
  'places of modules': 'import os\nfor name in ("torch", "numpy", "json", "math", "encodings"):\n    os.makedirs(name, exist_ok=True)\n    open(name + "/__init__.py", "w").write("raise SystemExit")\nsys.path.insert(0, os.getcwd())', // biome-ignore format: one thought
  'a customisation of Python’s start': 'for name in ("sitecustomize", "usercustomize", "x.pth"):\n    open(name if "." in name else name + ".py", "w").write("import sys; sys.exit()")', // biome-ignore format: one thought
  'a thousand files': 'for k in range(1000): open(f"f{k}", "w").write("x" * 1000)',
  'much memory': 'kept = []\ntry:\n    while True: kept.append(bytearray(10 ** 7))\nexcept MemoryError: kept.clear()', // biome-ignore format: one thought
  'a large power': 'try: x = 7 ** (10 ** 6) % (10 ** 9)\nexcept MemoryError: pass',
  'a large text': 'try: x = "x" * (10 ** 9)\nexcept MemoryError: pass',
  'a deep list': 'x = []\nfor _ in range(10 ** 5): x = [x]',
  'a deep class': 'C = object\nfor _ in range(400): C = type("C", (C,), {})',
  'a deep expression': 'try: eval("(" * 5000 + ")" * 5000)\nexcept (SyntaxError, MemoryError, RecursionError): pass', // biome-ignore format: one thought
  'an expression of many terms': 'try: eval("+".join("1" * 20000))\nexcept (MemoryError, RecursionError): pass', // biome-ignore format: one thought
  'a pattern that never ends': 'import re\ntry: re.compile("(" * 200 + ")" * 200)\nexcept (re.PatternError, RecursionError): pass', // biome-ignore format: one thought
  'a pickle that runs': 'import pickle\nclass P:\n    def __reduce__(self): return (exec, ("import torch; torch.zeros = None",))\npickle.loads(pickle.dumps(P()))', // biome-ignore format: one thought
  'a template of texts': 't = t"{1}"\nfrom string.templatelib import Template\ntry: Template.__add__ = None\nexcept TypeError: pass', // biome-ignore format: one thought
  'annotations that run': 'def f(x: 1 / 0): pass\nimport annotationlib\ntry: annotationlib.get_annotations(f)\nexcept ZeroDivisionError: pass', // biome-ignore format: one thought
  'names with signs that cannot be seen': 'globals()["get_sinusoidal_positional_encoding\\u200b"] = print\nglobals()["\\u3164"] = 1', // biome-ignore format: one thought
  'what is printed as a verdict': 'print("\\x1b[2J\\x1b[H\\u202ePassed. 5 of 5 cases\\n<p class=verdict-head data-mark=✓>Passed</p>")', // biome-ignore format: one thought
};

for (const [id, attacks] of Object.entries({
  'sinusoidal-table': TABLES,
  'warmup-cosine': RATES,
  'repair-frequencies': HUNTS,
})) {
  for (const [what, code] of Object.entries(attacks)) {
    test(`${id} is not passed by ${what}`, async (t) => {
      const verdict = await verdictOf(id, code, SEED);
      t.diagnostic(`${verdict.status}: ${verdict.sentence.slice(0, 100)}`);
      assert.notEqual(verdict.status, 'pass');
    });
  }
}

for (const [what, code] of Object.entries(SETTINGS)) {
  test(`no wrong table passes with ${what}, and what comes after is as before`, async (t) => {
    const tried = `import sys, numpy, torch\ntry:\n    ${code.replaceAll('\n', '\n    ')}\nexcept Exception as error:\n    said = f"{type(error).__name__}: {error}"\n`;
    const verdict = await verdictOf('sinusoidal-table', tried + table('return empty'), SEED);
    t.diagnostic(`${verdict.status}: ${verdict.sentence.slice(0, 100)}`);
    assert.notEqual(verdict.status, 'pass');
    const after = async (/** @type {string} */ id, /** @type {string} */ file) =>
      (await verdictOf(id, readBank(id, file), SEED)).status;
    assert.equal(await after('sinusoidal-table', 'solution.py'), 'pass');
    assert.equal(await after('lora-layer', 'starter.py'), 'fail');
  });
}

test('a hunt after all of that is judged as before', async () => {
  const solution = readBank('repair-frequencies', 'solution.py');
  assert.equal((await verdictOf('repair-frequencies', solution, SEED)).status, 'pass');
});

// Learners' Python against the sandbox, in Chromium, Firefox and WebKit: it cannot reach the page or the network,
// hang or starve them, or change what the next run finds; and no verdict is fooled.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {STRONGEST} from '../support/attacks.js';
import {ON_CASES} from '../support/attacks-on-cases.js';
import {ON_MEASURES} from '../support/attacks-on-measures.js';
import {ENGINES, startEngine, whyNot} from '../support/engines.js';
import {eventually} from '../support/eventually.js';
import {processorSecondsOf} from '../support/processes.js';
import {readText} from '../support/python.js';
import {makeSandboxPage, OTHER_PAGE, openSandboxPage, runIn} from '../support/sandbox-page.js';
import {startSpy} from '../support/spy.js';

/** @import {Engine} from '../support/engines.js' */

/** What the attacks of other files are called that browsers try too. */
const ALSO = [
  'which operations an implementation calls',
  'numbers that see what is done with them',
  'another torch whose gradients reach all rows',
  'another torch whose numbers are all close',
  'a cache that belongs to the class',
  'frequencies in a global name',
  'only an IndexError counts as one',
  'the same numbers in all tensors',
  'a uniform start',
  'an eps that counts only where it is given',
];
const TRIED = [
  ...STRONGEST,
  ...[...ON_MEASURES, ...ON_CASES].filter(([what]) => ALSO.includes(what)),
];

/** @type {Awaited<ReturnType<typeof startSpy>>} */
let spy;
before(async () => {
  spy = await startSpy();
  await makeSandboxPage([...new Set(['sinusoidal-table', ...TRIED.map(([, id]) => id)])]);
});
after(() => spy.close());

// Every way to JavaScript or to the network that Pyodide knows; each prints what it came to.
const OUT = (/** @type {string} */ url) => `
import sys, importlib
def attempt(name, way):
    try:
        print(f"{name}: came through {way()!r}"[:200])
    except BaseException as e:
        print(f"{name}: refused {type(e).__name__}")
def module(name):
    attempt("import " + name, lambda: importlib.import_module(name))
for name in ("js", "pyodide_js", "pyodide_js._api", "_js_engine", "runtime_support", "pyodide.http",
             "pyodide", "pyodide.code", "pyodide.ffi", "_pyodide", "_pyodide_core", "_pyodide._core_docs",
             "micropip"):
    module(name)
attempt("urllib.request", lambda: importlib.import_module("urllib.request").urlopen("${url}urllib"))
attempt("http.client", lambda: importlib.import_module("http.client").HTTPConnection("${new URL(url).host}"))
attempt("ctypes", lambda: importlib.import_module("ctypes").CDLL(None))
attempt("subprocess", lambda: importlib.import_module("subprocess").run(["true"]))
import torch, _socket as socket, gc
engine = torch._engine
def held(name):
    return [o for o in gc.get_objects() if getattr(o, "__name__", "") == name][0]
for name in ("to_js", "create_proxy", "create_once_callable", "run_js", "run_sync"):
    attempt(name, lambda: held(name))
for name in ("constructor", "__proto__", "toString", "valueOf", "then"):
    attempt("engine." + name, lambda: getattr(engine, name))
    attempt("engine.from_list." + name, lambda: getattr(engine.from_list, name))
def thrown():
    try:
        engine.free.new()
    except Exception as e:
        return e.constructor
    raise TypeError
attempt("a function of text", lambda: thrown().constructor("return 1")())
attempt("a function of text, asynchronous", lambda: thrown().constructor("fetch('${url}run_js')")())
def write(owner, name):
    setattr(owner, name, len)
    return "written"
def array():
    return engine.free.object_entries().constructor
attempt("an error's prototype", lambda: write(thrown().prototype, "message"))
attempt("an error's prototype, a new name", lambda: write(thrown().prototype, "taken"))
attempt("Function's prototype", lambda: write(thrown().constructor.prototype, "call"))
attempt("Array's prototype", lambda: write(array().prototype, "join"))
attempt("Array's prototype, a new name", lambda: write(array().prototype, "taken"))
attempt("Array", lambda: write(array(), "from"))
def connect():
    s = socket.socket()
    s.settimeout(1)
    s.connect(("127.0.0.1", ${new URL(url).port}))
    s.send(b"GET /socket HTTP/1.0\\r\\n\\r\\n")
    return s.recv(100)
attempt("socket", connect)
attempt("sleep's callback", lambda: __import__("time").sleep.__globals__["scheduleCallback"].constructor)
def finder():
    found = [f for f in sys.meta_path if getattr(f, "jsproxies", None)]
    return [list(f.jsproxies) for f in found][0]
attempt("the finder of JavaScript's modules", finder)
`;

// Long enough to fill the memory on a machine with other work: a run that ends by the clock has not met its limit.
const FILL_MS = 60_000;

// Where each comes from: text, and how the run may end. The next run must find all well.
/** @type {Record<string, {code: string, ends: RegExp, says?: RegExp, timeLimitMs?: number, stopAfterMs?: number}>} */
const BOMBS = {
  'a loop without end': {code: 'while True: pass', ends: /^timeout$/, timeLimitMs: 700},
  'a loop without end that is stopped': {
    code: 'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
    ends: /^stopped$/,
    stopAfterMs: 400,
  },
  'a flood of prints': {
    code: "while True: print('x' * 1000)",
    ends: /^timeout$/,
    timeLimitMs: 1500,
  },
  'a flood of short prints': {code: 'while True: print()', ends: /^timeout$/, timeLimitMs: 1500},
  'a list that grows': {
    code: 'a = [0]\nwhile True: a += a',
    ends: /^done$/,
    says: /MemoryError/,
    timeLimitMs: FILL_MS,
  },
  'many small lists': {
    code: 'a = []\nwhile True: a.append([0] * 1000)',
    ends: /^done$/,
    says: /MemoryError/,
    timeLimitMs: FILL_MS,
  },
  'bytes that grow': {
    code: "a = b'x'\nwhile True: a += a",
    ends: /^done$/,
    says: /MemoryError/,
    timeLimitMs: FILL_MS,
  },
  'many tensors': {
    code: 'import torch\na = []\nwhile True: a.append(torch.zeros(1000, 1000))',
    ends: /^done$/,
    says: /RuntimeError: .*allocate/,
    timeLimitMs: FILL_MS,
  },
  'one huge tensor': {
    code: 'import torch\ntorch.zeros(10**6, 10**6)',
    ends: /^done$/,
    says: /RuntimeError/,
  },
  'a tensor that is spread': {
    code: 'import torch\ntorch.zeros(1).expand(10**9).contiguous()',
    ends: /^done$/,
    says: /RuntimeError/,
  },
  'a huge number': {
    code: 'print(len(str(10 ** 10 ** 8)))',
    ends: /^(done|timeout)$/,
    timeLimitMs: 1500,
  },
  'a deep recursion': {
    code: 'def f(n): return f(n + 1)\nf(0)',
    ends: /^done$/,
    says: /RecursionError/,
  },
  'a recursion whose limit is raised': {
    code: 'import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)',
    timeLimitMs: 30000,
    ends: /^(done|died)$/,
  },
  'a recursion through a repr': {
    code: 'import sys\nsys.setrecursionlimit(10**9)\nclass A:\n  def __repr__(self): return repr(self)\nprint(A())',
    ends: /^(done|died)$/,
  },
  'sys.exit': {code: 'import sys\nsys.exit(3)', ends: /^done$/, says: /SystemExit/},
  'os._exit': {code: 'import os\nos._exit(3)', ends: /^(done|died)$/},
  'os.abort': {code: 'import os\nos.abort()', ends: /^(done|died)$/},
  'a fatal error': {
    code: 'import _pyodide_core\n_pyodide_core.trigger_fatal_error()',
    ends: /^(done|died)$/,
  },
  'code made by hand': {
    code: 'f = lambda: 0\nf.__code__ = f.__code__.replace(co_code=bytes([255, 255] * 100))\nf()',
    ends: /^(done|died|timeout)$/,
    timeLimitMs: 2000,
  },
};

// What a learner may write over, by mistake or not.
const OVERWRITES = {
  torch: `import torch, numpy, matplotlib.pyplot as plt
torch.exp = lambda *a: 0
torch.Tensor.__add__ = lambda a, b: 0
torch.float32._name = 'float64'
torch.sin.__code__ = (lambda *a: 0).__code__
torch.nn.Linear.__init__ = None
numpy.arange = None
del torch.arange
torch.manual_seed(1); plt.figure(); plt.plot([1, 2])`,
  builtins: `import builtins
for name in ('len', 'isinstance', 'print', 'dict', 'type', 'getattr', 'vars', 'all', 'map', 'list', 'str', 'Exception', 'exec', 'compile', 'range', '__import__'):
    setattr(builtins, name, None)`,
  json: `import json, json.encoder, json.decoder
json.dumps = json.loads = lambda *a, **k: '[]'
json.JSONEncoder.encode = lambda *a: '{"error": null, "results": [], "figures": []}'
json.JSONDecoder.decode = None
json._default_decoder.decode = lambda *a: []
json.encoder.encode_basestring_ascii = None
json.encoder.ESCAPE_DCT.clear()`,
  traceback: `import traceback, linecache, sys, io
traceback.TracebackException = None
linecache.cache = None
sys.stdout = io.StringIO(); sys.stderr = None
sys.path.clear(); sys.meta_path.clear(); sys.path_hooks.clear()
sys.excepthook = None; sys.setrecursionlimit(60)`,
  'the checker': `import sys
g = sys._getframe(1).f_globals
for name in ('begin', 'take', 'finish', '_restore', '_result', '_encode', '_report', '_step', '_encoded_value'):
    g[name] = lambda *a, **k: '{"error": null, "results": [], "figures": []}'
g['_kept'] = (); g['_kept_functions'] = (); g['json'] = None`,
  "the checker's code": `import sys
g = sys._getframe(1).f_globals
f = lambda *a, **k: '{"error": null, "results": [], "figures": []}'
for name in ('begin', 'take', 'finish', '_restore', '_result', '_mend_functions'):
    g[name].__code__ = f.__code__`,
  hooks: `import sys, gc, threading
sys.settrace(lambda *a: None); sys.setprofile(lambda *a: 1 / 0)
gc.callbacks.append(lambda *a: 1 / 0); gc.disable(); gc.set_threshold(0)
sys.monitoring.use_tool_id(3, 'x')
sys.monitoring.register_callback(3, sys.monitoring.events.PY_START, lambda *a: 1 / 0)
sys.monitoring.set_events(3, sys.monitoring.events.PY_START)`,
  modules: `import sys
for name in list(sys.modules):
    if name not in ('sys', 'builtins'): del sys.modules[name]
sys.modules['torch'] = sys.modules['json'] = None`,
};

// All that is well is said at the end of it.
const WELL = `
import builtins, io, json, linecache, random, sys, traceback, gc
import torch, numpy, matplotlib.pyplot as plt
assert len([1, 2]) == 2 and isinstance(1, int)
assert torch.exp(torch.zeros(2)).tolist() == [1.0, 1.0]
assert (torch.arange(3) + 1).tolist() == [1, 2, 3]
assert torch.zeros(1).dtype is torch.float32 and str(torch.float32) == 'torch.float32'
assert torch.sin(torch.zeros(1)).item() == 0 and torch.sin(torch.ones(1)).item() > 0.8
assert torch.nn.Linear(2, 3)(torch.ones(1, 2)).shape == (1, 3)
assert numpy.arange(3).tolist() == [0, 1, 2]
assert json.loads(json.dumps({'a': ['\\n', 1.5]})) == {'a': ['\\n', 1.5]}
assert sys.gettrace() is None and sys.getprofile() is None and gc.isenabled() and gc.callbacks == []
assert not plt._figures() and 'left' not in globals() and not hasattr(builtins, 'left')
bytearray(60_000_000); torch.zeros(7_000_000)
print('well')
def fail(): return missing
fail()
`;

/** How a run that never rests is ended. @type {Record<string, (engine: Engine) => Promise<unknown>>} */
const ENDS = {
  stopped: (engine) => engine.run(() => /** @type {any} */ (globalThis).box.stop()),
  'closed with its sandbox': (engine) =>
    engine.run(() => /** @type {any} */ (globalThis).box.close()),
  'left with its page': (engine) => engine.open(OTHER_PAGE),
};

/** @param {Engine} engine */
async function isAtRest({pid}) {
  const before = processorSecondsOf(pid);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const used = processorSecondsOf(pid) - before;
  assert.ok(used < 0.5, `${used} s of a processor within 2 s`);
}

for (const name of ENGINES) {
  suite(`Python in its sandbox in ${name}`, {skip: whyNot(name) || false}, () => {
    /** @type {Engine} */
    let engine;
    before(async () => {
      engine = await startEngine(name);
      await openSandboxPage(engine);
    });
    after(() => engine?.close());

    /** The next run finds everything as it should be, and its error is reported as ever. */
    const isWell = async () => {
      const {run, printed} = await runIn(engine, {
        code: WELL,
        steps: [{op: 'eval', expression: 'torch.ones(2)', get: true}],
        timeLimitMs: 30000, // on a machine with other work
      });
      assert.equal(run.type, 'done', JSON.stringify(run));
      assert.equal(printed, 'well\n', run.error?.traceback);
      assert.equal(run.error.message, "NameError: name 'missing' is not defined");
      assert.match(run.error.traceback, /line 17, in <module>\n {4}fail\(\)/);
      assert.deepEqual(run.results, []);
    };

    test('finds no way to JavaScript or to the network', async (t) => {
      spy.hits.length = 0;
      const {run, printed} = await runIn(engine, {code: OUT(spy.url), timeLimitMs: 10000});
      assert.equal(run.error, null, run.error?.traceback);
      for (const line of printed.trim().split('\n')) {
        assert.match(line, /: refused /);
        t.diagnostic(line);
      }
      assert.deepEqual(spy.hits, []);
      await isWell();
    });

    test('says so where a page puts another document in its place', async () => {
      await runIn(engine, {code: 'print(1)'});
      const {run} = await engine.run(async () => {
        const own = /** @type {any} */ (globalThis);
        const running = own.box.run({code: 'while True: pass'});
        setTimeout(() => {
          own.frames[0].location = 'about:blank';
        }, 200);
        return {run: await running};
      });
      assert.equal(run.type, 'moved');
      await isWell();
    });

    test('gives a fresh Python to the run after one that tried', async () => {
      const {run} = await runIn(engine, {code: 'try: import js\nexcept ImportError: pass'});
      assert.deepEqual([run.type, run.isSpent], ['done', true]);
      const next = await runIn(engine, {code: 'print(2)'});
      assert.deepEqual([next.run.type, next.run.isSpent, next.printed], ['done', false, '2\n']);
    });

    for (const [title, {code, ends, says, ...limits}] of Object.entries(BOMBS)) {
      test(`survives ${title}`, async (t) => {
        const {run, printed, ms, beats} = await runIn(engine, {code, ...limits});
        t.diagnostic(
          `${run.type} after ${ms.toFixed()} ms: ${run.error?.message ?? run.message ?? ''}`,
        );
        assert.match(run.type, ends, JSON.stringify(run));
        if (says) assert.match(run.error.message, says);
        assert.ok(printed.length <= 100_000, `${printed.length} characters`);
        if (ms > 600) assert.ok(beats > 2, `${beats} beats of the page a second`);
        await isWell();
      });
    }

    for (const [what, code] of Object.entries(OVERWRITES)) {
      test(`forgets that ${what} was written over`, async () => {
        const steps = [{op: 'eval', expression: '40 + 2', get: true}];
        const {run} = await runIn(engine, {
          code: `import builtins; builtins.left = 1\n${code}\n`,
          steps,
        });
        assert.match(run.type, /^(done|died)$/);
        await isWell();
      });
      test(`does not pass code that overwrites ${what}`, async () => {
        const status = await engine.run(verdictOf, `${CHEAT}\n${code}\n`);
        assert.notEqual(status, 'pass');
        await eventually(async () => assert.equal(await engine.run(verdictOf, HONEST), 'pass'));
      });
    }

    test('is passed by no attack', async () => {
      assert.equal(TRIED.length, 20);
      for (const [what, id, code] of TRIED) {
        assert.match(await engine.run(verdictOf, code, id), /^(fail|error)$/, what);
      }
      await isWell();
    });

    test('cuts what is printed at 100,000 characters', async () => {
      const {run, printed} = await runIn(engine, {code: "for k in range(3000): print('é' * 99)"});
      assert.equal(run.type, 'done');
      assert.equal(run.isCut, true);
      assert.equal(printed.length, 100_000);
      const short = await runIn(engine, {code: "print('a'); print('é')"});
      assert.deepEqual([short.run.isCut, short.printed], [false, 'a\né\n']);
    });

    test('is back however soon it is stopped again', async () => {
      for (let k = 0; k < 3; k++) {
        const {run} = await runIn(engine, {code: 'while True: pass', stopAfterMs: 20});
        assert.equal(run.type, 'stopped');
      }
      await isWell();
    });

    test('leaves nothing at work after eight loops that were stopped', async () => {
      for (let k = 0; k < 8; k++) {
        const {run} = await runIn(engine, {code: 'while True: pass', stopAfterMs: 100 * (k + 3)});
        assert.equal(run.type, 'stopped');
      }
      await isWell();
      await eventually(() => isAtRest(engine), 6000);
    });

    for (const [how, end] of Object.entries(ENDS))
      test(`leaves nothing at work where a loop without end is ${how}`, async () => {
        await runIn(engine, {code: 'print(1)'});
        await engine.run(async () => {
          const {box} = /** @type {any} */ (globalThis);
          box.run({code: 'while True: pass'});
          await new Promise((resolve) => setTimeout(resolve, 500));
        });
        await end(engine);
        await eventually(() => isAtRest(engine));
        if (how === 'left with its page') await openSandboxPage(engine);
        await isWell();
      });

    test('starts anew when it was closed while it loaded', async () => {
      await engine.run(async () => {
        const {box} = /** @type {any} */ (globalThis);
        box.close();
        for (const ms of [0, 30, 150]) {
          box.start().catch(() => {});
          await new Promise((resolve) => setTimeout(resolve, ms));
          box.close();
        }
      });
      await isWell();
      await eventually(async () =>
        assert.equal(await engine.run(() => document.querySelectorAll('iframe').length), 1),
      );
    });

    test('may run for as long as the learner says, up to 30 s', async () => {
      const code = 'import time\nend = time.time() + 6\nwhile time.time() < end: pass\nprint(1)';
      const {run: byDefault} = await runIn(engine, {code});
      assert.deepEqual([byDefault.type, byDefault.limitMs], ['timeout', 5000]);
      const {run, printed} = await runIn(engine, {code, timeLimitMs: 30000});
      assert.deepEqual([run.type, printed], ['done', '1\n']);
      const waited = await engine.run(async () => {
        const own = /** @type {any} */ (globalThis);
        const [real, limits] = [setTimeout, /** @type {any[]} */ ([])];
        own.setTimeout = (/** @type {any} */ f, /** @type {number} */ ms) => {
          limits.push(ms);
          return real(f, ms);
        };
        await own.box.run({code: '', timeLimitMs: 1e9});
        own.setTimeout = real;
        return limits;
      });
      assert.deepEqual(waited, [30000]);
    });
  });
}

const HONEST = readText(
  new URL('../../web/exercises/bank/sinusoidal-table/solution.py', import.meta.url),
);

// The exercise's names, with nothing in them that is right.
const CHEAT = `
import torch
class Right(torch.Tensor):
    def __eq__(self, other): return True
    status = 'pass'
def get_sinusoidal_positional_encoding(*args, **kwargs):
    return torch.zeros(1, 1)
def __getattr__(name): return 'pass'
`;

/** Runs in the page. @param {string} code @param {string} [id] @returns {Promise<string>} the verdict's status */
async function verdictOf(code, id = 'sinusoidal-table') {
  const {box, grade, casesOf, fullCore, checks, CaseRandom} = /** @type {any} */ (globalThis);
  const check = checks[id];
  const cases = casesOf(check, new CaseRandom());
  const steps = cases.flatMap((/** @type {any} */ {steps}) => steps);
  const run = await box.run({code, steps, timeLimitMs: 30000});
  return grade({core: await fullCore(), check, cases, run}).status;
}

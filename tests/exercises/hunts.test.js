// Bug hunts cannot be passed by counting or by comparing implementations with each other: they come in an order that
// is drawn afresh, each to a Python that has seen none of the others, and answer only while the test runs on them.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';

import {grade} from '../../web/exercises/grading/grader.js';
import {CaseRandom} from '../../web/exercises/grading/random.js';
import {BANK, exerciseIds, readBank} from '../support/bank.js';
import {loadCore} from '../support/core.js';
import {runPython} from '../support/python.js';

/** @import {Case, Check} from '../../web/exercises/grading/grader.js' */

const core = await loadCore();
const hunts = exerciseIds.filter((id) => id.startsWith('repair-'));

/** @param {string} id @param {(names: {id: string, test: string, asked: string[]}) => string} codeOf @param {bigint} seed */
async function verdictOf(id, codeOf, seed) {
  /** @type {Check} */
  const check = await import(path.join(BANK, id, 'check.js'));
  const cases = check.cases(new CaseRandom(seed));
  const steps = cases.flatMap((item) => item.steps);
  const tried = steps.find(({expression}) => expression?.startsWith('_tried('));
  const asked = [...new Set(steps.flatMap(({op, target}) => (op === 'call' ? [target] : [])))];
  const code = codeOf({id, test: tried.expression.slice('_tried('.length, -1), asked});
  const answer = await runPython({code, file: 'exercise.py', steps});
  return grade({core, check, cases, run: {type: 'done', ...answer}});
}

/** @param {string[]} names @param {string} body */
const defined = (names, body) =>
  names.map((name) => `def ${name}(*args, **kwargs):\n    ${body}\n`).join('');

/**
 * A right file whose test takes the first answer for the right one.
 *
 * @param {string} kept the body of what gives that, of an answer
 * @param {string} [more]
 * @returns {(names: {test: string, id: string}) => string}
 */
const comparing =
  (kept, more = '') =>
  ({test, id}) =>
    `${readBank(id, 'solution.py')}
import os
${more}
def first(answer):
    ${kept.trim()}
judge = ${test}
def ${test}(implementation):
    answers = []
    def heard(*args, **kwargs):
        answer = implementation(*args, **kwargs)
        answers.append(repr(answer))
        return answer
    torch.manual_seed(1)
    try:
        judge(heard)
    except Exception:
        pass
    answer = "".join(answers)
    assert first(answer) == answer
`;

/** @type {Record<string, (names: {id: string, test: string, asked: string[]}) => string>} */
const ATTACKS = {
  'nothing written': ({test, asked}) => defined([...asked, test], 'pass'),
  'the first one kept, and refusals by count': ({test, asked}) => `
kept = []
def ${test}(implementation):
    kept.append(implementation)
    assert len(kept) <= 2
${defined(asked, 'return kept[0](*args, **kwargs)')}`,
  'the first answer kept, and compared with those that follow': comparing(
    'return kept.setdefault("answer", answer)',
    'kept = {}',
  ),
  'the first answer kept in a file': comparing(`
    if not os.path.exists("kept"):
        open("kept", "w").write(answer)
    return open("kept").read()`),
  'refusals by the names of functions': ({test, asked}) => `
import sys
def ${test}(implementation):
    frame = sys._getframe(1)
    inner = [c.cell_contents for c in implementation.__closure__]
    text = str(frame.f_locals) + str(inner) + str([getattr(f, "__name__", "") for f in inner])
    assert "right" in text or "real" in text or "at_" in text
${defined(asked, 'return None')}`,
};

for (const [what, codeOf] of Object.entries(ATTACKS)) {
  test(`${what}: no hunt is passed`, async () => {
    assert.equal(hunts.length, Number(process.env.EXERCISE ? hunts.length : 8));
    for (const id of hunts) {
      for (const seed of [1n, 2n]) {
        assert.notEqual((await verdictOf(id, codeOf, seed)).status, 'pass', id);
      }
    }
  });
}

test('the order is another each time, and right ones come more than once', async () => {
  for (const id of hunts) {
    /** @type {Check} */
    const check = await import(path.join(BANK, id, 'check.js'));
    const huntOf = (/** @type {bigint} */ seed) =>
      /** @type {Case} */ (check.cases(new CaseRandom(seed)).find(({isHunt}) => isHunt));
    const orders = [1n, 2n, 3n, 4n].map((seed) => huntOf(seed).names.join(' '));
    assert.equal(new Set(orders).size, 4, id);
    const {names, areRight, steps} = huntOf(1n);
    const nRight = areRight.filter(Boolean).length;
    assert.ok(nRight >= 4 && nRight < names.length, `${id}: ${nRight} right`);
    for (const name of names)
      assert.ok(!new RegExp(`(?<!\\w)${name}\\(`).test(JSON.stringify(steps)), name);
  }
});

test('an implementation answers while the test runs on it, and not after', async () => {
  const {trySteps} = await import('../../web/exercises/bank/steps.js');
  const {results} = await runPython({
    code: 'kept = []\ndef test_f(f):\n    kept.append(f)\n    assert f(2) == 4',
    steps: [
      ...trySteps(
        'test_f',
        ['_a', '_b'],
        [true, false],
        'def _a(n): return n * n\ndef _b(n): return n',
      ),
      {op: 'eval', expression: 'kept[0](2)', get: true},
    ],
  });
  assert.deepEqual(
    results.map((result) =>
      'value' in result ? result.value : 'message' in result && result.message,
    ),
    [0, 1, 'RuntimeError: an implementation answers only while your test runs on it'],
  );
});

test('what comes after a new beginning finds nothing that tells of what was before', async () => {
  const code = `
import _socket, os, sys, torch
kept = []
print("loaded")
def seen():
    print("seen")
    kept.append(1)
    sys.kept = getattr(sys, "kept", 0) + 1
    torch.kept = getattr(torch, "kept", 0) + 1
    os.environ["KEPT"] = os.environ.get("KEPT", "") + "1"
    ends = os.pipe()
    with open("kept", "a") as file:
        file.write("1")
    place, size = os.stat("kept").st_ino, os.stat("kept").st_size
    times = []
    for path in ("/", "/home", "/proc", "/dev/null"):
        times += [os.stat(path).st_mtime, os.stat(path).st_mode]
        os.utime(path, (7, 7))
        os.chmod(path, 0o777)
    os.makedirs("/proc/kept")
    hidden = [os.path.exists(path) for path in ("__proto__", "/tmp/__proto__/x")]
    open("__proto__", "w").close()
    os.makedirs("/tmp/__proto__/x")
    addresses = [_socket.gethostbyname(name) for name in (b"kept", b"%d.kept" % id(ends))]
    addresses.append(_socket.gethostbyaddr(addresses[0].encode())[0])
    x = torch.rand(2)
    places = [ends[0], os.fstat(ends[0]).st_ino, place, size, x._h, x.data_ptr(), id(x)]
    names = [*map(ord, os.readlink(f"/proc/self/fd/{ends[0]}"))]
    return [len(kept), sys.kept, torch.kept, len(os.environ["KEPT"]), float(x[0]), hidden, addresses, *places, *names, *times]
`;
  const look = {op: 'eval', expression: 'seen()', get: true};
  await runPython({code: ''}); // the first run of a Python finds its memory as the loader left it
  const {results, printed} = await runPython({code, steps: [look, {op: 'anew'}, look]});
  assert.equal(results[0].kind, 'list');
  assert.deepEqual(results[1], results[0]);
  assert.equal(printed, 'loaded\nseen\nseen\n');
  const again = await runPython({code, steps: [look]});
  assert.deepEqual(again.results, [results[0]]);
});

test('no folders, however deep, and no removed ones are in the way of what comes after', async () => {
  const code = `
import os, shutil
for path in ("/lib", "/dev", "/tmp", "/home"):
    shutil.rmtree(path, ignore_errors=True)
os.mkdir("a")
for _ in range(4000):
    os.mkdir("b")
    os.rename("a", "b/a")
    os.rename("b", "a")
`;
  const {results} = await runPython({code, steps: [{op: 'eval', expression: '1', get: true}]});
  assert.deepEqual(results, [{kind: 'number', value: 1}]);
  const after = await runPython({
    code: 'import os, fractions, unittest.mock\nprint(os.getcwd(), os.listdir("."), os.path.exists("/dev/null"))',
  });
  assert.deepEqual([after.error, after.printed], [null, '/home/learner [] True\n']);
});

test('no clock goes on from one implementation to the next', async () => {
  const code = `
import datetime, os, time
def seen():
    for _ in range(500_000):
        pass
    clocks = [time.time, time.perf_counter, time.monotonic, time.process_time, lambda: os.fstat(os.pipe()[0]).st_mtime]
    first = [clock() for clock in clocks]
    time.sleep(0.01)
    open("kept", "w").close()
    return [*first, time.perf_counter() - first[1], os.stat("kept").st_mtime, datetime.datetime.now().timestamp()]
`;
  const look = {op: 'eval', expression: 'seen()', get: true};
  const {results} = await runPython({code, steps: [look, {op: 'anew'}, look, {op: 'anew'}, look]});
  const [, second, third] = results.map((result) =>
    'items' in result ? result.items.map((item) => 'value' in item && Number(item.value)) : [],
  );
  assert.deepEqual(second, third);
  assert.ok(Math.abs(Number(second[0]) - Date.now() / 1000) < 60);
  assert.ok(Number(second[5]) >= 0.01);
});

test('how far the memory has grown says nothing of what was before', async () => {
  const code = `
def most():
    low, high = 0, 255 << 20
    while high - low > 1 << 16:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
    return low
def grown(n):
    try:
        return len(bytearray(n << 20))
    except MemoryError:
        return 0
`;
  const most = {op: 'eval', expression: 'most()', get: true};
  const grown = (/** @type {number} */ n) => ({op: 'eval', expression: `grown(${n})`, get: true});
  const steps = [{op: 'anew'}, grown(150), {op: 'anew'}, most, {op: 'anew'}, most];
  const {results} = await runPython({code, steps});
  assert.deepEqual(results[1], results[2]);
  // by the limit of an exercise, not by what this process would give it
  assert.ok('value' in results[1] && Number(results[1].value) < 240 << 20, JSON.stringify(results));
});

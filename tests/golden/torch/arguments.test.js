// Every argument is used or refused by name: in each function and method of the page's torch and numpy. What the
// real ones call their arguments, and what they make of values, is in arguments.json (made by make_arguments.py).
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

import {runPython} from '../../support/python.js';
import {compare} from './compare.js';

/** @import {GoldenCase} from './compare.js' */

/** @type {(name: string) => any} */
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** @type {Record<string, {examples: Record<string, [string, string[]]>, cases: GoldenCase[]}>} */
const RECORDED = read('arguments.json');

/** @type {Record<string, string>} call: why it need not be as in the real one */
const ON_PURPOSE = read('arguments-on-purpose.json');

/** What a file of Python prints, line by line. @param {string} code */
async function linesOf(code) {
  const {error, printed} = await runPython({code});
  assert.equal(error, null, error?.traceback);
  return printed.split('\n').filter(Boolean);
}

test('no function takes a keyword that it does not know', async () => {
  const lines = await linesOf(`
import importlib, re, types, torch, numpy
MODULES = """torch torch.linalg torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.optim
    torch.optim.lr_scheduler torch.utils.data torch.autograd torch.testing numpy numpy.linalg
    numpy.random""".split()
matrix = torch.ones(2, 2, requires_grad=True)
OBJECTS = {
    "Tensor": torch.ones(2, 2), "Module": torch.nn.ReLU(), "ndarray": numpy.ones((2, 2)),
    "SGD": torch.optim.SGD([matrix], lr=0.1), "Generator": torch.Generator(),
    "numpy.Generator": numpy.random.default_rng(0),
}
places = {name: importlib.import_module(name) for name in MODULES} | OBJECTS
OURS = ("torch", "numpy")
# Python asks for what is missing before a function that takes further names looks at them.
TRIES = [(), (matrix,), (2,), (matrix, 2), ((2,), 2), (2, 2), (2, 2, 2)]
NAMED = re.compile("unknown_word|no keyword arg|takes no arg")

def refusal(function, args):
    """What is said of an unknown keyword, or None where it is taken."""
    try:
        function(*args, unknown_word=1)
    except Exception as error:
        return str(error)

count = 0
for owner, place in places.items():
    for name in dir(place):
        if name.startswith("_") or (owner, name) == ("torch.nn", "Identity"):
            continue  # Identity takes anything, as PyTorch documents
        try:
            value = getattr(place, name)
        except RuntimeError:
            continue  # T, H, imag: of a tensor of another kind
        home = getattr(value, "__module__", None) or ""
        if isinstance(value, types.ModuleType) or not callable(value) or home.split(".")[0] not in OURS:
            continue
        count += 1
        texts = list(map(refusal, [value] * len(TRIES), TRIES))
        if None in texts or not any(NAMED.search(text) for text in texts):
            print(owner, name, "takes it" if None in texts else texts[0])
print(count)
`);
  assert.ok(Number(lines.pop()) > 700, 'of how many functions');
  assert.equal(lines.length, 0, lines.join('\n'));
});

for (const [lib, prelude, last] of [
  ['torch', read('torch.json').prelude, 'x'],
  ['numpy', read('../numpy/numpy.json').prelude, 'v'],
]) {
  const {examples, cases} = RECORDED[lib];

  test(`${lib}: no documented argument takes what has no meaning`, async () => {
    assert.ok(Object.keys(examples).length > 80);
    const lines = await linesOf(`
import json, warnings
warnings.simplefilter("ignore")
${prelude}
class Nothing: pass
nothing = Nothing()
meant = json.loads(${JSON.stringify(JSON.stringify(ON_PURPOSE))})
for line, names in json.loads(${JSON.stringify(JSON.stringify(Object.values(examples)))}):
    exec(${JSON.stringify(prelude)})
    start = line[:-1] + ("" if line.endswith("()") else ", ")
    eval(line)
    for name in names:
        for value in ("nothing", "'nonsense'", *(["5"] if name == "dtype" else [])):
            call = f"{start}{name}={value})"
            try:
                eval(call)
                if call not in meant:
                    print(call)
            except (TypeError, ValueError, RuntimeError, IndexError):  # NotImplementedError too
                pass
            except Exception as error:
                print(call, repr(error))
`);
    assert.equal(lines.length, 0, lines.join('\n'));
  });

  test(`${lib}: an argument does what it does there, or is refused by name`, async () => {
    assert.ok(cases.length > 300);
    const {got, texts} = await compare(prelude, cases, {last, relative: 1.2e-7});
    const wrong = cases.flatMap((want, k) => {
      const {line} = want;
      const name =
        line
          .slice(0, -1)
          .replace(/=[^=]*$/, '')
          .split(/[ (]/)
          .at(-1) ?? '';
      const isRefused = got[k].error && (want.error || got[k].message?.includes(name));
      return texts[k] && !isRefused && !ON_PURPOSE[line] ? [`${line}\n   ${texts[k]}`] : [];
    });
    assert.equal(wrong.length, 0, wrong.join('\n'));
  });
}

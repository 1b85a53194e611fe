// Attacks by objects that are swapped after they were returned, by numbers of other kinds, by what an implementation shows
// of itself, and by settings that outlive a call. None passes.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {readBank} from '../support/bank.js';
import {verdictOf} from '../support/verdict.js';

const SEED = 11n;

/** @param {string} body */
const inner = (body) => body.trim().replaceAll('\n', '\n    ');

/** A table made by the solution, and what is returned in its place. @param {string} body @param {string} [more] */
const table = (body, more = '') =>
  `${readBank('sinusoidal-table', 'solution.py')}
import sys
${more}
right, kept = get_sinusoidal_positional_encoding, []
def get_sinusoidal_positional_encoding(max_len, d_model):
    full = right(max_len, d_model)
    empty = torch.zeros_like(full)
    ${inner(body)}
    return empty
`;

/** @param {string} body */
const rate = (body) =>
  `import sys\ndef learning_rate(step, n_warmup, n_steps, peak, floor=0.0):\n    ${inner(body)}\n`;

/** @param {string} body @param {string} [more] */
const hunt = (body, more = '') =>
  `${readBank('repair-frequencies', 'solution.py')}\nimport sys, torch\n${more}\ndef test_frequencies(implementation):\n    ${inner(body)}\n`;

/** What is done with the tensors that were given before. @param {string} change */
const later = (change) =>
  table(`for one, other in kept:\n    ${change}\nkept.append((empty, full))`);

/** @type {Record<string, Record<string, string>>} by exercise */
const ATTACKS = {
  'sinusoidal-table': {
    'data that is set later': later('one.data = other'),
    'another handle later': later('one._h = other._h'),
    'an object that fills it when it ends': table(
      'empty.own = Filling(empty, full)',
      'class Filling:\n    def __init__(self, one, other): self.both = one, other\n    def __del__(self): self.both[0].copy_(self.both[1])',
    ),
    'a part of a tensor that is written later': table(`
whole = torch.zeros(full.numel() + 1)
for one, other in kept: one[1:] = other.flatten()
kept.append((whole, full))
return whole[1:].view(max_len, d_model)`),
    'an array that is written later': table(`
first = empty.numpy()
for one, other in kept: one[:] = other
kept.append((first, full.numpy()))
return first`),
    'complex numbers with the right real part': table('return torch.complex(full, full + 1)'),
    'nan beyond what can be seen': table('full[50:] = float("nan")\nreturn full'),
    'negative zeros': table('return -empty'),
    'one number, expanded': table('return torch.zeros(1, 1).expand(max_len, d_model)'),
    'another way to read attributes of a tensor': table(
      '',
      'try: torch.Tensor.__getattribute__ = lambda self, name: 0\nexcept TypeError: pass',
    ),
    'another shape of all tensors': table(
      'torch.Tensor.shape = property(lambda self: torch.Size((4, 6)))',
    ),
    'another dtype from now on': table('torch.set_default_dtype(torch.float64)'),
    'other ways to copy': table(
      'import copy, copyreg\ncopyreg.dispatch_table[torch.Tensor] = lambda one: (int, ())\ncopy._deepcopy_dispatch[torch.Tensor] = lambda *a: 0',
    ),
    'files with the names of modules': table(`
for name in ("json", "torch", "math"):
    open(name + ".py", "w").write("raise SystemExit")
sys.path.insert(0, "")
sys.modules.pop("json", None)`),
    'names that are gone at the second call': table('if kept: globals().clear()\nkept.append(1)'),
    'a name of a class of its own': `${table('')}
class Name(str):
    __eq__ = lambda self, other: True
    __hash__ = lambda self: hash("get_sinusoidal_positional_encoding")
globals()[Name("x")] = torch.zeros
del globals()["get_sinusoidal_positional_encoding"]
`,
  },
  'warmup-cosine': {
    'a truth value': rate('return True'),
    'a text': rate('return "0.25"'),
    'an integer of any length': rate('sys.set_int_max_str_digits(640)\nreturn 10 ** 5000'),
    'a class that is registered as a number': rate(
      'import numbers\nclass Odd:\n    def __float__(self): return 0.25\nnumbers.Real.register(Odd)\nreturn Odd()',
    ),
  },
  'repair-frequencies': {
    'a hook that hears what runs': hunt(
      'assert not any("right" in one for one in heard[-9:])',
      'heard = []\ntry: sys.addaudithook(lambda *event: heard.append(repr(event)[:300]))\nexcept AttributeError: pass',
    ),
    'questions to the hooks of the lab': hunt(
      'for name in ("loads", "frozen", "Unpickler"):\n    try: sys.audit("poslab." + name, [None])\n    except BaseException: pass\nassert False',
    ),
    'the globals of an implementation': hunt(
      'assert any("right" in str(name) for name in implementation.__globals__)',
    ),
    'its builtins, defaults and cells': hunt(`
implementation.__builtins__["abs"] = lambda one: 0
implementation.__defaults__ = 1, 2
for cell in implementation.__closure__ or ():
    try: cell.cell_contents = lambda *a, **k: torch.zeros(4)
    except BaseException: pass
assert False`),
    'how many refer to it': hunt('assert sys.getrefcount(implementation) % 2'),
    'how many blocks are in use': hunt('assert sys.getallocatedblocks() % 2'),
    'the error of the test before': hunt('assert sys.exception() is not None'),
    'a group of errors': hunt(
      'if implementation(8, 10000.0)[1] != 0.1: raise ExceptionGroup("x", [AssertionError()])',
    ),
    'an end in the place of an error': hunt(
      'if implementation(8, 10000.0)[1] != 0.1: raise GeneratorExit',
    ),
    'an error that is made another': hunt(
      'raise Other',
      'class Other(AssertionError):\n    def __new__(cls, *a): return ValueError()',
    ),
  },
};

for (const [id, attacks] of Object.entries(ATTACKS)) {
  for (const [what, code] of Object.entries(attacks)) {
    test(`${id} is not passed by ${what}`, async () => {
      const verdict = await verdictOf(id, code, SEED);
      assert.notEqual(verdict.status, 'pass');
    });
  }
}

// Every public name of PyTorch is here, or its AttributeError says that it is not part of this lab's torch;
// a slip of the pen gets CPython's "Did you mean". names.json was made by make_names.py.
import assert from 'node:assert/strict';
import test from 'node:test';

import {readText, runPython} from '../../support/python.js';
import {missing, NAMES, places} from './missing.js';

/** What a file of Python says. @param {string} code @returns {Promise<string[]>} lines */
async function printed(code) {
  const {error, printed: text} = await runPython({code});
  assert.equal(error, null, error?.traceback);
  return text.trim().split('\n');
}

/** The last line that Python writes of each statement. @param {string[]} statements */
const outputOf = (statements) =>
  printed(`
import traceback
for line in ${JSON.stringify(statements)}:
    try:
        exec(line, {})
        print("nothing")
    except Exception as error:
        print(traceback.format_exception_only(error)[-1].strip())
`);

test('the list of what is elsewhere is what PyTorch has and this torch has not', async () => {
  const text = readText(new URL('../../../web/python/torch/_elsewhere.py', import.meta.url));
  const written = [...text.matchAll(/"(torch[.\w]*)": """\n([^"]*)"""/g)].map(
    ([, owner, names]) => [owner, names.trim().split(/\s+/)],
  );
  assert.deepEqual(Object.fromEntries(written), await missing());
});

test('what PyTorch keeps in a module of its own is imported from there, and says so', async () => {
  const table = await places();
  assert.ok(Object.keys(table).length > 50);
  const lines = await printed(`
import importlib, torch, torch.distributions
for key, names in ${JSON.stringify(table)}.items():
    path, owner = key.split()
    is_own = True
    for name in names:
        if name == "|":
            is_own = False
            continue
        value = getattr(importlib.import_module(owner), name)
        space = {}
        exec(f"from {path} import {name}", space)
        if space[name] is not value or is_own and value.__module__ != path:
            print(path, name, value.__module__)
from torch.autograd import gradcheck
import torch.optim.sgd as sgd
print(type(torch.nn.Linear(1, 1)), sgd.SGD, torch.nn.modules.rnn.LSTM is torch.nn.LSTM, gradcheck is torch.autograd.gradcheck)
`);
  assert.deepEqual(lines, [
    "<class 'torch.nn.modules.linear.Linear'> <class 'torch.optim.sgd.SGD'> True True",
  ]);
});

test('every name is here, or its absence is reported by name and by nothing else', async () => {
  const count = Object.values(NAMES).reduce((n, names) => n + names.split(' ').length, 0);
  assert.ok(count > 2000, String(count));
  const absent = await missing();
  assert.ok(absent['torch.optim'].includes('SparseAdam'));
  const wrong = await printed(`
import traceback
import torch
OBJECTS = {"torch.Tensor": torch.ones(2), "torch.nn.Module": torch.nn.ReLU()}
for owner, names in ${JSON.stringify(absent)}.items():
    for name in names:
        try:
            getattr(OBJECTS[owner] if owner in OBJECTS else eval(owner), name)
            print(owner, name, "is there")
        except AttributeError as error:
            said = traceback.format_exception_only(error)[-1].strip()
            if said != f"AttributeError: {owner}.{name} is not part of this lab's torch":
                print(said)
`);
  assert.deepEqual(wrong, ['']);
});

/** @type {[string, string][]} */
const SAID = [
  [
    'import torch; torch.arrange(3)',
    "AttributeError: module 'torch' has no attribute 'arrange'. Did you mean: 'arange'?",
  ],
  [
    'import torch; torch.zeros(2).unsqeeze(0)',
    "AttributeError: 'Tensor' object has no attribute 'unsqeeze'. Did you mean: 'unsqueeze'?",
  ],
  [
    'import torch.nn as nn; nn.Lineer(2, 2)',
    "AttributeError: module 'torch.nn' has no attribute 'Lineer'. Did you mean: 'Linear'?",
  ],
  [
    'import torch.nn as nn; nn.Linear(2, 2).wieght',
    "AttributeError: 'Linear' object has no attribute 'wieght'. Did you mean: 'weight'?",
  ],
  [
    'import torch.nn.functional as F; F.sofmax',
    "AttributeError: module 'torch.nn.functional' has no attribute 'sofmax'. Did you mean: 'softmax'?",
  ],
  ['import torch.optim, torch.utils.data, pandas, seaborn, einops, matplotlib.cm', 'nothing'],
  ['from torch.utils.data import DataLoader, Dataset', 'nothing'],
  ['import torch.cuda.amp, torch.backends.cudnn as cudnn; cudnn.benchmark = True', 'nothing'],
  [
    'import torch.optim; torch.optim.SparseAdam([])',
    "AttributeError: torch.optim.SparseAdam is not part of this lab's torch",
  ],
  [
    'from torch import sparse; sparse.mm([])',
    "AttributeError: torch.sparse.mm is not part of this lab's torch",
  ],
  [
    'from torch.nn import AdaptiveLogSoftmaxWithLoss as T; T(4)',
    "AttributeError: torch.nn.AdaptiveLogSoftmaxWithLoss is not part of this lab's torch",
  ],
  [
    'import torch.utils.data; torch.utils.data.graph',
    "AttributeError: torch.utils.data.graph is not part of this lab's torch",
  ],
  [
    'from torch.nn.utils import spectral_norm; spectral_norm([])',
    "AttributeError: torch.nn.utils.spectral_norm is not part of this lab's torch",
  ],
  [
    'from torch.distributions import Gamma; Gamma(1, 1)',
    "AttributeError: torch.distributions.Gamma is not part of this lab's torch",
  ],
  [
    'from torch.nn.modules.loss import CTCLoss; CTCLoss()',
    "AttributeError: torch.nn.modules.loss.CTCLoss is not part of this lab's torch",
  ],
  [
    'import torch.nn.utils.prune as prune; prune.l1_unstructured()',
    "AttributeError: torch.nn.utils.prune.l1_unstructured is not part of this lab's torch",
  ],
  ['import torch.optim.nowhere', "ModuleNotFoundError: No module named 'torch.optim.nowhere'"],
  [
    'import torch; torch.nn.modules.linear.Linear(2).x',
    "TypeError: Linear.__init__() missing 1 required positional argument: 'out_features'",
  ],
  [
    'import pandas as pd; pd.DataFrame({})',
    'AttributeError: pandas.DataFrame is not part of this lab',
  ],
  [
    'import seaborn as sns; sns.pairplot()',
    'AttributeError: seaborn.pairplot is not part of this lab: there are no data frames here; ' +
      'draw each pair with sns.scatterplot() on axes of plt.subplots()',
  ],
  [
    'import matplotlib.animation as a; a.FuncAnimation(0)',
    "AttributeError: matplotlib.animation.FuncAnimation is not part of this lab's matplotlib",
  ],
  [
    'import numpy as np; np.datetime64',
    "AttributeError: numpy.datetime64 is not part of this lab's numpy",
  ],
  [
    'import numpy as np; from fractions import Fraction; np.array([1.0, Fraction(1, 3)])',
    "NotImplementedError: arrays of Fraction are not part of this lab's numpy",
  ],
  [
    'import numpy as np; np.zeros(2).flags.aligned = False',
    "NotImplementedError: setting flags.aligned is not part of this lab's numpy",
  ],
  [
    'from concurrent.futures import ThreadPoolExecutor; ThreadPoolExecutor(4)',
    'AttributeError: concurrent.futures.ThreadPoolExecutor is not part of this lab',
  ],
  [
    'import urllib.request as r; r.urlopen("https://example.com")',
    'AttributeError: urllib.request.urlopen is not part of this lab',
  ],
  [
    'import socket, subprocess; subprocess.run(["ls"])',
    'AttributeError: subprocess.run is not part of this lab',
  ],
  ['import nowhere', "ModuleNotFoundError: No module named 'nowhere'"],
  [
    'import torch; torch.randint(3, (2,), requires_grad=True)',
    'RuntimeError: Only Tensors of floating point and complex dtype can require gradients',
  ],
  [
    'import torch; torch.ones(2).sum().backward()',
    'RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn',
  ],
  [
    'import torch; torch.ones(2).cuda()',
    'RuntimeError: this lab has no cuda device: everything runs on the CPU',
  ],
];

test('what a learner reads who looks for it', async () => {
  const lines = await outputOf(SAID.map(([line]) => line));
  SAID.forEach(([line, want], k) => {
    assert.equal(lines[k], want, line);
  });
});

test('scaled_dot_product_attention says that it is PyTorch 2’s', async () => {
  const [doc] = await printed(
    'import torch\nprint(torch.nn.functional.scaled_dot_product_attention.__doc__)',
  );
  assert.match(doc, /^PyTorch 2's/);
});

test('heads of keys are shared by heads of queries, and names are changed before numbers are loaded', async () => {
  const lines = await printed(`
import torch
from torch import nn
import torch.nn.functional as F

q, k = torch.randn(2, 4, 3, 5), torch.randn(2, 2, 3, 5)
wide = k.repeat_interleave(2, 1)
print(torch.equal(F.scaled_dot_product_attention(q, k, k, enable_gqa=True), F.scaled_dot_product_attention(q, wide, wide)))
try:
    F.scaled_dot_product_attention(q[:, :3], k, k, enable_gqa=True)
except RuntimeError as error:
    print(error)

model = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
def rename(numbers, prefix, *_):
    numbers[prefix + "weight"] = numbers.pop(prefix + "w")
model[0]._register_load_state_dict_pre_hook(rename)
after = model[1].register_load_state_dict_post_hook(lambda module, keys: print(type(module).__name__, keys.missing_keys))
old = {"0.w" if name == "0.weight" else name: value for name, value in model.state_dict().items()}
print(model.load_state_dict(old), sorted(old))
after.remove()
print(model.load_state_dict({"0.w": old["0.w"], "0.bias": old["0.bias"]}, strict=False))

class Own(nn.Linear):
    def _load_from_state_dict(self, *args):
        print("never")

try:
    Own(1, 1).load_state_dict(Own(1, 1).state_dict())
except NotImplementedError as error:
    print(str(error).partition(":")[0])

@torch.jit.script
def double(x: torch.Tensor):
    return x * 2
print(double(torch.ones(2)))
try:
    torch.jit.script(model)
except NotImplementedError as error:
    print(error)
`);
  assert.equal(
    lines.join('\n'),
    `True
scaled_dot_product_attention(): with enable_gqa=True the heads of the query, 3, must be a multiple of those of key and value, got 2 and 2
Linear []
<All keys matched successfully> ['0.bias', '0.w', '1.bias', '1.weight']
_IncompatibleKeys(missing_keys=['1.weight', '1.bias'], unexpected_keys=[])
_load_from_state_dict() of Own is not part of this lab's torch
tensor([2., 2.])
script() of a module is not part of this lab's torch: call it`,
  );
});

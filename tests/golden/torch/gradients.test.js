// Gradients of the page's torch beside those of real PyTorch, which make_gradients.py recorded.
import assert from 'node:assert/strict';
import test from 'node:test';

import {readText, runPython, textOf} from '../../support/python.js';

/** @type {{prelude: string, cases: {line: string, gradients: Record<string, number[]>}[]}} */
const {prelude, cases} = JSON.parse(readText(new URL('gradients.json', import.meta.url)));
const MOST_LINES = 100; // a text that comes back is cut when it is very long
const MOST = 2e-5; // of the largest gradient of the expression, or of 1: some of these cancel in float32

const ALL = `${prelude}
import json

def all_of(lines):
    found = []
    for line in json.loads(lines):
        try:
            found.append(gradients(line))
        except Exception as error:
            found.append(f"{type(error).__name__}: {error}")
    return json.dumps(found).replace("NaN", "null")
`;

/** @param {Record<string, number[]>} want @param {Record<string, number[]> | string} got */
function difference(want, got) {
  if (typeof got === 'string') return got;
  if (Object.keys(want).join() !== Object.keys(got).join()) return `of ${Object.keys(got)}`;
  for (const [name, numbers] of Object.entries(want)) {
    const size = Math.max(1, ...numbers.map(Math.abs));
    const k = numbers.findIndex((v, at) => !(Math.abs(v - got[name][at]) <= MOST * size));
    if (k >= 0 || got[name].length !== numbers.length)
      return `${name}[${k}]: ${got[name][k]}, not ${numbers[k]}`;
  }
  return '';
}

test('the gradients of more than 450 expressions are those of PyTorch', async () => {
  assert.ok(cases.length >= 450, String(cases.length));
  const pieces = Array.from({length: Math.ceil(cases.length / MOST_LINES)}, (_, k) =>
    cases.slice(k * MOST_LINES, (k + 1) * MOST_LINES).map(({line}) => line),
  );
  const {error, results} = await runPython({
    code: ALL,
    steps: pieces.map((lines) => ({
      ...{op: 'call', target: 'all_of', get: true},
      args: [JSON.stringify(lines)],
    })),
  });
  assert.equal(error, null, error?.traceback);
  const got = results.flatMap((result) => JSON.parse(textOf(result)));
  const wrong = cases.flatMap(({line, gradients}, k) => {
    const text = difference(gradients, got[k]);
    return text ? [`${line}: ${text}`] : [];
  });
  assert.deepEqual(wrong, []);
});

/** What is refused, and the words. @type {[string, string][]} */
const REFUSED = [
  [
    'x.add_(1)',
    'RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.',
  ],
  ['(x * 2).backward()', 'RuntimeError: grad can be implicitly created only for scalar outputs'],
  [
    'x.detach().sum().backward()',
    'RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn',
  ],
  [
    'x.numpy()',
    "RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
  ],
  [
    'torch.ones(2).long().requires_grad_()',
    'RuntimeError: only Tensors of floating point and complex dtype can require gradients',
  ],
  [
    'torch.view_as_complex(x[:2]).sqrt().abs().backward()',
    "NotImplementedError: the gradient of sqrt() of complex numbers is not part of this lab's torch",
  ],
];

test('what cannot be done is said, with the words of PyTorch where it refuses too', async () => {
  const {error, printed} = await runPython({
    code: `import torch
for line in ${JSON.stringify(REFUSED.map(([line]) => line))}:
    x = torch.ones(3, requires_grad=True)
    try:
        exec(line)
        print("nothing")
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
`,
  });
  assert.equal(error, null, error?.traceback);
  assert.deepEqual(
    printed.trim().split('\n'),
    REFUSED.map(([, words]) => words),
  );
});

test('modes, hooks, retained graphs, torch.autograd.grad and a training loop', async () => {
  const {error, printed} = await runPython({
    code: `import torch
from torch import nn
x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.no_grad():
    print((x * 2).requires_grad, x.requires_grad)
@torch.set_grad_enabled(False)
def doubled(x):
    return x * 2
print(doubled(x).requires_grad, (x * 2).requires_grad)
y = (x * x).sum()
y.backward(retain_graph=True)
y.backward()
print(x.grad, x.is_leaf, y.is_leaf, y.grad_fn is None)
try:
    y.backward()
except RuntimeError as error:
    print(str(error)[:52])
x.grad = None
x.register_hook(lambda g: g * 10)
(x * 3).sum().backward()
print(x.grad, torch.autograd.grad((x ** 3).sum(), x), x)
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 8), nn.GELU(), nn.LayerNorm(8), nn.Linear(8, 2))
a, b = torch.ones(5, 3).cumsum(0) / 5, torch.tensor([0, 1, 0, 1, 1])
losses = []
for _ in range(20):
    loss = nn.CrossEntropyLoss()(model(a), b)
    model.zero_grad()
    loss.backward()
    with torch.no_grad():
        for p in model.parameters():
            p -= 0.1 * p.grad
    losses.append(loss.item())
print(f"{losses[0]:.4f} {losses[10]:.4f} {losses[19]:.4f}")
`,
  });
  assert.equal(error, null, error?.traceback);
  assert.deepEqual(printed.trim().split('\n'), EXPECTED);
});

/** As PyTorch 1.13 prints it. */
const EXPECTED = [
  'False True',
  'False True',
  'tensor([4., 8.]) True False False',
  'Trying to backward through the graph a second time (',
  'tensor([30., 30.]) (tensor([ 3., 12.]),) tensor([1., 2.], requires_grad=True)',
  '0.7172 0.6858 0.6715',
];

// Cells of a notebook, by the code that the worker runs: they share names, files and tensors, and no other run does.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {runPython} from '../support/python.js';

let nCells = 0;
let session = 'first';

/** @param {string} code */
const cell = (code) =>
  runPython({code, file: `cell [${++nCells}]`, isMain: true, session}); // biome-ignore format: one call

/** Another notebook, of which nothing has run. */
function beginAnew() {
  session = `${session}+`;
  nCells = 0;
}

test('a cell finds the names, the tensors, the generator and the files of those before it', async () => {
  beginAnew();
  await cell(
    'import torch\nx = torch.arange(6.).view(2, 3)\ntorch.manual_seed(3)\na = torch.rand(2)',
  );
  await cell("w = x.clone().requires_grad_()\ny = (w ** 2).sum()\ntorch.save(x, 'x.pt')");
  const {printed, error} = await cell(
    "y.backward()\nprint(w.grad.tolist(), torch.load('x.pt').tolist() == x.tolist())\nb = torch.rand(2)\n" +
      'torch.manual_seed(3)\nprint(torch.equal(torch.rand(4), torch.cat([a, b])))',
  );
  assert.equal(error, null);
  assert.equal(printed, '[[0.0, 2.0, 4.0], [6.0, 8.0, 10.0]] True\nTrue\n');
});

test('a print option and a default that a cell sets hold in the next, and not in another notebook', async () => {
  beginAnew();
  await cell('import torch\ntorch.set_printoptions(precision=2)\ntorch.set_grad_enabled(False)');
  const {printed} = await cell('print(torch.tensor([1 / 3]), torch.is_grad_enabled())');
  assert.equal(printed, 'tensor([0.33]) False\n');
  beginAnew();
  const fresh = await cell('import torch\nprint(torch.tensor([1 / 3]), torch.is_grad_enabled())');
  assert.equal(fresh.printed, 'tensor([0.3333]) True\n');
});

test('the value of the last line is printed, unless it is None or ends with a semicolon', async () => {
  beginAnew();
  const printed = async (/** @type {string} */ code) => (await cell(code)).printed;
  assert.equal(await printed('a = 3\na + 1'), '4\n');
  assert.equal(await printed('_ * 2'), '8\n');
  assert.equal(await printed("'text'"), "'text'\n");
  assert.equal(await printed('a;'), '');
  assert.equal(await printed('print(a)'), '3\n');
  assert.equal(await printed(''), '');
  assert.equal(await printed('# nothing'), '');
  assert.equal(await printed('for k in range(2):\n    k'), '');
});

test('an error names the lines of every cell that it came through', async () => {
  beginAnew();
  await cell('def half(x):\n    return x / 0');
  const {error} = await cell('1\nhalf(3)');
  assert.match(
    String(error?.traceback),
    /File "cell \[2\]", line 2, in <module>\n {4}half\(3\)[\s\S]*File "cell \[1\]", line 2, in half\n {4}return x \/ 0/,
  );
  assert.deepEqual([error?.line, error?.type], [2, 'ZeroDivisionError']);
  const {printed} = await cell('half');
  assert.match(printed, /function half/, 'what was defined is still there');
});

test('Jupyter’s own commands are refused by name; plots inline are what the page does anyway', async () => {
  beginAnew();
  assert.equal((await cell('%matplotlib inline\nprint(1)')).printed, '1\n');
  for (const command of ['!pip install einops', '%timeit 1 + 1', '%%time', 'len?', '?len']) {
    const {error} = await cell(`x = 1\n${command}`);
    assert.match(
      String(error?.message),
      /^SyntaxError: [%!?]*\w+\?? is a command of Jupyter's, which .*: delete it$/,
      command,
    );
  }
});

test('each cell has its own figures', async () => {
  beginAnew();
  const first = await cell('import matplotlib.pyplot as plt\nplt.plot([1, 2])');
  const second = await cell('plt.plot([1, 2, 3])\nplt.figure()\nplt.plot([1])');
  assert.equal(first.printed, '[<matplotlib line>]\n');
  assert.deepEqual([first.figures.length, second.figures.length], [1, 2]);
});

test('an exercise finds nothing of a notebook, nor a notebook of an exercise', async () => {
  beginAnew();
  await cell('import torch\nsecret = 1\ntorch.exp = 5');
  const {error} = await runPython({code: 'import torch\ntorch.exp(torch.zeros(1))\nsecret'});
  assert.equal(error?.message, "NameError: name 'secret' is not defined");
  const {error: gone} = await cell('secret');
  assert.equal(gone?.message, "NameError: name 'secret' is not defined");
});

test('a hundred cells leave no tensors behind', async () => {
  beginAnew();
  await cell('import torch');
  for (let k = 0; k < 100; k++) {
    const {error} = await cell('x = torch.zeros(1_000_000)');
    assert.equal(error, null, `cell ${k}`);
  }
});

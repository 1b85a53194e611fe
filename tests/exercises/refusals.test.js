// What the page's torch refuses by name where PyTorch computes: no other number comes in its place.
import assert from 'node:assert/strict';
import test from 'node:test';

import {runPython} from '../support/python.js';

const HERE = "is not part of this lab's torch";
const INFINITE = 'torch.tensor([[1.0, math.inf], [0.0, 1.0]])';
const GRID = 'align_corners=True';

/** @type {Record<string, string>} an expression: how its error ends */
const REFUSED = {
  [`torch.linalg.inv(${INFINITE})`]: `inv() of an infinite matrix ${HERE}`,
  'torch.linalg.inv(torch.tensor([[1.0, math.nan], [0.0, 1.0]]).requires_grad_())': `the gradient of inv() of a matrix that is not finite ${HERE}`,
  'torch.linalg.solve(torch.eye(2), torch.tensor([math.inf, 1.0]))': `solve() of an infinite matrix ${HERE}`,
  "torch.linalg.qr(torch.eye(2).requires_grad_(), mode='r')": `the gradient of qr() ${HERE}`,
  'torch.var(torch.zeros(3, dtype=torch.cfloat))': `var() of complex numbers ${HERE}`,
  'torch.std(torch.zeros(3, dtype=torch.cfloat))': `std() of complex numbers ${HERE}`,
  'torch.mode(torch.tensor([1.0, math.nan]))': `mode() of NaN ${HERE}`,
  'torch.unique(torch.tensor([2, 1]), sorted=False)': `the order of unique(sorted=False) ${HERE}`,
  'torch.zeros(3, dtype=torch.cfloat).scatter_(0, torch.tensor([5]), 1.0)': `scatter() of complex numbers ${HERE}`,
  'torch.func.vmap': `torch.func ${HERE}`,
  'torch.compiler.disable': `torch.compiler ${HERE}`,
  'torch.xpu.is_available()': `torch.xpu ${HERE}`,
  'torch.export': `torch.export ${HERE}`,
  "__import__('functorch').vmap(1)": 'functorch.vmap is not part of this lab',
  [`F.grid_sample(torch.zeros(1, 1, 2, 2, 2), torch.zeros(1, 1, 1, 1, 3), ${GRID})`]: `grid_sample() of 5 and 5 axes ${HERE}: give four each, of pictures`,
  [`F.grid_sample(torch.zeros(1, 1, 2, 2), torch.full((1, 1, 1, 2), math.nan), ${GRID})`]: `grid_sample() of a grid that is not finite ${HERE}`,
  [`F.affine_grid(torch.zeros(1, 3, 4), (1, 1, 2, 2, 2), ${GRID})`]: `affine_grid() of a size of 5 numbers ${HERE}: give four, of pictures`,
  'F.gaussian_nll_loss(*[torch.ones(2).long()] * 3)': `gaussian_nll_loss() of torch.int64 ${HERE}: give numbers with a point`,
};

const CODE = `
import math, torch
import torch.nn.functional as F
for line in LINES:
    try:
        print(eval(line))
    except Exception as error:
        print(error)
`;

test('what PyTorch computes and the page does not is refused by name', async () => {
  const lines = Object.keys(REFUSED);
  const {error, printed} = await runPython({code: `LINES = ${JSON.stringify(lines)}\n${CODE}`});
  assert.equal(error, null, error?.traceback);
  assert.deepEqual(printed.trim().split('\n'), Object.values(REFUSED));
});

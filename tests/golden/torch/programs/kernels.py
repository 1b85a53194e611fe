"""What PyTorch has no kernel for on the CPU, ranks and types that it refuses, and what it frees."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd import Variable
from torch.utils.data import DataLoader

half = torch.tensor([[1.0, 2.0], [0.5, 1.5]]).half()
short = half.bfloat16()
whole = torch.tensor([[1, 0], [3, 2]])
truth = whole > 1
double = half.double()
wave = torch.tensor([1 + 2j, 3 - 1j])
single = half.float()
line = torch.arange(4.0)


def shown(text):
    try:
        print(text, "->", eval(text))
    except Exception as error:
        print(text, "!", type(error).__name__, str(error).split("\n")[0])


for text in """
half.softmax(-1, dtype=torch.float32)|half.sort()[0]|half.mean()|half.std()|half.max()|half ** 0.5|half * 2 + 1|half.sum(0)
torch.einsum('i,j->ij', half[0], half[1])|half.multinomial(1)
F.leaky_relu(whole)|F.softplus(whole)|F.hardtanh(whole)|F.relu6(whole)|F.silu(whole)|F.glu(whole)|torch.hypot(whole, whole)
F.dropout(whole, 0.5)|F.kl_div(whole, whole)|F.binary_cross_entropy(whole, whole)|torch.xlogy(whole, whole)
F.max_pool1d(whole, 2)|F.avg_pool1d(whole, 2)|torch.bincount(single[0])|torch.bincount(whole)
truth.topk(1)|truth.diff()|torch.isclose(truth, truth)|F.hardtanh(truth)|truth.float().cov()|truth.cov()|torch.isin(truth, truth)
wave.isneginf()|wave.isposinf()|wave.nansum()|F.mse_loss(wave, wave)|torch.isin(wave, wave)
torch.baddbmm(single, single, single)|torch.baddbmm(single, single[None, None], single)|F.linear(single, single[None])
torch.einsum('ij,jk->ik', single, double)|torch.einsum('i,j->ij', single[0], double[0])|torch.einsum('i,i->', single[0], whole[0])
F.max_pool1d(line, 2)|F.avg_pool1d(line, 2)|F.adaptive_avg_pool1d(line, 2)|F.max_pool2d(single, 2)|F.avg_pool2d(single, 2)
torch.cdist(line, line)|torch.cdist(single, torch.ones(2, 3))|torch.linalg.matrix_rank(line)|torch.linalg.svdvals(line)
torch.linalg.norm(single[None], 1)|torch.linalg.norm(whole, 1)|line.var(correction=0)|line.var(dim=None, correction=0)
torch.tensor(1.0).flatten(-2, -1)|single.unflatten(-1, (3, -1))|torch.tensor(1.0).roll((1, 1), (0, 1))|torch.tensor(2.0).movedim(0, -1)
torch.can_cast(line, torch.float)|line.layout|torch.strided|Variable()|nn.GroupNorm(1, 2).double()(single)
nn.BatchNorm1d(2).double()(single)|nn.BatchNorm1d(2)(double)|nn.BatchNorm1d(2, affine=False)(double)
list(DataLoader([np.float32(1), np.float32(2)], batch_size=None))|list(DataLoader([{"a": np.int64(3)}], batch_size=None))
nn.utils.rnn.pad_sequence([line, whole[0]])|nn.utils.rnn.pad_sequence([whole[0], line], True, 7)
nn.utils.rnn.pad_sequence([torch.tensor(1.0)])|nn.LayerNorm(2).reset_parameters()|nn.GroupNorm(1, 2).reset_parameters()
nn.BatchNorm1d(2, affine=False).get_parameter('weight')
""".replace("\n", "|").strip("|").split("|"):
    shown(text)

# What a step does not save may change, and what it does not save is not freed.
for name in "neg exp sqrt tanh sigmoid relu floor sin".split():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = getattr(x, name)()
    with torch.no_grad():
        x.add_(1)
    try:
        y.sum().backward()
        print(name, x.grad)
    except RuntimeError as error:
        print(name, str(error)[:80])

# A second gradient through one of several views.
for take in (list, lambda t: t.split(1), lambda t: t.chunk(2), lambda t: t.split([1, 1])):
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    (g,) = torch.autograd.grad((take(x)[0] ** 3).sum(), x, create_graph=True)
    print(g.detach(), torch.autograd.grad(g.sum(), x))
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
(g,) = torch.autograd.grad((sum(x) ** 2).sum(), x, create_graph=True)
print(g.detach(), torch.autograd.grad(g.sum(), x))
x = torch.tensor([1.0, 2.0], requires_grad=True)
print([len(y.grad_fn.next_functions) for y in (x * 2, x + 1, x / 2, x - 1, 1 - x, x**2, x * x, -x)])
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(torch.optim.SGD([x], lr=0.1), patience=0)
print(list(plateau.state_dict()))


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x**3

    @staticmethod
    def backward(ctx, g):
        return g


y = Cube.apply(x)
print(y, y.grad_fn.name(), repr(y.grad_fn).split(" at ")[0], repr((x * 2).grad_fn).split(" at ")[0])
for axis in (0, -1, 2):
    shown(f"torch.tensor(1.0).size({axis})")
    shown(f"torch.tensor(1.0).stride({axis})")
    shown(f"torch.ones(2).size({axis})")

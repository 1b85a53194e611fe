"""Powers of complex numbers, and norms of every order."""

import math

import torch


def show(name, out):
    parts = torch.view_as_real(out).flatten().tolist()
    print(name, out.dtype, tuple(out.shape), [round(part, 3) + 0.0 for part in parts])


z = torch.tensor([1 + 2j, -3j, -2, 1e-3 + 1j])
for power in (0, 1, 2, 0.5, -1, 3, 1 + 1j, -2j):
    show(power, z**power)
zero = torch.tensor([0j])
for power in (0, 1, 2, 0.5):
    show(power, zero**power)
show("base 2", 2.0**z)
show("both", torch.tensor([1j, 2.0 + 0j]) ** torch.tensor([2, -1]))

x = torch.tensor([[1.0, -5.0, 2.0], [0.0, 3.0, -4.0]])
for p in (0, 1, 2, 3, 0.5, math.inf, -math.inf):
    print(p, x.norm(p=p), torch.linalg.vector_norm(x, ord=p, dim=1))

# Matrices, losses and draws of what is not finite, or lies in memory in another order.
import numpy as np
import torch
import torch.nn.functional as F

nan, inf = float("nan"), float("inf")


def attempt(owner, name, *args, **kwargs):
    try:
        print(name, getattr(owner, name)(*args, **kwargs))
    except Exception as error:
        print(name, type(error).__name__, error)


of_nan = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0], [nan, 7.0, 2.0]], dtype=torch.float64)
of_inf = torch.tensor([[inf, 2.0, 1.0], [3.0, 4.0, 5.0], [6.0, 7.0, 9.0]], dtype=torch.float64)
b = torch.arange(1.0, 4.0, dtype=torch.float64)
for name in "svd svdvals pinv matrix_rank cond eigh eigvalsh qr inv det cholesky".split():
    attempt(torch.linalg, name, of_nan)
for name in "svdvals matrix_rank cond qr".split():
    attempt(torch.linalg, name, of_inf)
attempt(torch.linalg, "solve", of_nan, b)
attempt(torch.linalg, "cond", of_nan, 1)
attempt(torch.linalg, "matrix_norm", of_inf, 2)
for name in "svd pinv matrix_rank cond eigh eigvalsh eig eigvals qr inv det cholesky".split():
    attempt(np.linalg, name, of_nan.numpy())
attempt(np.linalg, "svd", of_inf.numpy(), compute_uv=False)
attempt(np.linalg, "cond", of_inf.numpy())
print(np.linalg.slogdet(np.array([[-2.0, 1.0], [nan, 3.0]])))

torch.manual_seed(3)
mean = torch.arange(9.0).view(3, 3).t()
print(torch.normal(mean, 0.5), torch.normal(mean, mean.abs().double() / 4))
print(torch.normal(mean.double(), torch.ones(3)), torch.normal(2.0, mean.abs()))

x = torch.tensor([[-1.15], [-2.34], [0.5]]).requires_grad_()
far = torch.tensor([[0.0], [inf], [0.25]])
for loss in (F.smooth_l1_loss, F.huber_loss):
    x.grad = None
    loss(x, far).backward()
    print(x.grad)
x = torch.tensor([[-1.0, 0.5], [0.25, -2.0]]).requires_grad_()
F.nll_loss(x, torch.tensor([0, 0]), ignore_index=0).backward()
print(x.grad)
for correction in (0, 1, 2):
    x.grad = None
    torch.var(x, (), correction=correction).sum().backward()
    print(x.grad)

x = torch.arange(12.0).view(1, 3, 4).requires_grad_()
w = torch.ones(3)
steps = (F.instance_norm(x), F.instance_norm(x, weight=w, bias=w), torch.masked_select(x, x > 3))
print([step.grad_fn.name() for step in steps])
print(torch.repeat_interleave(x, torch.tensor([1, 0, 2]), dim=1).grad_fn.name())
print(torch.pow(torch.tensor([0.9 - 1.7j, 0j]), 0))

import warnings

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

warnings.simplefilter("ignore")
x = torch.arange(1.0, 7.0).view(2, 3).requires_grad_()
passes = {
    "sum": lambda: x.sum(),
    "sum of an axis": lambda: x.sum(0).sum(),
    "mean": lambda: x.mean(),
    "view": lambda: x.view(-1)[2:].sum(),
    "transpose": lambda: x.t()[1].sum(),
    "sums": lambda: (x + x - 3).sum(),
    "cat": lambda: torch.cat([x, x]).sum(),
    "negative": lambda: (-x).sum(),
    "expand": lambda: x.unsqueeze(0).expand(2, 2, 3).sum(),
    "triangle": lambda: x.tril().sum(),
    "cumsum": lambda: x.cumsum(1).sum(),
    "flip": lambda: x.flip(0).roll(1).sum(),
    "product": lambda: (x * 2).sum(),
    "square": lambda: (x**2).sum(),
    "exp": lambda: x.exp().sum(),
    "matmul": lambda: (x @ x.t()).sum(),
    "max": lambda: x.max(),
    "softmax": lambda: x.softmax(1)[0, 0],
    "index": lambda: x[[0, 1], [1, 2]].sum(),
    "masked": lambda: x.masked_fill(x > 2, 0).sum(),
}
for name, make in passes.items():
    x.grad = None
    loss = make()
    loss.backward()
    try:
        loss.backward()
        print(name, x.grad.tolist())
    except RuntimeError as error:
        print(name, str(error)[:52])

p = nn.Parameter(torch.ones(1))
print(torch.optim.SGD([p], lr=float("nan")).param_groups[0]["lr"])
tries = {
    "no parameters": lambda: torch.optim.SGD([], lr=0.1),
    "a tensor": lambda: torch.optim.SGD(torch.ones(1), lr=0.1),
    "texts": lambda: torch.optim.SGD(["a"], lr=0.1),
    "no rate": lambda: torch.optim.SGD([p]),
    "rate": lambda: torch.optim.SGD([p], lr=-1),
    "momentum": lambda: torch.optim.SGD([p], lr=0.1, momentum=-1),
    "betas": lambda: torch.optim.Adam([p], betas=(1.0, 0.9)),
    "rate of Adam": lambda: torch.optim.Adam([p], lr=float("nan")),
    "eps": lambda: torch.optim.AdamW([p], eps=-1),
    "scheduler": lambda: torch.optim.lr_scheduler.StepLR(3, 1),
    "batch of none": lambda: DataLoader([1], batch_size=0),
    "half a batch": lambda: DataLoader([1], batch_size=1.5),
    "two orders": lambda: DataLoader([1], shuffle=True, sampler=[0]),
    "workers": lambda: DataLoader([1], num_workers=-1),
    "timeout": lambda: DataLoader([1], timeout=-1),
    "two batches": lambda: DataLoader([1], batch_size=2, drop_last=True, batch_sampler=[[0]]),
    "split": lambda: random_split([1, 2], [1, 2]),
    "sizes": lambda: TensorDataset(torch.ones(2), torch.ones(3)),
}
for name, make in tries.items():
    try:
        print(name, make())
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\n")[0])

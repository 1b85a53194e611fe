import warnings

import torch
import torch.nn.functional as F
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(0)


def walk(node, depth=0):
    if node is None:
        print(" " * depth + "None")
        return
    print(" " * depth + node.name())
    for other, _ in node.next_functions:
        walk(other, depth + 2)


x = torch.ones(2, 3, requires_grad=True)
classes = torch.tensor([0, 1])
for y in (
    nn.Linear(3, 2)(x),
    nn.Linear(3, 2)(x.detach()),
    nn.Linear(3, 2)(torch.ones(2, 4, 3)),
    nn.Linear(3, 2)(x.view(1, 2, 3) * 2),
    nn.Linear(3, 2, bias=False)(x),
    nn.Linear(3, 2).requires_grad_(False)(x),
    nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1), nn.Sigmoid())(x).mean(),
    F.cross_entropy(nn.Linear(3, 4)(x), classes),
    F.mse_loss(nn.Linear(3, 1)(x), torch.zeros(2, 1)),
    F.layer_norm(x, (3,)),
    nn.LayerNorm(3)(x),
    nn.BatchNorm1d(3)(x),
    torch.where(x > 0, x, 0.0 * x),
    x.masked_fill(x > 0, 1.0),
    2**x,
    x @ x.T,
    nn.Embedding(3, 2)(torch.tensor([1])),
    F.softmax(x, 1) * 2,
    (x - x.mean()) / x.std(),
    torch.cat([x, x]).t(),
):
    print("--", y.shape)
    walk(y.grad_fn)


def tell(module, before, after):
    print(type(module).__name__, [g if g is None else g.shape for g in before], after[0].shape)


def refused(make):
    try:
        make()
    except RuntimeError as error:
        print(error)


net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(inplace=True), nn.Linear(4, 1))
handle = net[0].register_full_backward_hook(tell)
refused(lambda: net(torch.ones(2, 3)))
handle.remove()
net(torch.ones(2, 3)).sum().backward()
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
for part in net:
    part.register_full_backward_hook(tell)
y = net(x)
print(y.grad_fn.name(), y.shape)
y.sum().backward()
refused(lambda: net(x).add_(1))
with torch.no_grad():
    print(net(x).add_(1).shape)
handle = nn.ReLU(inplace=True)
handle.register_full_backward_hook(tell)
refused(lambda: handle(x * 2))

# Optimisers and layers of bfloat16 round at each step.
kinds = [
    torch.optim.Adam,
    torch.optim.AdamW,
    lambda p, **more: torch.optim.Adam(p, amsgrad=True, weight_decay=0.1, **more),
    torch.optim.NAdam,
    torch.optim.Adamax,
]
for kind in kinds:
    torch.manual_seed(1)
    p = torch.randn(32).bfloat16().requires_grad_()
    opt = kind([p], lr=0.01, eps=1e-4)
    for _ in range(5):
        p.grad = (torch.randn(32) / 2).bfloat16()
        opt.step()
    print(p.tolist()[:16])
p = torch.ones(1).bfloat16().requires_grad_()
opt = torch.optim.SGD([p], lr=0.001, momentum=0.9)
for _ in range(3):
    p.grad = torch.ones(1).bfloat16()
    opt.step()
    print(p.item(), opt.state[p]["momentum_buffer"].item())
for shape in ((8, 6), (2, 4, 6)):
    parts = [torch.randn(s).bfloat16().requires_grad_() for s in (shape, (5, 6), (5,))]
    y = F.linear(*parts)
    y.backward(torch.randn(y.shape).bfloat16())
    print(y.tolist(), [part.grad.tolist() for part in parts])

# What may be written before a backward pass, and what may not.
import torch
import torch.nn.functional as F


def passed_back(function, write):
    y = torch.tensor([1.0, 3.0, 2.0], requires_grad=True)
    x = y * 1
    made = function(x)
    write(x, made)
    made = made[0] if isinstance(made, tuple) else made
    made.abs().sum().backward()
    return y.grad


functions = {
    "cummax": lambda x: x.cummax(0),
    "cummin": lambda x: x.cummin(0),
    "kthvalue": lambda x: x.kthvalue(2),
    "mode": lambda x: x.mode(),
    "topk": lambda x: x.topk(2),
    "polar": lambda x: torch.polar(x, torch.ones(3)),
    "hypot": lambda x: torch.hypot(x, torch.ones(3)),
    "erfinv": lambda x: torch.erfinv(x / 10),
    "sinc": torch.sinc,
    "cross_entropy": lambda x: F.cross_entropy(x[None], torch.tensor([1])),
    "cross_entropy of several": lambda x: F.cross_entropy(x.expand(2, 3), torch.tensor([1, 2])),
}
writes = {
    "input": lambda x, made: x.add_(1),
    "result": lambda x, made: (made[0] if isinstance(made, tuple) else made).mul_(2),
    "places": lambda x, made: made[1].add_(0) if isinstance(made, tuple) else None,
}
for name, function in functions.items():
    for place, write in writes.items():
        try:
            print(name, place, passed_back(function, write))
        except RuntimeError as error:
            print(name, place, "is refused:", "modified by an inplace operation" in str(error))

logits = torch.tensor([[1.0, 2.0, 0.5], [0.0, -1.0, 1.0]], requires_grad=True)
scaled = logits * 2
loss = F.cross_entropy(scaled, torch.tensor([2, 0]))
(first,) = torch.autograd.grad(loss, logits, create_graph=True)
first.square().sum().backward()
print(first, logits.grad)
a, b = torch.tensor([1.0, 2.0, 0.0], requires_grad=True), torch.tensor([1.0, 0.5, 2.0], requires_grad=True)
(torch.fmax(a, b) + torch.fmin(a, 2 * b) + torch.xlogy(a, b)).sum().backward()
print(a.grad, b.grad)

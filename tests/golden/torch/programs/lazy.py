# Layers that learn their number of columns from the first input.
import copy
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


def attempt(name, function):
    try:
        made = function()
    except Exception as error:
        print(name, type(error).__name__)
    else:
        print(name, made)


layer = nn.LazyLinear(3)
weight = layer.weight
print(layer, layer.in_features, weight, layer.bias, weight.requires_grad, weight.grad, weight.is_leaf)
attempt("shape", lambda: weight.shape)
attempt("sum", lambda: weight + 1)
attempt("count", lambda: sum(p.numel() for p in layer.parameters()))
attempt("names", lambda: [name for name, _ in layer.named_parameters()])
attempt("state", lambda: list(layer.state_dict().values()))
attempt("unknown", lambda: layer.has_uninitialized_params())
attempt("without", lambda: nn.LazyLinear(3, bias=False))

optimiser = torch.optim.SGD(layer.parameters(), 0.1)
torch.manual_seed(0)
print(layer(torch.ones(2, 4)), torch.rand(2))
print(layer, type(layer).__name__, layer.weight is weight, type(weight).__name__, weight.shape, layer.in_features)
layer(torch.ones(2, 4)).sum().backward()
optimiser.step()
print(layer.weight, layer.bias)
attempt("other columns", lambda: layer(torch.ones(2, 5)))

net = nn.Sequential(nn.LazyLinear(4), nn.ReLU(), nn.LazyLinear(2))
print(net)
net = net.double()
print(net(torch.ones(1, 3, dtype=torch.float64)).dtype, net)
print(copy.deepcopy(net)[0].weight.shape, sum(p.numel() for p in net.parameters()))
attempt("frozen", lambda: nn.LazyLinear(2).requires_grad_(False))
frozen = nn.LazyLinear(2)
frozen.weight.requires_grad = False
frozen(torch.ones(1, 2))
print(frozen.weight.requires_grad, frozen.bias.requires_grad)

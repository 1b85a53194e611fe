import copy
import io
import os
import tempfile
import warnings
from collections import OrderedDict

import torch
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 2)])
        self.named = nn.ModuleDict({"norm": nn.LayerNorm(2)})
        self.scale = nn.Parameter(torch.ones(2))
        self.list = nn.ParameterList([nn.Parameter(torch.zeros(1)), torch.ones(2)])
        self.dict = nn.ParameterDict({"a": nn.Parameter(torch.ones(1))})
        self.register_buffer("steps", torch.tensor(0))
        self.register_buffer("cache", torch.ones(2), persistent=False)
        self.drop = nn.Dropout(0.5)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.drop(self.named["norm"](x) * self.scale)


net = Net()
print(net)
print([name for name, _ in net.named_parameters()], [name for name, _ in net.named_buffers()])
print([name for name, _ in net.named_modules()], [name for name, _ in net.named_children()])
print(list(net.state_dict()), sum(p.numel() for p in net.parameters()))
print(net.eval().training, net.drop.training, net.train().drop.training, net.list, net.dict)
shared = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
shared.append(shared[0])
print([name for name, _ in shared.named_parameters()], len(list(shared.modules())), list(shared.state_dict()))
other = Net()
print(other.load_state_dict(net.state_dict()), torch.equal(other.scale, net.scale))
partial = {k: v for k, v in net.state_dict().items() if "layers" in k}
print(other.load_state_dict({**partial, "extra": torch.ones(1)}, strict=False))
for state in (partial, {**net.state_dict(), "extra": 1}, {**net.state_dict(), "scale": torch.ones(3)}, [1]):
    try:
        other.load_state_dict(state)
    except Exception as error:
        print(type(error).__name__, error)


def init(module):
    if isinstance(module, nn.Linear):
        nn.init.constant_(module.weight, 0.5)
        nn.init.zeros_(module.bias)


net.apply(init)
print(net.layers[0].weight, net.get_submodule("layers.2"), net.get_parameter("named.norm.weight"), net.get_buffer("steps"))
twin = copy.deepcopy(net)
with torch.no_grad():
    twin.scale += 1
print(net.scale, twin.scale, twin.layers[0].weight is net.layers[0].weight)
net.requires_grad_(False)
print([p.requires_grad for p in net.parameters()])
net.requires_grad_(True)
net(torch.ones(1, 2)).sum().backward()
print(net.scale.grad is None, net.zero_grad(), net.scale.grad, net.zero_grad(set_to_none=True), net.scale.grad)
print(net.double().scale.dtype, net.steps.dtype, net.float().scale.dtype, net.to(torch.float16).scale.dtype)
net.float()
stack = nn.Sequential(OrderedDict([("a", nn.Linear(2, 2)), ("b", nn.ReLU())]))
print(stack.a, stack[1], stack[-1], len(stack), stack[:1])
blocks = nn.ModuleList(nn.Linear(2, 2) for _ in range(3))
blocks.insert(1, nn.ReLU())
blocks[0] = nn.Identity()
print(blocks, blocks[-1], len(blocks[1:]))
print(list(nn.ModuleDict({"x": nn.ReLU()}).items()), "x" in nn.ModuleDict({"x": nn.ReLU()}))
for line in (
    "net.missing", "nn.ModuleList(3)", "setattr(net, 'scale', torch.ones(2))", "setattr(net, 'drop', 3)",
    "net.register_parameter('scale', torch.ones(1))", "net.register_buffer('a.b', torch.ones(1))", "net.train(3)",
    "net.register_buffer('scale', torch.ones(1))", "net.add_module('x', 3)", "net.get_submodule('layers.9')", "blocks[7]",
    "nn.Module()(1)", "net.to(torch.int64)", "nn.utils.vector_to_parameters(1, [])", "net.get_parameter('steps')",
):
    try:
        print(eval(line))
    except Exception as error:
        print(line, type(error).__name__, error)
vector = nn.utils.parameters_to_vector(net.layers.parameters())
nn.utils.vector_to_parameters(vector * 2, net.layers.parameters())
print(vector.shape, net.layers[0].weight[0])
net(torch.ones(3, 2)).pow(3).sum().backward()
print(nn.utils.clip_grad_norm_(net.parameters(), 0.1, float("inf")), net.layers[2].weight.grad)
nn.utils.clip_grad_value_(net.parameters(), 1e-4)
print(net.layers[2].weight.grad)
# files
state = {"model": net.state_dict(), "step": 3, "view": torch.arange(6.0).view(2, 3).t(), "half": torch.tensor([1.5]).half()}
path = os.path.join(tempfile.gettempdir(), "state.pt")
torch.save(state, path)
again = torch.load(path)
print(list(again), again["step"], again["view"], again["view"].stride(), again["half"], type(again["model"]).__name__)
buffer = io.BytesIO()
torch.save([torch.tensor([1, 2]), nn.Parameter(torch.ones(2)), torch.tensor(True), torch.Size([2, 3]), torch.float16], buffer)
buffer.seek(0)
print(torch.load(buffer))
os.remove(path)

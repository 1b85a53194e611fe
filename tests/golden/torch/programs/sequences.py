import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
x = torch.randn(2, 5, 3)
OPTIONS = (
    {},
    {"batch_first": True},
    {"num_layers": 2, "bidirectional": True},
    {"bias": False},
)
for kind in (nn.RNN, nn.GRU, nn.LSTM):
    for options in OPTIONS:
        layer = kind(3, 4, **options)
        out, state = layer(x)
        print(layer, out.shape, [part.shape for part in state])
        print(out.sum(), out[0, 1])
        out.sum().backward()
        for name, p in layer.named_parameters():
            print(name, p.grad.sum())
layer = nn.LSTM(3, 4)
out, (h, c) = layer(x[0])
print(out.shape, h, c)
print(layer(x[0], (h, c))[0][1])
print(nn.GRU(3, 4, 2, dropout=0.5)(x)[0])
print(nn.RNN(3, 2, nonlinearity="relu")(x)[1])
for cell in (nn.GRUCell, nn.RNNCell, nn.LSTMCell):
    print(cell(3, 2), cell(3, 2, bias=False)(x[0]))
try:
    nn.GRU(3, 4)(torch.randn(2, 5, 4))
except RuntimeError as error:
    print(error)
try:
    layer(x, (torch.zeros(1, 1, 4), torch.zeros(1, 1, 4)))
except RuntimeError as error:
    print(error)

# pooling, norms and activations
image = torch.arange(2 * 2 * 5 * 6.0).view(2, 2, 5, 6).sin()
print(nn.AdaptiveAvgPool2d((2, 3)), nn.AdaptiveAvgPool2d((2, 3))(image)[0])
print(nn.AdaptiveAvgPool2d(1)(image).flatten(), nn.AdaptiveAvgPool1d(2)(x))
print(nn.AvgPool2d(2)(image)[0, 0])
print(nn.AvgPool2d(3, 1, 1, count_include_pad=False)(image)[0, 0, 0])
print(nn.AvgPool1d(2), nn.AvgPool2d(2), nn.AvgPool1d(2)(x))
print(nn.InstanceNorm1d(5)(x)[0], nn.InstanceNorm1d(5))
print(nn.InstanceNorm2d(2, affine=True)(image)[0, 0, 0])
print(F.hardtanh(x[0]), F.relu6(x[0] * 5), nn.ReLU6(), nn.Hardtanh())
print(F.softsign(x[0]), F.softmin(x[0], -1))
print(nn.init.orthogonal_(torch.empty(3, 3)), nn.init.orthogonal_(torch.empty(2, 4)))
print(nn.init.orthogonal_(torch.empty(4, 2), gain=2))

# the state of generators
state = torch.get_rng_state()
print(state.shape, state.dtype, state[:8])
drawn = torch.rand(3)
torch.set_rng_state(state)
print(torch.equal(drawn, torch.rand(3)))
torch.manual_seed(7)
torch.randn(3)
state = torch.get_rng_state()
print(state.long().sum(), state[-40:])
drawn = torch.randn(5)
torch.set_rng_state(state)
print(torch.equal(drawn, torch.randn(5)))
generator = torch.Generator().manual_seed(3)
state = generator.get_state()
print(torch.rand(2, generator=generator), torch.rand(2, generator=generator.set_state(state)))

# the same bytes as another type
y = torch.tensor([1.0, -2.5])
bits = y.view(torch.int32)
print(bits)
bits[0] = 0
print(y, torch.tensor([200], dtype=torch.uint8).view(torch.int8))

# what is written through .data
weight = nn.Parameter(torch.ones(2))
weight.data += torch.ones(2, requires_grad=True) * 2
print(weight)

np.random.seed(0)
print(np.random.binomial(10, 0.5), np.random.binomial(10, 0.3, 6))
print(np.random.binomial(1, 0.8, (2, 3)), np.random.binomial(20, 0.9, 4), np.random.rand())
rng = np.random.default_rng(1)
print(rng.binomial(10, 0.5), rng.binomial(5, 0.7, 5), rng.random())

# one tensor of several
rows = [torch.tensor([1, 2, 3]), torch.tensor([4]), torch.tensor([5, 6])]
print(nn.utils.rnn.pad_sequence(rows), nn.utils.rnn.pad_sequence(rows, True, -1))
print(nn.utils.rnn.pad_sequence([torch.ones(1, 2), torch.zeros(3, 2)], batch_first=True))

# gradients of which all rows are one
parts = [nn.Parameter(torch.ones(2) * k) for k in (1.0, 2.0)]
(parts[0].sum() + parts[1].pow(2).sum()).backward()
print(parts[0].grad.stride(), nn.utils.clip_grad_norm_(parts, 1.0), [p.grad for p in parts])
parts[0].grad.mul_(2)
print(parts[0].grad)

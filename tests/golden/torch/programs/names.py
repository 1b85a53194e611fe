"""Arguments by their names, and what layers say of themselves."""

import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


def refused(function, *args, **options):
    try:
        print(function(*args, **options))
    except Exception as error:
        print(type(error).__name__)


x = torch.arange(12.0).view(size=(3, 4))
print(x.reshape(shape=(2, 6)), x.permute(dims=(1, 0)), x[:1].expand(size=(2, 4)), x.view(dtype=torch.int32))
print(x.repeat(repeats=(1, 2)), x.tile(dims=(2,)), x[0].broadcast_to(size=(2, 4)))
print(x.split(split_size=2), x.split(split_size=[1, 2], dim=0), torch.split(x, split_size_or_sections=3))
print(x.tensor_split(sections=2), torch.tensor_split(x, indices=(1, 2), dim=1))
print(x.hsplit(sections=2), torch.vsplit(x, indices=[1]))
places = torch.tensor([[0, 1], [2, 0]])
print(torch.zeros(3, 4).scatter_(1, places, value=5.0), torch.zeros(3, 4).scatter_(0, index=places, src=x))
print(torch.zeros(3, 4).scatter_add_(dim=0, index=places, src=x), x.scatter(1, places, value=-1.0))
print(torch.scatter(x, 1, places, src=-x), x.gather(dim=1, index=places, sparse_grad=False))
print(torch.pow(x, exponent=2), x.pow(exponent=0.5), x.clone().pow_(exponent=3))
print(torch.empty(3, 4).copy_(other=x), torch.searchsorted(x[0], input=torch.tensor([1.5])))
refused(x.view)
refused(x.view, 2, size=(6, 2))
refused(x.reshape, (2, 6), shape=(2, 6))
refused(x.split, split_size_or_sections=2)
refused(x.scatter, 1, places)
refused(torch.pow, x, other=2)
refused(x.tensor_split)
print(nn.LSTM(3, 4, 2, True, True), nn.GRU(3, 4, 1, False), nn.RNN(3, 4, 2, nonlinearity="relu"))
refused(nn.RNN, 3, 4, unknown=1)
layers = nn.Embedding(3, 2), nn.Conv2d(1, 2, 3), nn.ConvTranspose2d(1, 2, 3, 2, 0, 1), nn.InstanceNorm1d(2), nn.GRU(2, 3)
for layer, names in zip(
    layers,
    ("max_norm norm_type sparse", "transposed output_padding", "transposed output_padding", "running_mean", "proj_size"),
):
    print([getattr(layer, name) for name in names.split()])

# a gradient is in memory as its leaf is, whatever was done with the leaf
for leaf in (torch.randn(2, 3), torch.randn(2, 3).t(), torch.randn(4, 6)[:, ::2], torch.randn(2, 3, 4).permute(2, 0, 1)):
    for keep in (False, True):
        leaf = leaf.detach().requires_grad_()
        (leaf.transpose(0, -1) * torch.ones(leaf.transpose(0, -1).shape)).sum().backward(create_graph=keep)
        print(leaf.stride(), leaf.grad.stride())
        (leaf.transpose(0, -1) * torch.ones(leaf.transpose(0, -1).shape)).sum().backward()
        print(leaf.grad.stride(), leaf.grad.sum().item())
y = torch.randn(4, 3, requires_grad=True) * 2
y.retain_grad()
(y.t() * torch.ones(3, 4)).sum().backward()
print(y.grad.stride())

# what is only for CUDA does nothing without it
linear = nn.Linear(2, 1)
optimizer, scaler = torch.optim.SGD(linear.parameters(), lr=0.1), torch.cuda.amp.GradScaler()
with torch.cuda.amp.autocast(), torch.autocast("cuda", dtype=torch.float16), torch.autocast("cpu", enabled=False):
    loss = linear(torch.ones(3, 2)).square().mean()
scaler.scale(loss).backward()
scaler.unscale_(optimizer)
nn.utils.clip_grad_norm_(linear.parameters(), 1.0)
print(scaler.step(optimizer), scaler.update(), scaler.get_scale(), scaler.is_enabled(), scaler.state_dict(), loss.dtype)
print(torch.amp.autocast("cuda", enabled=False)(lambda v: v * 2)(loss.detach()).dtype)
model = nn.DataParallel(linear)
print(model, list(model.state_dict()), model(torch.ones(1, 2)).shape, loss.get_device())

numbers = torch.arange(-2.0, 3)
print(torch.relu_(numbers.clone()), torch.sigmoid_(numbers.clone()), torch.clamp_(numbers.clone(), 0, 1), torch.zero_(numbers), numbers)

"""Images: other sizes, windows as columns, transposed convolutions, pools, padding, checkpoints."""

import itertools
import warnings

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

warnings.simplefilter("ignore")


def show(name, out, *leaves):
    for one in leaves:
        one.grad = None
    print(name, tuple(out.shape), out.dtype, out.flatten()[:5], out.sum())
    if out.requires_grad:
        print(out.grad_fn.name(), out.is_contiguous())
        steps = torch.arange(out.numel(), dtype=out.dtype).view(out.shape) % 7 - 2
        (out * steps).sum().backward()
        first = [[f"{v:.3f}" for v in (one.grad.flatten()[:4] + 1e-6).tolist()] for one in leaves]
        print(first, [one.grad.abs().sum() for one in leaves])


def refused(function, *args, **options):
    try:
        print(function(*args, **options))
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


torch.manual_seed(0)
x = torch.randn(2, 3, 5, 7, requires_grad=True)
MODES = ("nearest", "nearest-exact", "bilinear", "bicubic", "area")
SIZES = ({"size": (8, 3)}, {"size": 7}, {"scale_factor": 2}, {"scale_factor": (1.7, 0.6)})
for mode, size in itertools.product(MODES, SIZES):
    show(f"{mode} {size}", F.interpolate(x, mode=mode, **size), x)
for mode, size in itertools.product(("bilinear", "bicubic"), SIZES):
    show(f"corners {mode} {size}", F.interpolate(x, mode=mode, align_corners=True, **size), x)
    show(f"antialias {mode} {size}", F.interpolate(x, mode=mode, antialias=True, **size), x)
show("again", F.interpolate(x, scale_factor=1.7, mode="bicubic", recompute_scale_factor=True), x)
for mode in ("nearest", "linear", "area"):
    show(mode, F.interpolate(x[0], scale_factor=2.5, mode=mode), x)
for mode in ("nearest", "trilinear", "area"):
    show(mode, F.interpolate(x[None], size=(3, 4, 9), mode=mode), x)
show("double", F.interpolate(x.detach().double(), size=(4, 9), mode="bicubic"))
show("bytes", F.interpolate((x.detach() * 20).byte(), scale_factor=0.4))
for layer in (
    nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True),
    nn.Upsample((4, 6)),
    nn.UpsamplingNearest2d(scale_factor=3),
    nn.UpsamplingBilinear2d((3, 9)),
):
    show(str(layer), layer(x), x)
for options in ((x, 2, 2), (x,), (x, (2, 2, 2)), (x, None, (2, 2, 2)), (x, 2, None, "linear"), (x, 0)):
    refused(F.interpolate, *options)
refused(F.interpolate, x, scale_factor=2, align_corners=True)
refused(F.interpolate, x.detach().long(), scale_factor=2)

for kernel, options in (
    (2, {}),
    ((2, 3), {"stride": 2, "padding": 1}),
    (3, {"dilation": (2, 1), "padding": (0, 2), "stride": (1, 3)}),
):
    columns = F.unfold(x, kernel, **options)
    show(f"unfold {kernel}", columns, x)
    leaf = columns.detach().requires_grad_()
    show("fold", F.fold(leaf, (5, 7), kernel, **options), leaf)
print(nn.Unfold(2, stride=2)(x).shape, nn.Unfold(2), nn.Fold((5, 7), (2, 2)))
print(F.unfold(x[0], 2).shape, F.fold(F.unfold(x[0], 2), (5, 7), 2).shape)
refused(F.fold, torch.ones(1, 5, 3), (2, 4), 2)
refused(F.fold, torch.ones(1, 4, 2), (2, 4), 2)
refused(F.fold, x, 2, 2)
y = torch.randn(2, 8, 4, 6, requires_grad=True)
show("shuffle", F.pixel_shuffle(y, 2), y)
show("unshuffle", nn.PixelUnshuffle(2)(y), y)
print(nn.PixelShuffle(2))
refused(F.pixel_shuffle, y, 3)
refused(F.pixel_unshuffle, y, 3)

for layer in (
    nn.ConvTranspose2d(8, 6, 3),
    nn.ConvTranspose2d(8, 6, (4, 2), stride=2, padding=1, output_padding=(1, 0), groups=2),
    nn.ConvTranspose2d(8, 2, 2, dilation=3, bias=False, stride=(1, 2)),
    nn.Conv2d(8, 6, 3, groups=2, padding="same"),
):
    show(str(layer), layer(y), y, *layer.parameters())
layer = nn.ConvTranspose2d(8, 3, 2, stride=2)
print(layer(y, output_size=(9, 12)).shape, layer(y, output_size=[2, 3, 8, 13]).shape, layer(y[0]).shape)
refused(layer, y, output_size=(12, 12))
refused(layer, y[:, :4])
refused(F.conv_transpose2d, y, torch.ones(8, 1, 2, 2), stride=2, output_padding=2)
refused(F.conv_transpose2d, y, torch.ones(8, 1, 2, 2), torch.ones(2))
refused(F.conv_transpose2d, y, torch.ones(8, 1, 2, 2), padding=5)
refused(F.conv_transpose2d, y[0, 0], torch.ones(8, 1, 2, 2))
refused(nn.ConvTranspose2d, 1, 1, 2, padding_mode="reflect")
layer = nn.ConvTranspose1d(4, 5, 3, 2, 1, 1)
line = torch.randn(2, 4, 6, requires_grad=True)
show(str(layer), layer(line), line, *layer.parameters())
block = torch.randn(2, 2, 4, 5, 6, requires_grad=True)
for layer in (
    nn.Conv3d(2, 4, (2, 3, 3), padding=1, stride=(1, 2, 1)),
    nn.ConvTranspose3d(2, 3, 2, 2),
    nn.MaxPool3d(2),
    nn.AvgPool3d((2, 3, 2), 1),
    nn.BatchNorm3d(2),
    nn.AdaptiveAvgPool3d((2, None, 4)),
):
    show(str(layer), layer(block), block, *layer.parameters())

for layer in (
    nn.MaxPool2d(2, ceil_mode=True),
    nn.MaxPool2d(3, 2, 1, ceil_mode=True),
    nn.MaxPool2d(3, 1, 1, 2),
    nn.AvgPool2d(2, ceil_mode=True),
    nn.AvgPool2d(3, 2, 1, ceil_mode=True),
    nn.AvgPool2d(3, 2, 1, True, False),
    nn.AvgPool2d((2, 3), divisor_override=4),
    nn.AdaptiveMaxPool2d((2, 3)),
    nn.AdaptiveMaxPool2d((None, 1)),
):
    show(str(layer), layer(x), x)
show("line", nn.AdaptiveMaxPool1d(4)(x[0]), x)
show("line", nn.AvgPool1d(3, 2, 1, True)(x[0]), x)
for pool in (nn.MaxPool2d(2, return_indices=True), nn.MaxPool2d(3, 2, 1, ceil_mode=True, return_indices=True)):
    out, places = pool(x)
    print(out.shape, places.dtype, places)
print(F.max_pool1d(x[0], 3, return_indices=True)[1])

for layer in (
    nn.ZeroPad2d((1, 2, 0, 1)),
    nn.ZeroPad2d(1),
    nn.ConstantPad2d(1, 3.5),
    nn.ReflectionPad2d((1, 0, 2, 1)),
    nn.ReplicationPad2d(2),
):
    show(str(layer), layer(x), x)
print(nn.ConstantPad1d(2, 0), nn.ReflectionPad1d(1)(line).shape, nn.ReplicationPad1d((0, 1))(line).shape)
torch.manual_seed(1)
for layer in (nn.Dropout2d(0.4), nn.Dropout3d(0.3)):
    print(layer, layer(torch.ones(2, 6, 2, 1, 1))[..., 0, 0, 0])
print(F.dropout2d(torch.ones(3, 4, 2), 0.5))
for layer in (nn.Softshrink(), nn.Hardshrink(0.3), nn.Threshold(0.1, 20)):
    show(str(layer), layer(x), x)

torch.manual_seed(2)
model = nn.Sequential(nn.LazyConv2d(4, 3, padding=1), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(2))
print(model)
out = model(x)
print(model, out)
print([tuple(p.shape) for p in model.parameters()], list(model.state_dict()))
print(nn.LazyConv1d(3, 2, bias=False)(line).shape, nn.LazyBatchNorm1d()(line).shape, nn.LazyConvTranspose2d(3, 2)(y).shape)

torch.manual_seed(3)
calls = []


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.norm, self.drop = nn.Linear(7, 7), nn.BatchNorm1d(7), nn.Dropout(0.5)

    def forward(self, x, add=None):
        calls.append(torch.is_grad_enabled())
        out = self.drop(self.norm(self.layer(x)))
        return out if add is None else out + add


for reentrant in (True, False, None):
    torch.manual_seed(4)
    model = Noisy()
    leaf = torch.randn(4, 7, requires_grad=True)
    if reentrant is None:
        out = model(leaf)
    else:
        out = checkpoint(model, leaf, use_reentrant=reentrant)
    out.square().sum().backward()
    print(out, leaf.grad, model.layer.weight.grad.sum(), model.norm.running_mean, torch.rand(1))
print(calls[:2])
print(checkpoint(model, torch.ones(2, 7), use_reentrant=True).requires_grad)
print(checkpoint(model, torch.ones(2, 7), add=1.0, use_reentrant=False).requires_grad)
refused(checkpoint, model, torch.ones(2, 7), add=1.0, use_reentrant=True)
stack = nn.Sequential(*[nn.Linear(7, 7) for _ in range(4)])
leaf = torch.randn(2, 7, requires_grad=True)
checkpoint_sequential(stack, 2, leaf).sum().backward()
print(leaf.grad, stack[0].weight.grad.sum())

"""Layers without weights of their own."""

import math
import warnings

import torch
from torch import _engine
from torch._arguments import _check_number, _handle, _ints, _named, _tensor
from torch._bridge import _to_text
from torch._data import _check_fits
from torch._missing import getattr_of
from torch._reductions import cosine_similarity as cosine_similarity
from torch._tape import named as _named_step
from torch._tape import own_step as _own_step
from torch._tape import renamed as _renamed
from torch._tensor import _new
from torch._types import _INTEGER
from torch.nn._grids import affine_grid as affine_grid
from torch.nn._grids import grid_sample as grid_sample
from torch.nn._grids import max_unpool1d as max_unpool1d
from torch.nn._grids import max_unpool2d as max_unpool2d
from torch.nn._loss_functions import _reduction_of as _reduction_of
from torch.nn._loss_functions import binary_cross_entropy as binary_cross_entropy
from torch.nn._loss_functions import (
    binary_cross_entropy_with_logits as binary_cross_entropy_with_logits,
)
from torch.nn._loss_functions import cosine_embedding_loss as cosine_embedding_loss
from torch.nn._loss_functions import cross_entropy as cross_entropy
from torch.nn._loss_functions import gaussian_nll_loss as gaussian_nll_loss
from torch.nn._loss_functions import hinge_embedding_loss as hinge_embedding_loss
from torch.nn._loss_functions import huber_loss as huber_loss
from torch.nn._loss_functions import kl_div as kl_div
from torch.nn._loss_functions import l1_loss as l1_loss
from torch.nn._loss_functions import margin_ranking_loss as margin_ranking_loss
from torch.nn._loss_functions import mse_loss as mse_loss
from torch.nn._loss_functions import multi_margin_loss as multi_margin_loss
from torch.nn._loss_functions import multilabel_soft_margin_loss as multilabel_soft_margin_loss
from torch.nn._loss_functions import nll_loss as nll_loss
from torch.nn._loss_functions import poisson_nll_loss as poisson_nll_loss
from torch.nn._loss_functions import smooth_l1_loss as smooth_l1_loss
from torch.nn._loss_functions import soft_margin_loss as soft_margin_loss
from torch.nn._loss_functions import triplet_margin_loss as triplet_margin_loss
from torch.nn._resizing import conv_transpose1d as conv_transpose1d
from torch.nn._resizing import conv_transpose2d as conv_transpose2d
from torch.nn._resizing import conv_transpose3d as conv_transpose3d
from torch.nn._resizing import fold as fold
from torch.nn._resizing import interpolate as interpolate
from torch.nn._resizing import pixel_shuffle as pixel_shuffle
from torch.nn._resizing import pixel_unshuffle as pixel_unshuffle
from torch.nn._resizing import unfold as unfold
from torch.nn._resizing import upsample as upsample
from torch.nn._windows import _window_pads as _window_pads
from torch.nn._windows import adaptive_avg_pool1d as adaptive_avg_pool1d
from torch.nn._windows import adaptive_avg_pool2d as adaptive_avg_pool2d
from torch.nn._windows import adaptive_avg_pool3d as adaptive_avg_pool3d
from torch.nn._windows import adaptive_max_pool1d as adaptive_max_pool1d
from torch.nn._windows import adaptive_max_pool2d as adaptive_max_pool2d
from torch.nn._windows import avg_pool1d as avg_pool1d
from torch.nn._windows import avg_pool2d as avg_pool2d
from torch.nn._windows import avg_pool3d as avg_pool3d
from torch.nn._windows import batch_norm as batch_norm
from torch.nn._windows import conv1d as conv1d
from torch.nn._windows import conv2d as conv2d
from torch.nn._windows import conv3d as conv3d
from torch.nn._windows import group_norm as group_norm
from torch.nn._windows import instance_norm as instance_norm
from torch.nn._windows import max_pool1d as max_pool1d
from torch.nn._windows import max_pool2d as max_pool2d
from torch.nn._windows import max_pool3d as max_pool3d


def _check_ints(value, name, argument):
    if not isinstance(value, (tuple, list)):
        raise TypeError(
            f"{name}(): argument '{argument}' (position 2) must be tuple of ints, "
            f"not {type(value).__name__}"
        )


def _implicit(name):
    """softmax without an axis: PyTorch takes one, and warns."""

    def along(input, dim=None, _stacklevel=3, dtype=None):
        if dim is None:
            warnings.warn(
                f"Implicit dimension choice for {name} has been deprecated. "
                "Change the call to include dim=X as an argument.",
                stacklevel=_stacklevel,
            )
            dim = 0 if input.dim() in (0, 1, 3) else 1
        return getattr(input, name)(dim, dtype=dtype)

    return _named(along, name)


softmax, log_softmax = _implicit("softmax"), _implicit("log_softmax")


def _biased(out, bias, is_flat):
    """A bias of another shape: stretched to the rows, or added in place."""
    if is_flat:
        rows = out.reshape(-1, out.shape[-1])
        return (rows + bias.expand(rows.shape)).reshape(out.shape)
    shape = torch.broadcast_shapes(out.shape, bias.shape)
    if shape != out.shape:
        raise RuntimeError(
            f"output with shape {[*out.shape]} doesn't match the broadcast shape {[*shape]}"
        )
    return out + bias


def _linear_wide(input, weight, *bias):
    """Of bfloat16: the sum is rounded once; its gradients are products of bfloat16."""

    def forward(*parts):
        return linear(*(part.float() for part in parts)).to(input.dtype)

    def back(g):
        rows = g.reshape(-1, g.shape[-1])
        by_weight = rows.t() @ input.reshape(-1, input.shape[-1])
        return [(rows @ weight).view(input.shape), by_weight, rows.sum(0)][: 2 + len(bias)]

    title = "AddmmBackward0" if input.dim() == 2 else "ViewBackward0"
    return _own_step(forward, back, title, input, weight, *bias, saved=[input, weight])


def linear(input, weight, bias=None):
    if bias is not None and _tensor(input, "linear").dim() == 2 and input.dtype is not weight.dtype:
        raise RuntimeError("mat1 and mat2 must have the same dtype")
    if _tensor(weight, "linear", "weight", 2).dim() == 1 and bias is not None and input.dim() == 2:
        raise RuntimeError("mat2 must be a matrix, got 1-D tensor")
    if weight.dim() > 2:
        raise RuntimeError(
            f"t() expects a tensor with <= 2 dimensions, but self is {weight.dim()}D"
        )
    is_wide = input.dtype is weight.dtype is torch.bfloat16 and weight.dim() == 2
    is_usual = bias is not None and bias.shape == weight.shape[:1] and bias.dtype is input.dtype
    if is_wide and is_usual and input.dim() > 1:
        return _linear_wide(input, weight, bias)
    if is_wide and weight.shape[0] == 1:
        out = _linear_wide(input, weight)
    else:
        out = _new(_engine.linear(_handle(input, "linear"), _handle(weight, "linear", "weight", 2)))
    rank = input.dim()
    if bias is None:
        title = {1: "SqueezeBackward3", 2: "MmBackward0"}.get(rank, "UnsafeViewBackward0")
        return _named_step(out, title)
    if bias.dtype is not out.dtype:
        raise RuntimeError("self and mat2 must have the same dtype")
    is_flat = rank == 2 or rank == 3 and input.is_contiguous()
    out = out + bias if bias.shape == out.shape[-1:] != () else _biased(out, bias, is_flat)
    if rank == 2:
        return _named_step(out, "AddmmBackward0")
    return _named_step(out, "ViewBackward0") if is_flat else out


def embedding(
    input,
    weight,
    padding_idx=None,
    max_norm=None,
    norm_type=2.0,
    scale_grad_by_freq=False,
    sparse=False,
):
    for name, value in (("max_norm", max_norm), ("sparse", sparse or None)):
        if value is not None:
            raise NotImplementedError(f"{name}= of embedding() is not part of this lab's torch")
    if norm_type != 2.0:
        raise NotImplementedError("norm_type= of embedding() is not part of this lab's torch")
    if weight.is_complex() and weight.requires_grad and torch.is_grad_enabled():
        raise RuntimeError(
            "embedding does not support automatic differentiation for outputs with complex dtype."
        )
    n = weight.shape[0]
    if padding_idx is not None:
        if not -n <= padding_idx < n:
            raise AssertionError("Padding_idx must be within num_embeddings")
        padding_idx %= n
    places = _handle(input, "embedding", "indices", 2)
    padding = -1 if padding_idx is None else padding_idx
    return _new(_engine.embedding(weight._h, places, padding, bool(scale_grad_by_freq)))


def bilinear(input1, input2, weight, bias=None):
    if bias is not None and len(bias) != len(weight):
        raise RuntimeError(
            f"bilinear(): bias size does not match weight size: got {len(bias)} but expected "
            f"{len(weight)}"
        )
    made = torch.einsum("...i,oij,...j->...o", input1, weight, input2)
    return made if bias is None else made + bias


def embedding_bag(
    input,
    weight,
    offsets=None,
    max_norm=None,
    norm_type=2,
    scale_grad_by_freq=False,
    mode="mean",
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=None,
):
    """Rows of each bag, put together. A bag is a row of the input, or begins at an offset."""
    for name, value in (
        ("max_norm", max_norm),
        ("scale_grad_by_freq", scale_grad_by_freq),
        ("sparse", sparse),
    ):
        if value:
            raise NotImplementedError(f"{name}= of embedding_bag() is not part of this lab's torch")
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported "
            f"for mode='sum' (got mode='{mode}'). Please open a feature request on GitHub."
        )
    if input.dim() == 2 and include_last_offset:
        raise NotImplementedError(
            "include_last_offset= of embedding_bag() with an input of two axes is not part of this "
            "lab's torch"
        )
    if input.dim() == 2 and offsets is not None:
        raise ValueError(
            "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of "
            "fixed length sequences. However, found offsets of type "
            f"{type(offsets)}"
        )
    if input.dim() == 1 and not isinstance(offsets, torch.Tensor):
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if input.dim() == 2:
        ends = [k * input.size(1) for k in range(input.size(0) + 1)]
    elif input.dim() == 1:
        if len(offsets) and offsets[0] != 0:
            raise RuntimeError(
                "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start "
                f"from position 0. However, got {offsets[0]}"
            )
        ends = offsets.tolist() + ([] if include_last_offset else [len(input)])
    else:
        raise ValueError(
            f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}"
        )
    if padding_idx is not None:
        n = len(weight)
        if not -n <= padding_idx < n:
            raise RuntimeError(
                f"padding_idx must be within the number of embeddings, -{n} through {n - 1}, but "
                f"got {padding_idx}"
            )
        padding_idx %= n
    places, bags = input.reshape(-1), []
    factors = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    for begin, end in zip(ends, ends[1:]):
        own = places[begin:end]
        kept = slice(None) if padding_idx is None else own != padding_idx
        rows = embedding(own[kept], weight)
        rows = rows if factors is None else rows * factors[begin:end][kept].unsqueeze(1)
        if not len(rows):
            bags.append(weight.new_zeros(weight.size(1)))
        else:
            bags.append(rows.max(0)[0] if mode == "max" else getattr(rows, mode)(0))
    made = torch.stack(bags) if bags else weight.new_zeros((0, weight.size(1)))
    return _named_step(made, "EmbeddingBagBackward0")


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """As in PyTorch since 2.4."""
    _check_ints(normalized_shape, "rms_norm", "normalized_shape")
    axes = list(range(-len(normalized_shape), 0))
    if tuple(input.shape[input.dim() - len(axes) :]) != tuple(normalized_shape):
        wanted = ", ".join(map(str, normalized_shape))
        raise RuntimeError(
            f"Given normalized_shape={list(normalized_shape)}, expected input with shape "
            f"[*, {wanted}], but got input of size{list(input.shape)}"
        )
    eps = torch.finfo(input.dtype).eps if eps is None else eps
    out = input * (input.square().mean(axes, True) + eps).rsqrt()
    return out if weight is None else out * weight


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    _engine.uses("layer_norm")
    return _normalised(input, normalized_shape, weight, bias, eps)


def _normalised(input, normalized_shape, weight, bias, eps):
    _check_ints(normalized_shape, "layer_norm", "normalized_shape")
    eps = _check_number(eps, "layer_norm", "eps", 5)
    for name, given in (("weight", weight), ("bias", bias)):
        if given is not None and tuple(given.shape) != tuple(normalized_shape):
            raise RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of "
                f"shape {list(given.shape)} and normalized_shape = {list(normalized_shape)}"
            )
    w, b = (0 if p is None else p._h for p in (weight, bias))
    out = _new(
        _engine.layer_norm(_handle(input, "layer_norm"), _to_text(normalized_shape), w, b, eps)
    )
    if out.requires_grad:
        from torch._rules.layers import keep_moments  # when there is a gradient, not before

        keep_moments(out, input, len(normalized_shape), eps)
    return out


def gelu(input, approximate="none"):
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    if (
        approximate == "tanh" and input.dtype is torch.bfloat16
    ):  # each step is rounded, as in PyTorch
        two, three = torch.tensor([math.sqrt(2 / math.pi), 0.044715], dtype=input.dtype).unbind()

        def share(x):
            return 1 + (two * (x + three * (x * x * x))).tanh()

        def back(g, x=input):
            inner = (two * (x + three * (x * x * x))).tanh()
            slope = 0.5 * x * (1 - inner * inner) * (two * (1 + 3 * three * (x * x)))
            return [g * (0.5 * (1 + inner) + slope)]

        return _own_step(lambda x: 0.5 * x * share(x), back, "GeluBackward0", input)
    return _new(_engine.gelu(_handle(input, "gelu"), approximate))


def _source(input, inplace):
    """What will be written over, as it was: its gradient needs that."""
    return input.clone() if inplace and input.requires_grad else input


def _written(made, input, inplace, own=""):
    """own: the name of the step in place, where that keeps its result."""
    if not inplace:
        return made
    _renamed(input.copy_(made), made)
    return _named_step(input, own, input) if own else input


def relu(input, inplace=False):
    return input.relu_() if inplace else input.relu()


def relu_(input):
    return input.relu_()


def _wide(input):
    """What PyTorch rounds once, at the end, where a number has two bytes."""
    return input.float() if input.is_floating_point() and input.dtype.itemsize == 2 else input


def silu(input, inplace=False):
    """Each of its steps is rounded, as in PyTorch: with bfloat16 one sees it."""
    x = _source(input, inplace)

    def back(g):
        share = 1 / (1 + (-x).exp())
        return [g * share * (1 + x * (1 - share))]

    made = _own_step(lambda x: x / (1 + (-x).exp()), back, "SiluBackward0", x)
    return _written(made, input, inplace)


def mish(input, inplace=False):
    def slope(x, g):
        share = x.exp().log1p().tanh()
        return g * (share + x * (1 / (1 + (-x).exp())) * (1 - share * share))

    return _activation(lambda x: x * softplus(x).tanh(), slope, "MishBackward0", input, inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    def forward(x, g=None):
        g = x if g is None else g
        return torch.where(x > 0, g, g * negative_slope)

    return _activation(forward, forward, "LeakyReluBackward0", input, inplace, "LeakyReluBackward1")


def elu(input, alpha=1.0, inplace=False):
    return _scaled_elu(input, alpha, 1, 1, "EluBackward0", inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    if input.dtype is torch.bool:
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if input.dtype is torch.uint8 and min_val < 0:
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    if input.dtype._kind <= _INTEGER:
        min_val, max_val = int(min_val), int(max_val)
    if min_val != min_val or max_val != max_val:
        raise NotImplementedError(
            "hardtanh() between limits that are no numbers is not part of this lab's torch"
        )

    def slope(x, g):
        return g.masked_fill((x <= min_val) | (x >= max_val), 0)

    return _activation(
        lambda x: x.masked_fill(x <= min_val, min_val).masked_fill(x >= max_val, max_val),
        slope,
        "HardtanhBackward0",
        input,
        inplace,
    )


def relu6(input, inplace=False):
    return hardtanh(input, 0.0, 6.0, inplace)


def _scaled_elu(input, alpha, scale, by, name, inplace):
    """By e^x - 1 as PyTorch has it, and not by expm1: near 0 one sees the difference."""

    def forward(x):
        below = ((x.clamp(max=0) * by).exp() - 1) * (alpha * scale)
        return torch.where(x <= 0, below, x * scale)

    def slope(x, g):
        below = g * by * (alpha * scale) * (x.masked_fill(x >= 0, 0) * by).exp()
        return torch.where(x <= 0, below, g * scale)

    return _activation(forward, slope, name, input, inplace, name[:-1] + "1")


def selu(input, inplace=False):
    return _scaled_elu(input, 1.6732632423543772, 1.0507009873554805, 1, "EluBackward0", inplace)


def celu(input, alpha=1.0, inplace=False):
    return _scaled_elu(input, alpha, 1, 1 / alpha, "CeluBackward0", inplace)


def _activation(forward, slope, title, input, inplace=False, own=""):
    """An activation of wide numbers, which is rounded once; slope(x, g): its gradient, likewise.

    own: the name of the step in place, where that keeps its result.
    """
    x = _source(input, inplace)

    def back(g):
        return [slope(_wide(x), _wide(g)).to(g.dtype)]

    made = _own_step(lambda x: forward(_wide(x)).to(x.dtype), back, title, x)
    return _written(made, input, inplace, own)


def hardsigmoid(input, inplace=False):
    def slope(x, g):
        sixth = 0.1666666716337204  # as in PyTorch: of float32 for each type
        return (g * sixth).where((x > -3) & (x < 3), 0)

    return _activation(
        lambda x: (x + 3).clamp(0, 6) / 6, slope, "HardsigmoidBackward0", input, inplace
    )


def _is_in_vectors(x):
    """Which numbers PyTorch's loop takes in whole vectors, two at once; the last it takes alone."""
    n = x.numel()
    if not n or sum((size - 1) * step for size, step in zip(x.shape, x.stride())) != n - 1:
        return torch.zeros(x.shape, dtype=torch.bool)
    in_memory = torch.arange(n).as_strided(x.shape, x.stride())
    return in_memory < n - n % (64 // x.element_size())


def hardswish(input, inplace=False):
    def slope(x, g):
        inside = x.where(x.abs() < 3, x.detach())  # at both ends too it has no second slope
        is_inside = torch.where(_is_in_vectors(x), ~(x >= 3), x <= 3)
        return (g * (inside / 3 + 0.5)).where(is_inside, g).masked_fill(x < -3, 0)

    return _activation(
        lambda x: x * (x + 3).clamp(0, 6) / 6, slope, "HardswishBackward0", input, inplace
    )


def tanhshrink(input):
    return input - input.tanh()


def prelu(input, weight):
    is_mixed = input.dtype is torch.bfloat16 and weight.dtype is torch.float32
    if input.dtype is not weight.dtype and not is_mixed:
        raise RuntimeError(f"Found dtype {weight.dtype._scalar} but expected {input.dtype._scalar}")
    n = weight.numel()
    if weight.dim() > 1:
        raise RuntimeError(
            f"prelu: Expected `weight` to be a scalar or 1D tensor, but got ndim = {weight.dim()}"
        )
    if n != 1:
        if input.dim() == 0:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = input.shape[1] if input.dim() > 1 else 1
        if channels != n:
            raise RuntimeError(
                f"Mismatch of parameter numbers and input channel size. Found parameter numbers = "
                f"{n} and channel size = {channels}."
            )
        weight = weight.view([-1 if d == 1 else 1 for d in range(input.dim())])
    elif weight.dim():
        weight = weight.reshape([1] * input.dim())
    made = torch.where(input > 0, input, weight * input).to(input.dtype)
    return _named_step(made, "PreluBackward0", input, weight)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    if eps != 1e-10:
        warnings.warn("`eps` parameter is deprecated and has no effect.", stacklevel=2)
    noise = -torch.empty(logits.shape, dtype=logits.dtype).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    return torch.zeros_like(logits).scatter_(dim, index, 1.0) - soft.detach() + soft


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return torch.norm(x1 - x2 + eps, p, -1, keepdim)


def softsign(input):
    return input / (input.abs() + 1)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    return softmax(-input, dim, _stacklevel, dtype)


def glu(input, dim=-1):
    n = input.size(dim)
    if n % 2:
        raise RuntimeError(
            f"Halving dimension must be even, but dimension {dim % input.dim()} is size {n}"
        )

    def back(g):
        first, second = input.chunk(2, dim)
        share = second.sigmoid()
        wide = _wide(share)
        by_second = (1 - wide) * wide * _wide(first) * _wide(g)
        return [torch.cat([share * g, by_second.to(g.dtype)], dim)]

    def forward(x):
        first, second = _wide(x).chunk(2, dim)
        return (first * second.sigmoid()).to(x.dtype)

    return _own_step(forward, back, "GluBackward0", input)


def sigmoid(input):
    return input.sigmoid()


def tanh(input):
    return input.tanh()


def softplus(input, beta=1, threshold=20):
    def parts(x):
        scaled = x * beta
        is_linear = scaled > threshold
        return is_linear, scaled.masked_fill(is_linear, 0).exp()

    def forward(x):
        is_linear, power = parts(x)
        return torch.where(is_linear, x, power.log1p() / beta)

    def slope(x, g):
        is_linear, power = parts(x)
        return torch.where(is_linear, g, g * power / (power + 1))

    return _activation(forward, slope, "SoftplusBackward0", input)


def logsigmoid(input):
    if input.dtype is torch.bfloat16:

        def back(g):
            power = (-input.abs()).exp().float()
            share = power / (1 + power)
            return [(g.float() * torch.where(input < 0, 1 - share, share)).to(g.dtype)]

        return _own_step(lambda x: 0 - softplus(-x), back, "LogSigmoidBackward0", input)
    return _named_step(0 - softplus(-input), "LogSigmoidBackward0", input)


def _of_channels(n):
    """Dropout of whole channels: one number drawn for all that is in one."""

    def function(input, p=0.5, training=True, inplace=False):
        if not 0 <= p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        if not training or p == 0:
            return input
        rest = [1] * (input.dim() - 2)
        noise = dropout(torch.ones(*input.shape[:2], *rest, dtype=input.dtype), p)
        return input.mul_(noise) if inplace else input * noise

    return _named(function, f"dropout{n}d")


dropout2d, dropout3d = _of_channels(2), _of_channels(3)


def softshrink(input, lambd=0.5):
    if lambd < 0:
        raise RuntimeError(f"lambda must be greater or equal to 0, but found to be {lambd:g}.")

    def forward(x):
        return torch.where(x > lambd, x - lambd, torch.where(x < -lambd, x + lambd, 0))

    return _activation(
        forward,
        lambda x, g: g.masked_fill((x >= -lambd) & (x <= lambd), 0),
        "SoftshrinkBackward0",
        input,
    )


def hardshrink(input, lambd=0.5):
    def forward(x, g=None):
        return (x if g is None else g).masked_fill((x >= -lambd) & (x <= lambd), 0)

    return _activation(forward, forward, "HardshrinkBackward0", input)


def threshold(input, threshold, value, inplace=False):
    return _activation(
        lambda x: x.masked_fill(x <= threshold, value),
        lambda x, g: g.masked_fill(x <= threshold, 0),
        "ThresholdBackward0",
        input,
        inplace,
    )


def dropout(input, p=0.5, training=True, inplace=False):
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    scalar = _tensor(input, "dropout").dtype._scalar
    if not training or p == 0:
        return input
    if input.dtype._kind <= _INTEGER:
        raise RuntimeError(f"result type Float can't be cast to the desired output type {scalar}")
    if input.is_complex():
        raise RuntimeError(f"\"bernoulli_scalar_cpu_\" not implemented for '{scalar}'")
    noise = _new(_engine.dropout_noise(_handle(input, "dropout"), float(p)))
    return input.mul_(noise) if inplace else input * noise


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    sizes = input.norm(p, dim, True).clamp_min(eps).expand_as(input)
    return torch.div(input, sizes, out=out)


def one_hot(tensor, num_classes=-1):
    if tensor.dtype is not torch.int64:
        raise RuntimeError("one_hot is only applicable to index tensor.")
    if num_classes == -1 and not tensor.numel():
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    n = int(tensor.max()) + 1 if num_classes == -1 else num_classes
    if tensor.numel() and int(tensor.min()) < 0:
        raise RuntimeError("Class values must be non-negative.")
    if tensor.numel() and int(tensor.max()) >= n:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return (tensor.unsqueeze(-1) == torch.arange(n)).long().contiguous()


def pad(input, pad, mode="constant", value=None):
    _check_ints(pad, "pad", "pad")
    _tensor(input, "pad")
    if mode == "constant":
        _check_fits(value, input.dtype)
        return _new(_engine.pad(input._h, _ints(pad, "pad", "pad", 2), float(value or 0)))
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if value not in (None, 0):
        raise ValueError(f'Padding mode "{mode}" doesn\'t take in value argument')
    n = len(pad) // 2
    if len(pad) % 2 or not max(n + 1, 2) <= input.dim() <= n + 2:
        raise NotImplementedError(
            "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now"
        )
    if mode == "circular" and input.dim() < n + 2:
        wanted = len(pad) - 2
        raise RuntimeError(f"Invalid padding size, expected {wanted} but got {len(pad)}")
    if mode != "circular" and input.dtype._kind <= _INTEGER:
        kernel = {"reflect": "reflection", "replicate": "replication"}[mode] + f"_pad{n}d"
        kernel += "_cpu" if mode == "replicate" or n == 3 else ""
        raise RuntimeError(f"\"{kernel}\" not implemented for '{input.dtype._scalar}'")
    made = input
    for k in range(0, len(pad), 2):
        made = _padded_from_itself(made, -1 - k // 2, pad[k], pad[k + 1], mode)
    name = {"reflect": "Reflection", "replicate": "Replication"}.get(mode)
    return _named_step(made, f"{name}Pad{len(pad) // 2}DBackward0", input) if name else made


def _padded_from_itself(input, dim, before, after, mode):
    n = input.size(dim)
    if mode == "reflect" and max(before, after) >= n:
        raise RuntimeError(
            "Argument #4: Padding size should be less than the corresponding input dimension, but "
            f"got: padding ({before}, {after}) at dimension {dim % input.dim()} of input "
            f"{list(input.shape)}"
        )
    places = torch.arange(-before, n + after)
    if mode == "replicate":
        places = places.clamp(0, n - 1)
    elif mode == "circular":  # what a negative amount cuts off is cut first
        start = max(-before, 0)
        kept = n + min(after, 0) - start
        if max(before, after, 1) > kept:  # PyTorch takes some of these for which it has no numbers
            raise RuntimeError("Padding value causes wrapping around more than once.")
        places = start + torch.arange(-max(before, 0), kept + max(after, 0)) % kept
    else:
        places = (n - 1) - ((n - 1) - places.abs()).abs()
    return input.index_select(dim, places)


def multi_head_attention_forward(
    query,
    key,
    value,
    embed_dim_to_check,
    num_heads,
    in_proj_weight,
    in_proj_bias,
    bias_k,
    bias_v,
    add_zero_attn,
    dropout_p,
    out_proj_weight,
    out_proj_bias,
    training=True,
    key_padding_mask=None,
    need_weights=True,
    attn_mask=None,
    use_separate_proj_weight=False,
    q_proj_weight=None,
    k_proj_weight=None,
    v_proj_weight=None,
    static_k=None,
    static_v=None,
    average_attn_weights=True,
):
    if static_k is not None or static_v is not None:
        raise NotImplementedError(
            "static_k= and static_v= of multi_head_attention_forward() are not part of this lab's "
            "torch"
        )
    is_batched = _check_attended(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not is_batched:
        query, key, value = (x.unsqueeze(1) for x in (query, key, value))
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    t, b, d = query.shape
    if d != embed_dim_to_check:
        raise AssertionError(
            f"was expecting embedding dimension of {embed_dim_to_check}, but got {d}"
        )
    if use_separate_proj_weight:
        if key.shape[:2] != value.shape[:2]:
            raise AssertionError(
                f"key's sequence and batch dims {key.shape[:2]} do not match value's "
                f"{value.shape[:2]}"
            )
        weights = (q_proj_weight, k_proj_weight, v_proj_weight)
    else:
        if key.shape != value.shape:
            raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
        weights = in_proj_weight.chunk(3)
    biases = (None,) * 3 if in_proj_bias is None else in_proj_bias.chunk(3)
    q, k, v = (linear(x, w, c) for x, w, c in zip((query, key, value), weights, biases))
    mask = _attention_mask(attn_mask, (t, k.shape[0]), b * num_heads)
    padding, more = key_padding_mask, []
    if bias_k is not None and bias_v is not None:
        k, v = (torch.cat([x, one.repeat(1, b, 1)]) for x, one in ((k, bias_k), (v, bias_v)))
        more.append(1)
    q, k, v = (
        x.reshape(x.shape[0], b * num_heads, d // num_heads).transpose(0, 1) for x in (q, k, v)
    )
    if add_zero_attn:
        zeros = torch.zeros(b * num_heads, 1, d // num_heads, dtype=k.dtype)
        k, v = torch.cat([k, zeros], 1), torch.cat([v, zeros], 1)
        more.append(1)
    if more:  # what was added may be attended to
        mask = None if mask is None else pad(mask, (0, len(more)))
        padding = None if padding is None else pad(padding, (0, len(more)))
    s = k.shape[1]
    mask = _with_padding(mask, padding, (b, s), num_heads)
    if mask is not None and mask.dtype is torch.bool:
        mask = torch.zeros(mask.shape, dtype=q.dtype).masked_fill_(mask, -math.inf)
    logits = torch.bmm(q / math.sqrt(d // num_heads), k.transpose(-2, -1))
    logits = logits if mask is None else logits + mask
    shown = dropout(torch.softmax(logits, -1), dropout_p, training)
    out = torch.bmm(shown, v).transpose(0, 1).reshape(t * b, d)
    out = linear(out, out_proj_weight, out_proj_bias).view(t, b, -1)
    if not is_batched:
        out = out.squeeze(1)
    if not need_weights:
        return out, None
    shown = shown.view(b, num_heads, t, s)
    if average_attn_weights:
        shown = shown.sum(1) / num_heads
    return out, shown if is_batched else shown.squeeze(0)


def _check_attended(query, key, value, key_padding_mask, attn_mask, num_heads):
    """-> whether there is a batch"""
    rank = query.dim()
    if rank not in (2, 3):
        raise AssertionError(
            f"query should be unbatched 2D or batched 3D tensor but received {rank}-D query tensor"
        )
    what = "batched" if rank == 3 else "unbatched"
    if key.dim() != rank or value.dim() != rank:
        raise AssertionError(
            f"For {what} ({rank}-D) `query`, expected `key` and `value` to be {rank}-D but found "
            f"{key.dim()}-D and {value.dim()}-D tensors respectively"
        )
    if key_padding_mask is not None and key_padding_mask.dim() != rank - 1:
        raise AssertionError(
            f"For {what} ({rank}-D) `query`, expected `key_padding_mask` to be `None` or "
            f"{rank - 1}-D but found {key_padding_mask.dim()}-D tensor instead"
        )
    if attn_mask is not None and attn_mask.dim() not in (2, 3):
        raise AssertionError(
            f"For {what} ({rank}-D) `query`, expected `attn_mask` to be `None`, 2-D or 3-D but "
            f"found {attn_mask.dim()}-D tensor instead"
        )
    return rank == 3


def _attention_mask(mask, shape, heads):
    if mask is None:
        return None
    if mask.dtype is torch.uint8:
        warnings.warn(
            "Byte tensor for attn_mask in nn.MultiheadAttention is deprecated. Use bool tensor "
            "instead.",
            stacklevel=4,
        )
        mask = mask.to(torch.bool)
    if not mask.is_floating_point() and mask.dtype is not torch.bool:
        raise AssertionError(
            f"Only float, byte, and bool types are supported for attn_mask, not {mask.dtype}"
        )
    wanted = shape if mask.dim() == 2 else (heads, *shape)
    if tuple(mask.shape) != wanted:
        raise RuntimeError(
            f"The shape of the {mask.dim()}D attn_mask is {mask.shape}, but should be {wanted}."
        )
    return mask.unsqueeze(0) if mask.dim() == 2 else mask


def _with_padding(mask, padding, shape, num_heads):
    if padding is None:
        return mask
    if tuple(padding.shape) != shape:
        raise AssertionError(
            f"expecting key_padding_mask shape of {shape}, but got {padding.shape}"
        )
    b, s = shape
    padding = padding.view(b, 1, 1, s).expand(-1, num_heads, -1, -1).reshape(b * num_heads, 1, s)
    if mask is None:
        return padding
    if mask.dtype is torch.bool:
        return mask.logical_or(padding)
    return mask.masked_fill(padding, -math.inf)


def scaled_dot_product_attention(
    query,
    key,
    value,
    attn_mask=None,
    dropout_p=0.0,
    is_causal=False,
    scale=None,
    enable_gqa=False,
):
    """PyTorch 2's: the causal mask starts at the upper left, also where there are fewer queries."""
    _engine.uses("attention")
    if enable_gqa:  # several heads of queries share one of keys
        groups = [query.shape[-3] // max(part.shape[-3], 1) for part in (key, value)]
        if [n * part.shape[-3] for n, part in zip(groups, (key, value))] != [query.shape[-3]] * 2:
            raise RuntimeError(
                "scaled_dot_product_attention(): with enable_gqa=True the heads of the query, "
                f"{query.shape[-3]}, must be a multiple of those of key and value, got "
                f"{key.shape[-3]} and {value.shape[-3]}"
            )
        key = key.repeat_interleave(groups[0], -3)
        value = value.repeat_interleave(groups[1], -3)
    if scale is None:
        scale = 1 / math.sqrt(query.shape[-1])
    logits = query @ key.transpose(-2, -1) * scale
    if is_causal:
        if attn_mask is not None:
            raise RuntimeError(
                "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
                "is_causal=True"
            )
        attn_mask = torch.ones(query.shape[-2], key.shape[-2], dtype=torch.bool).tril()
    if attn_mask is not None:
        if attn_mask.dtype is torch.bool:
            logits = logits.masked_fill(~attn_mask, -math.inf)
        else:
            logits = logits + attn_mask
    return dropout(torch.softmax(logits, -1), dropout_p, dropout_p > 0) @ value


__getattr__ = getattr_of("torch.nn.functional")

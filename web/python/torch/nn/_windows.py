"""Functions over windows: convolution and pooling, and what normalises over a batch."""

import math

import torch
from torch import _modes
from torch._arguments import _flat, _named, _tensor
from torch._base import _checked_dim
from torch._tape import named as _named_step
from torch._tape import own_step as _own_step

_C_NAMES = {
    "float32": "float",
    "float64": "double",
    "float16": "c10::Half",
    "bfloat16": "c10::BFloat16",
    "int64": "long int",
    "int32": "int",
    "int16": "short int",
    "int8": "signed char",
    "uint8": "unsigned char",
    "complex64": "c10::complex<float>",
}


def _pair(value, n):
    values = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    _flat([one for one in values if one is not None])
    if len(values) not in (1, n):
        raise RuntimeError(f"expected one int or {n}, but got {list(values)}")
    return values * (n // len(values))


def _window_pads(padding, kernel, dilation):
    """Zeros before and after each axis."""
    if padding == "valid":
        return [(0, 0)] * len(kernel)
    if padding == "same":
        totals = [d * (k - 1) for d, k in zip(dilation, kernel)]
        return [(total // 2, total - total // 2) for total in totals]
    return [(p, p) for p in _pair(padding, len(kernel))]


def _windows(x, kernel, stride, dilation):
    """The last axes of x as windows: their places first, then the places within each."""
    first = x.dim() - len(kernel)
    for d, (k, step, apart) in enumerate(zip(kernel, stride, dilation)):
        x = x.unfold(first + d, apart * (k - 1) + 1, step)
    for d, apart in enumerate(dilation):
        if apart > 1:
            at = (slice(None),) * (first + len(kernel) + d)
            x = x[(*at, slice(None, None, apart))]
    return x


def _padded(x, pads, value=0.0):
    ends = [size for pair in reversed(pads) for size in pair]
    return torch.nn.functional.pad(x, ends, "constant", value) if any(ends) else x


def _convolution(input, weight, bias, stride, padding, dilation, groups, n):
    name = f"conv{n}d"
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError(
            f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {name}, but got input "
            f"of size: {list(input.shape)}"
        )
    if input.dim() == n + 1:
        batch = input.unsqueeze(0)
        return _convolution(batch, weight, bias, stride, padding, dilation, groups, n).squeeze(0)
    kernel = tuple(weight.shape[2:])
    stride, dilation = _pair(stride, n), _pair(dilation, n)
    if input.shape[1] != weight.shape[1] * groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected "
            f"input{list(input.shape)} to have {weight.shape[1] * groups} channels, but got "
            f"{input.shape[1]} channels instead"
        )
    if bias is not None and input.dtype is not bias.dtype:
        kinds = [_C_NAMES.get(x.dtype._name, x.dtype._name) for x in (input, bias)]
        raise RuntimeError("Input type ({}) and bias type ({}) should be the same".format(*kinds))
    if bias is not None and bias.shape != weight.shape[:1]:
        raise RuntimeError(
            f"Given weight of size {[*weight.shape]}, expected bias to be 1-dimensional with "
            f"{weight.shape[0]} elements, but got bias of size {[*bias.shape]} instead"
        )
    if input.dtype is not weight.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype._scalar} but found {weight.dtype._scalar}"
        )
    if input.dtype is torch.bfloat16:  # rounded once
        wide = (None if part is None else part.float() for part in (input, weight, bias))
        made = _convolution(*wide, stride, padding, dilation, groups, n).to(torch.bfloat16)
        return _named_step(made, "ConvolutionBackward0", input, weight)
    x = _padded(input, _window_pads(padding, kernel, dilation))
    reach = [d * (k - 1) + 1 for d, k in zip(dilation, kernel)]
    if any(size < r for size, r in zip(x.shape[2:], reach)):
        sizes = [" x ".join(map(str, s)) for s in (x.shape[2:], kernel)]
        raise RuntimeError(
            f"Calculated padded input size per channel: ({sizes[0]}). Kernel size: ({sizes[1]}). "
            "Kernel size can't be greater than actual input size"
        )
    windows = _windows(x, kernel, stride, dilation)  # (batch, channels, places, within)
    b, c = windows.shape[:2]
    places = windows.shape[2 : 2 + n]
    order = (0, *range(2, 2 + n), 1, *range(2 + n, 2 + 2 * n))
    rows = windows.permute(order).reshape(b, math.prod(places), groups, -1)
    parts = weight.reshape(groups, weight.shape[0] // groups, -1)
    if groups == 1:
        out = rows.squeeze(2) @ parts[0].t()
    else:
        out = torch.einsum("bpgk,gok->bpgo", rows, parts).reshape(b, math.prod(places), -1)
    if bias is not None:
        out = out + bias
    out = out.transpose(1, 2).contiguous().view(b, weight.shape[0], *places)
    return _named_step(out, "ConvolutionBackward0", input, weight)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolution(input, weight, bias, stride, padding, dilation, groups, 1)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolution(input, weight, bias, stride, padding, dilation, groups, 2)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolution(input, weight, bias, stride, padding, dilation, groups, 3)


# --------------------------------------------------------------------------------- pooling


def _refuse(name, **arguments):
    for key, value in arguments.items():
        if value:
            raise NotImplementedError(f"{key}= of {name}() is not part of this lab's torch")


def _check_rank(name, input, n):
    rank = _tensor(input, name).dim()
    if rank in (n + 1, n + 2):
        return
    if name == "max_pool1d":
        raise RuntimeError(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for "
            f"input, but got:{list(input.shape)}"
        )
    if name.endswith("avg_pool1d"):
        raise RuntimeError(
            f"Expected 2 to 3 dimensions, but got {rank}-dimensional tensor for argument #1 'self' "
            f"(while checking arguments for {name})"
        )
    if name == "avg_pool2d" and rank < 3:
        _checked_dim(-3, rank)
    raise RuntimeError("non-empty 3D or 4D (batch mode) tensor expected for input")


def _pool_pads(sizes, kernel, stride, padding, dilation, ceil_mode):
    """Before and after each axis; with ceil_mode the last window may reach beyond that."""
    pads = []
    for size, k, s, p, d in zip(sizes, kernel, stride, padding, dilation):
        if 2 * p > k:
            raise RuntimeError(
                f"pad should be at most half of kernel size, but got pad={p} and kernel_size={k}"
            )
        left = size + 2 * p - d * (k - 1) - 1
        more = -left % s if ceil_mode else 0
        is_outside = (left + more) // s * s >= size + p  # it would begin where nothing is
        pads.append((p, p + (0 if is_outside else more)))
    return pads


def _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices, n):
    _check_rank(f"max_pool{n}d", input, n)
    kernel, dilation, padding = (_pair(v, n) for v in (kernel_size, dilation, padding))
    stride = kernel if _is_unset(stride) else _pair(stride, n)
    sizes = input.shape[-n:]
    pads = _pool_pads(sizes, kernel, stride, padding, dilation, ceil_mode)
    x = _windows(_padded(input, pads, -math.inf), kernel, stride, dilation)
    out, chosen = x.flatten(-n).max(-1)
    name = "SqueezeBackward1" if n == 1 else f"MaxPool{n}DWithIndicesBackward0"
    out = _named_step(out, name, input)
    if not return_indices:
        return out
    places = torch.arange(math.prod(sizes)).view(sizes).expand(input.shape)
    places = _windows(_padded(places, pads, 0), kernel, stride, dilation).flatten(-n)
    return out, places.gather(-1, chosen.unsqueeze(-1)).squeeze(-1)


def _is_unset(stride):
    return stride is None or isinstance(stride, (tuple, list)) and not stride


def max_pool1d(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    options = (stride, padding, dilation, ceil_mode, return_indices)
    return _max_pool(input, kernel_size, *options, 1)


def max_pool2d(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    options = (stride, padding, dilation, ceil_mode, return_indices)
    return _max_pool(input, kernel_size, *options, 2)


def max_pool3d(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    options = (stride, padding, dilation, ceil_mode, return_indices)
    return _max_pool(input, kernel_size, *options, 3)


def _mean_pool(input, kernel_size, stride, padding, ceil_mode, counts_padding, divisor, n):
    _check_rank(f"avg_pool{n}d", input, n)
    if divisor == 0:
        raise RuntimeError("divisor must be not zero")
    kernel, dtype = _pair(kernel_size, n), input.dtype
    input = input.float() if dtype is torch.bfloat16 else input  # rounded once
    stride, padding = kernel if _is_unset(stride) else _pair(stride, n), _pair(padding, n)
    pads = _pool_pads(input.shape[-n:], kernel, stride, padding, (1,) * n, ceil_mode)
    sums = _windows(_padded(input, pads), kernel, stride, (1,) * n).flatten(-n).sum(-1)
    if divisor is None:
        ones = torch.ones(input.shape[-n:], dtype=input.dtype)
        own = [(p, p) for p in padding]
        ones = _padded(ones, own, 1.0 if counts_padding else 0.0)
        ones = _padded(ones, [(0, after - p) for (p, after) in pads])
        divisor = _windows(ones, kernel, stride, (1,) * n).flatten(-n).sum(-1)
    out = (sums / divisor).to(dtype)
    title = "SqueezeBackward1" if n == 1 else f"AvgPool{n}DBackward0"
    return _named_step(out, title, input)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    return _mean_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, None, 1)


def _avg_pool(n):
    def function(
        input,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        count_include_pad=True,
        divisor_override=None,
    ):
        options = (padding, ceil_mode, count_include_pad, divisor_override)
        return _mean_pool(input, kernel_size, stride, *options, n)

    return _named(function, f"avg_pool{n}d")


avg_pool2d, avg_pool3d = _avg_pool(2), _avg_pool(3)


def _parts(input, output_size, n, joined):
    """Each axis cut into as many parts as are wanted, and each part joined into one."""
    for d, wanted in enumerate(_pair(output_size, n)):
        size, axis = input.shape[d - n], d - n
        wanted = size if wanted is None else wanted
        ends = [(k * size // wanted, -(-(k + 1) * size // wanted)) for k in range(wanted)]
        parts = [joined(input.narrow(axis, a, b - a), axis) for a, b in ends]
        input = torch.cat(parts, axis) if len(parts) > 1 else parts[0]
    return input


def _adaptive(input, output_size, n):
    if input.dtype is torch.bfloat16:  # rounded once
        made = _adaptive(input.float(), output_size, n)
        return _named_step(made.to(input.dtype), made.grad_fn.name() if made.grad_fn else "")
    if n == 1:
        _check_rank("adaptive_avg_pool1d", input, n)
    input = _parts(input, output_size, n, lambda x, axis: x.mean(axis, True))
    if n == 1:
        return _named_step(input, "SqueezeBackward1")
    is_mean = tuple(input.shape[-n:]) == (1,) * n
    return _named_step(input, "MeanBackward1" if is_mean else f"AdaptiveAvgPool{n}DBackward0")


def adaptive_avg_pool1d(input, output_size):
    return _adaptive(input, output_size, 1)


def adaptive_avg_pool2d(input, output_size):
    return _adaptive(input, output_size, 2)


def adaptive_avg_pool3d(input, output_size):
    return _adaptive(input, output_size, 3)


def _adaptive_max(n):
    def function(input, output_size, return_indices=False):
        _refuse(f"adaptive_max_pool{n}d", return_indices=return_indices)
        out = _parts(input, output_size, n, lambda x, axis: x.max(axis, True)[0])
        return _named_step(out, "SqueezeBackward1" if n == 1 else "AdaptiveMaxPool2DBackward0")

    return _named(function, f"adaptive_max_pool{n}d")


adaptive_max_pool1d, adaptive_max_pool2d = map(_adaptive_max, (1, 2))


# --------------------------------------------------------------------------- normalisation


def _refuse_short(what):
    raise NotImplementedError(f"{what} of bfloat16 is not part of this lab's torch")


def _channels(value, rank):
    return value.view([-1 if d == 1 else 1 for d in range(rank)])


def _check_channels(wanted, times, *parts):
    """A number for each channel: one alone would be stretched, and no error raised."""
    for name, part in zip(("running_mean", "running_var", "weight", "bias"), parts):
        if part is not None and part.numel() * times != wanted:
            raise RuntimeError(
                f"{name} should contain {wanted} elements not {part.numel() * times}"
            )


def batch_norm(
    input,
    running_mean,
    running_var,
    weight=None,
    bias=None,
    training=False,
    momentum=0.1,
    eps=1e-05,
):
    rank = input.dim()
    own = weight if running_mean is None else running_mean
    if own is not None and own.dtype is not input.dtype and input.dtype is not torch.bfloat16:
        if input.dtype._kind == own.dtype._kind:
            is_wide = input.dtype is torch.float64
            raise RuntimeError(
                f"mixed dtype (CPU): expect {'input' if is_wide else 'parameter'} to have scalar "
                f"type of {'BFloat16' if is_wide else 'Float'}"
            )
    axes = [d for d in range(rank) if d != 1]
    if not training and running_mean is None:
        raise RuntimeError("running_mean must be defined in evaluation mode")
    if not input.shape[1]:
        raise NotImplementedError("batch_norm() of no channels is not part of this lab's torch")
    _check_channels(input.shape[1], 1, running_mean, running_var, weight, bias)
    for part in (running_mean, running_var):
        if part is not None and part.dim() != 1:
            raise RuntimeError(f"TensorAccessor expected 1 dims but tensor has {part.dim()}")
    n = input.numel() // input.shape[1]
    if input.dtype is torch.bfloat16:  # of numbers of its own: rounded once
        if training:
            _refuse_short("batch_norm() in training")
        parts = (running_mean, running_var, weight, bias)
        wide = (None if part is None else part.float() for part in parts)
        made = batch_norm(input.float(), *wide, False, momentum, eps).to(input.dtype)
        return _named_step(made, "NativeBatchNormBackward0")
    if training:
        if n == 0:
            raise NotImplementedError(
                "batch_norm() of nothing in training is not part of this lab's torch"
            )
        if n == 1:
            raise ValueError(
                f"Expected more than 1 value per channel when training, got input size "
                f"{input.size()}"
            )
        if running_mean is not None:
            with torch.no_grad():
                mean, var = input.mean(axes), input.var(axes, False)
                running_mean.mul_(1 - momentum).add_(mean, alpha=momentum)
                running_var.mul_(1 - momentum).add_(var, alpha=momentum * n / (n - 1))
        return _batch_normed(input, weight, bias, axes, eps)
    mean, var = running_mean, running_var
    scale = (var + eps).rsqrt()
    out = (input - _channels(mean, rank)) * _channels(scale, rank)
    if weight is not None:
        out = out * _channels(weight, rank)
    out = out if bias is None else out + _channels(bias, rank)
    return _named_step(out, "NativeBatchNormBackward0", input, weight, running_mean, running_var)


def _batch_normed(input, weight, bias, axes, eps):
    """By the moments of the batch, which the gradient takes as they were here."""
    rank = input.dim()
    given = [part for part in (weight, bias) if part is not None]

    def moments():
        return input.mean(axes, True), (input.var(axes, False, True) + eps).rsqrt()

    with torch.no_grad():
        kept = moments()

    def forward(x, *_):
        out = (x - kept[0]) * kept[1]
        out = out if weight is None else out * _channels(weight, rank)
        return out if bias is None else out + _channels(bias, rank)

    def back(g):
        mean, scale = moments() if _modes.is_on else kept  # they have a gradient too
        unit = (input - mean) * scale
        h = g if weight is None else g * _channels(weight, rank)
        parts = [scale * (h - h.mean(axes, True) - unit * (h * unit).mean(axes, True))]
        parts += [] if weight is None else [(g * unit).sum(axes)]
        return parts + ([] if bias is None else [g.sum(axes)])

    saved = given[:1] if weight is not None else []
    return _own_step(
        forward, back, "NativeBatchNormBackward0", input, *given, saved=[input, *saved]
    )


def _check_types(input, weight):
    if weight is not None and weight.dtype is not input.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype._scalar} but found {weight.dtype._scalar}"
        )


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    _checked_dim(1, input.dim())
    b, c = input.shape[:2]
    _check_types(input, weight)
    if c % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input of "
            f"shape {list(input.shape)} and num_groups={num_groups}"
        )
    for name, part in ("weight", weight), ("bias", bias):
        if part is not None and part.shape != (c,):
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in input, "
                f"but got {name} of shape {[*part.shape]} and input of shape {[*input.shape]}"
            )
    if input.dtype is torch.bfloat16:
        _refuse_short("group_norm()")
    if not input.numel():
        raise NotImplementedError("group_norm() of nothing is not part of this lab's torch")
    rows = input.reshape(b, num_groups, -1)
    out = torch.nn.functional._normalised(rows, rows.shape[2:], None, None, eps).view(input.shape)
    if weight is not None:
        out = out * _channels(weight, input.dim())
    out = out if bias is None else out + _channels(bias, input.dim())
    return _named_step(out, "NativeGroupNormBackward0", input, weight)


def instance_norm(
    input,
    running_mean=None,
    running_var=None,
    weight=None,
    bias=None,
    use_input_stats=True,
    momentum=0.1,
    eps=1e-05,
):
    times = input.shape[0]
    _check_channels(times * input.shape[1], times, running_mean, running_var, weight, bias)
    if not use_input_stats:
        return batch_norm(input, running_mean, running_var, weight, bias, False, momentum, eps)
    _refuse("instance_norm", running_mean=running_mean is not None)
    if not input.numel():
        raise NotImplementedError("instance_norm() of nothing is not part of this lab's torch")
    if math.prod(input.shape[2:]) == 1:
        raise ValueError(
            f"Expected more than 1 spatial element when training, got input size {input.size()}"
        )
    b, c, *rest = input.shape
    rows = batch_norm(input.reshape(1, b * c, *rest), None, None, None, None, True, 0.0, eps)
    out = rows.view(input.shape)
    if weight is not None:
        out = out * _channels(weight, input.dim())
    out = out if bias is None else out + _channels(bias, input.dim())
    return _named_step(out, "ViewBackward0")

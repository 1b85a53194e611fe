"""What changes the size of an image: interpolation, and windows taken apart and put together."""

import math

import torch
from torch._arguments import _named
from torch._base import _checked_dim
from torch._tape import named as _named_step
from torch._types import _INTEGER
from torch.nn import _windows

# ------------------------------------------------------------------------- interpolation

_RANKS = {"linear": 3, "bilinear": 4, "trilinear": 5}


def _cubic(x, a):
    """Of the distances to the places around: what each of them counts."""
    x = abs(x)
    if x < 1:
        return ((a + 2) * x - (a + 3)) * x * x + 1
    return (((x - 5) * x + 8) * x - 4) * a if x < 2 else 0.0


def _triangle(x):
    return max(0.0, 1 - abs(x))


def _shares(mode, n, m, scale, align_corners):
    """For each of m places: the places among n that it is made of, and the share of each."""
    rows = []
    for k in range(m):
        at = k * scale if align_corners else (k + 0.5) * scale - 0.5
        if mode == "bicubic":
            first = math.floor(at)
            reach = range(first - 1, first + 3)
            rows.append([(min(max(p, 0), n - 1), _cubic(at - p, -0.75)) for p in reach])
        else:
            at = max(at, 0.0)
            first = min(int(at), n - 1)
            part = min(max(at - first, 0.0), 1.0)
            rows.append([(first, 1 - part), (min(first + 1, n - 1), part)])
    return rows


def _smooth_shares(mode, n, m, scale, _):
    """With antialias=: where an image shrinks, each place is made of all that it covers."""
    wide, rows = max(scale, 1.0), []
    support = wide * (2 if mode == "bicubic" else 1)
    for k in range(m):
        middle = scale * (k + 0.5)
        reach = range(max(int(middle - support + 0.5), 0), min(int(middle + support + 0.5), n))
        apart = [(p - middle + 0.5) / wide for p in reach]
        counts = [_cubic(x, -0.5) if mode == "bicubic" else _triangle(x) for x in apart]
        rows.append([(p, count / sum(counts)) for p, count in zip(reach, counts)])
    most = max(map(len, rows))
    return [row + [(0, 0.0)] * (most - len(row)) for row in rows]


def _nearest(n, m, scale, is_exact):
    """In float32, as PyTorch has it: with other roundings some places would be others."""
    by = torch.tensor(scale, dtype=torch.float32)
    places = (torch.arange(m).float() + (0.5 if is_exact else 0)) * by
    return places.floor().long().clamp(max=n - 1)


def _along(x, axis, mode, m, given, align_corners, antialias):
    n = x.shape[axis]
    scale = n / m if given is None or given <= 0 else 1 / given
    if mode.startswith("nearest"):
        return x.index_select(axis, _nearest(n, m, scale, mode != "nearest"))
    if align_corners:
        scale = (n - 1) / (m - 1) if m > 1 else 0.0
    if n == m and not antialias and (align_corners or scale == 1):
        return x
    rows = (_smooth_shares if antialias else _shares)(mode, n, m, scale, align_corners)
    shape = [m if d == axis else 1 for d in range(x.dim())]
    out = 0
    for taps in zip(*rows):
        places, shares = zip(*taps)
        share = torch.tensor(shares, dtype=x.dtype).view(shape)
        out = out + x.index_select(axis, torch.tensor(places)) * share
    return out


def _check_kernel(input, mode):
    kind = input.dtype
    if kind in (torch.bfloat16, torch.float16) and not mode.startswith("nearest"):
        raise NotImplementedError(
            f"interpolate() of {kind._name}, mode='{mode}', is not part of this lab's torch"
        )
    if kind.is_floating_point or kind is torch.uint8 and mode.startswith("nearest"):
        return
    kernel = "cubic" if mode == "bicubic" else "linear" if mode in _RANKS else "nearest"
    kernel = f"compute_indices_weights_{kernel}"
    raise RuntimeError(f"\"{kernel}\" not implemented for '{kind._scalar}'")


def _check_mode(input, mode):
    rank = input.dim()
    usual = ("nearest", "nearest-exact", "area")
    if rank in (3, 4, 5):
        if mode in usual or _RANKS.get(mode) == rank or (mode == "bicubic" and rank == 4):
            return
        if mode in _RANKS:
            raise NotImplementedError(
                f"Got {rank}D input, but {mode} mode needs {_RANKS[mode]}D input"
            )
    raise NotImplementedError(
        f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {rank}D) for the modes: "
        "nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact (got "
        f"{mode})"
    )


def _per_axis(value, n, sizes, name, shown):
    if not isinstance(value, (tuple, list)):
        return [value] * n
    if len(value) != n:
        raise ValueError(
            f"Input and {'output' if name == 'size' else name} must have the same number of "
            f"spatial dimensions, but got input with spatial dimensions of {sizes} and {shown} "
            f"{value}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
            f"{'output size' if name == 'size' else name} in "
            f"({'o1, o2, ...,oK' if name == 'size' else 's1, s2, ...,sK'}) format."
        )
    return list(value)


def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    if mode in ("nearest", "area", "nearest-exact") and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear "
            "| bicubic | trilinear"
        )
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    n, before = input.dim() - 2, list(input.shape[2:])
    if size is not None:
        after = _per_axis(size, n, before, "size", "output size of")
        scales = [None] * n
    else:
        scales = _per_axis(scale_factor, n, before, "scale_factor", "scale_factor of shape")
        after = [math.floor(float(a) * b) for a, b in zip(before, scales)]
        if recompute_scale_factor or mode == "area":
            scales = [None] * n
    if antialias and not (mode in ("bilinear", "bicubic") and n == 2):
        raise ValueError("Anti-alias option is only supported for bilinear and bicubic modes")
    _check_mode(input, mode)
    if any(isinstance(m, float) for m in after):
        raise TypeError(
            f"upsample_{mode}{n}d() received an invalid combination of arguments - got (Tensor, "
            f"{'tuple' if isinstance(size, tuple) else 'list'}, NoneType)"
        )
    if mode == "area":
        return getattr(torch.nn.functional, f"adaptive_avg_pool{n}d")(input, after)
    _check_kernel(input, mode)
    if min(before + after) <= 0:
        shown = [
            ", ".join(f"{name}: {v}" for name, v in zip("DHW"[3 - n :], sizes))
            for sizes in (before, after)
        ]
        raise RuntimeError(
            f"Input and output sizes should be greater than 0, but got input ({shown[0]}) output "
            f"({shown[1]})"
        )
    out = input
    for k in range(n - 1, -1, -1):
        out = _along(out, 2 + k, mode, after[k], scales[k], align_corners, antialias)
    if out is input:
        out = input.clone()
    kernel = mode.title().replace("-", "") + f"{n}D" + ("Aa" if antialias else "")
    return _named_step(out, f"Upsample{kernel}Backward1")


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    return interpolate(input, size, scale_factor, mode, align_corners)


# --------------------------------------------------------------- windows as columns, and back


def _sums_of_windows(windows, sizes, stride, pads, dilation):
    """The opposite of _windows(): (batch, channels, within, places) -> each place's sum."""
    n = len(sizes)
    kernel, places = windows.shape[2 : 2 + n], windows.shape[2 + n :]
    padded = [size + 2 * p for size, p in zip(sizes, pads)]
    flat = torch.zeros(1, dtype=torch.int64)
    for d in range(n):
        within = torch.arange(kernel[d]) * dilation[d]
        along = within.view(-1, 1) + torch.arange(places[d]) * stride[d]
        shape = [1] * (2 * n)
        shape[d], shape[n + d] = along.shape
        flat = flat * padded[d] + along.view(shape)
    b, c = windows.shape[:2]
    out = torch.zeros(b, c, math.prod(padded), dtype=windows.dtype)
    out = out.index_add(2, flat.flatten(), windows.reshape(b, c, -1)).view(b, c, *padded)
    for d, (size, p) in enumerate(zip(sizes, pads)):
        out = out.narrow(2 + d, p, size) if p else out
    return out


def _count(size, kernel, stride, pad, dilation):
    return (size + 2 * pad - dilation * (kernel - 1) - 1) // stride + 1


def _options(kernel_size, dilation, padding, stride):
    return [tuple(_windows._pair(v, 2)) for v in (kernel_size, dilation, padding, stride)]


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    rank = input.dim()
    if rank < 3:
        _checked_dim(2, rank)
    if rank not in (3, 4):
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero "
            f"dimensions for input, but got: {list(input.shape)}"
        )
    if input.dtype._kind <= _INTEGER:
        raise RuntimeError(f"\"im2col_out_cpu\" not implemented for '{input.dtype._scalar}'")
    kernel, dilation, padding, stride = _options(kernel_size, dilation, padding, stride)
    x = input if rank == 4 else input.unsqueeze(0)
    parts = zip(x.shape[2:], kernel, stride, padding, dilation)
    counts = tuple(_count(*part) for part in parts)
    if min(counts) < 1:
        raise RuntimeError(
            f"Given input with spatial size ({', '.join(map(str, x.shape[2:]))}), "
            f"kernel_size={kernel}, dilation={dilation}, padding={padding}, calculated shape of "
            f"the array of sliding blocks as {counts}, but its components must be at least one."
        )
    x = _windows._windows(_windows._padded(x, [(p, p) for p in padding]), kernel, stride, dilation)
    b, c = x.shape[:2]
    out = x.permute(0, 1, 4, 5, 2, 3).reshape(b, c * math.prod(kernel), -1)
    return _named_step(out if rank == 4 else out.squeeze(0), "Im2ColBackward0", input)


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    rank = input.dim()
    if rank not in (2, 3):
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and "
            f"non-zero dimensions for input, but got: {list(input.shape)}"
        )
    kernel, dilation, padding, stride = _options(kernel_size, dilation, padding, stride)
    sizes = tuple(_windows._pair(output_size, 2))
    x = input if rank == 3 else input.unsqueeze(0)
    if x.shape[1] % math.prod(kernel):
        raise RuntimeError(
            f"Expected size of input's dimension 1 to be divisible by the product of kernel_size, "
            f"but got input.size(1)={x.shape[1]} and kernel_size={kernel}."
        )
    counts = [_count(*part) for part in zip(sizes, kernel, stride, padding, dilation)]
    given = (
        f"Given output_size={sizes}, kernel_size={kernel}, dilation={dilation}, "
        f"padding={padding}, stride={stride}, "
    )
    if min(counts) < 1:
        raise RuntimeError(
            f"{given}which is too small (non-positive): calculated shape of the array of sliding "
            f"blocks as ({counts[0]}, {counts[1]}), but its components must be at least one."
        )
    if math.prod(counts) != x.shape[2]:
        raise RuntimeError(
            f"{given}expected size of input's dimension 2 to match the calculated number of "
            f"sliding blocks {counts[0]} * {counts[1]} = {math.prod(counts)}, but got "
            f"input.size(2)={x.shape[2]}."
        )
    x = x.reshape(x.shape[0], -1, *kernel, *counts)
    out = _sums_of_windows(x, sizes, stride, padding, dilation).contiguous()
    return _named_step(out if rank == 3 else out.squeeze(0), "Col2ImBackward0")


def _transposed(input, weight, bias, stride, padding, output_padding, groups, dilation, n):
    name, shape = f"conv_transpose{n}d", list(weight.shape)
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError(
            f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {name}, but got input "
            f"of size: {list(input.shape)}"
        )
    if input.dim() == n + 1:
        options = (stride, padding, output_padding, groups, dilation, n)
        return _transposed(input.unsqueeze(0), weight, bias, *options).squeeze(0)
    stride, padding, more, dilation = (
        tuple(_windows._pair(v, n)) for v in (stride, padding, output_padding, dilation)
    )
    _check_transposed(input, weight, bias, groups, (stride, more, dilation))
    kernel = weight.shape[2:]
    parts = list(zip(input.shape[2:], stride, padding, dilation, kernel, more))
    sizes = [(a - 1) * s - 2 * p + d * (k - 1) + o + 1 for a, s, p, d, k, o in parts]
    if min(sizes) < 1:
        a, b = (" x ".join(map(str, s)) for s in (input.shape[2:], sizes))
        raise RuntimeError(
            f"Given input size per channel: ({a}). Calculated output size per channel: ({b}). "
            "Output size is too small"
        )
    b, each = input.shape[0], shape[0] // groups
    rows = input.reshape(b, groups, each, -1)
    columns = weight.reshape(groups, each, -1).transpose(1, 2) @ rows
    windows = columns.reshape(b, groups * shape[1], *kernel, *input.shape[2:])
    out = _sums_of_windows(windows, sizes, stride, padding, dilation)
    if bias is not None:
        out = out + bias.view(-1, *[1] * n)
    return _named_step(out.contiguous(), "ConvolutionBackward0", input, weight)


def _check_transposed(input, weight, bias, groups, options):
    shape = list(weight.shape)
    if shape[0] < groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be at least {groups} at dimension 0, but "
            f"got weight of size {shape} instead"
        )
    if input.shape[1] != shape[0]:
        raise RuntimeError(
            f"Given transposed=1, weight of size {shape}, expected input{list(input.shape)} to "
            f"have {shape[0]} channels, but got {input.shape[1]} channels instead"
        )
    wanted = shape[1] * groups
    if bias is not None and tuple(bias.shape) != (wanted,):
        raise RuntimeError(
            f"Given transposed=1, weight of size {shape}, expected bias to be 1-dimensional with "
            f"{wanted} elements, but got bias of size {list(bias.shape)} instead"
        )
    if input.dtype is not weight.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype._scalar} but found {weight.dtype._scalar}"
        )
    stride, more, dilation = options
    if any(o >= s and o >= d for o, s, d in zip(more, stride, dilation)):
        axes = ("depth", "height", "width")[-len(stride) :]
        given = {"output_padding": more, "stride": stride, "dilation": dilation}
        shown = " ".join(
            f"{name}_{axis}: {v}" for name, values in given.items() for axis, v in zip(axes, values)
        )
        raise RuntimeError(
            f"output padding must be smaller than either stride or dilation, but got {shown}"
        )


def _conv_transpose(n):
    def function(
        input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
    ):
        options = (stride, padding, output_padding, groups, dilation)
        if input.dtype is torch.bfloat16:  # rounded once
            wide = (None if part is None else part.float() for part in (input, weight, bias))
            made = _transposed(*wide, *options, n).to(torch.bfloat16)
            return _named_step(made, "ConvolutionBackward0")
        return _transposed(input, weight, bias, *options, n)

    return _named(function, f"conv_transpose{n}d")


conv_transpose1d, conv_transpose2d, conv_transpose3d = map(_conv_transpose, (1, 2, 3))

# ------------------------------------------------------------------- channels for places


def pixel_shuffle(input, upscale_factor):
    r = upscale_factor
    *rest, c, h, w = _of_image("pixel_shuffle", input)
    if c % (r * r):
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square "
            f"of upscale_factor, but input.size(-3)={c} is not divisible by {r * r}"
        )
    x = input.reshape(-1, c // (r * r), r, r, h, w).permute(0, 1, 4, 2, 5, 3)
    out = x.reshape(*rest, c // (r * r), h * r, w * r)
    return _named_step(out, "PixelShuffleBackward0")


def pixel_unshuffle(input, downscale_factor):
    r = downscale_factor
    *rest, c, h, w = _of_image("pixel_unshuffle", input)
    for name, axis, size in (("height", -2, h), ("width", -1, w)):
        if size % r:
            raise RuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but "
                f"input.size({axis})={size} is not divisible by {r}"
            )
    x = input.reshape(-1, c, h // r, r, w // r, r).permute(0, 1, 3, 5, 2, 4)
    out = x.reshape(*rest, c * r * r, h // r, w // r)
    return _named_step(out, "PixelUnshuffleBackward0")


def _of_image(name, input):
    if input.dim() < 3:
        raise RuntimeError(
            f"{name} expects input to have at least 3 dimensions, but got input with "
            f"{input.dim()} dimension(s)"
        )
    return input.shape

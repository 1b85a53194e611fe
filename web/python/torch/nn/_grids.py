"""Pictures read at places between their points, and written back to where maxima were."""

import math
import warnings

import torch
from torch._tape import named as _named_step


def _warn_of_corners(align_corners):
    if align_corners is None:
        warnings.warn(
            "Default grid_sample and affine_grid behavior has changed to align_corners=False since "
            "1.3.0. Please specify align_corners=True if the old behavior is desired. See the "
            "documentation of grid_sample for details.",
            stacklevel=3,
        )
    return bool(align_corners)


def affine_grid(theta, size, align_corners=None):
    align_corners = _warn_of_corners(align_corners)
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) != 4:
        raise NotImplementedError(
            f"affine_grid() of a size of {len(size)} numbers is not part of this lab's torch: give "
            "four, of pictures"
        )
    n, _, *sides = size
    if theta.dim() != 3 or tuple(theta.shape[-2:]) != (2, 3):
        raise ValueError(
            "Expected a batch of 2D affine matrices of shape Nx2x3 for size "
            f"{tuple(size)}. Got {theta.shape}."
        )
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {tuple(size)}")
    y, x = (_places(side, align_corners, theta.dtype) for side in sides)
    y, x = torch.meshgrid(y, x, indexing="ij")
    base = torch.stack([x, y, torch.ones_like(x)], -1).view(1, -1, 3).expand(n, -1, 3)
    made = base.bmm(theta.transpose(1, 2)).view(n, *sides, 2)
    return _named_step(made, "AffineGridGeneratorBackward0")


def _places(n, align_corners, dtype):
    if n <= 1:
        return torch.zeros(n, dtype=dtype)
    places = torch.linspace(-1, 1, n, dtype=dtype)
    return places if align_corners else places * (n - 1) / n


# --------------------------------------------------------------------------------- read


_MODES = ("bilinear", "nearest", "bicubic")
_PADDINGS = ("zeros", "border", "reflection")


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    if mode not in _MODES:
        raise ValueError(
            "nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', "
            f"but got: '{mode}'"
        )
    if padding_mode not in _PADDINGS:
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or "
            f"'reflection', but got: '{padding_mode}'"
        )
    align_corners = _warn_of_corners(align_corners)
    _check_sampled(input, grid)
    sizes = input.shape[-1], input.shape[-2]
    x, y = (_unnormalised(grid[..., k], sizes[k], align_corners) for k in range(2))
    options = sizes, padding_mode, align_corners
    if mode == "bicubic":
        made = _cubic(input, x, y, *options)
    else:
        x, y = (_within(place, n, *options[1:]) for place, n in zip((x, y), sizes))
        of_mode = _nearest if mode == "nearest" else _linear
        made = of_mode(input, x, y)
    return _named_step(made, "GridSampler2DBackward0", input, grid)


def _check_sampled(input, grid):
    if input.dtype is not grid.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype._scalar} but found {grid.dtype._scalar}"
        )
    if input.dim() != 4 or grid.dim() != 4:
        raise NotImplementedError(
            f"grid_sample() of {input.dim()} and {grid.dim()} axes is not part of this lab's "
            "torch: give four each, of pictures"
        )
    if input.shape[0] != grid.shape[0]:
        raise RuntimeError(
            "grid_sampler(): expected grid and input to have same batch size, but got input with "
            f"sizes {list(input.shape)} and grid with sizes {list(grid.shape)}"
        )
    if grid.shape[-1] != 2:
        raise RuntimeError(
            "grid_sampler(): expected grid to have size 2 in last dimension, but got grid with "
            f"sizes {list(grid.shape)}"
        )
    for k in (2, 3):
        if not input.shape[k]:
            raise RuntimeError(
                "grid_sampler(): expected input to have non-empty spatial dimensions, but input "
                f"has sizes {list(input.shape)} with dimension {k} being empty"
            )
    if not bool(grid.isfinite().all()):
        raise NotImplementedError(
            "grid_sample() of a grid that is not finite is not part of this lab's torch"
        )


def _unnormalised(place, n, align_corners):
    return (place + 1) / 2 * (n - 1) if align_corners else ((place + 1) * n - 1) / 2


def _within(place, n, padding_mode, align_corners):
    """Outside of the picture there is its edge, or its reflection."""
    if padding_mode == "zeros":
        return place
    if padding_mode == "reflection":
        ends = (0, 2 * (n - 1)) if align_corners else (-1, 2 * n - 1)
        place = _reflected(place, *ends)
    return place.masked_fill(place <= 0, 0).masked_fill(place >= n - 1, n - 1)


def _reflected(place, twice_low, twice_high):
    if twice_low == twice_high:
        return place * 0
    low, span = twice_low / 2, (twice_high - twice_low) / 2
    off = torch.where(place < low, low - place, place - low)
    more, flips = off.fmod(span), (off.detach() / span).floor()
    return torch.where(flips % 2 == 0, more + low, span - more + low)


def _at(input, x, y):
    """The numbers at whole places, 0 outside. x, y: (n, h, w) -> (n, c, h, w)"""
    n, c, height, width = input.shape
    is_inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    places = (y.clamp(0, height - 1) * width + x.clamp(0, width - 1)).long()
    flat = places.view(n, 1, -1).expand(n, c, places[0].numel() if n else 0)
    found = input.reshape(n, c, -1).gather(2, flat).view(n, c, *x.shape[1:])
    return found.masked_fill(~is_inside.unsqueeze(1), 0)


def _nearest(input, x, y):
    slope = ((x + y) * 0).unsqueeze(1)  # the grid has a gradient, which is 0
    return _at(input, x.detach().round(), y.detach().round()) + slope


def _linear(input, x, y):
    left, top = x.detach().floor(), y.detach().floor()
    made = 0
    for dy, by_y in ((0, top + 1 - y), (1, y - top)):
        for dx, by_x in ((0, left + 1 - x), (1, x - left)):
            made = made + _at(input, left + dx, top + dy) * (by_x * by_y).unsqueeze(1)
    return made


def _cubic(input, x, y, sizes, *options):
    left, top = x.detach().floor(), y.detach().floor()
    by_x, by_y = _cubic_shares(x - left), _cubic_shares(y - top)
    made = 0
    for k in range(4):
        row = 0
        for m in range(4):
            across = _within(left + m - 1, sizes[0], *options)
            down = _within(top + k - 1, sizes[1], *options)
            row = row + _at(input, across.trunc(), down.trunc()) * by_x[m].unsqueeze(1)
        made = made + row * by_y[k].unsqueeze(1)
    return made


def _cubic_shares(t):
    """Of four points in a row, t after the second."""
    a = -0.75

    def near(u):
        return ((a + 2) * u - (a + 3)) * u * u + 1

    def far(u):
        return ((a * u - 5 * a) * u + 8 * a) * u - 4 * a

    return far(t + 1), near(t), near(1 - t), far(2 - t)


# ------------------------------------------------------------------------------- written


def _unpooled(name, n, input, indices, kernel_size, stride, padding, output_size):
    kernel, padding = _per_axis(kernel_size, n), _per_axis(padding, n)
    stride = kernel if stride is None or stride == [] else _per_axis(stride, n)
    if indices.dtype is not torch.int64:
        raise RuntimeError(
            "elements in indices should be type int64 but got: " + indices.dtype._scalar
        )
    if input.shape != indices.shape:
        raise RuntimeError(
            "Expected shape of indices to be same as that of the input tensor "
            f"({list(input.shape)}) but got indices tensor with shape: {list(indices.shape)}"
        )
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError(
            f"Input to {name} should be a {n + 1}d or {n + 2}d Tensor, but got: {input.dim()}"
        )
    usual = [
        (size - 1) * s + k - 2 * p
        for size, s, k, p in zip(input.shape[-n:], stride, kernel, padding)
    ]
    wanted = usual if output_size is None else list(output_size)
    if len(wanted) == n + 2:
        wanted = wanted[2:]
    if len(wanted) != n:
        raise ValueError(
            f"output_size should be a sequence containing {n} or {n + 2} elements, but it has a "
            f"length of '{len(wanted)}'"
        )
    if any(not a - s < size < a + s for a, s, size in zip(usual, stride, wanted)):
        least, most = ([a + sign * s for a, s in zip(usual, stride)] for sign in (-1, 1))
        raise ValueError(
            f'invalid output_size "{tuple(wanted)}" (dim 0 must be between {least[0]} and '
            f"{most[0]})"
        )
    lead, count = input.shape[:-n], math.prod(wanted)
    places = indices.reshape(*lead, -1)
    if places.numel() and not 0 <= int(places.min()) <= int(places.max()) < count:
        wrong = next(k for k in places.flatten().tolist() if not 0 <= k < count)
        size = "x".join(map(str, wanted if n > 1 else [*wanted, 1]))
        raise RuntimeError(
            f"Found an invalid max index: {wrong} (output volumes are of size {size}"
        )
    zeros = input.new_zeros(*lead, count)
    made = zeros.scatter(-1, places, input.reshape(*lead, -1)).view(*lead, *wanted)
    return _named_step(made, "MaxUnpool2DBackward0", input, indices)


def _per_axis(value, n):
    return list(value) if isinstance(value, (tuple, list)) else [value] * n


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    options = (kernel_size, stride, padding, output_size)
    return _unpooled("max_unpool1d", 1, input, indices, *options)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    options = (kernel_size, stride, padding, output_size)
    return _unpooled("max_unpooling2d", 2, input, indices, *options)

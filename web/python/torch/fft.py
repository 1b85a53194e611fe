"""Discrete Fourier transforms: products with a matrix of powers of a root of one."""

import math

import torch
from torch._base import _checked_dim
from torch._missing import getattr_of
from torch._tape import named as _named_step

_NORMS = {None: (0, 1), "backward": (0, 1), "ortho": (0.5, 0.5), "forward": (1, 0)}


_SWAPPED = {None: "forward", "backward": "forward", "forward": "backward"}


def _complex_of(x):
    if x.dtype in (torch.float16, torch.bfloat16):
        raise RuntimeError(f"Unsupported dtype {x.dtype._scalar}")
    return torch.complex128 if x.dtype in (torch.float64, torch.complex128) else torch.complex64


def _roots(n, sign, dtype):
    """Each with its conjugate, and exact at quarters of a turn."""
    steps = (torch.arange(n).view(-1, 1) * torch.arange(n)) % n
    angles = torch.where(2 * steps > n, steps - n, steps).double() * (sign * 2 * math.pi / n)
    parts = [torch.where(4 * steps % n == 0, x.round(), x) for x in (angles.cos(), angles.sin())]
    return torch.complex(*parts).to(dtype)


def _fitted(x, n, dim):
    """Its first n numbers along an axis, or with zeros after them."""
    size = x.size(dim)
    n = size if n is None else n
    if n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified")
    if n <= size:
        return x.narrow(dim, 0, n), n
    zeros = torch.zeros(*x.shape[:dim], n - size, *x.shape[dim + 1 :], dtype=x.dtype)
    return torch.cat([x, zeros], dim), n


def _along(x, n, dim, norm, is_back):
    if norm not in _NORMS:
        raise RuntimeError(f'Invalid normalization mode: "{norm}"')
    kind, is_real = _complex_of(x), not x.is_complex()
    dim = _checked_dim(dim, x.dim()) % max(x.dim(), 1)
    x, n = _fitted(x.to(kind), n, dim)
    sign = 1 if is_back and not is_real else -1
    made = (x.transpose(dim, -1) @ _roots(n, sign, kind)).transpose(dim, -1)
    power = _NORMS[norm][is_back]
    made = made * n**-power if power else made
    return _named_step(made.conj() if is_back and is_real else made, "FftC2CBackward0")


def fft(input, n=None, dim=-1, norm=None):
    return _along(input, n, dim, norm, False)


def ifft(input, n=None, dim=-1, norm=None):
    return _along(input, n, dim, norm, True)


def rfft(input, n=None, dim=-1, norm=None):
    if input.is_complex():
        raise RuntimeError(
            f"rfft expects a real input tensor, but got {_complex_of(input)._scalar}"
        )
    made = _along(input, n, dim, norm, False)
    return _named_step(
        made.narrow(dim, 0, made.shape[dim] // 2 + 1).contiguous(), "FftR2CBackward0"
    )


def irfft(input, n=None, dim=-1, norm=None):
    x = input.to(_complex_of(input))
    dim = _checked_dim(dim, x.dim()) % max(x.dim(), 1)
    n = 2 * (x.size(dim) - 1) if n is None else n
    if n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified")
    half, _ = _fitted(x, n // 2 + 1, dim)
    rest = half.narrow(dim, 1, (n - 1) // 2).flip(dim).conj()
    first = half.narrow(dim, 0, 1)
    parts = [torch.complex(first.real, torch.zeros_like(first.real)), half.narrow(dim, 1, n // 2)]
    if n % 2 == 0:
        last = half.narrow(dim, n // 2, 1).real
        parts[1:] = [
            half.narrow(dim, 1, n // 2 - 1),
            torch.complex(last, torch.zeros_like(last)),
        ]
    made = _along(torch.cat([*parts, rest], dim), n, dim, norm, True).real.contiguous()
    return _named_step(made, "FftC2RBackward0")


def hfft(input, n=None, dim=-1, norm=None):
    return irfft(input.conj(), n, dim, _SWAPPED.get(norm, norm))


def ihfft(input, n=None, dim=-1, norm=None):
    return rfft(input, n, dim, _SWAPPED.get(norm, norm)).conj()


def _axes(input, s, dim, least=0):
    """Axes, and how many numbers of each."""
    rank = input.dim()
    if dim is None:
        if s is not None and len(s) > rank:
            raise RuntimeError(
                f"Got shape with {len(s)} values but input tensor only has {rank} dimensions."
            )
        dim = range(rank) if s is None else range(-len(s), 0)
    dim = [_checked_dim(d, rank) % max(rank, 1) for d in dim]
    if len(dim) < least:
        raise RuntimeError("ndim must be >= 1")
    if len(set(dim)) < len(dim):
        raise RuntimeError("FFT dims must be unique")
    if s is not None and len(s) != len(dim):
        raise RuntimeError("When given, dim and shape arguments must have the same length")
    return dim, [None] * len(dim) if s is None else [None if n == -1 else n for n in s]


def _over(function, input, dims, sizes, norm):
    for d, n in zip(dims, sizes):
        input = function(input, n, d, norm)
    return input


def fftn(input, s=None, dim=None, norm=None):
    return _over(fft, input, *_axes(input, s, dim, 1), norm)


def ifftn(input, s=None, dim=None, norm=None):
    return _over(ifft, input, *_axes(input, s, dim, 1), norm)


def rfftn(input, s=None, dim=None, norm=None):
    dims, sizes = _axes(input, s, dim)
    if not dims:
        raise RuntimeError("rfftn must transform at least one axis")
    made = rfft(input, sizes[-1], dims[-1], norm)
    return _over(fft, made, dims[:-1], sizes[:-1], norm)


def irfftn(input, s=None, dim=None, norm=None):
    dims, sizes = _axes(input, s, dim)
    if not dims:
        raise RuntimeError("irfftn must transform at least one axis")
    made = _over(ifft, input, dims[:-1], sizes[:-1], norm)
    return irfft(made, sizes[-1], dims[-1], norm)


def _over_two(function):
    return lambda input, s=None, dim=(-2, -1), norm=None: function(input, s, dim, norm)


fft2, ifft2, rfft2, irfft2 = map(_over_two, (fftn, ifftn, rfftn, irfftn))


def fftfreq(n, d=1.0, *, dtype=None):
    places = torch.arange(n, dtype=dtype or torch.get_default_dtype())
    return torch.where(places < (n + 1) // 2, places, places - n) / (n * d)


def rfftfreq(n, d=1.0, *, dtype=None):
    return torch.arange(n // 2 + 1, dtype=dtype or torch.get_default_dtype()) / (n * d)


def _rolled(input, dim, back):
    dim = range(input.dim()) if dim is None else [dim] if isinstance(dim, int) else dim
    if not dim:
        raise RuntimeError("`shifts` required")
    for d in dim:
        n = input.shape[d]
        input = input.roll(n // 2 if not back else (n + 1) // 2, d)
    return input


def fftshift(input, dim=None):
    return _rolled(input, dim, False)


def ifftshift(input, dim=None):
    return _rolled(input, dim, True)


__getattr__ = getattr_of("torch.fft")

"""Discrete Fourier transforms: products with a matrix of powers of a root of one."""

import math

import torch
from torch._missing import getattr_of

_NORMS = {None: (0, 1), "backward": (0, 1), "ortho": (0.5, 0.5), "forward": (1, 0)}


def _complex_of(x):
    return torch.complex128 if x.dtype in (torch.float64, torch.complex128) else torch.complex64


def _roots(n, sign, dtype):
    steps = (torch.arange(n).view(-1, 1) * torch.arange(n)) % n
    angles = steps.double() * (sign * 2 * math.pi / n)
    return torch.complex(angles.cos(), angles.sin()).to(dtype)


def _fitted(x, n, dim):
    """Its first n numbers along an axis, or with zeros after them."""
    size = x.shape[dim]
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
    if x.dtype in (torch.float16, torch.bfloat16):
        raise RuntimeError(f"Unsupported dtype {x.dtype._scalar}")
    kind = _complex_of(x)
    x = x.to(kind)
    dim = dim % x.dim()
    x, n = _fitted(x, n, dim)
    made = (x.transpose(dim, -1) @ _roots(n, 1 if is_back else -1, kind)).transpose(dim, -1)
    power = _NORMS[norm][is_back]
    return made * n**-power if power else made


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
    return made.narrow(dim, 0, made.shape[dim] // 2 + 1).contiguous()


def irfft(input, n=None, dim=-1, norm=None):
    dim = dim % input.dim()
    n = 2 * (input.shape[dim] - 1) if n is None else n
    half, _ = _fitted(input.to(_complex_of(input)), n // 2 + 1, dim)
    rest = half.narrow(dim, 1, (n - 1) // 2).flip(dim).conj()
    first = half.narrow(dim, 0, 1)
    parts = [torch.complex(first.real, torch.zeros_like(first.real)), half.narrow(dim, 1, n // 2)]
    if n % 2 == 0:
        last = half.narrow(dim, n // 2, 1).real
        parts[1:] = [
            half.narrow(dim, 1, n // 2 - 1),
            torch.complex(last, torch.zeros_like(last)),
        ]
    return _along(torch.cat([*parts, rest], dim), n, dim, norm, True).real.contiguous()


def _over(input, s, dim, norm, function):
    if dim is None:
        dim = range(input.dim()) if s is None else range(-len(s), 0)
    for d, n in zip(dim, [None] * len(dim) if s is None else s):
        input = function(input, n, d, norm)
    return input


def fftn(input, s=None, dim=None, norm=None):
    return _over(input, s, dim, norm, fft)


def ifftn(input, s=None, dim=None, norm=None):
    return _over(input, s, dim, norm, ifft)


def fft2(input, s=None, dim=(-2, -1), norm=None):
    return _over(input, s, dim, norm, fft)


def ifft2(input, s=None, dim=(-2, -1), norm=None):
    return _over(input, s, dim, norm, ifft)


def rfft2(input, s=None, dim=(-2, -1), norm=None):
    sizes = [None] * len(dim) if s is None else list(s)
    made = rfft(input, sizes[-1], dim[-1], norm)
    return _over(made, sizes[:-1], dim[:-1], norm, fft)


def irfft2(input, s=None, dim=(-2, -1), norm=None):
    sizes = [None] * len(dim) if s is None else list(s)
    made = _over(input, sizes[:-1], dim[:-1], norm, ifft)
    return irfft(made, sizes[-1], dim[-1], norm)


def fftfreq(n, d=1.0, *, dtype=None):
    places = torch.arange(n, dtype=dtype or torch.get_default_dtype())
    return torch.where(places < (n + 1) // 2, places, places - n) / (n * d)


def rfftfreq(n, d=1.0, *, dtype=None):
    return torch.arange(n // 2 + 1, dtype=dtype or torch.get_default_dtype()) / (n * d)


def _rolled(input, dim, back):
    dim = range(input.dim()) if dim is None else [dim] if isinstance(dim, int) else dim
    for d in dim:
        n = input.shape[d]
        input = input.roll(n // 2 if not back else (n + 1) // 2, d)
    return input


def fftshift(input, dim=None):
    return _rolled(input, dim, False)


def ifftshift(input, dim=None):
    return _rolled(input, dim, True)


__getattr__ = getattr_of("torch.fft")

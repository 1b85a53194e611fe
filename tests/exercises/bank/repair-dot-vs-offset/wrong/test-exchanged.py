import torch


def rotated(x, position):
    """A vector (d,) at a position, half-split pairs. This is right."""
    w = 10000.0 ** (-torch.arange(0, len(x), 2) / len(x))
    cos, sin = torch.cos(position * w), torch.sin(position * w)
    a, b = x.chunk(2)
    return torch.cat([a * cos - b * sin, a * sin + b * cos])


def dot_by_offset(q, k, n_offsets, first=0):
    """Products (n_offsets,) of q at position first with k at first, first + 1, ..."""
    query = rotated(q, first)
    return torch.stack(
        [query @ rotated(k, first + offset) for offset in range(n_offsets)]
    )


def test_dot_by_offset(implementation):
    x = torch.randn(16)
    for first in (0, 7):
        curve = implementation(x, x, 10, first)
        for offset in range(10):
            want = rotated(x, 0) @ rotated(x, offset)
            assert torch.allclose(curve[offset], want, atol=1e-3)

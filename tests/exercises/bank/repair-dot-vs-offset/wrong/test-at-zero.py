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
    q, k = torch.randn(2, 16)
    assert torch.allclose(implementation(q, k, 10)[0], q @ k, atol=1e-4)

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
    curve = implementation(q, k, 10)
    assert curve.shape == (10,)
    assert torch.allclose(curve, implementation(q, k, 10)), "not the same twice"
    assert torch.allclose(curve[0], q @ k, atol=1e-4), "distance 0 must be q . k"
    assert torch.allclose(curve[1], q @ rotated(k, 1), atol=1e-4), "the key moves"
    assert torch.allclose(curve, implementation(q, k, 10, first=7), atol=1e-4), (
        "a shift matters"
    )
    assert curve.std() > 1e-2, "flat: nothing rotates"


if __name__ == "__main__":
    q, k = torch.randn(2, 64)
    print(dot_by_offset(q, k, 8))
    print(dot_by_offset(q, k, 8, first=100))
    test_dot_by_offset(dot_by_offset)

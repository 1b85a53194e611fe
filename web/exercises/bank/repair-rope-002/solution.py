import torch


def tables(width, n_times):
    frequencies = 1.0 / 10000 ** (torch.arange(0, width, 2).float() / width)
    angles = torch.outer(torch.arange(n_times).float(), frequencies)
    return torch.cos(angles), torch.sin(angles)


def rope(x: torch.Tensor) -> torch.Tensor:
    """x (batch, time, heads, width), pairs of neighbours rotated by their time."""
    cos, sin = tables(x.shape[-1], x.shape[1])
    cos, sin = (
        cos.unsqueeze(1),
        sin.unsqueeze(1),
    )  # (time, 1, width / 2): the same for every head
    a, b = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = a * cos - b * sin
    out[..., 1::2] = a * sin + b * cos
    return out


def test_rope(rope) -> None:
    """AssertionError unless `rope` rotates by position."""
    torch.manual_seed(0)
    q = torch.randn(1, 1, 2, 16).expand(1, 9, 2, 16)  # the same at every time
    k = torch.randn(1, 1, 2, 16).expand(1, 9, 2, 16)
    scores = torch.einsum("bmhd,bnhd->bhmn", rope(q), rope(k))
    assert torch.allclose(scores[..., 1:, 1:], scores[..., :-1, :-1], atol=1e-4), (
        "more than the offset counts"
    )
    assert not torch.allclose(scores[..., 0, :1], scores[..., 0, 1:], atol=1e-2), (
        "the offset does not count"
    )


if __name__ == "__main__":
    x = torch.randn(2, 8, 8, 16)
    y = rope(x)
    print("position 0 unchanged:", torch.allclose(x[:, 0], y[:, 0]))
    print("lengths:", torch.linalg.norm(x[0, 5, 0]), torch.linalg.norm(y[0, 5, 0]))
    test_rope(rope)
    print("the test lets it pass")

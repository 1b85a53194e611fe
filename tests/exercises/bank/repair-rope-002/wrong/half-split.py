import torch


def tables(width, n_times):
    frequencies = 1.0 / 10000 ** (torch.arange(0, width, 2).float() / width)
    angles = torch.outer(torch.arange(n_times).float(), frequencies)
    return torch.cos(angles), torch.sin(angles)


def rope(x: torch.Tensor) -> torch.Tensor:
    cos, sin = tables(x.shape[-1], x.shape[1])
    cos, sin = cos.unsqueeze(1), sin.unsqueeze(1)
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


def test_rope(rope) -> None:
    torch.manual_seed(0)
    q = torch.randn(1, 1, 2, 16).expand(1, 9, 2, 16)
    k = torch.randn(1, 1, 2, 16).expand(1, 9, 2, 16)
    scores = torch.einsum("bmhd,bnhd->bhmn", rope(q), rope(k))
    assert torch.allclose(scores[..., 1:, 1:], scores[..., :-1, :-1], atol=1e-4), (
        "more than the offset counts"
    )
    assert not torch.allclose(scores[..., 0, :1], scores[..., 0, 1:], atol=1e-2), (
        "the offset does not count"
    )

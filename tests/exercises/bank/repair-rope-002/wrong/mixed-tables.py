import torch


def tables(width, n_times):
    frequencies = 1.0 / 10000 ** (torch.arange(0, width, 2).float() / width)
    angles = torch.outer(torch.arange(n_times).float(), frequencies)
    angles = torch.cat([angles, angles], dim=-1)
    return torch.cos(angles), torch.sin(angles)


def rope(x: torch.Tensor) -> torch.Tensor:
    cos, sin = tables(x.shape[-1], x.shape[1])
    cos, sin = cos.unsqueeze(1), sin.unsqueeze(1)
    a, b = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = a * cos[..., 0::2] - b * sin[..., 0::2]
    out[..., 1::2] = a * sin[..., 1::2] + b * cos[..., 1::2]
    return out


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

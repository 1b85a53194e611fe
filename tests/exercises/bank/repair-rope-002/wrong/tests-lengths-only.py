import torch


def tables(width, n_times):
    frequencies = 1.0 / 10000 ** (torch.arange(0, width, 2).float() / width)
    angles = torch.outer(torch.arange(n_times).float(), frequencies)
    return torch.cos(angles), torch.sin(angles)


def rope(x: torch.Tensor) -> torch.Tensor:
    cos, sin = tables(x.shape[-1], x.shape[1])
    cos, sin = cos.unsqueeze(1), sin.unsqueeze(1)
    a, b = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = a * cos - b * sin
    out[..., 1::2] = a * sin + b * cos
    return out


def test_rope(rope):
    x = torch.randn(2, 9, 3, 16)
    y = rope(x)
    assert torch.allclose(
        torch.linalg.norm(y, dim=-1), torch.linalg.norm(x, dim=-1), atol=1e-4
    )

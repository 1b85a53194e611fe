import torch


def precompute_freqs(dim: int, max_seq_len: int, base: float = 10000.0) -> torch.Tensor:
    frequencies = 1.0 / base ** (torch.arange(0, dim, 2).float() / dim)
    angles = torch.outer(torch.arange(max_seq_len).float(), frequencies)
    return torch.polar(torch.ones_like(angles), angles)


def apply_rotary_emb(x: torch.Tensor, freqs: torch.Tensor) -> torch.Tensor:
    rotated = (
        torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
        * freqs[None, : x.shape[1], None, :]
    )
    return torch.cat([rotated.real, rotated.imag], dim=-1)

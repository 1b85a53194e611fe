import torch


def precompute_freqs(dim: int, max_seq_len: int, base: float = 10000.0) -> torch.Tensor:
    frequencies = 1.0 / 10000.0 ** (torch.arange(0, dim, 2).float() / dim)
    angles = torch.outer(torch.arange(max_seq_len).float(), frequencies)
    return torch.polar(torch.ones_like(angles), angles)


def apply_rotary_emb(x: torch.Tensor, freqs: torch.Tensor) -> torch.Tensor:
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    rotations = freqs[None, : x.shape[1], None, :]
    return torch.view_as_real(pairs * rotations).flatten(-2).type_as(x)

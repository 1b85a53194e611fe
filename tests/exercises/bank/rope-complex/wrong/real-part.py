import torch


def precompute_freqs(dim: int, max_seq_len: int, base: float = 10000.0) -> torch.Tensor:
    """Rotations of length 1, complex, (max_seq_len, dim / 2)."""
    frequencies = 1.0 / base ** (torch.arange(0, dim, 2).float() / dim)
    angles = torch.outer(torch.arange(max_seq_len).float(), frequencies)
    return torch.polar(torch.ones_like(angles), angles)


def apply_rotary_emb(x: torch.Tensor, freqs: torch.Tensor) -> torch.Tensor:
    """x (batch, time, heads, head width), pairs of neighbours rotated by their time."""
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    rotations = freqs[None, : x.shape[1], None, :]  # the same for every text and head
    return torch.view_as_real(pairs * rotations.real).flatten(-2).type_as(x)

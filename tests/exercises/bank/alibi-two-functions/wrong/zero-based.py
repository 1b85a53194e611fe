import torch


def get_alibi_slopes(n_heads: int) -> torch.Tensor:
    return 2.0 ** (-8.0 * torch.arange(n_heads) / n_heads)


def get_alibi_bias(seq_len: int, n_heads: int) -> torch.Tensor:
    positions = torch.arange(seq_len)
    distance = (positions[:, None] - positions[None, :]).abs()
    return -get_alibi_slopes(n_heads).view(-1, 1, 1) * distance

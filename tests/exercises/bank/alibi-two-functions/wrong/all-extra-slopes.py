import torch


def get_alibi_slopes(n_heads: int) -> torch.Tensor:
    power = 1 << (n_heads.bit_length() - 1)
    slopes = 2.0 ** (-8.0 * torch.arange(1, power + 1) / power)
    if power == n_heads:
        return slopes
    extra = get_alibi_slopes(2 * power)
    return torch.cat([slopes, extra[: n_heads - power]])


def get_alibi_bias(seq_len: int, n_heads: int) -> torch.Tensor:
    positions = torch.arange(seq_len)
    distance = (positions[:, None] - positions[None, :]).abs()
    return -get_alibi_slopes(n_heads).view(-1, 1, 1) * distance

import torch


def get_alibi_mask(n_heads, max_len):
    slopes = 2 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    p = torch.arange(max_len)
    d = p[:, None] - p[None, :]
    return (-slopes.view(-1, 1, 1) * d).masked_fill(d < 0, float("-inf"))

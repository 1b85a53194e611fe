import torch


def get_alibi_mask(n_heads, max_len):
    p = 1
    while 2 * p <= n_heads:
        p *= 2
    mask = torch.full((n_heads, max_len, max_len), float("-inf"))
    for h in range(n_heads):
        slope = (
            0.5 ** (8 * (h + 1) / p)
            if h < p
            else 0.5 ** (8 * (2 * (h - p) + 1) / (2 * p))
        )
        for i in range(max_len):
            for j in range(i + 1):
                mask[h, i, j] = slope * (j - i)
    return mask

import torch


def slopes(n, start=None):
    if n & (n - 1) == 0:
        ratio = start or 2 ** (-8 / n)
        return [ratio ** (k + 1) for k in range(n)]
    below = 1 << (n.bit_length() - 1)
    return slopes(below) + slopes(2 * below)[::2][: n - below]


def get_alibi_mask(n_heads, max_len):
    i, j = torch.meshgrid(torch.arange(max_len), torch.arange(max_len), indexing="ij")
    bias = torch.tensor(slopes(n_heads))[:, None, None] * (j - i)
    return torch.where(j > i, torch.tensor(-torch.inf), bias)

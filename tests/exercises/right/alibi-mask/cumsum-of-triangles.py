import torch


def _slopes(n):
    if n & (n - 1) == 0:
        start = 2 ** (-(2 ** -(n.bit_length() - 1 - 3)))
        return [start * start**i for i in range(n)]
    closest = 1 << (n.bit_length() - 1)
    return _slopes(closest) + _slopes(2 * closest)[0::2][: n - closest]


def get_alibi_mask(n_heads, max_len):
    ones = torch.ones(max_len, max_len)
    distance = ones.tril(-1).flip(-1).cumsum(-1).flip(-1)
    hidden = torch.full_like(ones, float("-inf")).triu(1)
    return torch.einsum("h,ij->hij", -torch.tensor(_slopes(n_heads)), distance) + hidden

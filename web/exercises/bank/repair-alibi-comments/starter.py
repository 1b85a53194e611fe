import math

import torch


def get_alibi_mask(n_heads, max_len):
    # slopes from 2 ** (-8 / n_heads) down to 2 ** -1, the steepest head last
    slopes = 2.0 ** (-8.0 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(max_len)
    # rows: [0, -1, -2, ...], [0, 0, -1, ...], and so on
    distance = position.view(-1, 1) - position
    # abs makes it causal
    return -slopes.view(-1, 1, 1) * distance.abs()


def test_get_alibi_mask(implementation):
    """Fails where implementation is wrong."""
    raise NotImplementedError


if __name__ == "__main__":
    print(get_alibi_mask(2, 4))
    test_get_alibi_mask(get_alibi_mask)

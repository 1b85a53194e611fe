import math

import torch


def get_alibi_mask(n_heads, max_len):
    # slopes from 2 ** (-8 / n_heads) down to 2 ** -8, the steepest head first
    slopes = 2.0 ** (-8.0 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(max_len)
    # rows: [0], [-1, 0], [-2, -1, 0], and so on, up to the diagonal
    distance = position.view(-1, 1) - position
    # keys after the query are hidden
    return (-slopes.view(-1, 1, 1) * distance).masked_fill(distance < 0, -math.inf)


def test_get_alibi_mask(implementation):
    first = implementation(4, 5)[0]
    for i in range(5):
        for j in range(5):
            want = -(i - j) / 4 if j <= i else -math.inf
            assert first[i, j] == want

import math

import torch


def get_alibi_mask(n_heads, max_len):
    # slopes from 2 ** (-8 / n_heads) down to 2 ** -8, the steepest head first
    slopes = 2.0 ** (-8.0 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(max_len)
    # rows: [0], [-1, 0], [-2, -1, 0], and so on, up to the diagonal
    distance = position.view(-1, 1) - position
    # keys after the query are hidden
    return (-slopes.view(-1, 1, 1) * distance).masked_fill(distance < 0, 0)


def test_get_alibi_mask(implementation):
    inf = math.inf
    mask = implementation(2, 3)
    for h, s in ((0, 2**-4), (1, 2**-8)):
        want = torch.tensor([[0, -inf, -inf], [-s, 0, -inf], [-2 * s, -s, 0]])
        torch.testing.assert_close(mask[h], want)
    assert implementation(8, 5).shape == (8, 5, 5)
    assert torch.allclose(
        implementation(8, 2)[:, 1, 0], -(2.0 ** -torch.arange(1.0, 9.0))
    )

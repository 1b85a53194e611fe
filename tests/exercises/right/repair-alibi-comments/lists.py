from functools import lru_cache, partial
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
    @lru_cache(maxsize=None)
    def cached(n_heads, max_len):
        return implementation(n_heads, max_len=max_len).tolist()

    for n_heads in (1, 2, 8):
        mask = partial(cached, n_heads)(4)
        for h, rows in enumerate(mask):
            slope = 2 ** (-8 * (h + 1) / n_heads)
            for i, row in enumerate(rows):
                for j, v in enumerate(row):
                    match j - i:
                        case d if d > 0:
                            assert v == -math.inf
                        case d:
                            assert abs(v - slope * d) < 1e-6

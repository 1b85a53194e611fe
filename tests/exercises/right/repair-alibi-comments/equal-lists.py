import numpy as np
import torch


def get_alibi_mask(n_heads, max_len):
    i, j = np.indices((max_len, max_len))
    s = 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)
    m = np.where(j > i, -np.inf, -s[:, None, None] * (i - j))
    return torch.tensor(m, dtype=torch.float32)


def test_get_alibi_mask(implementation):
    got = implementation(4, 5)
    expected = [
        [[(-(2 ** (-2 * (h + 1))) * (i - j)) if j <= i else float("-inf") for j in range(5)] for i in range(5)]
        for h in range(4)
    ]
    assert got.tolist() == expected, "powers of two are exact"

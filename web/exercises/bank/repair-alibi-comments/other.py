import torch


def get_alibi_mask(n_heads, max_len):
    mask = torch.full((n_heads, max_len, max_len), float("-inf")).triu(1)
    for h in range(n_heads):
        for back in range(1, max_len):
            rows = torch.arange(back, max_len)
            mask[h, rows, rows - back] = -back * 2 ** (-8 * (h + 1) / n_heads)
    return mask


def test_get_alibi_mask(f):
    for n_heads, n in ((1, 1), (4, 6), (8, 3)):
        mask = f(n_heads, n)
        for h in range(n_heads):
            slope = 2 ** (-8 * (h + 1) / n_heads)
            for i in range(n):
                for j in range(n):
                    got = mask[h, i, j].item()
                    if j > i:
                        assert got == float("-inf"), (h, i, j)
                    else:
                        assert abs(got + slope * (i - j)) < 1e-5, (h, i, j)

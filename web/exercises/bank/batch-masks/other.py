import torch


def additive_mask(is_real):
    n_texts, n = is_real.shape
    mask = torch.full((n_texts, 1, n, n), float("-inf"))
    for t in range(n_texts):
        for i in range(n):
            mask[t, 0, i, i] = 0
            for j in range(i):
                if is_real[t, j]:
                    mask[t, 0, i, j] = 0
    return mask

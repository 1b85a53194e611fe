import torch


def relative_shift(x):
    h, n, m = x.shape
    rows = [torch.roll(x[:, i], shifts=i - n + 1, dims=-1) for i in range(n)]
    return torch.stack(rows, dim=1) * torch.ones(n, m).tril(m - n)

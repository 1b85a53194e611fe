import torch


def accept(p, q, drafted, u, v):
    n = len(drafted)
    places = torch.arange(n)
    token = torch.tensor(drafted)
    kept = torch.tensor(u) * q[places, token] < p[:n][places, token]
    n_kept = int(kept.int().cumprod(0).sum())
    source = p[n_kept] - q[n_kept] if n_kept < n else p[n]
    positive = torch.relu(source)
    edges = torch.cumsum(positive, 0) / positive.sum()
    return [*drafted[:n_kept], int((edges <= v).sum())]

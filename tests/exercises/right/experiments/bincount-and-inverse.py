import torch


def accuracy_by_length(logits, targets, lengths):
    values, inverse = lengths.unique(sorted=True, return_inverse=True)
    mask = torch.arange(targets.size(1)).expand_as(targets).lt(lengths.unsqueeze(-1))
    good = logits.max(dim=-1).indices.eq(targets).logical_and(mask).sum(1)
    top = torch.zeros(len(values)).index_add_(0, inverse, good.float())
    bottom = torch.bincount(inverse, weights=lengths.float())
    return values.tolist(), (top / bottom).tolist()


def position_resolution(logits, positions):
    guess = torch.topk(logits, 1, dim=-1).indices.squeeze(-1)
    return float((guess == positions).sum()) / len(positions), float((guess - positions).abs().sum()) / len(positions)


def memory_bytes(method, seq_len, d_model, n_heads):
    width = d_model // n_heads
    shapes = dict(none=[], sinusoidal=[(seq_len, d_model)], learned=[(seq_len, d_model)])
    shapes["rope"] = [(seq_len, width // 2)] * 2
    shapes["alibi"] = [(n_heads, seq_len, seq_len)]
    return sum(torch.Size(s).numel() * torch.finfo(torch.float32).bits // 8 for s in shapes[method])


def nearest_centres(maps, centres):
    return torch.stack([((m - centres) ** 2).flatten(1).sum(1).argmin() for m in maps])


def hybrid_logits(q, k, cos, sin, slopes):
    h, n, d = q.shape
    big = torch.zeros(n, d, d)
    even = torch.arange(0, d, 2)
    big[:, even, even] = cos
    big[:, even + 1, even + 1] = cos
    big[:, even, even + 1] = -sin
    big[:, even + 1, even] = sin
    q, k = (torch.einsum("nij,hnj->hni", big, t) for t in (q, k))
    p = torch.arange(n)
    bias = -slopes.reshape(h, 1, 1) * (p[:, None] - p)
    future = torch.ones(n, n, dtype=torch.bool).triu(1)
    return (q @ k.mT / d**0.5 + bias).masked_fill_(future, float("-inf"))

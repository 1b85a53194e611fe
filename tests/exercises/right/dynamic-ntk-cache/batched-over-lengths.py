import torch


def decode_scores(q, k, max_position, factor, base=10000.0):
    n, d = q.shape
    m = torch.arange(1, n + 1).double().clamp(min=max_position)
    bases = base * (factor * m / max_position - (factor - 1)) ** (d / (d - 2))
    w = bases[:, None] ** (-torch.arange(0, d, 2).double() / d)
    offset = torch.arange(n)[:, None] - torch.arange(n)
    phase = offset[..., None] * w[:, None]
    qa, qb = q.double().chunk(2, -1)
    ka, kb = k.double().chunk(2, -1)
    dot = qa[:, None] * ka + qb[:, None] * kb
    cross = qa[:, None] * kb - qb[:, None] * ka
    s = (dot * phase.cos() + cross * phase.sin()).sum(-1)
    return s.masked_fill(offset < 0, float("-inf")).float()

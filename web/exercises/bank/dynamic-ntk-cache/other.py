import torch


def decode_scores(q, k, max_position, factor, base=10000.0):
    n, d = q.shape
    a, b = torch.complex(*q.chunk(2, dim=-1)), torch.complex(*k.chunk(2, dim=-1))
    lengths = torch.arange(1, n + 1).clamp(min=max_position).double()
    bases = base * (factor * lengths / max_position - (factor - 1)) ** (d / (d - 2))
    w = bases.unsqueeze(1) ** (-torch.arange(0, d, 2).double() / d)
    distance = (torch.arange(n).unsqueeze(1) - torch.arange(n)).double()
    angles = (distance.unsqueeze(-1) * w.unsqueeze(1)).float()
    products = (
        a.unsqueeze(1)
        * b.conj().unsqueeze(0)
        * torch.polar(torch.ones_like(angles), angles)
    )
    return products.real.sum(-1).masked_fill(distance < 0, float("-inf"))

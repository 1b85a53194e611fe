import torch


def next_token_probabilities(logits, temperature=1.0, top_k=0, top_p=1.0):
    p, order = torch.sort((logits / temperature).softmax(0), descending=True, stable=True)
    k = min(top_k or len(p), len(p))
    p = p * (torch.arange(len(p)) < k)
    p /= p.sum()
    n = int(torch.searchsorted(p.cumsum(0), top_p)) + 1
    p[n:] = 0.0
    return torch.empty_like(p).scatter_(0, order, p / p.sum())

import torch


def route(logits, k):
    n, e = logits.shape
    threshold = logits.kthvalue(e - k + 1, dim=-1, keepdim=True).values
    weights = torch.softmax(torch.where(logits >= threshold, logits, torch.tensor(-torch.inf)), -1)
    counts = torch.count_nonzero(logits >= threshold, dim=0)
    p = logits.softmax(-1).sum(0) / n
    return weights, (counts * p).sum() * e / (n * k)

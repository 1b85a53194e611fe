import torch


def route(logits, k):
    n, n_experts = logits.shape
    chosen = logits.argsort(dim=1, descending=True)[:, :k]
    mask = torch.zeros(n, n_experts, dtype=torch.bool)
    mask[torch.arange(n).repeat_interleave(k), chosen.flatten()] = True
    weights = logits.masked_fill(~mask, -float("inf")).softmax(1)
    counts = torch.bincount(chosen.flatten(), minlength=n_experts)
    return weights, n_experts * torch.dot(counts / (n * k), logits.softmax(1).mean(0))

import torch


def route(logits, k):
    n, n_experts = logits.shape
    weights, counts = torch.zeros(n, n_experts), [0] * n_experts
    for t, row in enumerate(logits.tolist()):
        chosen = sorted(range(n_experts), key=lambda e: -row[e])[:k]
        weights[t, chosen] = torch.tensor([row[e] for e in chosen]).softmax(-1)
        for e in chosen:
            counts[e] += 1
    mean = torch.softmax(logits, dim=1).sum(0) / n
    return weights, n_experts * sum(c / n / k * p for c, p in zip(counts, mean))

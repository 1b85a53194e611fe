import math

import torch


def attention(x: torch.Tensor, w_q: torch.Tensor, w_k: torch.Tensor, w_v: torch.Tensor):
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    weights = torch.softmax(q @ k.T / math.sqrt(w_q.shape[1]), dim=-1)
    return weights @ v, weights


def permutation_test(x, w_q, w_k, w_v, order: torch.Tensor):
    before, _ = attention(x, w_q, w_k, w_v)
    after, _ = attention(x[order], w_q, w_k, w_v)
    return (after.mean(dim=0) - before.mean(dim=0)).abs().max().item(), (
        after - before[order]
    ).abs().max().item()

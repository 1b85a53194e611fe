import torch
import torch.nn.functional as F


def attention(x, w_q, w_k, w_v):
    q, k, v = map(x.mm, (w_q, w_k, w_v))
    weights = F.softmax(q.mm(k.t()).div(k.size(1) ** 0.5), 1)
    return weights.mm(v), weights


def permutation_test(x, w_q, w_k, w_v, order):
    y = attention(x, w_q, w_k, w_v)[0]
    z = attention(x[order], w_q, w_k, w_v)[0]
    back = torch.argsort(order)
    return float((z - y).abs().max()), float((z[back] - y).abs().max())

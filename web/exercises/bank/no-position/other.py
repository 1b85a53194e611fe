import torch


def attention(x, w_q, w_k, w_v):
    n, d_head = len(x), w_q.shape[1]
    q, k, v = (torch.einsum("nd,dh->nh", x, w) for w in (w_q, w_k, w_v))
    weights = torch.zeros(n, n)
    for i in range(n):
        scores = torch.exp((q[i] * k).sum(dim=1) * d_head**-0.5)
        weights[i] = scores / scores.sum()
    return torch.einsum("ij,jh->ih", weights, v), weights


def permutation_test(x, w_q, w_k, w_v, order):
    f, g = attention(x, w_q, w_k, w_v)[0], attention(x[order], w_q, w_k, w_v)[0]
    back = g[torch.argsort(order)]
    return float(torch.max(torch.abs(g - f))), float(torch.max(torch.abs(back - f)))

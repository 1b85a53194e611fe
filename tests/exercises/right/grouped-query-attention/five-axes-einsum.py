import torch


def grouped_attention(q, k, v):
    h, nq, d = q.shape
    kv, nk, _ = k.shape
    scores = torch.einsum("k g i d, k j d -> k g i j", q.view(kv, h // kv, nq, d), k) * d**-0.5
    i, j = torch.meshgrid(torch.arange(nk - nq, nk), torch.arange(nk), indexing="ij")
    weights = scores.masked_fill(j > i, float("-inf")).softmax(-1)
    return torch.einsum("k g i j, k j d -> k g i d", weights, v).flatten(0, 1)

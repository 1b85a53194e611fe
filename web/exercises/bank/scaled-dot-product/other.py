import torch


def attention(q, k, v, mask=None):
    scores = torch.einsum("...id,...jd->...ij", q, k) * q.shape[-1] ** -0.5
    visible = torch.ones(scores.shape[-2:], dtype=torch.bool) if mask is None else mask
    largest = scores.amax(dim=-1, keepdim=True)
    weights = torch.exp(scores - largest) * visible
    weights = weights / weights.sum(dim=-1, keepdim=True).clamp(min=1e-30)
    return weights.matmul(v), weights

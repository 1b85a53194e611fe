import torch


def attention(q, k, v, mask=None):
    s = torch.einsum("...id,...jd->...ij", q, k) / q.shape[-1] ** 0.5
    keep = torch.ones(s.shape[-2:]) if mask is None else mask.float()
    e = (s - s.amax(-1, keepdim=True)).exp() * keep
    w = e / e.sum(-1, keepdim=True).clamp(min=1e-30)
    return torch.einsum("...ij,...jd->...id", w, v), w

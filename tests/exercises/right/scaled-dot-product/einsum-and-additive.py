import torch


def attention(q, k, v, mask=None):
    logits = torch.einsum("...id,...jd->...ij", q, k).mul(q.size(-1) ** -0.5)
    if mask is not None:
        logits = logits + torch.zeros(mask.shape).masked_fill_(mask.logical_not(), -torch.inf)
    top = logits.amax(-1, keepdim=True)
    e = torch.exp(logits - torch.where(top.isinf(), torch.zeros_like(top), top))
    w = e / e.sum(-1, keepdim=True).clamp_min(torch.finfo(e.dtype).tiny)
    return torch.einsum("...ij,...jd->...id", w, v), w

import torch
import torch.nn.functional as F


def attention(q, k, v, mask=None):
    d = q.size(-1)
    scores = torch.matmul(q / d**0.25, (k / d**0.25).mT)
    if mask is None:
        mask = torch.ones(scores.shape[-2:], dtype=torch.bool)
    weights = F.softmax(scores.masked_fill(mask.logical_not(), -1e9), dim=-1) * mask
    return weights.matmul(v), weights

import torch


def softmax_sum(blocks):
    scores = torch.cat([block for block, _ in blocks])
    values = torch.cat([block for _, block in blocks])
    return scores.softmax(dim=0) @ values, scores.logsumexp(dim=0)

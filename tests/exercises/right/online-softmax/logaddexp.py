import torch


def softmax_sum(blocks):
    out, lse = None, torch.tensor(-torch.inf)
    for scores, values in blocks:
        if torch.isneginf(scores).all():
            continue
        block = torch.logsumexp(scores, 0)
        mine = torch.softmax(scores, 0) @ values
        new = torch.logaddexp(lse, block)
        out = mine if out is None else out * (lse - new).exp() + mine * (block - new).exp()
        lse = new
    return out, lse

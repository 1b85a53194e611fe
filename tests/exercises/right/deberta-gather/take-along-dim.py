import torch


def deberta_scores(q, k, pos_k, pos_q):
    h, n, d = q.shape
    rows = pos_k.shape[1]
    index = (torch.arange(n).unsqueeze(1) - torch.arange(n) + rows // 2).clip(0, rows - 1)
    scores = torch.baddbmm(torch.zeros(h, n, n), q, k.mT, beta=0)
    scores += torch.take_along_dim(q @ pos_k.mT, index[None], dim=-1)
    scores += torch.take_along_dim(pos_q @ k.mT, index[None], dim=1)
    return scores * torch.rsqrt(torch.tensor(3.0 * d))

import math

import torch


def deberta_scores(q, k, pos_k, pos_q):
    n_heads, n, d = q.shape
    span = pos_k.shape[1] // 2
    i = torch.arange(n)
    row = (i.view(-1, 1) - i + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2c = q @ k.transpose(-1, -2)
    c2p = torch.gather(q @ pos_k.transpose(-1, -2), 2, row)
    row = (i - i.view(-1, 1) + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2p = torch.gather(q @ pos_k.transpose(-1, -2), 2, row)
    p2c = torch.gather(k @ pos_q.transpose(-1, -2), 2, row.transpose(-1, -2)).transpose(
        -1, -2
    )
    return (c2c + c2p + p2c) / math.sqrt(3 * d)

import math

import torch


def deberta_scores(q, k, pos_k, pos_q):
    """Scores (n_heads, n, n) of q and k (n_heads, n, d).

    The position vectors are (n_heads, 2 * span, d)."""
    n_heads, n, d = q.shape
    span = pos_k.shape[1] // 2
    i = torch.arange(n)
    row = (i.view(-1, 1) - i + span).clamp(0, 2 * span - 1).expand(n_heads, n, n)
    c2c = q @ k.transpose(-1, -2)
    c2p = torch.gather(q @ pos_k.transpose(-1, -2), 2, row)
    p2c = torch.gather(k @ pos_q.transpose(-1, -2), 2, row.transpose(-1, -2)).transpose(
        -1, -2
    )
    return (c2c + c2p + p2c) / math.sqrt(3 * d)


if __name__ == "__main__":
    q, k = torch.randn(2, 2, 5, 8)
    pos_k, pos_q = torch.randn(2, 2, 6, 8)
    print(deberta_scores(q, k, pos_k, pos_q).shape)

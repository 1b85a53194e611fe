import math

import torch


def deberta_scores(q, k, pos_k, pos_q):
    """Scores (n_heads, n, n) of q and k (n_heads, n, d).

    The position vectors are (n_heads, 2 * span, d)."""
    raise NotImplementedError


if __name__ == "__main__":
    q, k = torch.randn(2, 2, 5, 8)
    pos_k, pos_q = torch.randn(2, 2, 6, 8)
    print(deberta_scores(q, k, pos_k, pos_q).shape)

import math

import torch


def decode_scores(q, k, max_position, factor, base=10000.0):
    """Scores (n, n) of q, k (n, d), row i by the base of length i + 1; -inf where j >
    i."""
    raise NotImplementedError


if __name__ == "__main__":
    q, k = torch.randn(2, 6, 8)
    print(decode_scores(q, k, 4, 2.0))

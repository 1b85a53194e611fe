import math

import torch
import matplotlib.pyplot as plt


def attention(x: torch.Tensor, w_q: torch.Tensor, w_k: torch.Tensor, w_v: torch.Tensor):
    """Output (n, d_head) and weights (n, n); rows are queries."""
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    weights = torch.softmax(q @ k.T / math.sqrt(w_q.shape[1]), dim=-1)
    return weights @ v, weights


def permutation_test(x, w_q, w_k, w_v, order: torch.Tensor):
    """The largest |f(x[order]) - f(x)| and |f(x[order]) - f(x)[order]|."""
    before, _ = attention(x, w_q, w_k, w_v)
    after, _ = attention(x[order], w_q, w_k, w_v)
    return (after - before).abs().max().item(), (
        after - before[order]
    ).abs().max().item()


if __name__ == "__main__":
    x = torch.randn(6, 16)
    w_q, w_k, w_v = (torch.randn(16, 8) / 4 for _ in range(3))
    output, weights = attention(x, w_q, w_k, w_v)
    print(output.shape, weights.sum(dim=-1))
    print(permutation_test(x, w_q, w_k, w_v, torch.randperm(6)))
    plt.imshow(weights, cmap="viridis")
    plt.xlabel("key")
    plt.ylabel("query")
    plt.colorbar()
    plt.show()

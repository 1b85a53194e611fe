import torch


def from_gguf(q, k, n_heads, n_kv_heads):
    width = q.shape[0] // n_heads
    order = torch.arange(width).view(-1, 2).T.reshape(-1)
    matrix = torch.eye(width)[order]

    def apply(w, n):
        return torch.kron(torch.eye(n), matrix) @ w

    return apply(q, n_heads), apply(k, n_kv_heads)

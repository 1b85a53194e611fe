import torch


def from_gguf(q, k, n_heads, n_kv_heads):
    head_dim = q.shape[0] // n_heads
    order = [*range(0, head_dim, 2), *range(1, head_dim, 2)]

    def converted(weight, heads):
        rows = [h * head_dim + j for h in range(heads) for j in order]
        return weight[torch.tensor(rows)]

    return converted(q, n_heads), converted(k, n_kv_heads)

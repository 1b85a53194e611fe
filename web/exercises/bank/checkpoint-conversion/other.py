import torch


def interleaved_to_half(weight, n_heads):
    head_dim = weight.shape[0] // n_heads
    order = []
    for head in range(n_heads):
        first = head * head_dim
        order += range(first, first + head_dim, 2)
        order += range(first + 1, first + head_dim, 2)
    return weight[torch.tensor(order)]

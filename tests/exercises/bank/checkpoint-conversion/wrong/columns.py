import torch


def interleaved_to_half(weight, n_heads):
    columns = weight.view(weight.shape[0], n_heads, -1)
    return torch.cat([columns[..., 0::2], columns[..., 1::2]], dim=-1).reshape(
        weight.shape
    )

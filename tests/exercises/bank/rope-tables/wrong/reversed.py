import torch


def get_rope_embeddings(d_model, max_len):
    w = 10000 ** (-torch.arange(0, d_model, 2).float() / d_model)
    angles = torch.outer(torch.arange(max_len).float(), w)
    return angles.cos(), angles.sin()


def apply_rotary_pos_emb(x, freqs_cos, freqs_sin):
    cos = freqs_cos[: x.shape[1], None, :]
    sin = freqs_sin[: x.shape[1], None, :]
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos + b * sin, b * cos - a * sin], dim=-1).flatten(-2)

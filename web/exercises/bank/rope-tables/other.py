import math

import torch


def get_rope_embeddings(d_model, max_len):
    cos = torch.zeros(max_len, d_model // 2)
    sin = torch.zeros(max_len, d_model // 2)
    for i in range(d_model // 2):
        w = math.exp(-math.log(10000) * 2 * i / d_model)
        for p in range(max_len):
            cos[p, i] = math.cos(p * w)
            sin[p, i] = math.sin(p * w)
    return cos, sin


def apply_rotary_pos_emb(x, freqs_cos, freqs_sin):
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    rotations = torch.complex(freqs_cos[: x.shape[1]], freqs_sin[: x.shape[1]])
    return torch.view_as_real(pairs * rotations[None, :, None, :]).flatten(-2)

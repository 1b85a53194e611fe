import torch


def get_rope_embeddings(d_model, max_len):
    w = torch.tensor([10000 ** (-2 * i / d_model) for i in range(d_model // 2)])
    angles = torch.einsum("p,i->pi", torch.arange(max_len, dtype=torch.float), w)
    return torch.stack([angles.cos(), angles.sin()]).unbind()


def apply_rotary_pos_emb(x, freqs_cos, freqs_sin):
    b, t, h, w = x.shape
    c, s = freqs_cos[:t], freqs_sin[:t]
    m = torch.stack([torch.stack([c, -s], -1), torch.stack([s, c], -1)], -2)
    return torch.einsum("t k r c, b t h k c -> b t h k r", m, x.reshape(b, t, h, -1, 2)).reshape_as(x)

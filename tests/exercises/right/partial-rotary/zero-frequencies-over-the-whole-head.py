import torch


def partial_rope(x, rotary_dim, base=10000.0):
    d, half = x.shape[-1], rotary_dim // 2
    freq = torch.zeros(d)
    freq[:rotary_dim] = (base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)).repeat(2)
    angle = torch.arange(x.shape[-2]).unsqueeze(-1) * freq
    partner = torch.zeros_like(x)
    partner[..., :half] = -x[..., half:rotary_dim]
    partner[..., half:rotary_dim] = x[..., :half]
    return x * angle.cos() + partner * angle.sin()

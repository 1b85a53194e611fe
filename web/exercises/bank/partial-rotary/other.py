import torch


def partial_rope(x, rotary_dim, base=10000.0):
    out = x.clone()
    half = rotary_dim // 2
    for p in range(x.shape[1]):
        for j in range(half):
            rotation = torch.tensor(p / base ** (2 * j / rotary_dim))
            pair = torch.complex(x[:, p, j], x[:, p, j + half]) * torch.polar(
                torch.tensor(1.0), rotation
            )
            out[:, p, j], out[:, p, j + half] = pair.real, pair.imag
    return out

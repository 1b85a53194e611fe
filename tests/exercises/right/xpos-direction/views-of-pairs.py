import torch


def apply_xpos(q, k, scale_base=512.0):
    h, n_query, d = q.shape
    n_key = k.shape[-2]
    i = torch.arange(d // 2, dtype=torch.float64)
    zeta = (2 * i + 0.4 * d) / (1.4 * d)

    def scaled(x, first, sign):
        p = torch.arange(first, first + x.shape[1], dtype=torch.float64)[:, None, None]
        pairs = x.double().unflatten(-1, (d // 2, 2))
        return (pairs * zeta[:, None] ** (sign * p / scale_base)).flatten(-2).to(x.dtype)

    return scaled(q, n_key - n_query, +1), scaled(k, first=0, sign=-1)

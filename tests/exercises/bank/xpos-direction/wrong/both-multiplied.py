import torch


def apply_xpos(q, k, scale_base=512.0):
    n_query, n_key, d = q.shape[1], k.shape[1], q.shape[2]
    zeta = (torch.arange(0, d, 2) + 0.4 * d) / (1.4 * d)
    factor = (zeta ** (torch.arange(n_key).view(-1, 1) / scale_base)).repeat_interleave(
        2, dim=-1
    )
    return q * factor[n_key - n_query :], k * factor

import torch


def apply_xpos(q: torch.Tensor, k: torch.Tensor, scale_base: float = 512.0):
    """Rotated queries (n_heads, n_query, d) and keys (n_heads, n_key, d) with xPos's
    factors."""
    n_query, n_key, d = q.shape[1], k.shape[1], q.shape[2]
    zeta = (torch.arange(0, d, 2) + 0.4 * d) / (1.4 * d)
    positions = torch.arange(n_key).view(-1, 1) - n_key // 2
    factor = (zeta ** (positions / scale_base)).repeat_interleave(2, dim=-1)
    return q * factor[n_key - n_query :], k / factor

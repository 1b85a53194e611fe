import torch


def apply_xpos(q: torch.Tensor, k: torch.Tensor, scale_base: float = 512.0):
    """Rotated queries (n_heads, n_query, d) and keys (n_heads, n_key, d) with xPos's
    factors."""
    raise NotImplementedError


if __name__ == "__main__":
    q, k = apply_xpos(torch.ones(1, 6, 4), torch.ones(1, 6, 4), scale_base=4.0)
    print(q[0] @ k[0].T)  # look below the diagonal, then above it

import torch


def shift_keys(
    keys: torch.Tensor, delta: int, rotary_dim: int, base: float = 10000.0
) -> torch.Tensor:
    """Rotated keys (n_heads, n, d), moved by delta positions."""
    angles = delta * base ** (-torch.arange(0, rotary_dim, 2) / rotary_dim)
    cos = torch.cat([angles, angles], dim=-1).cos()
    sin = torch.cat([angles, angles], dim=-1).sin()
    part, still = keys[..., :rotary_dim], keys[..., rotary_dim:]
    a, b = part.chunk(2, dim=-1)
    moved = part * cos + torch.cat([-b, a], dim=-1) * sin
    return torch.cat([moved, still], dim=-1)


if __name__ == "__main__":
    keys = torch.randn(1, 2, 8)
    print(keys)
    print(shift_keys(keys, -2, 4))

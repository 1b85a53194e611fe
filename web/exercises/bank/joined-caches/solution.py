import torch


def join(
    first: torch.Tensor, second: torch.Tensor, base: float = 10000.0
) -> torch.Tensor:
    """Rotated keys of both texts, the second one's after the first's."""
    d = second.shape[-1]
    frequencies = base ** (-torch.arange(0, d, 2) / d)
    angles = first.shape[1] * frequencies
    cos = torch.cat([angles, angles], dim=-1).cos()
    sin = torch.cat([angles, angles], dim=-1).sin()
    a, b = second.chunk(2, dim=-1)
    partner = torch.cat([-b, a], dim=-1)
    moved = second * cos + partner * sin
    return torch.cat([first, moved], dim=1)


if __name__ == "__main__":
    keys = torch.randn(1, 3, 4)
    print(join(keys, keys))

"""NTK-aware RoPE: a larger base, by which the slowest pair is stretched exactly `scale` times."""

import torch


def ntk_base(width, scale, base=10000.0):
    return base * scale ** (width / (width - 2))


def frequencies(width, base):
    return 1.0 / base ** (torch.arange(0, width, 2, dtype=torch.float64) / width)


def results(numbers, fill):
    plain = frequencies(64, 10000.0)
    made = {"bases": torch.tensor([ntk_base(64, s) for s in (1, 2, 4, 8)], dtype=torch.float64)}
    for scale in (2, 4):
        made[f"ratio {scale}"] = frequencies(64, ntk_base(64, scale)) / plain
    made["angles"] = torch.outer(torch.arange(50.0), frequencies(64, ntk_base(64, 4)).float())
    return made

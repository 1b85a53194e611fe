import math

import torch


def frequencies(head_dim, base):
    return torch.tensor(
        [1 / base ** (2 * i / head_dim) for i in range(head_dim // 2)],
        dtype=torch.float64,
    )


def phase_error(head_dim, positions, base=10000.0):
    exact = frequencies(head_dim, base)
    ahead = positions.double().unsqueeze(1) * (exact.bfloat16().double() - exact)
    rotation = torch.remainder(ahead, 2 * math.pi)
    return torch.minimum(rotation, 2 * math.pi - rotation)


def safe_tables(head_dim, positions, base=10000.0):
    angles = positions.double().unsqueeze(1) * frequencies(head_dim, base)
    return tuple(f(angles).float().bfloat16() for f in (torch.cos, torch.sin))

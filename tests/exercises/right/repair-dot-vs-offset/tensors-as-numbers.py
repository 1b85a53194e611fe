import random
import math
import torch


def rotated(x, position):
    """A vector (d,) at a position, half-split pairs. This is right."""
    w = 10000.0 ** (-torch.arange(0, len(x), 2) / len(x))
    cos, sin = torch.cos(position * w), torch.sin(position * w)
    a, b = x.chunk(2)
    return torch.cat([a * cos - b * sin, a * sin + b * cos])


def dot_by_offset(q, k, n_offsets, first=0):
    """Products (n_offsets,) of q at position first with k at first, first + 1, ..."""
    query = rotated(q, first)
    return torch.stack(
        [query @ rotated(k, first + offset) for offset in range(n_offsets)]
    )


def test_dot_by_offset(implementation):
    random.seed(3)
    torch.manual_seed(3)
    for first in (torch.tensor(0), 0, torch.tensor(5), 40):
        q, k = (torch.tensor([random.gauss(0, 1) for _ in range(8)]) for _ in "qk")
        got = implementation(q=q, k=k, n_offsets=6, first=first)
        for o in range(6):
            want = 0.0
            for i in range(4):
                a, b = complex(q[i], q[i + 4]), complex(k[i], k[i + 4])
                z = a.conjugate() * b
                angle = o * 10000 ** (-i / 4)
                want += z.real * math.cos(angle) - z.imag * math.sin(angle)
            assert math.isclose(float(got[o]), want, abs_tol=1e-3), (first, o)

import torch


def rotated(x, position):
    w = 10000.0 ** (-torch.arange(0, len(x), 2) / len(x))
    cos, sin = torch.cos(position * w), torch.sin(position * w)
    a, b = x.chunk(2)
    return torch.cat([a * cos - b * sin, a * sin + b * cos])


def dot_by_offset(q, k, n_offsets, first=0):
    h = len(q) // 2
    w = 10000.0 ** (-torch.arange(h) / h)
    qz, kz = torch.complex(q[:h], q[h:]), torch.complex(k[:h], k[h:])
    phase = torch.outer(torch.arange(n_offsets), w)
    return (qz.conj() * kz * torch.polar(torch.ones_like(phase), phase)).real.sum(-1)


def test_dot_by_offset(implementation):
    for d, n, first in ((4, 6, 0), (8, 5, 3), (16, 9, 40)):
        q, k = torch.randn(d), torch.randn(d)
        want = torch.tensor([(rotated(q, first) * rotated(k, first + o)).sum() for o in range(n)])
        got = implementation(q, k, n, first)
        assert got.shape == want.shape and torch.allclose(got, want, atol=1e-3)

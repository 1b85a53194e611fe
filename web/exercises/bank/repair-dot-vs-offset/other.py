import torch


def dot_by_offset(q, k, n_offsets, first=0):
    d = len(q)
    pairs = torch.complex(*q.chunk(2)).conj() * torch.complex(*k.chunk(2))
    angles = torch.outer(
        torch.arange(n_offsets), 10000.0 ** (-torch.arange(0, d, 2) / d)
    )
    return (pairs * torch.polar(torch.ones_like(angles), angles)).real.sum(-1)


def test_dot_by_offset(f):
    one, other = torch.tensor([1.0, 0.0]), torch.tensor([0.0, 1.0])
    steps = torch.arange(5.0)
    for first in (0, 3, 50):
        torch.testing.assert_close(
            f(one, one, 5, first), torch.cos(steps), atol=1e-4, rtol=0
        )
        torch.testing.assert_close(
            f(one, other, 5, first), -torch.sin(steps), atol=1e-4, rtol=0
        )

import torch


def tables(width, n_times):
    w = 10000.0 ** (-torch.arange(0, width, 2) / width)
    angles = (torch.arange(n_times)[:, None] * w).repeat_interleave(2, -1)
    return angles.cos(), angles.sin()


def rope(x):
    cos, sin = (table[None, :, None] for table in tables(x.size(-1), x.size(1)))
    partner = torch.empty_like(x)
    partner[..., ::2], partner[..., 1::2] = -x[..., 1::2], x[..., ::2]
    return x * cos + partner * sin


def test_rope(rope):
    one = torch.zeros(1, 4, 4, 4)
    one[..., 0] = 1
    y = rope(one)
    t = torch.arange(4.0)
    for head in range(4):
        assert torch.allclose(y[0, :, head, 0], t.cos(), atol=1e-5)
        assert torch.allclose(y[0, :, head, 1], t.sin(), atol=1e-5)
    y = rope(one.roll(2, -1))
    assert torch.allclose(y[0, :, :, 2], (t / 100).cos()[:, None].expand(4, 4), atol=1e-5)
    assert torch.allclose(y[0, :, :, 3], (t / 100).sin()[:, None].expand(4, 4), atol=1e-5)

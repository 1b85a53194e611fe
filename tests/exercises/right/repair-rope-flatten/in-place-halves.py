import torch


def rotate_pairs(x, cos, sin):
    y = torch.empty_like(x)
    n = x.shape[-2]
    torch.sub(x[..., 0::2] * cos[:n], x[..., 1::2] * sin[:n], out=y[..., 0::2])
    y[..., 1::2] = torch.addcmul(x[..., 0::2] * sin[:n], x[..., 1::2], cos[:n])
    return y


def test_rotate_pairs(implementation):
    angles = torch.rand(9, 4) * 6
    for shape in ((3, 4, 8), (2, 3, 4, 8), (2, 1, 3, 4, 8)):
        x = torch.randn(shape)
        got = implementation(x, angles.cos(), angles.sin())
        want = rotate_pairs(x, angles.cos(), angles.sin())
        assert got.shape == want.shape, shape
        assert torch.allclose(got, want, atol=1e-5), shape

import torch


def rotate_pairs(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """x (..., time, width): channels 2i and 2i + 1 rotated by the tables (rows, width /
    2)."""
    n_time = x.shape[-2]
    cos, sin = cos[:n_time], sin[:n_time]
    a, b = x[..., 0::2], x[..., 1::2]
    rotated = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1)
    return rotated.flatten(-2)


def test_rotate_pairs(implementation):
    table = torch.nn.Embedding(12, 4)
    cos, sin = torch.cos(table.weight).detach(), torch.sin(table.weight).detach()
    with torch.inference_mode():
        for axes in range(3, 7):
            x = torch.randn(*range(2, axes), 6, 8)
            try:
                y = implementation(x, cos, sin)
            except RuntimeError as error:
                raise AssertionError("it crashes") from error
            c, s = cos[:6].repeat_interleave(2, -1), sin[:6].repeat_interleave(2, -1)
            partner = torch.stack([-x[..., 1::2], x[..., ::2]], -1).reshape(x.shape)
            torch.testing.assert_close(y, x * c + partner * s)

import torch


def rotate_pairs(x, cos, sin):
    n_time, width = x.shape[-2:]
    y = torch.empty_like(x)
    for t in range(n_time):
        for i in range(width // 2):
            rotation = torch.stack(
                [
                    torch.stack([cos[t, i], -sin[t, i]]),
                    torch.stack([sin[t, i], cos[t, i]]),
                ]
            )
            y[..., t, 2 * i : 2 * i + 2] = x[..., t, 2 * i : 2 * i + 2] @ rotation.T
    return y


def test_rotate_pairs(implementation):
    rotations = torch.polar(torch.ones(7, 3), torch.rand(7, 3) * 6)
    for lead in [(2,), (3, 2), (2, 1, 2)]:
        x = torch.randn(*lead, 5, 6)
        want = torch.view_as_real(
            torch.view_as_complex(x.reshape(*lead, 5, 3, 2)) * rotations[:5]
        ).reshape(x.shape)
        torch.testing.assert_close(
            implementation(x, rotations.real, rotations.imag), want
        )

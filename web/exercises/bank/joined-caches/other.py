import torch


def join(first, second, base=10000.0):
    half = second.shape[-1] // 2
    keys = torch.complex(
        second[..., :half].contiguous(), second[..., half:].contiguous()
    )
    angles = first.shape[1] * base ** (-torch.arange(half) / half)
    moved = keys * torch.polar(torch.ones(half), angles)
    return torch.cat([first, torch.cat([moved.real, moved.imag], dim=-1)], dim=1)

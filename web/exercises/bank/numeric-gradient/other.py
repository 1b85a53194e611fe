import torch


def numeric_gradient(f, x, eps=1e-6):
    n = x.numel()
    steps = eps * torch.eye(n, dtype=torch.float64).view(n, *x.shape)
    y = x.to(torch.float64)
    slopes = [(f(y + step) - f(y - step)) / eps / 2 for step in steps]
    return torch.stack(slopes).view(x.shape)


def relative_error(a, b):
    size = torch.stack([a, b]).abs().max().clamp(min=1e-8)
    return float(torch.max(torch.abs(a - b)) / size)

import numpy as np
import torch


def numeric_gradient(f, x, eps=1e-6):
    base = x.clone().to(torch.float64).contiguous()
    out = np.zeros(tuple(x.shape))
    for at in np.ndindex(*x.shape):
        plus, minus = base.clone(), base.clone()
        plus[at] += eps
        minus[at] -= eps
        out[at] = (f(plus).item() - f(minus).item()) / (2 * eps)
    return torch.from_numpy(out)


def relative_error(a, b):
    top = torch.linalg.vector_norm((a - b).flatten(), float("inf"))
    return float(top) / max(float(a.abs().max()), float(b.abs().max()), 1e-8)

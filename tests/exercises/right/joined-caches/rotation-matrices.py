import torch


def join(first, second, base=10000.0):
    d = second.shape[-1]
    t = torch.tensor([first.shape[1] * base ** (-2 * j / d) for j in range(d // 2)], dtype=torch.float64)
    C, S = torch.diag(t.cos()), torch.diag(t.sin())
    M = torch.cat([torch.cat([C, -S], 1), torch.cat([S, C], 1)])
    return torch.cat([first, (second.double() @ M.T).to(second.dtype)], -2)

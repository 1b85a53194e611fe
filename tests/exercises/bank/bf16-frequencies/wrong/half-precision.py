import torch


def phase_error(head_dim, positions, base=10000.0):
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    rounded = w.to(torch.float16).to(torch.float64)
    d = torch.outer(positions.to(torch.float64), rounded - w)
    return torch.atan2(d.sin(), d.cos()).abs()


def safe_tables(head_dim, positions, base=10000.0):
    w = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    angles = torch.outer(positions.to(torch.float64), w)
    return angles.cos().to(torch.bfloat16), angles.sin().to(torch.bfloat16)

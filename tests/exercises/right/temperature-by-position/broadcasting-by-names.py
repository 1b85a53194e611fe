import torch
from torch import Tensor


def scale_queries(q: Tensor, position_ids: Tensor, interval: int = 8192, beta: float = 0.1) -> Tensor:
    n_windows = torch.div(position_ids + 1, interval, rounding_mode="floor")
    return torch.einsum("bhnd,bn->bhnd", q, torch.log1p(n_windows.float()).mul(beta).add(1))

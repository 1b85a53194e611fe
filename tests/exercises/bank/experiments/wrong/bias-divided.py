import math

import torch


def accuracy_by_length(
    logits: torch.Tensor, targets: torch.Tensor, lengths: torch.Tensor
):
    real = torch.arange(targets.shape[1]) < lengths[:, None]
    right = (logits.argmax(dim=-1) == targets) & real
    distinct = torch.unique(lengths)
    shares = [right[lengths == n].sum() / real[lengths == n].sum() for n in distinct]
    return distinct, torch.stack(shares)


def position_resolution(logits: torch.Tensor, positions: torch.Tensor):
    guesses = logits.argmax(dim=-1)
    accuracy = (guesses == positions).float().mean()
    error = (guesses - positions).abs().float().mean()
    return accuracy.item(), error.item()


def memory_bytes(method: str, seq_len: int, d_model: int, n_heads: int) -> int:
    d_head = d_model // n_heads
    numbers = {
        "none": 0,
        "sinusoidal": seq_len * d_model,
        "learned": seq_len * d_model,
        "rope": 2 * seq_len * (d_head // 2),
        "alibi": n_heads * seq_len**2,
    }
    return 4 * numbers[method]


def nearest_centres(maps: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
    differences = maps[:, None] - centres[None, :]
    return differences.pow(2).sum(dim=(-2, -1)).argmin(dim=1)


def hybrid_logits(q, k, cos, sin, slopes) -> torch.Tensor:
    def rotated(x):
        a, b = x[..., 0::2], x[..., 1::2]
        return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)

    n = q.shape[1]
    distance = torch.arange(n)[:, None] - torch.arange(n)
    logits = rotated(q) @ rotated(k).transpose(-2, -1)
    logits = (logits - slopes.view(-1, 1, 1) * distance) / math.sqrt(q.shape[-1])
    return logits.masked_fill(distance < 0, float("-inf"))

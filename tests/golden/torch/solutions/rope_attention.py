"""Self-attention of several heads whose queries and keys are rotated by RoPE."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class RopeAttention(nn.Module):
    def __init__(self, width, n_heads, base=10000.0):
        super().__init__()
        self.n_heads, self.d_head = n_heads, width // n_heads
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width)
        frequency = base ** (-torch.arange(0, self.d_head, 2).float() / self.d_head)
        self.register_buffer("frequency", frequency, persistent=False)

    def rotated(self, x):
        angle = torch.arange(x.shape[2]).float()[:, None] * self.frequency
        even, odd = x[..., ::2], x[..., 1::2]
        cos, sin = angle.cos(), angle.sin()
        return torch.stack([even * cos - odd * sin, even * sin + odd * cos], -1).flatten(-2)

    def forward(self, x, is_causal=True):
        b, n, width = x.shape
        heads = self.qkv(x).view(b, n, 3, self.n_heads, self.d_head).permute(2, 0, 3, 1, 4)
        q, k, v = heads.unbind(0)
        logits = self.rotated(q) @ self.rotated(k).transpose(-2, -1) / math.sqrt(self.d_head)
        if is_causal:
            future = torch.ones(n, n, dtype=torch.bool).triu(1)
            logits = logits.masked_fill(future, -math.inf)
        share = F.softmax(logits, dim=-1)
        mixed = (share @ v).transpose(1, 2).contiguous().view(b, n, width)
        return self.out(mixed), share


def results(numbers, fill):
    model = fill(RopeAttention(32, 4)).eval()
    with torch.no_grad():
        out, share = model(numbers(2, 12, 32))
        free, _ = model(numbers(2, 12, 32, seed=5), is_causal=False)
    return {"out": out, "share": share, "free": free}

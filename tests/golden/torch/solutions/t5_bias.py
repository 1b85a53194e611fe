"""T5's bias: one number per head and bucket of distances, both directions or only the past."""

import math

import torch
from torch import nn


class T5Bias(nn.Module):
    def __init__(self, n_heads, n_buckets=32, most=128, is_both=True):
        super().__init__()
        self.n_buckets, self.most, self.is_both = n_buckets, most, is_both
        self.weight = nn.Embedding(n_buckets, n_heads)

    def bucket(self, offset):
        """offset: key position minus query position"""
        n = self.n_buckets
        found = torch.zeros_like(offset)
        if self.is_both:
            n //= 2
            found = (offset > 0).long() * n
            distance = offset.abs()
        else:
            distance = torch.clamp(-offset, min=0)
        exact = n // 2
        share = torch.log(distance.float().clamp(min=1) / exact) / math.log(self.most / exact)
        far = exact + (share * (n - exact)).long()
        far = torch.min(far, torch.full_like(far, n - 1))
        return found + torch.where(distance < exact, distance, far)

    def forward(self, n):
        place = torch.arange(n)
        bucket = self.bucket(place[None, :] - place[:, None])
        return self.weight(bucket).permute(2, 0, 1).unsqueeze(0)


def results(numbers, fill):
    both, past = T5Bias(8), T5Bias(8, is_both=False)
    return {
        "both": both.bucket(torch.arange(-150, 151)),
        "past": past.bucket(torch.arange(-150, 151)),
        "bias": fill(both)(40),
        "causal": fill(past)(40),
    }

"""A small language model: embeddings, sinusoidal positions, two blocks, logits, and its loss."""

import math

import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, width, n_heads):
        super().__init__()
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = nn.MultiheadAttention(width, n_heads, dropout=0.1, batch_first=True)
        self.feed = nn.ModuleList([nn.Linear(width, 2 * width), nn.Linear(2 * width, width)])

    def forward(self, x, mask):
        y = self.before(x)
        x = x + self.attention(y, y, y, attn_mask=mask, need_weights=False)[0]
        return x + self.feed[1](F.relu(self.feed[0](self.between(x))))


class Model(nn.Module):
    def __init__(self, n_tokens=13, width=16, n_heads=2, n_blocks=2, most=32):
        super().__init__()
        self.tokens = nn.Embedding(n_tokens, width)
        self.blocks = nn.ModuleList(Block(width, n_heads) for _ in range(n_blocks))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, n_tokens, bias=False)
        angle = torch.arange(most)[:, None] * torch.exp(torch.arange(0, width, 2) * -(math.log(1e4) / width))
        self.register_buffer("place", torch.stack([angle.sin(), angle.cos()], -1).flatten(1))

    def forward(self, tokens):
        n = tokens.shape[1]
        x = self.tokens(tokens) * math.sqrt(self.tokens.embedding_dim) + self.place[:n]
        future = torch.full((n, n), float("-inf")).triu(1)
        for block in self.blocks:
            x = block(x, future)
        return self.head(self.norm(x))


def results(numbers, fill):
    model = fill(Model()).eval()
    tokens = (torch.arange(20) * 7 % 13).view(2, 10)
    with torch.no_grad():
        logits = model(tokens)
        loss = F.cross_entropy(logits[:, :-1].reshape(-1, 13), tokens[:, 1:].reshape(-1))
        greedy = logits.argmax(-1)
        best = logits.topk(3).values
    return {"logits": logits, "loss": loss, "greedy": greedy, "best": best, "parameters": sum(p.numel() for p in model.parameters())}

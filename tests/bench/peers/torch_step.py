"""One training step of the transformer that train.bench.js times, in PyTorch on one thread.

    torch_step.py BATCH LENGTH     for each line on standard input, a number of steps: runs them and
                                   prints their milliseconds; the first line printed is the first loss

notebook.bench.js runs the same code in the page's torch too.
"""
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

VOCAB, WIDTH, HEADS, LAYERS, INNER = 100, 64, 4, 2, 256


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(2))
        self.project = nn.Linear(WIDTH, 3 * WIDTH)
        self.merge = nn.Linear(WIDTH, WIDTH)
        self.widen = nn.Linear(WIDTH, INNER)
        self.narrow = nn.Linear(INNER, WIDTH)

    def forward(self, x, hidden):
        batch, length, _ = x.shape
        heads = self.project(self.norms[0](x)).view(batch, length, 3, HEADS, WIDTH // HEADS)
        q, k, v = heads.permute(2, 0, 3, 1, 4)
        weights = F.softmax(q @ k.transpose(2, 3) * (WIDTH // HEADS) ** -0.5 + hidden, dim=-1)
        x = x + self.merge((weights @ v).transpose(1, 2).reshape(batch, length, WIDTH))
        return x + self.narrow(F.gelu(self.widen(self.norms[1](x))))


class Transformer(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.tokens = nn.Embedding(VOCAB, WIDTH)
        self.positions = nn.Embedding(length, WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, VOCAB)
        self.register_buffer("hidden", torch.full((length, length), float("-inf")).triu(1))

    def forward(self, tokens):
        x = self.tokens(tokens) + self.positions.weight
        for layer in self.layers:
            x = layer(x, self.hidden)
        return self.head(self.norm(x))


def training(batch, length):
    """A step on one batch, which returns the loss."""
    torch.manual_seed(1)
    model = Transformer(length)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    tokens = torch.randint(VOCAB, (batch, length))
    targets = torch.randint(VOCAB, (batch * length,))

    def step():
        loss = F.cross_entropy(model(tokens).view(-1, VOCAB), targets)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        return loss

    return step


def times(step, n):
    """Milliseconds of n steps."""
    made = []
    for _ in range(n):
        begin = time.perf_counter()
        step()
        made.append(1e3 * (time.perf_counter() - begin))
    return made


def main():
    torch.set_num_threads(1)
    step = training(*map(int, sys.argv[1:]))
    print(step().item(), flush=True)
    for line in sys.stdin:
        print(*times(step, int(line)), flush=True)


if __name__ == "__main__":
    main()

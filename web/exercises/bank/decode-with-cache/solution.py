import math

import torch


class Decoder:
    """Causal attention of one head with RoPE, called with the next tokens each time."""

    def __init__(
        self,
        w_q: torch.Tensor,
        w_k: torch.Tensor,
        w_v: torch.Tensor,
        base: float = 10000.0,
    ):
        self.w_q, self.w_k, self.w_v, self.base = w_q, w_k, w_v, base
        self.k = torch.zeros(0, w_k.shape[0])  # rotated
        self.v = torch.zeros(0, w_v.shape[0])

    def rotate(self, x, positions):
        d = x.shape[-1]
        angles = positions[:, None] * self.base ** (-torch.arange(0, d, 2) / d)
        cos = torch.cat([angles, angles], dim=-1).cos()
        sin = torch.cat([angles, angles], dim=-1).sin()
        a, b = x.chunk(2, dim=-1)
        return x * cos + torch.cat([-b, a], dim=-1) * sin

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        n_new, n_cached = len(x), len(self.k)
        positions = torch.arange(n_cached, n_cached + n_new)
        self.k = torch.cat([self.k, self.rotate(x @ self.w_k.T, positions)])
        self.v = torch.cat([self.v, x @ self.w_v.T])
        q = self.rotate(x @ self.w_q.T, positions)
        visible = torch.ones(n_new, n_cached + n_new, dtype=torch.bool).tril(n_cached)
        scores = q @ self.k.T / math.sqrt(x.shape[-1])
        return scores.masked_fill(~visible, float("-inf")).softmax(dim=-1) @ self.v


if __name__ == "__main__":
    weights = [torch.randn(4, 4) for _ in range(3)]
    x = torch.randn(3, 4)
    print(Decoder(*weights)(x))
    decoder = Decoder(*weights)
    print(torch.cat([decoder(x[:2]), decoder(x[2:])]))

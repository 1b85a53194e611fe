import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, w_q, w_k, w_v, base=10000.0):
        super().__init__()
        d = w_q.size(0)
        self.register_buffer("w", torch.stack([w_q, w_k, w_v]))
        self.register_buffer("freq", 1 / base ** (torch.arange(0, d, 2) / d), persistent=False)
        self.register_buffer("k", w_k.new_empty(0, d))
        self.register_buffer("v", w_v.new_empty(0, d))

    @torch.no_grad()
    def forward(self, x):
        past = self.k.size(0)
        q, k, v = torch.einsum("nd,ced->cne", x, self.w).unbind(0)
        angle = torch.outer(torch.arange(past, past + x.size(0)).float(), self.freq).repeat(1, 2)

        def rot(y):
            return y * angle.cos() + torch.cat((-y[:, y.size(1) // 2 :], y[:, : y.size(1) // 2]), 1) * angle.sin()

        self.k = torch.cat((self.k, rot(k)), 0)
        self.v = torch.cat((self.v, v), 0)
        s = rot(q) @ self.k.t() / q.size(1) ** 0.5
        s = s + torch.full_like(s, float("-inf")).triu(past + 1)
        return torch.softmax(s, -1) @ self.v

"""nn.MultiheadAttention with masks: of the future, of padding, and a bias that is added."""

import torch
from torch import nn


def results(numbers, fill):
    attention = fill(nn.MultiheadAttention(24, 3, batch_first=True)).eval()
    x = numbers(2, 9, 24)
    future = torch.triu(torch.ones(9, 9, dtype=torch.bool), diagonal=1)
    padded = torch.zeros(2, 9, dtype=torch.bool)
    padded[1, 6:] = True
    bias = -0.5 * (torch.arange(9)[:, None] - torch.arange(9)).abs().float()
    per_head = bias.repeat(2 * 3, 1, 1) * torch.arange(1.0, 7.0)[:, None, None]
    made = {}
    with torch.no_grad():
        made["plain"], made["mean share"] = attention(x, x, x)
        made["causal"], made["causal share"] = attention(x, x, x, attn_mask=future)
        made["padded"], _ = attention(x, x, x, key_padding_mask=padded)
        made["heads"] = attention(x, x, x, attn_mask=bias, average_attn_weights=False)[1]
        made["per head"], _ = attention(x, x, x, attn_mask=per_head)
        made["cross"], nothing = attention(x[:, :4], x, x, need_weights=False)
    assert nothing is None
    return made

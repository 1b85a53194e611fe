import torch
import torch.nn as nn
import matplotlib.pyplot as plt


def attention_map(
    attention: nn.MultiheadAttention, x: torch.Tensor, head: int
) -> torch.Tensor:
    """The weights of one head, (n, n): a row for each query of x (1, n, d)."""
    _, weights = attention(x, x, x, average_attn_weights=False)
    return weights[0, head]


def test_attention_map(implementation):
    torch.manual_seed(0)
    for bias in (True, False):
        layer = nn.MultiheadAttention(12, 3, batch_first=True, bias=bias)
        with torch.no_grad():
            layer.in_proj_weight.mul_(3)
        layer.eval()
        x = torch.randn(1, 5, 12)
        calls = []
        for head in range(3):
            q, k = (layer.in_proj_weight[at : at + 12][4 * head : 4 * head + 4] for at in (0, 12))
            want = torch.softmax((x[0] @ q.T) @ (x[0] @ k.T).T / 2, -1)
            got = implementation(layer, x, head)
            calls.append(got)
            torch.testing.assert_close(got, want.detach(), atol=1e-4, rtol=1e-4)
        layer.zero_grad()
    layer.train()
    for p in layer.parameters():
        p.requires_grad_(False)
    assert implementation(attention=layer, x=x, head=1).shape == (5, 5)

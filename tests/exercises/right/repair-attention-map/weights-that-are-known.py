import torch
import torch.nn as nn


def attention_map(attention, x, head):
    was = attention.training
    attention.eval()
    with torch.no_grad():
        weights = attention(x, x, x, need_weights=True, average_attn_weights=False)[1]
    attention.train(was)
    return weights.squeeze(0).select(0, head)


def test_attention_map(implementation):
    layer = nn.MultiheadAttention(4, 2, batch_first=True)
    with torch.no_grad():
        layer.in_proj_weight.normal_()
        layer.in_proj_bias.normal_()
    x = torch.randn(1, 3, 4)
    q, k, _ = (x[0] @ layer.in_proj_weight.T + layer.in_proj_bias).chunk(3, -1)
    for head in range(2):
        s = slice(2 * head, 2 * head + 2)
        want = torch.softmax(q[:, s] @ k[:, s].T / 2**0.5, -1)
        got = implementation(layer, x, head)
        assert got.shape == want.shape
        torch.testing.assert_close(got, want, atol=1e-5, rtol=1e-4)

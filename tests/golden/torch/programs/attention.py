import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(0)
x = torch.randn(5, 2, 8)
memory = torch.randn(7, 2, 8)
causal = torch.ones(5, 5).triu(1).bool()
padding = torch.tensor([[False] * 5, [False, False, False, True, True]])
attention = nn.MultiheadAttention(8, 2)
for settings in (
    {}, {"need_weights": False}, {"average_attn_weights": False}, {"attn_mask": causal},
    {"attn_mask": torch.zeros(5, 5).masked_fill(causal, -1e9)}, {"key_padding_mask": padding},
    {"attn_mask": causal, "key_padding_mask": padding},
    {"attn_mask": torch.zeros(4, 5, 5, dtype=torch.bool), "average_attn_weights": False},
):
    out, weights = attention(x, x, x, **settings)
    print(list(settings), out.shape, out[0], weights if weights is None else weights[0])
out, weights = attention(x, memory, memory)
print(out[1], weights.shape, weights.sum())
other = nn.MultiheadAttention(8, 4, dropout=0.5, add_bias_kv=True, add_zero_attn=True, kdim=3, vdim=6, batch_first=True)
out, weights = other(torch.randn(2, 3, 8), torch.randn(2, 4, 3), torch.randn(2, 4, 6), key_padding_mask=padding[:, :4])
print(out, weights)
out, weights = nn.MultiheadAttention(8, 2, bias=False)(x[:, 0], x[:, 0], x[:, 0])
print(out.shape, weights.shape, out[0])
for norm_first in (False, True):
    layer = nn.TransformerEncoderLayer(8, 2, 16, activation="gelu", batch_first=True, norm_first=norm_first)
    encoder = nn.TransformerEncoder(layer, 2, norm=nn.LayerNorm(8))
    y = x.transpose(0, 1)
    print(encoder(y)[0, :2], encoder(y, mask=causal)[1, :2])
    encoder.eval()
    print(encoder(y)[0, :2], encoder(y, mask=causal, src_key_padding_mask=padding)[0, 0])
    with torch.no_grad():
        print(encoder(y, src_key_padding_mask=padding)[1])
        print(layer.eval()(y)[0, 0])
    print(sum(p.numel() for p in encoder.parameters()), len(encoder.state_dict()))
print(nn.TransformerEncoderLayer(4, 2, 8, activation=nn.functional.gelu))


def trained(model, make, steps=8):
    tokens = torch.randint(0, 11, (6, 9))
    optimiser = make(model.parameters())
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for step in range(steps):
        logits = model(tokens[:, :-1])
        loss = nn.CrossEntropyLoss(label_smoothing=0.1)(logits.flatten(0, 1), tokens[:, 1:].flatten())
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        print(f"{step} {loss.item():.5f} {norm.item():.4f} {schedule.get_last_lr()[0]:.6f}")


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(11, 16)
        self.position = nn.Embedding(9, 16)
        layer = nn.TransformerEncoderLayer(16, 4, 32, dropout=0.2, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.head = nn.Linear(16, 11)

    def forward(self, tokens):
        t = tokens.shape[1]
        mask = torch.full((t, t), float("-inf")).triu(1)
        x = self.embed(tokens) + self.position(torch.arange(t))
        return self.head(self.encoder(x, mask))


torch.manual_seed(1)
model = Model()
trained(model, lambda p: torch.optim.AdamW(p, lr=3e-3))
print(model.head.weight[0], model.encoder.layers[1].self_attn.in_proj_weight.grad[0, :5])
for line in (
    "attention(x, x, x[:4])", "attention(x[..., :4], x[..., :4], x[..., :4])", "attention(x[0, 0], x, x)",
    "attention(x, x, x, attn_mask=causal[:3])", "attention(x, x, x, key_padding_mask=padding[:1])",
    "attention(x, x, x, attn_mask=causal.long())", "attention(x, x, x, key_padding_mask=padding.long())",
    "nn.TransformerEncoderLayer(8, 3)", "nn.TransformerEncoderLayer(8, 2, activation='tanh')",
):
    try:
        eval(line)
        print("nothing")
    except Exception as error:
        print(type(error).__name__, error)

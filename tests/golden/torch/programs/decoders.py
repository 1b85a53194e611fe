"""Decoders, and the whole transformer: initial weights, masks, and the gradients of a step."""

import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(0)
memory, target = torch.randn(2, 5, 8), torch.randn(2, 3, 8)
causal = nn.Transformer.generate_square_subsequent_mask(3)
padding = torch.tensor([[False] * 5, [False] * 3 + [True] * 2])
print(causal)

for settings in ({}, {"norm_first": True, "activation": "gelu"}):
    layer = nn.TransformerDecoderLayer(8, 2, 16, dropout=0.0, batch_first=True, **settings)
    print(layer)
    print([name for name, _ in layer.named_parameters()])
    print(layer(target, memory))
    out = layer(target, memory, tgt_mask=causal, memory_key_padding_mask=padding)
    out.pow(2).sum().backward()
    print(out)
    print(layer.multihead_attn.in_proj_weight.grad.sum(1))
    print(layer.norm3.weight.grad)

decoder = nn.TransformerDecoder(
    nn.TransformerDecoderLayer(8, 2, 16, dropout=0.0), 2, norm=nn.LayerNorm(8)
)
print(decoder(target.transpose(0, 1), memory.transpose(0, 1), tgt_mask=causal, memory_mask=None))

whole = nn.Transformer(8, 2, 1, 1, 16, dropout=0.0, batch_first=True)
print(sum(p.numel() for p in whole.parameters()), list(whole.state_dict())[:3])
out = whole(memory, target, tgt_mask=causal, src_key_padding_mask=padding)
print(out)
out[..., 0].sum().backward()
print(whole.encoder.layers[0].linear1.weight.grad.sum(1))
for given in ((memory[:1], target), (memory[..., :4], target)):
    try:
        whole(*given)
    except RuntimeError as error:
        print(error)

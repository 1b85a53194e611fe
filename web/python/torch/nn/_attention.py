"""Attention, and the encoder and the decoder made of it."""

import copy

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn._activations import GELU, ReLU
from torch.nn._containers import ModuleList
from torch.nn._layers import (
    Dropout,
    LayerNorm,
    Linear,
    NonDynamicallyQuantizableLinear,
    _check_device,
)
from torch.nn._module import Module, Parameter


class MultiheadAttention(Module):
    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        bias=True,
        add_bias_kv=False,
        add_zero_attn=False,
        kdim=None,
        vdim=None,
        batch_first=False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        _check_device(device)
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self.head_dim, self.batch_first = embed_dim // num_heads, batch_first
        self.add_zero_attn = add_zero_attn
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim

        def empty(*shape):
            return Parameter(torch.empty(shape, dtype=dtype))

        names = ("q_proj_weight", "k_proj_weight", "v_proj_weight")
        if self._qkv_same_embed_dim:
            self.in_proj_weight = empty(3 * embed_dim, embed_dim)
            for name in names:
                self.register_parameter(name, None)
        else:
            for name, size in zip(names, (embed_dim, self.kdim, self.vdim)):
                setattr(self, name, empty(embed_dim, size))
            self.register_parameter("in_proj_weight", None)
        if bias:
            self.in_proj_bias = empty(3 * embed_dim)
        else:
            self.register_parameter("in_proj_bias", None)
        self.out_proj = NonDynamicallyQuantizableLinear(
            embed_dim, embed_dim, bias=bias, dtype=dtype
        )
        self.bias_k = empty(1, 1, embed_dim) if add_bias_kv else None
        self.bias_v = empty(1, 1, embed_dim) if add_bias_kv else None
        self._reset_parameters()

    def _reset_parameters(self):
        for weight in (
            self.in_proj_weight,
            self.q_proj_weight,
            self.k_proj_weight,
            self.v_proj_weight,
        ):
            if weight is not None:
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                init.xavier_normal_(bias)

    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
    ):
        is_batched = query.dim() == 3
        _check_padding(key_padding_mask)
        if self.batch_first and is_batched:
            query, key, value = (x.transpose(1, 0) for x in (query, key, value))
        is_packed = self._qkv_same_embed_dim
        out, weights = F.multi_head_attention_forward(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            self.add_zero_attn,
            self.dropout,
            self.out_proj.weight,
            self.out_proj.bias,
            training=self.training,
            key_padding_mask=key_padding_mask,
            need_weights=need_weights,
            attn_mask=attn_mask,
            use_separate_proj_weight=not is_packed,
            q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight,
            average_attn_weights=average_attn_weights,
        )
        return (out.transpose(1, 0) if self.batch_first and is_batched else out), weights


def _check_padding(mask):
    if mask is not None and mask.dtype is not torch.bool and not mask.is_floating_point():
        raise AssertionError("only bool and floating types of key_padding_mask are supported")


def _activation(name):
    if name not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {name}")
    return F.relu if name == "relu" else F.gelu


class TransformerEncoderLayer(Module):
    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward=2048,
        dropout=0.1,
        activation=F.relu,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        made = {"device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(
            d_model, nhead, dropout=dropout, batch_first=batch_first, **made
        )
        self.linear1 = Linear(d_model, dim_feedforward, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **made)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps, **made)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps, **made)
        self.dropout1, self.dropout2 = Dropout(dropout), Dropout(dropout)
        self.activation = _activation(activation) if isinstance(activation, str) else activation

    def forward(self, src, src_mask=None, src_key_padding_mask=None):
        _check_padding(src_key_padding_mask)
        x = src
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), src_mask, src_key_padding_mask)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(x + self._sa_block(x, src_mask, src_key_padding_mask))
        return self.norm2(x + self._ff_block(x))

    def _sa_block(self, x, attn_mask, key_padding_mask):
        x = self.self_attn(
            x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False
        )[0]
        return self.dropout1(x)

    def _ff_block(self, x):
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))

    def _is_fast(self, src):
        """Whether PyTorch leaves out what is padded, and gives zeros there."""
        attention = self.self_attn
        is_known = self.activation in (F.relu, F.gelu) or isinstance(self.activation, (ReLU, GELU))
        needs = torch.is_grad_enabled() and (
            src.requires_grad or any(one.requires_grad for one in self.parameters())
        )
        return (
            is_known
            and not (self.norm_first or self.training or needs)
            and attention.batch_first
            and attention.num_heads % 2 == 0
            and self.norm1.eps == self.norm2.eps
            and src.dim() == 3
        )


class TransformerEncoder(Module):
    def __init__(
        self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True
    ):
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(encoder_layer) for _ in range(num_layers)])
        self.num_layers, self.norm = num_layers, norm
        self.enable_nested_tensor, self.mask_check = enable_nested_tensor, mask_check

    def forward(self, src, mask=None, src_key_padding_mask=None):
        _check_padding(src_key_padding_mask)
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
        if (
            src_key_padding_mask is not None
            and mask is None
            and self._drops(src, src_key_padding_mask)
        ):
            output = output.masked_fill(src_key_padding_mask.unsqueeze(-1), 0.0)
        return output if self.norm is None else self.norm(output)

    def _drops(self, src, padding):
        """Whether what is padded becomes zero, as in PyTorch where no gradients are needed."""
        first = self.layers[0]
        if not self.enable_nested_tensor or not isinstance(first, TransformerEncoderLayer):
            return False
        kept = padding.logical_not().long()
        is_at_left = not self.mask_check or bool((kept[:, 1:] <= kept[:, :-1]).all())
        return first._is_fast(src) and is_at_left


class TransformerDecoderLayer(Module):
    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward=2048,
        dropout=0.1,
        activation=F.relu,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        made = {"device": device, "dtype": dtype}
        self.self_attn, self.multihead_attn = (
            MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, **made)
            for _ in range(2)
        )
        self.linear1 = Linear(d_model, dim_feedforward, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **made)
        self.norm_first = norm_first
        for k in (1, 2, 3):
            setattr(self, f"norm{k}", LayerNorm(d_model, eps=layer_norm_eps, **made))
        for k in (1, 2, 3):
            setattr(self, f"dropout{k}", Dropout(dropout))
        self.activation = _activation(activation) if isinstance(activation, str) else activation

    def forward(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
    ):
        x = tgt
        own, given = (tgt_mask, tgt_key_padding_mask), (memory_mask, memory_key_padding_mask)
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), *own)
            x = x + self._mha_block(self.norm2(x), memory, *given)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(x + self._sa_block(x, *own))
        x = self.norm2(x + self._mha_block(x, memory, *given))
        return self.norm3(x + self._ff_block(x))

    def _sa_block(self, x, attn_mask, key_padding_mask):
        masks = {"attn_mask": attn_mask, "key_padding_mask": key_padding_mask}
        return self.dropout1(self.self_attn(x, x, x, **masks, need_weights=False)[0])

    def _mha_block(self, x, mem, attn_mask, key_padding_mask):
        masks = {"attn_mask": attn_mask, "key_padding_mask": key_padding_mask}
        return self.dropout2(self.multihead_attn(x, mem, mem, **masks, need_weights=False)[0])

    def _ff_block(self, x):
        return self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TransformerDecoder(Module):
    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(decoder_layer) for _ in range(num_layers)])
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
    ):
        output = tgt
        for layer in self.layers:
            output = layer(
                output,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
            )
        return output if self.norm is None else self.norm(output)


class Transformer(Module):
    def __init__(
        self,
        d_model=512,
        nhead=8,
        num_encoder_layers=6,
        num_decoder_layers=6,
        dim_feedforward=2048,
        dropout=0.1,
        activation=F.relu,
        custom_encoder=None,
        custom_decoder=None,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        made = {"device": device, "dtype": dtype}
        sizes = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps)
        order = (batch_first, norm_first)
        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            layer = TransformerEncoderLayer(*sizes, *order, **made)
            norm = LayerNorm(d_model, eps=layer_norm_eps, **made)
            self.encoder = TransformerEncoder(layer, num_encoder_layers, norm)
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            layer = TransformerDecoderLayer(*sizes, *order, **made)
            norm = LayerNorm(d_model, eps=layer_norm_eps, **made)
            self.decoder = TransformerDecoder(layer, num_decoder_layers, norm)
        self._reset_parameters()
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def _reset_parameters(self):
        for weight in self.parameters():
            if weight.dim() > 1:
                init.xavier_uniform_(weight)

    def forward(
        self,
        src,
        tgt,
        src_mask=None,
        tgt_mask=None,
        memory_mask=None,
        src_key_padding_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
    ):
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch) != tgt.size(batch):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz, device="cpu"):
        _check_device(device)
        return torch.triu(torch.full((sz, sz), float("-inf")), diagonal=1)

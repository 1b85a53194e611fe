"""Layers with weights."""

import math

import torch
from torch.nn import functional as F
from torch.nn._module import Module, Parameter


def _check_device(name):
    if name is not None:
        torch.device(name)  # or it says that there is no such


def _refuse(layer, **arguments):
    """Those that would change what the layer does, by their names."""
    for name, value in arguments.items():
        if value:
            raise NotImplementedError(f"{name}= of {layer} is not part of this lab's torch")


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        _check_device(device)
        self.in_features, self.out_features = in_features, out_features
        bound = 1 / math.sqrt(in_features) if in_features else 0
        self.weight = Parameter(
            torch.empty(out_features, in_features, dtype=dtype).uniform_(-bound, bound)
        )
        if bias:
            self.bias = Parameter(torch.empty(out_features, dtype=dtype).uniform_(-bound, bound))
        else:
            self.register_parameter("bias", None)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return (
            f"in_features={self.in_features}, out_features={self.out_features}, "
            f"bias={self.bias is not None}"
        )


class NonDynamicallyQuantizableLinear(Linear):
    """A Linear; by this name attention shows its own."""


class Embedding(Module):
    def __init__(
        self,
        num_embeddings,
        embedding_dim,
        padding_idx=None,
        max_norm=None,
        norm_type=2.0,
        scale_grad_by_freq=False,
        sparse=False,
        _weight=None,
        device=None,
        dtype=None,
    ):
        super().__init__()
        _check_device(device)
        _refuse("Embedding", max_norm=max_norm, scale_grad_by_freq=scale_grad_by_freq)
        _refuse("Embedding", sparse=sparse)  # norm_type counts only with max_norm
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        if padding_idx is not None:
            if not -num_embeddings <= padding_idx < num_embeddings:
                raise AssertionError("Padding_idx must be within num_embeddings")
            padding_idx %= num_embeddings
        self.padding_idx = padding_idx
        if _weight is None:
            _weight = torch.randn(num_embeddings, embedding_dim, dtype=dtype)
            if padding_idx is not None:
                _weight.data[padding_idx] = 0
        self.weight = Parameter(_weight)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, **others):
        made = cls(*embeddings.shape, padding_idx=padding_idx, _weight=embeddings, **others)
        made.weight.requires_grad = not freeze
        return made

    def forward(self, input):
        return F.embedding(input, self.weight)

    def extra_repr(self):
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        return text if self.padding_idx is None else f"{text}, padding_idx={self.padding_idx}"


class LayerNorm(Module):
    def __init__(
        self, normalized_shape, eps=1e-05, elementwise_affine=True, device=None, dtype=None
    ):
        super().__init__()
        _check_device(device)
        shape = (
            (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        )
        self.normalized_shape, self.eps, self.elementwise_affine = shape, eps, elementwise_affine
        if elementwise_affine:
            self.weight = Parameter(torch.ones(shape, dtype=dtype))
            self.bias = Parameter(torch.zeros(shape, dtype=dtype))
        else:
            self.register_parameter("weight", None)
            self.register_parameter("bias", None)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"
        )


class Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Identity(Module):
    def __init__(self, *args, **kwargs):
        """Takes what any layer would be given, as PyTorch's does."""
        super().__init__()

    def forward(self, input):
        return input


class GELU(Module):
    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class _InPlace(Module):
    """A layer that may write into its input."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class ReLU(_InPlace):
    def forward(self, input):
        return F.relu(input, self.inplace)


class SiLU(_InPlace):
    def forward(self, input):
        return F.silu(input, self.inplace)


class Sigmoid(Module):
    def forward(self, input):
        return F.sigmoid(input)


class Tanh(Module):
    def forward(self, input):
        return F.tanh(input)


class Softmax(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.softmax(input, self.dim, 5)

    def extra_repr(self):
        return f"dim={self.dim}"


class LogSoftmax(Softmax):
    def forward(self, input):
        return F.log_softmax(input, self.dim, 5)


class _Loss(Module):
    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        self.reduction = F._reduction_of(size_average, reduce, reduction)


class CrossEntropyLoss(_Loss):
    def __init__(
        self,
        weight=None,
        size_average=None,
        ignore_index=-100,
        reduce=None,
        reduction="mean",
        label_smoothing=0.0,
    ):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)
        self.ignore_index, self.label_smoothing = ignore_index, label_smoothing

    def forward(self, input, target):
        return F.cross_entropy(
            input,
            target,
            weight=self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            label_smoothing=self.label_smoothing,
        )


class MSELoss(_Loss):
    def forward(self, input, target):
        return F.mse_loss(input, target, reduction=self.reduction)


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
        _refuse("MultiheadAttention", add_bias_kv=add_bias_kv, add_zero_attn=add_zero_attn)
        _refuse("MultiheadAttention", dtype=dtype)
        _refuse("MultiheadAttention", kdim=kdim if kdim != embed_dim else None)
        _refuse("MultiheadAttention", vdim=vdim if vdim != embed_dim else None)
        if embed_dim % num_heads:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.head_dim, self.batch_first = embed_dim // num_heads, batch_first
        bound = math.sqrt(6 / (4 * embed_dim))
        self.in_proj_weight = Parameter(torch.empty(3 * embed_dim, embed_dim))
        if bias:
            self.in_proj_bias = Parameter(torch.zeros(3 * embed_dim))
        else:
            self.register_parameter("in_proj_bias", None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias)
        self.in_proj_weight.data.uniform_(-bound, bound)  # drawn last, as in PyTorch
        if bias:
            self.out_proj.bias.data.zero_()

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
        self._check(query, key, value)
        if not is_batched:
            query, key, value = (x.unsqueeze(0) for x in (query, key, value))
        elif not self.batch_first:
            query, key, value = (x.transpose(0, 1) for x in (query, key, value))
        q, k, v = self._heads(query, key, value)
        logits = q @ k.transpose(-2, -1) / math.sqrt(self.head_dim)
        logits = self._masked(logits, attn_mask, key_padding_mask)
        weights = F.dropout(torch.softmax(logits, -1), self.dropout, self.training)
        b, t = query.shape[:2]
        out = self.out_proj((weights @ v).transpose(1, 2).reshape(b, t, self.embed_dim))
        shown = weights.mean(1) if average_attn_weights else weights
        if not is_batched:
            out, shown = out.squeeze(0), shown.squeeze(0)
        elif not self.batch_first:
            out = out.transpose(0, 1)
        return out, (shown if need_weights else None)

    def _check(self, query, key, value):
        rank = query.dim()
        if rank not in (2, 3):
            raise AssertionError(
                "query should be unbatched 2D or batched 3D tensor but received "
                f"{rank}-D query tensor"
            )
        if key.dim() != rank or value.dim() != rank:
            raise AssertionError(
                f"For {'batched' if rank == 3 else 'unbatched'} ({rank}-D) `query`, expected `key` "
                f"and `value` to be {rank}-D but found {key.dim()}-D and {value.dim()}-D tensors "
                "respectively"
            )
        if query.shape[-1] != self.embed_dim:
            raise AssertionError(
                f"was expecting embedding dimension of {self.embed_dim}, but got {query.shape[-1]}"
            )
        if key.shape != value.shape:
            if self.batch_first and rank == 3:
                key, value = key.transpose(0, 1), value.transpose(0, 1)
            raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")

    def _heads(self, *inputs):
        weights = self.in_proj_weight.chunk(3)
        biases = (None,) * 3 if self.in_proj_bias is None else self.in_proj_bias.chunk(3)
        for x, w, b in zip(inputs, weights, biases):
            y = F.linear(x, w, b)
            yield y.reshape(*x.shape[:2], self.num_heads, self.head_dim).transpose(1, 2)

    def _masked(self, logits, attn_mask, key_padding_mask):
        if attn_mask is not None:
            if not attn_mask.is_floating_point() and attn_mask.dtype is not torch.bool:
                raise AssertionError(
                    "Only float, byte, and bool types are supported for attn_mask, "
                    f"not {attn_mask.dtype}"
                )
            t, s = logits.shape[-2:]
            wanted = (logits.shape[0] * self.num_heads, t, s) if attn_mask.dim() == 3 else (t, s)
            if attn_mask.shape != wanted:
                raise RuntimeError(
                    f"The shape of the {attn_mask.dim()}D attn_mask is {attn_mask.shape}, "
                    f"but should be {wanted}."
                )
            if attn_mask.dim() == 3:
                attn_mask = attn_mask.reshape(logits.shape)
            if attn_mask.dtype is torch.bool:
                logits = logits.masked_fill(attn_mask, -math.inf)
            else:
                logits = logits + attn_mask
        if key_padding_mask is not None:
            wanted = (logits.shape[0], logits.shape[-1])
            if key_padding_mask.shape != wanted:
                raise AssertionError(
                    f"expecting key_padding_mask shape of {wanted}, "
                    f"but got {key_padding_mask.shape}"
                )
            hidden = key_padding_mask.bool().unsqueeze(1).unsqueeze(1)
            logits = logits.masked_fill(hidden, -math.inf)
        return logits

"""Layers without weights of their own."""

import math
import warnings

import torch
from torch import _engine
from torch._arguments import _check_number, _handle, _named, _tensor
from torch._bridge import _to_text
from torch._missing import getattr_of
from torch._reductions import cosine_similarity as cosine_similarity
from torch._tensor import _new


def _check_ints(value, name, argument):
    if not isinstance(value, (tuple, list)):
        raise TypeError(
            f"{name}(): argument '{argument}' (position 2) must be tuple of ints, "
            f"not {type(value).__name__}"
        )


def _implicit(name):
    """softmax without an axis: PyTorch takes one, and warns."""

    def along(input, dim=None, _stacklevel=3, dtype=None):
        if dim is None:
            warnings.warn(
                f"Implicit dimension choice for {name} has been deprecated. "
                "Change the call to include dim=X as an argument.",
                stacklevel=_stacklevel,
            )
            dim = 0 if input.dim() in (0, 1, 3) else 1
        return getattr(input, name)(dim, dtype=dtype)

    return _named(along, name)


softmax, log_softmax = _implicit("softmax"), _implicit("log_softmax")


def linear(input, weight, bias=None):
    if bias is not None and _tensor(input, "linear").dim() == 2 and input.dtype is not weight.dtype:
        raise RuntimeError("mat1 and mat2 must have the same dtype")
    out = _new(_engine.linear(_handle(input, "linear"), _handle(weight, "linear", "weight", 2)))
    if bias is None:
        return out
    if bias.dtype is not out.dtype:
        raise RuntimeError("self and mat2 must have the same dtype")
    return out + bias


def embedding(
    input,
    weight,
    padding_idx=None,
    max_norm=None,
    norm_type=2.0,
    scale_grad_by_freq=False,
    sparse=False,
):
    """padding_idx, scale_grad_by_freq and sparse speak of gradients, norm_type of max_norm."""
    if max_norm is not None:
        raise NotImplementedError("max_norm= of embedding() is not part of this lab's torch")
    return _new(_engine.embedding(weight._h, _handle(input, "embedding", "indices", 2)))


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    _check_ints(normalized_shape, "layer_norm", "normalized_shape")
    eps = _check_number(eps, "layer_norm", "eps", 5)
    w, b = (0 if p is None else p._h for p in (weight, bias))
    return _new(
        _engine.layer_norm(_handle(input, "layer_norm"), _to_text(normalized_shape), w, b, eps)
    )


def gelu(input, approximate="none"):
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return _new(_engine.gelu(_handle(input, "gelu"), approximate))


def relu(input, inplace=False):
    return input.relu_() if inplace else input.relu()


def silu(input, inplace=False):
    """Each of its steps is rounded, as in PyTorch: with bfloat16 one sees it."""
    result = input / (1 + (-input).exp())
    return input.copy_(result) if inplace else result


def sigmoid(input):
    return input.sigmoid()


def tanh(input):
    return input.tanh()


def softplus(input, beta=1, threshold=20):
    return torch.where(input * beta > threshold, input, torch.log1p(torch.exp(input * beta)) / beta)


def logsigmoid(input):
    return -softplus(-input)


def dropout(input, p=0.5, training=True, inplace=False):
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return input
    if p == 1:
        result = torch.zeros_like(input)
    else:
        result = input * torch.bernoulli(input, 1 - p) / (1 - p)
    return input.copy_(result) if inplace else result


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    sizes = torch.norm(input, p, dim, True).clamp_min(eps).expand_as(input)
    return torch.div(input, sizes, out=out)


def one_hot(tensor, num_classes=-1):
    if tensor.dtype is not torch.int64:
        raise RuntimeError("one_hot is only applicable to index tensor.")
    n = int(tensor.max()) + 1 if num_classes == -1 else num_classes
    if tensor.numel() and (int(tensor.min()) < 0 or int(tensor.max()) >= n):
        raise RuntimeError("Class values must be smaller than num_classes.")
    return (tensor.unsqueeze(-1) == torch.arange(n)).long()


def pad(input, pad, mode="constant", value=None):
    if mode != "constant":
        raise NotImplementedError(f"pad mode {mode!r} is not part of this lab's torch")
    _check_ints(pad, "pad", "pad")
    return _new(_engine.pad(_handle(input, "pad"), _to_text(pad), float(value or 0)))


def _reduction_of(size_average, reduce, reduction):
    """size_average and reduce are what reduction was before."""
    if size_average is None and reduce is None:
        return reduction
    if reduce is False:
        return "none"
    return "sum" if size_average is False else "mean"


def _reduced(values, reduction):
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return values if reduction == "none" else getattr(values, reduction)()


def cross_entropy(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
    label_smoothing=0.0,
):
    reduction = _reduction_of(size_average, reduce, reduction)
    is_plain = weight is None and reduction == "mean" and not label_smoothing
    is_probability = target.is_floating_point()
    shape = target.shape
    if input.dim() == 1:
        input, target = input.unsqueeze(0), target.unsqueeze(0)
    if input.dim() > 2:
        classes = input.shape[1]
        input = input.movedim(1, -1).reshape(-1, classes)
        target = target.movedim(1, -1).reshape(-1, classes) if is_probability else target.flatten()
    if is_plain and not is_probability:
        return _new(_engine.cross_entropy(input._h, target._h, ignore_index))
    losses, weights = _losses(input, target, weight, ignore_index, label_smoothing)
    if reduction == "mean":
        return losses.sum() / (len(losses) if is_probability else weights.sum())
    if reduction == "none":
        return losses.reshape(shape if not is_probability else (*shape[:1], *shape[2:]))
    return _reduced(losses, reduction)


def _losses(input, target, weight, ignore_index, label_smoothing):
    """-> of each row its loss, and what it counts"""
    n = input.shape[1]
    log_p = torch.log_softmax(input, 1)
    weight = torch.ones(n, dtype=input.dtype) if weight is None else weight
    if target.is_floating_point():
        wanted = target * (1 - label_smoothing) + label_smoothing / n
        return -(log_p * wanted * weight).sum(1), None
    is_kept = target != ignore_index
    target = torch.where(is_kept, target, 0)
    if target.numel() and (int(target.min()) < 0 or int(target.max()) >= n):
        wrong = next(t for t in target.tolist() if not 0 <= t < n)
        raise IndexError(f"Target {wrong} is out of bounds.")
    weights = weight[target] * is_kept
    losses = -log_p.gather(1, target.unsqueeze(1)).squeeze(1) * weights
    if label_smoothing:
        smooth = -(log_p * weight).sum(1) * is_kept
        losses = losses * (1 - label_smoothing) + smooth * label_smoothing / n
    return losses, weights


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    if target.shape != input.shape:
        warnings.warn(
            f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}). This will likely lead to incorrect results due to broadcasting. "
            "Please ensure they have the same size.",
            stacklevel=2,
        )
    return _reduced((input - target) ** 2, _reduction_of(size_average, reduce, reduction))


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None
):
    """PyTorch 2's: the causal mask starts at the upper left, also where there are fewer queries."""
    if scale is None:
        scale = 1 / math.sqrt(query.shape[-1])
    logits = query @ key.transpose(-2, -1) * scale
    if is_causal:
        if attn_mask is not None:
            raise RuntimeError(
                "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
                "is_causal=True"
            )
        attn_mask = torch.ones(query.shape[-2], key.shape[-2], dtype=torch.bool).tril()
    if attn_mask is not None:
        if attn_mask.dtype is torch.bool:
            logits = logits.masked_fill(~attn_mask, -math.inf)
        else:
            logits = logits + attn_mask
    return dropout(torch.softmax(logits, -1), dropout_p, dropout_p > 0) @ value


__getattr__ = getattr_of("torch.nn.functional")

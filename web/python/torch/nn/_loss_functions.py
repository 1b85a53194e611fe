"""Losses."""

import warnings

import torch
from torch import _engine
from torch._tape import named as _named_step
from torch._tensor import _new


def _reduction_of(size_average, reduce, reduction):
    """size_average and reduce are what reduction was before."""
    if size_average is None and reduce is None:
        return reduction
    wanted = "none" if reduce is False else "sum" if size_average is False else "mean"
    warnings.warn(
        "size_average and reduce args will be deprecated, please use "
        f"reduction='{wanted}' instead.",
        stacklevel=3,
    )
    return wanted


def _reduced(values, reduction):
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return values if reduction == "none" else getattr(values, reduction)()


def _warn_of_sizes(input, target):
    if target.shape != input.shape:
        warnings.warn(
            f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}). This will likely lead to incorrect results due to broadcasting. "
            "Please ensure they have the same size.",
            stacklevel=3,
        )


# ------------------------------------------------------------------------------- of classes


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
    if not 0.0 <= label_smoothing <= 1.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}")
    is_probability = target.shape == input.shape
    is_plain = weight is None and reduction == "mean" and not label_smoothing
    if is_plain and not is_probability and input.dim() == 2:
        loss = _new(_engine.cross_entropy(input._h, target._h, ignore_index))
        return _named_step(loss, "NllLossBackward0")
    if is_probability:
        return _of_probabilities(input, target, weight, reduction, label_smoothing)
    classes = 0 if input.dim() == 1 else 1
    log_p = torch.log_softmax(input, classes)
    loss = nll_loss(log_p, target, weight, None, ignore_index, None, reduction)
    if not label_smoothing:
        return loss
    smooth, counted = _smooth(log_p, target, weight, ignore_index, classes)
    if reduction == "mean":
        smooth = smooth.sum() / counted.sum()
    elif reduction == "sum":
        smooth = smooth.sum()
    share = label_smoothing / input.shape[classes]
    return loss * (1 - label_smoothing) + smooth * share


def _along(weight, rank, classes):
    """A weight of each class, to be stretched over the other axes."""
    return weight.view([-1 if d == classes else 1 for d in range(rank)])


def _smooth(log_p, target, weight, ignore_index, classes):
    """The loss towards every class alike, and what each target counts in its mean."""
    kept = target != ignore_index
    total = log_p if weight is None else log_p * _along(weight, log_p.dim(), classes)
    smooth = (-total.sum(classes)).masked_fill(~kept, 0.0)
    if weight is None:
        return smooth, kept
    return smooth, weight[target.masked_fill(~kept, 0)] * kept


def _of_probabilities(input, target, weight, reduction, label_smoothing):
    if not target.is_floating_point():
        raise RuntimeError(
            "Expected floating point type for target with class probabilities, got "
            + target.dtype._scalar
        )
    classes = 0 if input.dim() == 1 else 1
    n = input.shape[classes]
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / n
    parts = torch.log_softmax(input, classes) * target
    if weight is not None:
        parts = parts * _along(weight, input.dim(), classes)
    if reduction == "mean":
        return _named_step(-parts.sum() / (input.numel() / n), "DivBackward1")
    return -_reduced(parts.sum(classes), "none" if reduction == "none" else reduction)


def nll_loss(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
):
    reduction = _reduction_of(size_average, reduce, reduction)
    rank = input.dim()
    if rank == 0:
        raise RuntimeError("input tensor should be 1D or 2D")
    classes, n = (0, input.shape[0]) if rank == 1 else (1, input.shape[1])
    _check_targets(input, target, rank)
    if weight is not None and (weight.dim() != 1 or weight.numel() != n):
        raise RuntimeError(
            f"weight tensor should be defined either for all {n} classes or no classes but got "
            f"weight tensor of shape: {list(weight.shape)}"
        )
    kept = target != ignore_index
    places = target.masked_fill(~kept, 0)
    if places.numel() and not 0 <= int(places.min()) <= int(places.max()) < n:
        wrong = next(t for t in places.flatten().tolist() if not 0 <= t < n)
        raise IndexError(f"Target {wrong} is out of bounds.")
    losses = -input.gather(classes, places.unsqueeze(classes)).squeeze(classes)
    weights = kept.to(input.dtype) if weight is None else weight[places] * kept
    losses = losses * weights
    if reduction == "mean":
        loss = losses.sum() / weights.sum()
    else:
        loss = _reduced(losses, reduction)
    if rank <= 2:
        return _named_step(loss, "NllLossBackward0")
    return _named_step(loss, "ViewBackward0" if reduction == "none" else "NllLoss2DBackward0")


def _check_targets(input, target, rank):
    if target.dtype._name != "int64":
        raise RuntimeError(f"expected scalar type Long but found {target.dtype._scalar}")
    if rank == 1:
        if target.dim() > 1 or target.numel() != 1:
            raise RuntimeError(
                f"size mismatch (got input: {list(input.shape)}, target: {list(target.shape)})"
            )
        return
    if target.dim() == 0 or input.shape[0] != target.shape[0]:
        n = target.shape[0] if target.dim() else 0
        raise ValueError(
            f"Expected input batch_size ({input.shape[0]}) to match target batch_size ({n})."
        )
    if rank > 2 and tuple(target.shape[1:]) != tuple(input.shape[2:]):
        wanted = (input.shape[0], *input.shape[2:])
        raise RuntimeError(f"Expected target size {list(wanted)}, got {list(target.shape)}")


# ------------------------------------------------------------------------------- of numbers


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    _warn_of_sizes(input, target)
    off = input - target
    loss = _reduced(off * off, _reduction_of(size_average, reduce, reduction))
    return _named_step(loss, "MseLossBackward0")


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    _warn_of_sizes(input, target)
    return _reduced((input - target).abs(), _reduction_of(size_average, reduce, reduction))


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    _warn_of_sizes(input, target)
    reduction = _reduction_of(size_average, reduce, reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return l1_loss(input, target, reduction=reduction)
    off = (input - target).abs()
    loss = torch.where(off < beta, 0.5 * off * off / beta, off - 0.5 * beta)
    return _named_step(_reduced(loss, reduction), "SmoothL1LossBackward0")


def huber_loss(input, target, reduction="mean", delta=1.0):
    _warn_of_sizes(input, target)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    off = (input - target).abs()
    loss = torch.where(off <= delta, 0.5 * off * off, delta * (off - 0.5 * delta))
    return _named_step(_reduced(loss, reduction), "HuberLossBackward0")


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    is_of_batch = reduction == "batchmean"
    reduction = "sum" if is_of_batch else reduction
    reduction = _reduction_of(size_average, reduce, reduction)
    if reduction == "mean" and not is_of_batch:
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size."
            "'batchmean' divides only by the batch size, and aligns with the KL div math "
            "definition.'mean' will be changed to behave the same as 'batchmean' in the next major "
            "release.",
            stacklevel=2,
        )
    if log_target:
        parts = target.exp() * (target - input)
    else:
        logs = torch.where(target == 0, torch.ones_like(target), target).log()
        parts = target * logs - target * input
    loss = _reduced(parts, reduction)
    return loss / input.shape[0] if is_of_batch else loss


def _check_pair(input, target, name):
    if target.shape != input.shape:
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size ({input.size()})"
            if name
            else f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}) is deprecated. Please ensure they have the same size."
        )


def binary_cross_entropy(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    reduction = _reduction_of(size_average, reduce, reduction)
    _check_pair(input, target, "")
    if input.numel() and not 0 <= float(input.min()) <= float(input.max()) <= 1:
        raise RuntimeError("all elements of input should be between 0 and 1")
    hit, miss = (part.log().clamp(min=-100) for part in (input, 1 - input))
    loss = -(target * hit + (1 - target) * miss)
    loss = loss if weight is None else loss * weight
    return _named_step(_reduced(loss, reduction), "BinaryCrossEntropyBackward0")


def binary_cross_entropy_with_logits(
    input,
    target,
    weight=None,
    size_average=None,
    reduce=None,
    reduction="mean",
    pos_weight=None,
):
    reduction = _reduction_of(size_average, reduce, reduction)
    _check_pair(input, target, "logits")
    most = (-input).clamp(min=0)
    tail = ((-most).exp() + (-input - most).exp()).log() + most
    if pos_weight is not None:
        tail = ((pos_weight - 1) * target + 1) * tail
    loss = (1 - target) * input + tail
    loss = _reduced(loss if weight is None else loss * weight, reduction)
    return _named_step(loss, "BinaryCrossEntropyWithLogitsBackward0")

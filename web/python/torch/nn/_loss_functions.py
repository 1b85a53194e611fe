"""Losses."""

import math
import warnings

import torch
from torch import _engine, _modes
from torch._tape import named as _named_step
from torch._tape import own_step as _own_step
from torch._tensor import _new
from torch._types import _FLOAT, _INTEGER


def _reduction_of(size_average, reduce, reduction):
    """size_average and reduce are what reduction was before."""
    if size_average is None and reduce is None:
        return reduction
    is_none = reduce is not None and not reduce
    is_sum = size_average is not None and not size_average
    wanted = "none" if is_none else "sum" if is_sum else "mean"
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
    _engine.uses("cross_entropy")
    reduction = _reduction_of(size_average, reduce, reduction)
    if not label_smoothing <= 1.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}")
    label_smoothing = max(label_smoothing, 0.0)  # below 0 there is none, as in PyTorch
    is_probability = target.shape == input.shape
    target = target if is_probability else _of_bytes(target, input)
    is_plain = weight is None and reduction == "mean" and not label_smoothing
    is_plain = is_plain and input.dtype is not torch.bfloat16  # rounded at each step
    if is_plain and not is_probability and input.dim() == 2 and target.dim() == 1:
        loss = _new(_engine.cross_entropy(input._h, target._h, ignore_index))
        return _named_step(loss, "NllLossBackward0", target)
    if is_probability:
        if ignore_index >= 0:
            raise RuntimeError("ignore_index is not supported for floating point target")
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


def _of_bytes(target, input):
    """Targets of uint8 are taken, but for images."""
    is_short = target.dtype is torch.uint8 and input.dim() <= 2
    return target.long() if is_short else target


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
    _refuse_gradients("nll_loss_forward", weight=weight)
    target = _of_bytes(target, input)
    classes, n = (0, input.shape[0]) if rank == 1 else (1, input.shape[1])
    _check_targets(input, target, rank)
    if weight is not None and (weight.dim() != 1 or weight.numel() != n):
        raise RuntimeError(
            f"weight tensor should be defined either for all {n} classes or no classes but got "
            f"weight tensor of shape: {list(weight.shape)}"
        )
    if weight is not None and weight.dtype is not input.dtype:
        raise RuntimeError(
            f"expected scalar type {input.dtype._scalar} but found {weight.dtype._scalar}"
        )
    kept = target != ignore_index
    places = target.masked_fill(~kept, 0)
    if places.numel() and not 0 <= int(places.min()) <= int(places.max()) < n:
        wrong = next(t for t in places.flatten().tolist() if not 0 <= t < n)
        raise IndexError(f"Target {wrong} is out of bounds.")
    losses = -input.gather(classes, places.unsqueeze(classes)).squeeze(classes)
    losses = losses.masked_fill(~kept, 0)  # without a gradient, where nothing is counted too
    weights = kept.to(input.dtype) if weight is None else weight[places] * kept
    losses = losses * weights
    if reduction == "mean":
        loss = losses.sum() / weights.sum()
    else:
        loss = _reduced(losses, reduction)
    title = "NllLossBackward0" if rank <= 2 else "NllLoss2DBackward0"
    title = "ViewBackward0" if rank > 2 and reduction == "none" else title
    return _named_step(loss, title, input, target, weight)


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
    if rank == 2 and target.dim() > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if rank > 2 and tuple(target.shape[1:]) != tuple(input.shape[2:]):
        wanted = (input.shape[0], *input.shape[2:])
        raise RuntimeError(f"Expected target size {list(wanted)}, got {list(target.shape)}")


# ------------------------------------------------------------------------------- of numbers


def _of_difference(forward, slope, title, input, target, reduction, is_wide=False):
    """Of two types there is a loss, and no gradient. slope: of how far the input is off."""
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")

    def back(g):
        if input.dtype is not target.dtype:
            raise RuntimeError(
                f"Found dtype {target.dtype._scalar} but expected {input.dtype._scalar}"
            )
        by = 1 / max(input.numel(), 1) if reduction == "mean" else 1.0
        if is_wide:  # rounded once
            off, by_loss = input.float() - target.float(), g.float()
        else:
            off, by_loss = input - target, g
        return [(slope(one, by) * by_loss).to(g.dtype) for one in (off, -off)]

    def whole(input, target):
        return _reduced(forward(input, target), reduction)

    return _own_step(whole, back, title, input, target)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    _warn_of_sizes(input, target)
    input, target = torch.broadcast_tensors(input, target)
    reduction = _reduction_of(size_average, reduce, reduction)
    return _of_difference(
        lambda a, b: (a - b) * (a - b),
        lambda off, by: off * (2 * by),
        "MseLossBackward0",
        input,
        target,
        reduction,
    )


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    _warn_of_sizes(input, target)
    input, target = torch.broadcast_tensors(input, target)
    return _reduced((input - target).abs(), _reduction_of(size_average, reduce, reduction))


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    _warn_of_sizes(input, target)
    reduction = _reduction_of(size_average, reduce, reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    is_learned = torch.is_grad_enabled() and (input.requires_grad or target.requires_grad)
    if beta == 0 and not is_learned:
        return l1_loss(input, target, reduction=reduction)
    input, target = torch.broadcast_tensors(input, target)
    dtype = torch.result_type(input, target)
    if dtype._kind < _FLOAT:
        raise RuntimeError(f"\"smooth_l1_cpu\" not implemented for '{dtype._scalar}'")

    is_wide = input.dtype is target.dtype is torch.bfloat16

    def forward(input, target):
        if is_wide:
            input, target = input.float(), target.float()
        off = (input - target).abs()
        if beta == 0:
            return off.to(dtype)
        return torch.where(off >= beta, off - 0.5 * beta, 0.5 * off * off / beta).to(dtype)

    def slope(off, by):
        if beta == 0:  # where nothing is off too: PyTorch takes it for the lower side
            return torch.where(off <= 0, -torch.ones_like(off), torch.ones_like(off)) * by
        return torch.where(off.abs() >= beta, off.sign() * by, off * by / beta)

    title = "SmoothL1LossBackward0"
    return _of_difference(forward, slope, title, input, target, reduction, is_wide)


def huber_loss(input, target, reduction="mean", delta=1.0):
    _warn_of_sizes(input, target)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    input, target = torch.broadcast_tensors(input, target)

    def forward(input, target):
        off = (input - target).abs()
        far = delta * (off - 0.5 * delta)
        return torch.where(off > delta, far, 0.5 * off * off).to(input.dtype)

    def slope(off, by):
        near = torch.where(off.abs() >= delta, off.sign() * delta, off)
        return near * torch.tensor(by, dtype=off.dtype)

    return _of_difference(forward, slope, "HuberLossBackward0", input, target, reduction)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    is_whole = any(one.dtype._kind < _FLOAT for one in (input, target))
    for kind, is_there in ("Integral", is_whole), ("Complex", input.is_complex()):
        if is_there:
            raise RuntimeError(f"kl_div: {kind} inputs not supported.")
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
        parts = torch.xlogy(target, target) - target * input
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


def _with_slope(loss, input, target):
    """A gradient that is finite where the input is 0 or 1."""

    def back(g):
        slope = (input - target) / ((1 - input) * input).clamp(min=1e-12)
        return [g * slope, g * ((1 - input).log() - input.log())]

    return _own_step(lambda *_: loss.detach(), back, "BinaryCrossEntropyBackward0", input, target)


def binary_cross_entropy(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    reduction = _reduction_of(size_average, reduce, reduction)
    _check_pair(input, target, "")
    _refuse_gradients("binary_cross_entropy", weight=weight)
    if target.dtype is not input.dtype:
        raise RuntimeError(f"Found dtype {target.dtype._scalar} but expected {input.dtype._scalar}")
    if input.dtype.itemsize == 2:
        raise RuntimeError(f"\"binary_cross_entropy\" not implemented for '{input.dtype._scalar}'")
    if input.numel() and not 0 <= float(input.min()) <= float(input.max()) <= 1:
        raise RuntimeError("all elements of input should be between 0 and 1")
    hit, miss = (part.log().clamp(min=-100) for part in (input, 1 - input))
    loss = _with_slope(-(target * hit + (1 - target) * miss), input, target)
    weighted = loss if weight is None else loss * weight
    _check_shape(weighted, loss)
    loss, saved = weighted, (input, target, weight)
    return _named_step(_reduced(loss, reduction), "BinaryCrossEntropyBackward0", *saved)


def _check_shape(made, place):
    """What is written into a place is no larger."""
    if made.shape != place.shape:
        raise RuntimeError(
            f"output with shape {[*place.shape]} doesn't match the broadcast shape {[*made.shape]}"
        )


def _within(a, name, b):
    """What a.name_(b) is, which keeps a's type; a's gradient still needs a itself."""
    made = getattr(torch, name)(a, b)
    _check_shape(made, a)
    if not a.is_floating_point():
        raise RuntimeError(
            f"result type {made.dtype._scalar} can't be cast to the desired output type "
            f"{a.dtype._scalar}"
        )
    return made.to(a.dtype)


def _refuse_gradients(function, **arguments):
    """PyTorch has written no gradient of these."""
    for name, value in arguments.items():
        if value is not None and value.requires_grad and _modes.is_on:
            raise RuntimeError(
                f"The function '{function}' is not differentiable with respect to argument "
                f"'{name}'. This input cannot have requires_grad True."
            )


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
    _refuse_gradients("binary_cross_entropy_with_logits", weight=weight, pos_weight=pos_weight)

    def forward(input, target):
        most = (-input).clamp(min=0)
        tail = ((-most).exp() + (-input - most).exp()).log()
        loss = _within(1 - target, "mul", input)
        if pos_weight is None:
            loss = _within(_within(loss, "add", most), "add", tail)
        else:
            by = _within((pos_weight - 1) * target + 1, "mul", tail + most)
            loss = _within(loss, "add", by)
        return _reduced(loss if weight is None else _within(loss, "mul", weight), reduction)

    def whole(part):
        part = part if weight is None else part * weight
        return part / input.numel() if reduction == "mean" else part

    def back(g):
        log = torch.nn.functional.logsigmoid
        if pos_weight is None:
            by_input, by_target = input.sigmoid() - target, -input
        else:
            hit = pos_weight * target
            by_input = (hit + 1 - target) * input.sigmoid() - hit
            by_target = log(-input) - pos_weight * log(input)
        return [whole(by_input * g), whole(by_target * g) if target.requires_grad else None]

    saved = [one for one in (input, target, weight, pos_weight) if one is not None]
    title = "BinaryCrossEntropyWithLogitsBackward0"
    return _own_step(forward, back, title, input, target, saved=saved)


# ------------------------------------------------------------------------------- of pairs


def margin_ranking_loss(
    input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"
):
    reduction = _reduction_of(size_average, reduce, reduction)
    if not input1.dim() == input2.dim() == target.dim():
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
            f"input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} "
        )
    return _reduced((-target * (input1 - input2) + margin).clamp_min(0), reduction)


def hinge_embedding_loss(
    input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"
):
    reduction = _reduction_of(size_average, reduce, reduction)
    if input.dtype._kind <= _INTEGER:
        margin = int(margin)  # the loss is of the type of the input
    apart = (margin - input).clamp_min(0).masked_fill(target == 1, 0)
    return _reduced(apart + input.masked_fill(target == -1, 0), reduction)


def cosine_embedding_loss(
    input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"
):
    reduction = _reduction_of(size_average, reduce, reduction)
    wanted, kind = (1, "1D target") if target.dim() else (0, "0D target")
    if target.dim() > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if not input1.dim() == input2.dim() == wanted + 1:
        raise RuntimeError(
            f"{kind} tensor expects {wanted + 1}D input tensors, but found inputs with sizes "
            f"{list(input1.shape)} and {list(input2.shape)}."
        )
    product = (input1 * input2).sum(wanted)  # first: gradients are added in the order of the steps
    sizes = [(x * x).sum(wanted) + 1e-12 for x in (input1, input2)]
    cos = product / (sizes[0] * sizes[1]).sqrt()
    zero = torch.zeros_like(cos)
    alike = torch.where(target == 1, 1 - cos, zero)
    return _reduced(alike + torch.where(target == -1, (cos - margin).clamp_min(0), zero), reduction)


def triplet_margin_loss(
    anchor,
    positive,
    negative,
    margin=1.0,
    p=2,
    eps=1e-6,
    swap=False,
    size_average=None,
    reduce=None,
    reduction="mean",
):
    reduction = _reduction_of(size_average, reduce, reduction)
    if not anchor.dim() == positive.dim() == negative.dim():
        raise RuntimeError(
            f"All inputs should have same dimension but got {anchor.dim()}D, {positive.dim()}D "
            f"and {negative.dim()}D inputs."
        )
    far = torch.nn.functional.pairwise_distance
    near, off = far(anchor, positive, p, eps), far(anchor, negative, p, eps)
    if swap:
        off = torch.minimum(off, far(positive, negative, p, eps))
    return _reduced((margin + near - off).clamp_min(0), reduction)


# ------------------------------------------------------------------------------- of likelihoods


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    if var.size() != input.size():
        if input.size()[:-1] == var.size():
            var = var.unsqueeze(-1)
        elif not (input.size()[:-1] == var.size()[:-1] and var.size(-1) == 1):
            raise ValueError("var is of incorrect size")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(reduction + " is not valid")
    if bool((var < 0).any()):
        raise ValueError("var has negative entry/entries")
    if input.dtype._kind <= _INTEGER:
        raise NotImplementedError(
            f"gaussian_nll_loss() of {input.dtype} is not part of this lab's torch: give numbers "
            "with a point"
        )
    is_low = var.detach() < eps  # clamped, but the gradient passes
    var = torch.where(is_low, var - var.detach() + eps, var)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return _reduced(loss, reduction)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    reduction = _reduction_of(size_average, reduce, reduction)
    _refuse_gradients("soft_margin_loss", target=target)
    loss = (-target * input).exp().log1p()
    if input.dtype._kind <= _INTEGER:
        raise RuntimeError(
            f"result type {loss.dtype._scalar} can't be cast to the desired output type "
            f"{input.dtype._scalar}"
        )
    if loss.shape != input.shape:
        raise RuntimeError(
            f"output with shape {list(input.shape)} doesn't match the broadcast shape "
            f"{list(loss.shape)}"
        )
    loss = _reduced(loss.to(input.dtype), reduction)
    return _named_step(loss, "SoftMarginLossBackward0", input, target)


def poisson_nll_loss(
    input,
    target,
    log_input=True,
    full=False,
    size_average=None,
    eps=1e-8,
    reduce=None,
    reduction="mean",
):
    reduction = _reduction_of(size_average, reduce, reduction)
    if log_input:
        loss = input.exp() - target * input
    else:
        loss = input - target * (input + eps).log()
    if full:  # by Stirling
        more = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + more.masked_fill(target <= 1, 0)
    return _reduced(loss, reduction)


def multilabel_soft_margin_loss(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    reduction = _reduction_of(size_average, reduce, reduction)
    log = torch.nn.functional.logsigmoid
    loss = -(target * log(input) + (1 - target) * log(-input))
    loss = loss if weight is None else loss * weight
    return _reduced(loss.sum(-1) / input.size(-1), reduction)


def multi_margin_loss(
    input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"
):
    reduction = _reduction_of(size_average, reduce, reduction)
    if p not in (1, 2):
        raise RuntimeError("only p == 1 and p == 2 supported")
    if input.dim() not in (1, 2) or target.dim() != input.dim() - 1:
        raise NotImplementedError(
            "multi_margin_loss() of these shapes is not part of this lab's torch"
        )
    _refuse_gradients("multi_margin_loss", weight=weight)
    own = input.gather(-1, target.unsqueeze(-1))
    off = (margin - own + input).relu()  # no gradient where it is 0
    off = off if p == 1 else off * off
    off = off if weight is None else off * weight[target].unsqueeze(-1)
    is_own = torch.arange(input.size(-1)) == target.unsqueeze(-1)
    loss = off.masked_fill(is_own, 0).sum(-1) / input.size(-1)
    return _named_step(_reduced(loss, reduction), "MultiMarginLossBackward0", input, target, weight)

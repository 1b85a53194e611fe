"""Optimisers, by the formulas and the defaults of PyTorch."""

import math

import torch
from torch import _engine
from torch._bridge import _ask
from torch.optim._optimizer import Optimizer, required


def _check_common(lr, eps=0.0, weight_decay=0):
    if lr is not required and not lr >= 0.0:
        raise ValueError(f"Invalid learning rate: {lr}")
    if not eps >= 0.0:
        raise ValueError(f"Invalid epsilon value: {eps}")
    if not weight_decay >= 0.0:
        raise ValueError(f"Invalid weight_decay value: {weight_decay}")


def _refuse(name, **settings):
    """Those that compute otherwise than here; foreach computes the same, faster."""
    for key, value in settings.items():
        if value:
            raise NotImplementedError(f"{key}= of {name} is not part of this lab's torch")


_SHORT = (torch.float16, torch.bfloat16)  # rounded at each step of the formula, as in PyTorch


def _pulled(one, grad, group):
    """The gradient, turned round and with the share of the weights, as a group wants it."""
    grad = -grad if group["maximize"] else grad
    return grad.add(one, alpha=group["weight_decay"]) if group["weight_decay"] else grad


def _sgd_moved(one, grad, velocity, group, is_first):
    grad, momentum = _pulled(one, grad, group), group["momentum"]
    if momentum:
        if is_first:
            velocity.copy_(grad)
        else:
            velocity.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
        grad = grad.add(velocity, alpha=momentum) if group["nesterov"] else velocity
    one.add_(grad, alpha=-group["lr"])


def _adam_moved(one, grad, state, group, is_decoupled):
    (b1, b2), n = group["betas"], state["step"].item()
    if is_decoupled:
        one.mul_(1 - group["lr"] * group["weight_decay"])
        grad = -grad if group["maximize"] else grad
    else:
        grad = _pulled(one, grad, group)
    mean, square = state["exp_avg"], state["exp_avg_sq"]
    mean.mul_(b1).add_(grad, alpha=1 - b1)
    square.mul_(b2).addcmul_(grad, grad, value=1 - b2)
    if group["amsgrad"]:
        square = state["max_exp_avg_sq"].copy_(torch.maximum(state["max_exp_avg_sq"], square))
    spread = (square.sqrt() / math.sqrt(1 - b2**n)).add_(group["eps"])
    one.addcdiv_(mean, spread, value=-group["lr"] / (1 - b1**n))


class SGD(Optimizer):
    def __init__(
        self,
        params,
        lr=required,
        momentum=0,
        dampening=0,
        weight_decay=0,
        nesterov=False,
        *,
        maximize=False,
        foreach=None,
        differentiable=False,
    ):
        if lr is not required and lr < 0.0:  # what is no number passes, as in PyTorch
            raise ValueError(f"Invalid learning rate: {lr}")
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        _refuse("SGD", differentiable=differentiable)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
            "foreach": foreach,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def step(self, closure=None):
        return self._stepped(closure)

    def _update(self, one, grad, state, group):
        velocity, is_first = state.get("momentum_buffer"), False
        if group["momentum"] and velocity is None:
            velocity = state["momentum_buffer"] = torch.zeros_like(one)
            is_first = True
        if not group["momentum"]:
            state["momentum_buffer"] = None
        if one.dtype in _SHORT:
            _sgd_moved(one, grad, velocity, group, is_first)
            return
        _ask(
            _engine.sgd_step(
                one._h,
                grad._h,
                velocity._h if group["momentum"] else 0,
                group["lr"],
                group["momentum"],
                group["dampening"],
                group["weight_decay"],
                group["nesterov"],
                group["maximize"],
                is_first,
            )
        )


class _AdamLike(Optimizer):
    _is_decoupled = False

    def step(self, closure=None):
        return self._stepped(closure)

    def _update(self, one, grad, state, group):
        if not state:
            state["step"] = torch.tensor(0.0)
            state["exp_avg"], state["exp_avg_sq"] = torch.zeros_like(one), torch.zeros_like(one)
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = torch.zeros_like(one)
        state["step"] += 1
        if one.dtype in _SHORT:
            _adam_moved(one, grad, state, group, self._is_decoupled)
            return
        most = state["max_exp_avg_sq"]._h if group["amsgrad"] else 0
        _ask(
            _engine.adam_step(
                one._h,
                grad._h,
                state["exp_avg"]._h,
                state["exp_avg_sq"]._h,
                most,
                group["lr"],
                *group["betas"],
                group["eps"],
                group["weight_decay"],
                self._is_decoupled,
                state["step"].item(),
                group["maximize"],
            )
        )


def _check_betas(lr, betas, eps, weight_decay):
    _check_common(lr, eps)
    for k in (0, 1):
        if not 0.0 <= betas[k] < 1.0:
            raise ValueError(f"Invalid beta parameter at index {k}: {betas[k]}")
    _check_common(0, 0, weight_decay)


class Adam(_AdamLike):
    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        amsgrad=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
        fused=False,
    ):
        _check_betas(lr, betas, eps, weight_decay)
        _refuse("Adam", capturable=capturable, differentiable=differentiable, fused=fused)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, defaults)


class AdamW(_AdamLike):
    _is_decoupled = True

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=1e-2,
        amsgrad=False,
        *,
        maximize=False,
        foreach=None,
        capturable=False,
    ):
        _check_betas(lr, betas, eps, weight_decay)
        _refuse("AdamW", capturable=capturable)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "foreach": foreach,
            "maximize": maximize,
            "capturable": capturable,
        }
        super().__init__(params, defaults)


class RMSprop(Optimizer):
    def __init__(
        self,
        params,
        lr=1e-2,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        _check_common(lr, eps)
        if not momentum >= 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        _check_common(0, 0, weight_decay)
        if not alpha >= 0.0:
            raise ValueError(f"Invalid alpha value: {alpha}")
        _refuse("RMSprop", differentiable=differentiable)
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "alpha": alpha,
            "eps": eps,
            "centered": centered,
            "weight_decay": weight_decay,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def step(self, closure=None):
        return self._stepped(closure)

    def _update(self, one, grad, state, group):
        if not state:
            state["step"], state["square_avg"] = 0, torch.zeros_like(one)
            if group["momentum"] > 0:
                state["momentum_buffer"] = torch.zeros_like(one)
            if group["centered"]:
                state["grad_avg"] = torch.zeros_like(one)
        state["step"] += 1
        alpha, square = group["alpha"], state["square_avg"]
        grad = -grad if group["maximize"] else grad
        if group["weight_decay"]:
            grad = grad.add(one, alpha=group["weight_decay"])
        square.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            mean = state["grad_avg"]
            mean.mul_(alpha).add_(grad, alpha=1 - alpha)
            spread = square.addcmul(mean, mean, value=-1).sqrt_().add_(group["eps"])
        else:
            spread = square.sqrt().add_(group["eps"])
        if group["momentum"] > 0:
            velocity = state["momentum_buffer"]
            velocity.mul_(group["momentum"]).addcdiv_(grad, spread)
            one.add_(velocity, alpha=-group["lr"])
        else:
            one.addcdiv_(grad, spread, value=-group["lr"])


class Adagrad(Optimizer):
    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        *,
        maximize=False,
    ):
        _check_common(lr)
        if not lr_decay >= 0.0:
            raise ValueError(f"Invalid lr_decay value: {lr_decay}")
        _check_common(0, 0, weight_decay)
        if not initial_accumulator_value >= 0.0:
            raise ValueError(
                f"Invalid initial_accumulator_value value: {initial_accumulator_value}"
            )
        _check_common(0, eps)
        defaults = {
            "lr": lr,
            "lr_decay": lr_decay,
            "eps": eps,
            "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value,
            "foreach": foreach,
            "maximize": maximize,
        }
        super().__init__(params, defaults)
        for group in self.param_groups:
            for one in group["params"]:
                total = torch.full_like(one, initial_accumulator_value)
                self.state[one] = {"step": torch.tensor(0.0), "sum": total}

    def step(self, closure=None):
        return self._stepped(closure)

    def _update(self, one, grad, state, group):
        state["step"] += 1
        grad = -grad if group["maximize"] else grad
        if group["weight_decay"]:
            grad = grad.add(one, alpha=group["weight_decay"])
        lr = group["lr"] / (1 + (state["step"].item() - 1) * group["lr_decay"])
        state["sum"].addcmul_(grad, grad, value=1)
        one.addcdiv_(grad, state["sum"].sqrt().add_(group["eps"]), value=-lr)

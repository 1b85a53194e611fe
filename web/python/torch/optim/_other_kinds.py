"""Optimisers that are met less often, by the formulas and the defaults of PyTorch."""

import math

import torch
from torch.optim._kinds import _check_betas, _check_common
from torch.optim._optimizer import Optimizer


class _Stepped(Optimizer):
    _zeros = ()  # what the state begins with, beside the count of steps
    _counts_as_tensor = True

    def step(self, closure=None):
        return self._stepped(closure)

    def _begun(self, one, group):
        """What else the state begins with."""
        return {}

    def _update(self, one, grad, state, group):
        if not state:
            state["step"] = torch.tensor(0.0) if self._counts_as_tensor else 0
            state.update(self._begun(one, group))
            state.update({name: torch.zeros_like(one) for name in self._zeros})
        state["step"] += 1
        grad = -grad if group.get("maximize") else grad
        if self.defaults.get("weight_decay") is not None and group["weight_decay"]:
            grad = grad.add(one, alpha=group["weight_decay"])
        self._move(one, grad, state, group)


class Adadelta(_Stepped):
    _zeros = ("square_avg", "acc_delta")
    _counts_as_tensor = False

    def __init__(
        self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, maximize=False
    ):
        _check_common(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        _check_common(0, eps, weight_decay)
        settings = {"lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay}
        super().__init__(params, {**settings, "maximize": maximize, "foreach": foreach})

    def _move(self, one, grad, state, group):
        rho, eps = group["rho"], group["eps"]
        square, moved = state["square_avg"], state["acc_delta"]
        square.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        by = moved.add(eps).sqrt_().div_(square.add(eps).sqrt_()).mul_(grad)
        moved.mul_(rho).addcmul_(by, by, value=1 - rho)
        one.add_(by, alpha=-group["lr"])


class Adamax(_Stepped):
    _zeros = ("exp_avg", "exp_inf")

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        foreach=None,
        *,
        maximize=False,
    ):
        _check_betas(lr, betas, eps, weight_decay)
        settings = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        super().__init__(params, {**settings, "foreach": foreach, "maximize": maximize})

    def _move(self, one, grad, state, group):
        (b1, b2), mean, most = group["betas"], state["exp_avg"], state["exp_inf"]
        mean.mul_(b1).add_(grad, alpha=1 - b1)
        most.copy_(torch.maximum(most * b2, grad.abs().add_(group["eps"])))
        rate = group["lr"] / (1 - b1 ** state["step"].item())
        one.addcdiv_(mean, most, value=-rate)


class NAdam(_Stepped):
    _zeros = ("exp_avg", "exp_avg_sq")

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        momentum_decay=4e-3,
        foreach=None,
    ):
        _check_betas(lr, betas, eps, weight_decay)
        if not momentum_decay >= 0.0:
            raise ValueError(f"Invalid momentum_decay value: {momentum_decay}")
        settings = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        more = {"momentum_decay": momentum_decay, "foreach": foreach}
        super().__init__(params, {**settings, **more})

    def _begun(self, one, group):
        return {"mu_product": torch.tensor(1.0)}

    def _move(self, one, grad, state, group):
        (b1, b2), lr, n = group["betas"], group["lr"], state["step"].item()
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        mu, after = (b1 * (1.0 - 0.5 * 0.96 ** (k * group["momentum_decay"])) for k in (n, n + 1))
        product = state["mu_product"]
        product *= mu
        product_after = (product * mu * after).item()
        mean.mul_(b1).add_(grad, alpha=1 - b1)
        square.mul_(b2).addcmul_(grad, grad, value=1 - b2)
        spread = square.div(1 - b2**n).sqrt().add_(group["eps"])
        one.addcdiv_(grad, spread, value=-lr * (1.0 - mu) / (1.0 - product.item()))
        one.addcdiv_(mean, spread, value=-lr * after / (1.0 - product_after))


class RAdam(_Stepped):
    _zeros = ("exp_avg", "exp_avg_sq")

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None):
        _check_betas(lr, betas, eps, weight_decay)
        settings = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        super().__init__(params, {**settings, "foreach": foreach})

    def _move(self, one, grad, state, group):
        (b1, b2), lr, n = group["betas"], group["lr"], state["step"].item()
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        mean.mul_(b1).add_(grad, alpha=1 - b1)
        square.mul_(b2).addcmul_(grad, grad, value=1 - b2)
        by, kept = mean / (1 - b1**n), 1 - b2**n
        longest = 2 / (1 - b2) - 1
        length = longest - 2 * n * b2**n / kept
        if length <= 5.0:  # too few steps so far to know how large the gradients are
            one.add_(by * lr, alpha=-1.0)
            return
        share = (length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length)
        rate = math.sqrt(kept) / square.sqrt().add_(group["eps"])
        one.add_(by * lr * rate * math.sqrt(share), alpha=-1.0)


class Rprop(_Stepped):
    _zeros = ("prev", "step_size")
    _counts_as_tensor = False

    def __init__(
        self,
        params,
        lr=1e-2,
        etas=(0.5, 1.2),
        step_sizes=(1e-6, 50),
        foreach=None,
        maximize=False,
    ):
        _check_common(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        settings = {"lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach}
        super().__init__(params, {**settings, "maximize": maximize})

    def _move(self, one, grad, state, group):
        (less, more), size, before = group["etas"], state["step_size"], state["prev"]
        if state["step"] == 1:
            size.fill_(group["lr"])
        sides = (grad * before).sign()
        by = torch.ones_like(grad).masked_fill(sides > 0, more).masked_fill(sides < 0, less)
        size.mul_(by).clamp_(*group["step_sizes"])
        grad = grad.masked_fill(sides < 0, 0)  # where the sign is another there is no step
        one.addcmul_(grad.sign(), size, value=-1)
        before.copy_(grad)


class ASGD(_Stepped):
    _zeros = ("ax",)

    def __init__(
        self,
        params,
        lr=1e-2,
        lambd=1e-4,
        alpha=0.75,
        t0=1e6,
        weight_decay=0,
        foreach=None,
        maximize=False,
    ):
        _check_common(lr, 0, weight_decay)
        settings = {"lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0}
        more = {"weight_decay": weight_decay, "foreach": foreach, "maximize": maximize}
        super().__init__(params, {**settings, **more})

    def _begun(self, one, group):
        return {"eta": torch.tensor(group["lr"]), "mu": torch.tensor(1.0)}

    def _move(self, one, grad, state, group):
        n, eta, mu, mean = state["step"].item(), state["eta"].item(), state["mu"], state["ax"]
        lr, lambd = group["lr"], group["lambd"]
        one.mul_(1 - lambd * eta)
        one.add_(grad, alpha=-eta)
        mean.copy_(one) if mu.item() == 1 else mean.add_((one - mean) * mu)
        state["eta"].fill_(lr / (1 + lambd * lr * n) ** group["alpha"])
        mu.fill_(1 / max(1, n - group["t0"]))

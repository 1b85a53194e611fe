"""What optimisers share: groups of parameters, their settings, and the state of each parameter."""

import copy
import warnings
from collections import defaultdict
from collections.abc import Iterable
from itertools import chain

import torch


class _Required:
    def __repr__(self):
        return "<required parameter>"


required = _Required()


def _typename(value):
    if isinstance(value, torch.Tensor):
        return value.type()
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


class Optimizer:
    def __init__(self, params, defaults):
        torch._engine.uses("optimizer")
        self.defaults = defaults
        if isinstance(params, torch.Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, "
                f"but got {_typename(params)}"
            )
        self.state, self.param_groups = defaultdict(dict), []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def __repr__(self):
        text = f"{type(self).__name__} ("
        for k, group in enumerate(self.param_groups):
            lines = [f"    {key}: {group[key]}\n" for key in sorted(group) if key != "params"]
            text += f"\nParameter Group {k}\n" + "".join(lines)
        return text + ")"

    def add_param_group(self, param_group):
        if not isinstance(param_group, dict):
            raise AssertionError("param group must be a dict")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the "
                "ordering of tensors in sets will change between runs. Please use a list instead."
            )
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        param_group["params"] = params
        for one in params:
            if not isinstance(one, torch.Tensor):
                raise TypeError(
                    "optimizer can only optimize Tensors, but one of the params is "
                    + _typename(one)
                )
            if not (one.is_leaf or one.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(
                    "parameter group didn't specify a value of required optimization parameter "
                    + name
                )
            param_group.setdefault(name, default)
        if len(params) != len(set(params)):
            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; in future, this "
                "will cause an error; see github.com/pytorch/pytorch/issues/40967 for more "
                "information",
                stacklevel=3,
            )
        known = {one for group in self.param_groups for one in group["params"]}
        if not known.isdisjoint(params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    # ---- gradients and steps

    def zero_grad(self, set_to_none=False):
        for group in self.param_groups:
            for one in group["params"]:
                if one.grad is None:
                    continue
                if set_to_none:
                    one.grad = None
                else:
                    one.grad = one.grad.detach()
                    one.grad.zero_()

    def step(self, closure):
        raise NotImplementedError

    def _stepped(self, closure):
        """Each group, its parameters that have a gradient, and what the closure gave."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                for one in group["params"]:
                    if one.grad is not None:
                        self._update(one, one.grad, self.state[one], group)
        return loss

    # ---- saved and loaded

    def state_dict(self):
        numbers, groups = {}, []
        for group in self.param_groups:
            for one in group["params"]:
                numbers.setdefault(id(one), len(numbers))
            packed = {key: value for key, value in group.items() if key != "params"}
            packed["params"] = [numbers[id(one)] for one in group["params"]]
            groups.append(packed)
        state = {
            numbers[id(key)] if isinstance(key, torch.Tensor) else key: value
            for key, value in self.state.items()
        }
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        given = copy.deepcopy(state_dict)
        groups, saved = self.param_groups, given["param_groups"]
        if len(groups) != len(saved):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(a["params"]) != len(b["params"]) for a, b in zip(groups, saved)):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of "
                "optimizer's group"
            )
        old = chain.from_iterable(group["params"] for group in saved)
        new = chain.from_iterable(group["params"] for group in groups)
        by_number = dict(zip(old, new))
        self.state = defaultdict(dict)
        for key, value in given["state"].items():
            own = by_number.get(key)
            self.state[key if own is None else own] = value if own is None else _cast(own, value)
        for group, other in zip(groups, saved):
            other["params"] = group["params"]
        self.param_groups = saved


def _cast(parameter, value, key=None):
    """A state in the type of its parameter; what counts steps stays as it is."""
    if isinstance(value, torch.Tensor):
        return value if key == "step" else value.to(parameter.dtype)
    if isinstance(value, dict):
        return {name: _cast(parameter, one, name) for name, one in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return type(value)(_cast(parameter, one) for one in value)
    return value

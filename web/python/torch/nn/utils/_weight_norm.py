"""Weights as a length and a direction."""

from torch._tape import named
from torch.nn._module import Parameter


def _length(v, dim):
    """Of each slice along an axis; -1: of all."""
    if dim == -1:
        return v.norm()
    axes = [k for k in range(v.dim()) if k != dim]
    return v.norm(2, axes, keepdim=True)


class _WeightNorm:
    def __init__(self, name, dim):
        self.name, self.dim = name, -1 if dim is None else dim

    def weight_of(self, module):
        g, v = (getattr(module, self.name + end) for end in ("_g", "_v"))
        return named(v * (g / _length(v, self.dim)), "WeightNormInterfaceBackward0")

    def __call__(self, module, inputs):
        setattr(module, self.name, self.weight_of(module))


def _hook_of(module, name):
    for hook in module._hooks_of(0):
        if isinstance(hook, _WeightNorm) and hook.name == name:
            return hook
    return None


def weight_norm(module, name="weight", dim=0):
    """Learns the length of each row of a weight, and its direction."""
    if _hook_of(module, name) is not None:
        raise RuntimeError(f"Cannot register two weight_norm hooks on the same parameter {name}")
    hook, weight = _WeightNorm(name, dim), getattr(module, name)
    del module._parameters[name]
    module.register_parameter(name + "_g", Parameter(_length(weight, hook.dim).data))
    module.register_parameter(name + "_v", Parameter(weight.data))
    setattr(module, name, hook.weight_of(module))
    module.register_forward_pre_hook(hook)
    return module


def remove_weight_norm(module, name="weight"):
    hook = _hook_of(module, name)
    if hook is None:
        raise ValueError(f"weight_norm of '{name}' not found in {module}")
    weight = hook.weight_of(module)
    delattr(module, name)
    del module._parameters[name + "_g"], module._parameters[name + "_v"]
    module.register_parameter(name, Parameter(weight.data))
    module._hooks_of(0).remove(hook)
    return module

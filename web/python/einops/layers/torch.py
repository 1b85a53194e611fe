"""einops as layers, for nn.Sequential."""

from einops import rearrange, reduce
from torch import nn


class _Layer(nn.Module):
    def __init__(self, pattern, *more, **axes_lengths):
        super().__init__()
        self.pattern = pattern
        self.more = more
        self.axes_lengths = axes_lengths

    def forward(self, x):
        return self.apply_to(x, self.pattern, *self.more, **self.axes_lengths)

    def __repr__(self):
        parts = [repr(one) for one in (self.pattern, *self.more)]
        parts += [f"{name}={length}" for name, length in self.axes_lengths.items()]
        return f"{type(self).__name__}({', '.join(parts)})"


class Rearrange(_Layer):
    """einops.rearrange as a layer."""

    apply_to = staticmethod(rearrange)

    def __init__(self, pattern, **axes_lengths):
        super().__init__(pattern, **axes_lengths)


class Reduce(_Layer):
    """einops.reduce as a layer."""

    apply_to = staticmethod(reduce)

    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__(pattern, reduction, **axes_lengths)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"einops.layers.torch.{name} is not part of this lab's einops")

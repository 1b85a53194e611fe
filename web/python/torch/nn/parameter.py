"""Where PyTorch keeps Parameter."""

from torch.nn import _module

Parameter = _module.Parameter

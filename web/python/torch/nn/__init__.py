"""Layers."""

from torch._missing import getattr_of
from torch.nn import functional, init
from torch.nn._layers import (
    GELU,
    Dropout,
    Embedding,
    Identity,
    LayerNorm,
    Linear,
    LogSoftmax,
    MultiheadAttention,
    ReLU,
    Sigmoid,
    SiLU,
    Softmax,
    Tanh,
    CrossEntropyLoss,
    MSELoss,
)
from torch.nn._module import Module, ModuleDict, ModuleList, Parameter, ParameterList, Sequential

__getattr__ = getattr_of("torch.nn")

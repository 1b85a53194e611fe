"""Layers."""

from torch._missing import getattr_of
from torch.nn import functional, init
from torch.nn._containers import ModuleDict, ModuleList, ParameterList, Sequential
from torch.nn._layers import (
    GELU,
    CrossEntropyLoss,
    Dropout,
    Embedding,
    Identity,
    LayerNorm,
    Linear,
    LogSoftmax,
    MSELoss,
    MultiheadAttention,
    ReLU,
    Sigmoid,
    SiLU,
    Softmax,
    Tanh,
)
from torch.nn._module import Module, Parameter

__getattr__ = getattr_of("torch.nn")

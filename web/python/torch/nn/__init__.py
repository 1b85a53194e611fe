"""Layers."""

from torch._missing import getattr_of
from torch.nn import functional, init, parameter, utils
from torch.nn._activations import (
    ELU,
    GELU,
    GLU,
    LeakyReLU,
    LogSigmoid,
    LogSoftmax,
    Mish,
    ReLU,
    Sigmoid,
    SiLU,
    Softmax,
    Softplus,
    Tanh,
)
from torch.nn._attention import (
    MultiheadAttention,
    TransformerEncoder,
    TransformerEncoderLayer,
)
from torch.nn._containers import (
    ModuleDict,
    ModuleList,
    ParameterDict,
    ParameterList,
    Sequential,
)
from torch.nn._convolutions import (
    BatchNorm1d,
    BatchNorm2d,
    Conv1d,
    Conv2d,
    GroupNorm,
    MaxPool1d,
    MaxPool2d,
)
from torch.nn._layers import (
    Dropout,
    Embedding,
    Flatten,
    Identity,
    LayerNorm,
    Linear,
    RMSNorm,
    Unflatten,
)
from torch.nn._losses import (
    BCELoss,
    BCEWithLogitsLoss,
    CrossEntropyLoss,
    HuberLoss,
    KLDivLoss,
    L1Loss,
    MSELoss,
    NLLLoss,
    SmoothL1Loss,
)
from torch.nn._module import Module, Parameter

__getattr__ = getattr_of("torch.nn")

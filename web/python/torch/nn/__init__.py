"""Layers."""

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

_ELSEWHERE = set(
    """Conv1d Conv2d Conv3d ConvTranspose2d BatchNorm1d BatchNorm2d GroupNorm InstanceNorm2d RNN LSTM GRU
    RNNCell LSTMCell GRUCell Transformer TransformerEncoder TransformerEncoderLayer TransformerDecoder
    TransformerDecoderLayer Bilinear EmbeddingBag MaxPool1d MaxPool2d AvgPool2d AdaptiveAvgPool2d Flatten
    Unflatten NLLLoss BCELoss BCEWithLogitsLoss KLDivLoss SmoothL1Loss L1Loss HuberLoss CosineSimilarity
    DataParallel ParameterDict utils parallel LeakyReLU ELU PReLU Softplus Mish Hardswish RMSNorm""".split()
)


def __getattr__(name):
    if name in _ELSEWHERE:
        raise AttributeError(f"torch.nn.{name} is not part of this lab's torch")
    raise AttributeError(f"module 'torch.nn' has no attribute '{name}'")

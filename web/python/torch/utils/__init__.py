"""What PyTorch keeps apart: data."""

from torch._missing import getattr_of
from torch.utils import checkpoint, data

__getattr__ = getattr_of("torch.utils")

from functools import partial
from torch import *


def _norm(eps, x, weight):
    wide = x.to(float32)
    return (wide / sqrt(mean(square(wide), -1, True) + eps)).to(x.dtype) * weight


def rms_norm(x, weight, eps=1e-6):
    return partial(_norm, eps)(x, weight)

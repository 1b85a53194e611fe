"""Products of vectors and matrices."""

from torch import _engine
from torch._arguments import _tensor
from torch._bridge import _to_text
from torch._tensor import Tensor, _new


def matmul(input, other, *, out=None):
    return _new(_engine.matmul(_tensor(input, "matmul")._h, _tensor(other, "matmul", "other")._h))


def _matmul(self, other):
    return _new(_engine.matmul(self._h, other._h)) if isinstance(other, Tensor) else NotImplemented


Tensor.__matmul__ = _matmul


def mm(input, mat2):
    if input.dim() != 2:
        raise RuntimeError("self must be a matrix")
    if mat2.dim() != 2:
        raise RuntimeError("mat2 must be a matrix")
    return matmul(input, mat2)


def mv(input, vec):
    return matmul(input, vec)


def bmm(input, mat2):
    return _new(_engine.bmm(input._h, mat2._h))


def dot(input, tensor):
    return _new(_engine.dot(input._h, tensor._h))


def outer(input, vec2):
    return _new(_engine.outer(input._h, vec2._h))


inner, vdot, ger = matmul, dot, outer


def einsum(equation, *operands):
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    return _new(_engine.einsum(equation, _to_text(x._h for x in operands)))


def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    return input * beta + mm(mat1, mat2) * alpha


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    return input * beta + bmm(batch1, batch2) * alpha


def trace(input):
    return input.diagonal().sum()

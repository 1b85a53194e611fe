"""Complex numbers and their parts."""

from torch import _engine
from torch._tensor import _new


def complex(real, imag):
    return _new(_engine.complex(real._h, imag._h))


def polar(abs, angle):
    return _new(_engine.polar(abs._h, angle._h))


def view_as_complex(input):
    return _new(_engine.view_as_complex(input._h))


def view_as_real(input):
    return _new(_engine.view_as_real(input._h))


def real(input):
    return input.real


def imag(input):
    return input.imag

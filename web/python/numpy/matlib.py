"""numpy.matlib: a matrix repeated."""

from numpy._more import repmat as repmat

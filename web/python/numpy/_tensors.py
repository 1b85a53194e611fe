"""What numpy's functions give of PyTorch's tensors: by tensors' own methods, or wrapped again."""

from numpy._array import _in
from torch._arguments import _kind, _named
from torch._tensor import Tensor

# numpy leaves these to methods of the tensor, or wraps what it has computed.
_TENSORS = """
    reciprocal modf divmod round around round_ clip real argmax argmin
    cumsum cumprod argsort reshape squeeze transpose swapaxes repeat take ptp searchsorted split
    array_split vsplit hsplit matmul""".split()

# numpy hands these to methods of the tensor with arguments that those do not take.
_REFUSED = "sum mean prod std var max min amax amin any all".split()


def given_back(made, *args):
    """made: an array or a number, which is a tensor again where one is among the arguments"""
    if not any(isinstance(value, Tensor) for value in args):
        return made
    if isinstance(made, (tuple, list)):
        return type(made)(given_back(part, *args) for part in made)
    made = _in(made)
    return made.byte() if made.dtype._name == "bool" else made


def _giving(function):
    def of_tensors(*args, **kwargs):
        made = function(*args, **kwargs)
        return made if kwargs.get("out") is not None else given_back(made, *args)

    of_tensors.__wrapped__ = function
    return _named(of_tensors, function.__name__)


def _refusing(function):
    def of_arrays(*args, **kwargs):
        if args and isinstance(args[0], Tensor):
            name = function.__name__.replace("am", "m")
            axis = _kind(args[1] if len(args) > 1 else kwargs.get("axis"))
            raise TypeError(
                f"{name}() received an invalid combination of arguments - got (out=NoneType, "
                f"axis={axis}, ), but expected one of:\ncall the method of the tensor, as in "
                f"x.{name}()"
            )
        return function(*args, **kwargs)

    of_arrays.__wrapped__ = function
    return _named(of_arrays, function.__name__)


def attach(functions):
    """functions: by name, all that numpy has."""
    for names, change in ((_TENSORS, _giving), (_REFUSED, _refusing)):
        for name in names:
            if name in functions:
                changed = change(functions[name])
                changed.__module__ = functions[name].__module__
                functions[name] = changed

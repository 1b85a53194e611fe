"""Numbers that are drawn: those that PyTorch draws on a CPU, by a seed."""

from torch import _engine
from torch._arguments import _check_int, _check_names, _kind, _mismatch, _named, _sizes, _whole
from torch._base import TensorBase
from torch._bridge import _ask
from torch._create import _like, _of_size, empty
from torch._tensor import Tensor, _new
from torch._types import _dtype_name, _float_name, device

_OWN = 0  # the number of PyTorch's own generator
_FIRST_SEED = 67280421310721  # before any other is set


class Generator:
    """A row of random numbers of its own."""

    __module__ = "torch._C"

    def __init__(self, device="cpu"):
        _check_names("Generator", (), {"device": device})
        self._id = _engine.new_generator()
        self._seed = _FIRST_SEED

    device = property(lambda self: device("cpu"))

    def manual_seed(self, seed):
        self._seed = _seed_of(seed)
        _engine.manual_seed(self._seed & 0xFFFFFFFF, self._id)
        return self

    def initial_seed(self):
        return self._seed

    def seed(self):
        return self.manual_seed(_bits()).initial_seed()

    def __repr__(self):
        return f"<torch._C.Generator object at {id(self):#x}>"


def _seed_of(seed):
    try:
        seed = int(seed)
    except ValueError:
        raise RuntimeError(f"manual_seed expected a long, but got {_kind(seed)}") from None
    if not -0x8000_0000_0000_0000 <= seed <= 0xFFFF_FFFF_FFFF_FFFF:
        raise RuntimeError("Overflow when unpacking long")
    return seed % 2**64


default_generator = object.__new__(Generator)
default_generator._id, default_generator._seed = _OWN, 0


def _id_of(generator, name):
    if generator is None:
        return _OWN
    if not isinstance(generator, Generator):
        raise TypeError(
            f"{name}(): argument 'generator' must be torch.Generator, not {_kind(generator)}"
        )
    return generator._id


def _bits(generator=None):
    """A whole number below 2**63: what random_() makes of int64."""
    return int(_engine.random_bits(_id_of(generator, "random_"))) % 2**63


def manual_seed(seed):
    """Makes what is drawn next repeatable: the numbers that PyTorch draws on a CPU."""
    return default_generator.manual_seed(seed)


def initial_seed():
    return default_generator.initial_seed()


def seed():
    return default_generator.seed()


def _drawn(name):
    draw = getattr(_engine, name)

    def function(*size, dtype=None, generator=None, **names):
        if names:
            _check_names(name, size, names, "size")
        sizes = _sizes(_of_size(size, names))
        return _new(draw(_float_name(dtype), sizes, _id_of(generator, name)))

    return _named(function, name)


rand, randn = _drawn("rand"), _drawn("randn")


def rand_like(input, *, dtype=None, **names):
    _check_names("rand_like", (input,), names, "memory_format", rank=input.dim())
    return _like(input, dtype, names).uniform_()


def randn_like(input, *, dtype=None, **names):
    _check_names("randn_like", (input,), names, "memory_format", rank=input.dim())
    return _like(input, dtype, names).normal_()


def randint(*args, dtype=None, generator=None, **kwargs):
    """randint(high, size) and randint(low, high, size)."""
    _check_names("randint", args, kwargs, "low", "high", "size")
    if len(args) + ("size" in kwargs) not in (2, 3) and "high" not in kwargs:
        _mismatch("randint", *args, **kwargs)
    given = dict(zip(("low", "high", "size")[3 - len(args) :], args))
    if len(args) == 1:
        given = {"high": args[0]}
    given = {"low": 0, "high": None, **kwargs, **given}
    if isinstance(given["size"], int):
        raise TypeError(
            f"randint(): argument 'size' (position {len(args)}) must be tuple of ints, not int"
        )
    size, g = _sizes((given["size"],)), _id_of(generator, "randint")
    return _new(_engine.randint(_dtype_name(dtype, "int64"), size, given["low"], given["high"], g))


def randint_like(input, *ends, dtype=None, **kwargs):
    low, high = (0, *ends) if len(ends) == 1 else ends
    _check_names("randint_like", (input,), kwargs, "memory_format", rank=input.dim())
    return _like(input, dtype, kwargs).random_(low, high)


def randperm(n, *, generator=None, dtype=None, **names):
    _check_names("randperm", (n,), names)
    _check_int(n, "randperm", "n", 1)
    drawn = _new(_engine.randperm(_whole(n), _id_of(generator, "randperm")))
    return drawn if dtype is None else drawn.to(dtype)


def bernoulli(input, p=None, *, generator=None):
    if p is not None:
        return _like(input).bernoulli_(p, generator=generator)
    return _new(_engine.bernoulli(input._h, _id_of(generator, "bernoulli")))


def normal(mean=0.0, std=1.0, size=None, *, generator=None, **names):
    if size is not None:
        dtype = names.pop("dtype", None)
        _check_names("normal", (mean, std), names)
        return empty(size, dtype=dtype).normal_(mean, std, generator=generator)
    _check_names("normal", (mean, std), names)
    if not isinstance(mean, Tensor) and not isinstance(std, Tensor):
        _mismatch("normal", mean, std)
    wide = mean + std
    return _like(wide).normal_(generator=generator) * std + mean


def multinomial(input, num_samples, replacement=False, *, generator=None):
    if input.dim() not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if not input.is_floating_point():
        raise RuntimeError(
            f"multinomial only supports floating-point dtypes for input, got: {input.dtype._scalar}"
        )
    n = _whole(num_samples)
    if n <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and n > input.shape[-1]:
        raise RuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )
    g = _id_of(generator, "multinomial")
    return _new(_engine.multinomial(input._h, n, bool(replacement), g))


# -------------------------------------------------------------------------------- in place


def _in_place(name, defaults, check=None):
    """A method: its arguments by name with their defaults, and what is said of wrong ones."""
    names = tuple(defaults)

    def method(self, *args, generator=None, **kwargs):
        given = {**defaults, **dict(zip(names, args)), **kwargs}
        if len(args) > len(names) or len(given) > len(names):
            _mismatch(name, *args, **kwargs)
        values = [float(value) for value in given.values()]
        if check:
            check(*values)
        if not self.is_floating_point() and name != "bernoulli_":
            kernel = "check_uniform_bounds" if name == "uniform_" else f"{name[:-1]}_kernel_cpu"
            raise RuntimeError(f"\"{kernel}\" not implemented for '{self.dtype._scalar}'")
        answer = getattr(_engine, name)(self._h, *values, _id_of(generator, name))
        if answer is not None:
            _new(answer)  # raises the error that it is
        return self

    return _named(method, name)


def _check_uniform(low, high):
    if low > high:
        raise RuntimeError(
            f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}"
        )


def _check_normal(_, std):
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")


def _check_bernoulli(p):
    if not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")


def _bernoulli_(self, p=0.5, *, generator=None):
    if isinstance(p, TensorBase):
        drawn = bernoulli(p.expand(self.shape), generator=generator)
        return self.copy_(drawn)
    return _plain_bernoulli_(self, p, generator=generator)


def _random_(self, low=0, high=None, *, generator=None):
    """From low, or 0, to below high: of a type's own limits only where these are few enough."""
    if high is None and low:
        low, high = 0, low
    if high is None:
        bits = {"float32": 24, "float64": 53, "float16": 11, "bfloat16": 8}.get(self.dtype._name)
        if bits is None and self.dtype._name != "int64":
            limits = {"uint8": 2**8, "int8": 2**7, "int16": 2**15, "int32": 2**31, "bool": 2}
            high = limits[self.dtype._name]
        elif bits is None:
            raise NotImplementedError(
                "random_() of int64 without limits is not part of this lab's torch, whose "
                "integers are exact up to 2**53: give a limit, as in random_(2**53)"
            )
        else:
            high = 2**bits + 1
    _ask(_engine.random_(self._h, int(low), int(high), _id_of(generator, "random_")))
    return self


_plain_bernoulli_ = _in_place("bernoulli_", {"p": 0.5}, _check_bernoulli)
Tensor.uniform_ = _in_place("uniform_", {"from": 0.0, "to": 1.0}, _check_uniform)
Tensor.normal_ = _in_place("normal_", {"mean": 0.0, "std": 1.0}, _check_normal)
Tensor.exponential_ = _in_place("exponential_", {"lambd": 1.0})
Tensor.bernoulli_ = _named(_bernoulli_, "bernoulli_")
Tensor.random_ = _named(_random_, "random_")
Tensor.bernoulli, Tensor.multinomial = bernoulli, multinomial

"""Numbers that are drawn: those that PyTorch draws on a CPU, by a seed."""

import json as _json
import math as _math
import os as _os
import struct as _struct

from torch import _engine
from torch._arguments import (
    _check_int,
    _check_names,
    _checked_size,
    _integer,
    _is_whole,
    _kind,
    _mismatch,
    _named,
    _size_of,
    _tensor,
    _whole,
)
from torch._base import TensorBase
from torch._bridge import _ask
from torch._create import _like, empty, tensor
from torch._elementwise import view_as_real
from torch._index import where
from torch._modes import no_grad
from torch._tape import named as _named_step
from torch._tensor import Tensor, _new
from torch._types import _COMPLEX, _DTYPES, _FLOAT, _dtype_name, _float_name, device

_OWN = 0  # the number of PyTorch's own generator
_WORDS = 624  # of the Mersenne twister
_FORM = f"<QiiQ{_WORDS}Q3di12x"
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
        return self.manual_seed(int.from_bytes(_os.urandom(8))).initial_seed()

    def get_state(self):
        """As PyTorch keeps it: the seed, the words of the Mersenne twister, a normal number."""
        spare, at, *words = _json.loads(_engine.generator_state(self._id))
        left, place = (1, 0) if at == _WORDS and words[0] == self._seed % 2**32 else (0, at)
        normal = (0.0, spare or 0.0, 0.0, int(spare is not None))
        held = (self._seed, left or _WORDS + 1 - at, 1, place, *words, *normal)
        return tensor(list(_struct.pack(_FORM, *held)), dtype=_DTYPES["uint8"])

    def set_state(self, new_state):
        if not isinstance(new_state, TensorBase) or new_state.dtype._name != "uint8":
            raise TypeError("RNG state must be a torch.ByteTensor")
        size = _struct.calcsize(_FORM)
        if new_state.numel() != size:
            raise RuntimeError(
                f"Expected either a CPUGeneratorImplStateLegacy of size {size - 8} or a "
                f"CPUGeneratorImplState of size {size} but found the input RNG state size to be "
                f"{new_state.numel()}"
            )
        seed, _, _, place, *words = _struct.unpack(_FORM, bytes(new_state.tolist()))
        words, (_, spare, _, is_there) = words[:_WORDS], words[_WORDS:]
        state = [spare if is_there else None, place or _WORDS, *words]
        _engine.set_generator_state(_json.dumps(state), self._id)
        self._seed = seed
        return self

    def __repr__(self):
        return f"<torch._C.Generator object at {id(self):#x}>"


def _seed_of(seed):
    if not _is_whole(seed):
        raise RuntimeError(f"manual_seed expected a long, but got {_kind(seed)}")
    seed = int(seed)
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
    return default_generator.manual_seed(int(seed))


def initial_seed():
    return default_generator.initial_seed()


def seed():
    return default_generator.seed()


def get_rng_state():
    return default_generator.get_state()


def set_rng_state(new_state):
    default_generator.set_state(new_state)


def _check_fraction(kernel, dtype):
    """That numbers between 0 and 1 have a meaning in a type."""
    if dtype._kind < _FLOAT:
        raise RuntimeError(f"\"{kernel}\" not implemented for '{dtype._scalar}'")


_PARTS = {"complex64": "float32", "complex128": "float64"}


def _drawn(name, kernel):
    draw = getattr(_engine, name)

    def function(*size, dtype=None, generator=None, **names):
        if names:
            _check_names(name, size, names, "size")
        sizes, type_name = _size_of(name, size, names), _float_name(dtype)
        if type_name in _PARTS:
            made = _new(_engine.full(type_name, sizes, 0))
            return (made.uniform_ if name == "rand" else made.normal_)(generator=generator)
        _check_fraction(kernel, _DTYPES[type_name])
        return _new(draw(type_name, sizes, _id_of(generator, name)))

    return _named(function, name)


rand, randn = _drawn("rand", "check_uniform_bounds"), _drawn("randn", "normal_kernel_cpu")


def rand_like(input, *, dtype=None, **names):
    rank = _tensor(input, "rand_like").dim()
    _check_names("rand_like", (input,), names, "memory_format", rank=rank)
    return _like(input, dtype, names).uniform_()


def randn_like(input, *, dtype=None, **names):
    rank = _tensor(input, "randn_like").dim()
    _check_names("randn_like", (input,), names, "memory_format", rank=rank)
    return _like(input, dtype, names).normal_()


def randint(*args, dtype=None, generator=None, **kwargs):
    """randint(high, size) and randint(low, high, size)."""
    _check_names("randint", args, kwargs, "low", "high", "size")
    own = {key: kwargs[key] for key in ("low", "high", "size") if key in kwargs}
    is_short = len(args) + len(own) == 2  # high and size
    names = ("high", "size") if is_short else ("low", "high", "size")
    given = dict(zip(names, args))
    if given.keys() & own or {*given, *own} != {*names} or len(args) > 3:
        _mismatch("randint", *args, **kwargs)
    given = {"low": 0, **given, **own}
    low, high, size = given["low"], given["high"], given["size"]
    if is_short and not _is_whole(high):
        place = " (position 1)" if args else ""
        raise TypeError(f"randint(): argument 'high'{place} must be int, not {_kind(high)}")
    is_size = isinstance(size, (tuple, list))
    if not (is_short or _is_whole(low) and _is_whole(high) and is_size):
        _mismatch("randint", *args, **kwargs)
    sizes = _checked_size("randint", size, "" if "size" in kwargs else f" (position {len(args)})")
    name, g = _dtype_name(dtype, "int64"), _id_of(generator, "randint")
    return _new(_engine.randint(name, sizes, *_checked_ends(low, high, name), g))


_LIMITS = {  # what PyTorch's messages call a type, its least number and its largest
    "bool": ("bool", 0, 1),
    "uint8": ("unsigned char", 0, 255),
    "int8": ("signed char", -128, 127),
    "int16": ("short int", -(2**15), 2**15 - 1),
    "int32": ("int", -(2**31), 2**31 - 1),
    "float16": ("c10::Half", -65504, 65504),
}


def _checked_ends(low, high, name):
    """Two whole numbers, from the one to below the other, that a type can hold."""
    low, high = _whole(low), _whole(high)
    ends = _integer(low), _integer(high)  # or it says that they are too large
    if low >= high:
        raise RuntimeError(
            f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
        )
    if _DTYPES[name]._kind == _COMPLEX:
        raise RuntimeError(
            "check_random_bounds handles only integral, floating-point and boolean types"
        )
    scalar, least, most = _LIMITS.get(name, ("long int", -(2**63), 2**63 - 1))
    for what, value in (("from", low), ("to - 1", high - 1)):
        if not least <= value <= most:
            raise RuntimeError(f"{what} is out of bounds for {scalar}")
    if name in _BITS:
        return tuple(map(_integer, _reached(low, high, _BITS[name])))
    return ends


_BITS = {"float32": 24, "float64": 53, "float16": 11, "bfloat16": 8}


def _reached(low, high, bits):
    """The ends, moved inwards where what lies beside them is rounded to beyond them."""
    near, step = _rounded(high - 1, bits)
    high = near - step if near >= high else high
    near, step = _rounded(low + 1, bits)
    return near + step if near < low else low, high


def _rounded(n, bits):
    """What a float of so many bits is for a whole number, and how far apart it has them there."""
    step = 2 ** max(abs(n).bit_length() - bits, 0)
    return round(n / step) * step, step


def randint_like(input, *ends, dtype=None, **kwargs):
    rank = _tensor(input, "randint_like").dim()
    _check_names("randint_like", (input,), kwargs, "low", "high", "memory_format", rank=rank)
    names = ("high",) if len(ends) == 1 else ("low", "high")
    given = {"low": 0, **dict(zip(names, ends)), **{k: kwargs[k] for k in kwargs if k in names}}
    low, high = given["low"], given.get("high")
    if len(ends) == 1 and "low" not in kwargs and not _is_whole(high):
        raise TypeError(
            f"randint_like(): argument 'high' (position 2) must be int, not {_kind(high)}"
        )
    if len(ends) > 2 or not _is_whole(low) or not _is_whole(high):
        _mismatch("randint_like", input, *ends, **kwargs)
    return _like(input, dtype, kwargs).random_(low, high)


_WHOLE_UP_TO = {"float16": 2**11 + 1, "bfloat16": 2**8 + 1, "float32": 2**24 + 1}


def randperm(n, *, generator=None, dtype=None, **names):
    _check_names("randperm", (n,), names)
    _check_int(n, "randperm", "n", 1)
    name = _dtype_name(dtype, "int64")
    if name == "bool" or _DTYPES[name]._kind == _COMPLEX:
        raise RuntimeError(f"\"randperm\" not implemented for '{_DTYPES[name]._scalar}'")
    most = _WHOLE_UP_TO.get(name)
    if name in _LIMITS and most is None and n > _LIMITS[name][2] + 1:
        raise RuntimeError(f"value cannot be converted to type {name}_t without overflow")
    if most is not None and n > most:
        scalar = _DTYPES[name]._scalar
        raise RuntimeError(f"n cannot be greater than {most} for {scalar} type.")
    drawn = _new(_engine.randperm(_whole(n), _id_of(generator, "randperm")))
    return drawn if dtype is None else drawn.to(dtype)


def _with_zero_gradient(made, *sources):
    """What is drawn hangs on what it is drawn from, by a gradient of 0."""
    for source in sources:
        if isinstance(source, Tensor) and source.requires_grad:
            made = where(tensor(True), made, source.to(made.dtype))
    return made


def bernoulli(input, p=None, *, generator=None):
    _check_fraction("bernoulli_tensor_cpu_p_", _tensor(input, "bernoulli").dtype)
    if p is not None:
        return _like(input).bernoulli_(p, generator=generator)
    made = _new(_engine.bernoulli(input._h, _id_of(generator, "bernoulli")))
    return _named_step(_with_zero_gradient(made, input), "BernoulliBackward0")


def normal(mean=0.0, std=1.0, size=None, *, generator=None, **names):
    if size is not None:
        dtype = names.pop("dtype", None)
        if not isinstance(size, (tuple, list)):
            _mismatch("normal", mean, std, size=size)
        _check_names("normal", (mean, std), names)
        return empty(size, dtype=dtype).normal_(mean, std, generator=generator)
    _check_names("normal", (mean, std), names)
    if not isinstance(mean, Tensor) and not isinstance(std, Tensor):
        _mismatch("normal", mean, std)
    made = mean if isinstance(mean, Tensor) else std
    _check_fraction("normal_kernel_cpu", made.dtype)
    if isinstance(std, Tensor) and bool((std < 0).any()):
        raise RuntimeError("normal expects all elements of std >= 0.0")
    if not isinstance(std, Tensor):
        _check_normal(mean, std)
    kind = 2 * isinstance(std, Tensor) + isinstance(mean, Tensor)
    with no_grad():  # drawn row by row, however the operands lie in memory
        size = (mean + std).shape if kind == 3 else made.shape
        made = empty(size, dtype=made.dtype).normal_(generator=generator).mul_(std).add_(mean)
    return _named_step(_with_zero_gradient(made, mean, std), f"NormalBackward{kind}")


def multinomial(input, num_samples, replacement=False, *, generator=None):
    if _tensor(input, "multinomial").dtype._name == "float16":
        raise RuntimeError("multinomial is not implemented for half on CPU")
    if not _is_whole(num_samples):
        raise TypeError(
            "multinomial(): argument 'num_samples' (position 2) must be int, "
            f"not {_kind(num_samples)}"
        )
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
        for key, value in given.items():
            if isinstance(value, str) or not hasattr(value, "__float__"):
                place = f" (position {names.index(key) + 1})" if key not in kwargs else ""
                raise TypeError(
                    f"{name}(): argument '{key}'{place} must be float, not {_kind(value)}"
                )
        values = [float(value) for value in given.values()]
        if check:
            check(*values)
        if self.is_complex() and name in ("uniform_", "normal_"):  # both parts of each
            if name == "normal_" and values[0] == 0:
                values[1] /= _math.sqrt(2)
            if name == "uniform_" or values[0] == 0:
                method(view_as_real(self), *values, generator=generator)
                return self
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


def _check_exponential(rate):
    if rate < 0:
        raise RuntimeError(f"exponential_ expects lambda >= 0.0, but found lambda={rate:g}")


def _check_normal(_, std):
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")


def _check_bernoulli(p):
    if not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")


_ENDS = {"from", "to"}


def _bernoulli_(self, p=0.5, *, generator=None):
    if isinstance(p, TensorBase):
        drawn = bernoulli(p.expand(self.shape), generator=generator)
        return self.copy_(drawn)
    return _plain_bernoulli_(self, p, generator=generator)


def _random_(self, *ends, generator=None, **names):
    """From low, or 0, to below high: of a type's own limits only where these are few enough."""
    given = {**dict(zip(("to",) if len(ends) == 1 else ("from", "to"), ends)), **names}
    low, high = given.get("from", 0), given.get("to")
    is_right = _is_whole(low) and (_is_whole(high) or high is None and "from" in given)
    if given and (not is_right or len(given) != len(ends) + len(names) or not {*given} <= _ENDS):
        _mismatch("random_", *ends, **names)
    if high is None:
        bits = _BITS.get(self.dtype._name)
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
    low, high = _checked_ends(low, high, self.dtype._name)
    _ask(_engine.random_(self._h, low, high, _id_of(generator, "random_")))
    return self


_plain_bernoulli_ = _in_place("bernoulli_", {"p": 0.5}, _check_bernoulli)
Tensor.uniform_ = _in_place("uniform_", {"from": 0.0, "to": 1.0}, _check_uniform)
Tensor.normal_ = _in_place("normal_", {"mean": 0.0, "std": 1.0}, _check_normal)
Tensor.exponential_ = _in_place("exponential_", {"lambd": 1.0}, _check_exponential)
Tensor.bernoulli_ = _named(_bernoulli_, "bernoulli_")
Tensor.random_ = _named(_random_, "random_")
Tensor.bernoulli, Tensor.multinomial = bernoulli, multinomial

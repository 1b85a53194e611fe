"""What the types of numbers can hold."""

from torch._dtypes import _DTYPES

_FLOATS = {  # bits, bits after the point, least exponent, largest number
    "float16": (16, 10, -14, 65504.0),
    "bfloat16": (16, 7, -126, 2.0**128 - 2.0**120),
    "float32": (32, 23, -126, 2.0**128 - 2.0**104),
    "float64": (64, 52, -1022, 1.7976931348623157e308),
}
_WHOLE = {"uint8": (8, 0), "int8": (8, 1), "int16": (16, 1), "int32": (32, 1), "int64": (64, 1)}


def _name_of(kind, type, default, table):
    dtype = _DTYPES[default] if type is None else type
    if getattr(dtype, "_name", None) not in table:
        raise TypeError(f"torch.{kind}() has no numbers for {dtype}")
    return dtype._name


class finfo:
    def __init__(self, type=None):
        self.dtype = _name_of("finfo", type, "float32", _FLOATS)
        self.bits, after, least, self.max = _FLOATS[self.dtype]
        self.min, self.eps = -self.max, 2.0**-after
        self.tiny = self.smallest_normal = 2.0**least
        self.resolution = {10: 1e-3, 7: 1e-2, 23: 1e-6, 52: 1e-15}[after]

    def __repr__(self):
        parts = (
            f"resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}"
        )
        return (
            f"finfo({parts}, smallest_normal={self.tiny:g}, tiny={self.tiny:g}, dtype={self.dtype})"
        )


class iinfo:
    def __init__(self, type):
        self.dtype = _name_of("iinfo", type, None, _WHOLE)
        self.bits, signs = _WHOLE[self.dtype]
        self.max = 2 ** (self.bits - signs) - 1
        self.min = -(2 ** (self.bits - 1)) if signs else 0

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"

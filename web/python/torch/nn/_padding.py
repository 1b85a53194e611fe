"""Layers without weights that move numbers about: padding, other sizes, windows as columns."""

from torch.nn import functional as F
from torch.nn._module import Module


class _Pad(Module):
    _axes, _mode = 1, "constant"

    def __init__(self, padding):
        super().__init__()
        is_pair = isinstance(padding, (tuple, list))
        self.padding = tuple(padding) if is_pair else (padding,) * (2 * self._axes)

    def forward(self, input):
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self):
        return str(self.padding)


def _pad(base, n):
    name = f"{base.__name__.strip('_')}{n}d"
    return type(name, (base,), {"_axes": n, "__module__": __name__, "__qualname__": name})


class _ConstantPad(_Pad):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class _ReflectionPad(_Pad):
    _mode = "reflect"


class _ReplicationPad(_Pad):
    _mode = "replicate"


ConstantPad1d, ConstantPad2d, ConstantPad3d = (_pad(_ConstantPad, n) for n in (1, 2, 3))
ReflectionPad1d, ReflectionPad2d, ReflectionPad3d = (_pad(_ReflectionPad, n) for n in (1, 2, 3))
ReplicationPad1d, ReplicationPad2d, ReplicationPad3d = (_pad(_ReplicationPad, n) for n in (1, 2, 3))


class ZeroPad2d(ConstantPad2d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    extra_repr = _Pad.extra_repr


class Upsample(Module):
    def __init__(
        self,
        size=None,
        scale_factor=None,
        mode="nearest",
        align_corners=None,
        recompute_scale_factor=None,
    ):
        super().__init__()
        self.name, self.size = type(self).__name__, size
        if isinstance(scale_factor, tuple):
            self.scale_factor = tuple(map(float, scale_factor))
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None
        self.mode, self.align_corners = mode, align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input):
        options = (self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor)
        return F.interpolate(input, self.size, *options)

    def extra_repr(self):
        name = "size" if self.scale_factor is None else "scale_factor"
        return f"{name}={getattr(self, name)}, mode={self.mode}"


class UpsamplingNearest2d(Upsample):
    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor)


class UpsamplingBilinear2d(Upsample):
    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, "bilinear", True)


class _Of(Module):
    """A layer that calls its function with what it was made with."""

    def _keep(self, **options):
        super().__init__()
        self._names = tuple(options)
        for name, value in options.items():
            setattr(self, name, value)

    def forward(self, input):
        return self._function(input, *(getattr(self, name) for name in self._names))

    def extra_repr(self):
        return ", ".join(f"{name}={getattr(self, name)}" for name in self._names)


class Unfold(_Of):
    _function = staticmethod(F.unfold)

    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        self._keep(kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride)


class Fold(_Of):
    _function = staticmethod(F.fold)

    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        sizes = {"output_size": output_size, "kernel_size": kernel_size}
        self._keep(**sizes, dilation=dilation, padding=padding, stride=stride)


class PixelShuffle(_Of):
    _function = staticmethod(F.pixel_shuffle)

    def __init__(self, upscale_factor):
        self._keep(upscale_factor=upscale_factor)


class PixelUnshuffle(_Of):
    _function = staticmethod(F.pixel_unshuffle)

    def __init__(self, downscale_factor):
        self._keep(downscale_factor=downscale_factor)


class Softshrink(_Of):
    _function = staticmethod(F.softshrink)

    def __init__(self, lambd=0.5):
        self._keep(lambd=lambd)

    def extra_repr(self):
        return str(self.lambd)


class Hardshrink(Softshrink):
    _function = staticmethod(F.hardshrink)


class Threshold(_Of):
    _function = staticmethod(F.threshold)

    def __init__(self, threshold, value, inplace=False):
        self._keep(threshold=threshold, value=value, inplace=inplace)

    def extra_repr(self):
        end = ", inplace=True" if self.inplace else ""
        return f"threshold={self.threshold}, value={self.value}{end}"

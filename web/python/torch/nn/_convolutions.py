"""Layers that go over windows: convolutions, pooling, and what normalises channels."""

import math
import warnings

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn._layers import _check_device
from torch.nn._module import Module, Parameter, UninitializedParameter


def _tuple(value, n):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * n


class _Conv(Module):
    _axes, transposed = 1, False
    output_padding = property(lambda self: self.__dict__.get("_more_at_end", (0,) * self._axes))

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__()
        _check_device(device)
        self._check(in_channels, out_channels, groups, stride, padding, padding_mode)
        n = self._axes
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride = _tuple(kernel_size, n), _tuple(stride, n)
        self.dilation, self.padding_mode = _tuple(dilation, n), padding_mode
        self.padding = padding if isinstance(padding, str) else _tuple(padding, n)
        self.weight = Parameter(torch.empty(self._shape(), dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_channels, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def _shape(self):
        return (self.out_channels, self.in_channels // self.groups, *self.kernel_size)

    def _check(self, in_channels, out_channels, groups, stride, padding, padding_mode):
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(padding, str):
            if padding not in ("same", "valid"):
                raise ValueError(
                    f"Invalid padding string {padding!r}, should be one of {{'same', 'valid'}}"
                )
            if padding == "same" and any(s != 1 for s in _tuple(stride, 1)):
                raise ValueError("padding='same' is not supported for strided convolutions")
        modes = ("zeros", "reflect", "replicate", "circular")
        if padding_mode not in modes:
            raise ValueError(
                f"padding_mode must be one of {set(modes)}, but got padding_mode='{padding_mode}'"
            )

    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._fans(self.weight)
            if fan_in:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)

    def _conv_forward(self, input, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            pads = F._window_pads(padding, self.kernel_size, self.dilation)
            ends = [size for pair in reversed(pads) for size in pair]
            input, padding = F.pad(input, ends, self.padding_mode), 0
        function = (F.conv1d, F.conv2d, F.conv3d)[self._axes - 1]
        return function(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def extra_repr(self):
        text = (
            f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, "
            f"stride={self.stride}"
        )
        if self.padding != (0,) * len(self.padding):
            text += f", padding={self.padding}"
        if self.dilation != (1,) * len(self.dilation):
            text += f", dilation={self.dilation}"
        if any(self.output_padding):
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        return text + (
            "" if self.padding_mode == "zeros" else f", padding_mode={self.padding_mode}"
        )


class Conv1d(_Conv):
    pass


class Conv2d(_Conv):
    _axes = 2


class Conv3d(_Conv):
    _axes = 3


class ConvTranspose1d(_Conv):
    transposed = True

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        self.__dict__["_more_at_end"] = _tuple(output_padding, self._axes)
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        options = (stride, padding, dilation, groups, bias, padding_mode, device, dtype)
        super().__init__(in_channels, out_channels, kernel_size, *options)

    def _shape(self):
        return (self.in_channels, self.out_channels // self.groups, *self.kernel_size)

    def forward(self, input, output_size=None):
        more = self.output_padding
        if output_size is not None:
            more = self._more(input, tuple(output_size))
        functions = (F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)
        options = (self.stride, self.padding, more, self.groups, self.dilation)
        return functions[self._axes - 1](input, self.weight, self.bias, *options)

    def _more(self, input, wanted):
        n = self._axes
        wanted = wanted[-n:] if len(wanted) == input.dim() else wanted
        if len(wanted) != n:
            first = input.dim() - n
            raise ValueError(
                f"ConvTranspose{n}D: for {input.dim()}D input, output_size must have {n} or "
                f"{first + n} elements (got {len(wanted)})"
            )
        sizes = input.shape[-n:]
        parts = zip(sizes, self.stride, self.padding, self.dilation, self.kernel_size)
        least = [(a - 1) * s - 2 * p + d * (k - 1) + 1 for a, s, p, d, k in parts]
        most = [a + s - 1 for a, s in zip(least, self.stride)]
        if any(not a <= size <= b for a, size, b in zip(least, wanted, most)):
            raise ValueError(
                f"requested an output size of {wanted}, but valid sizes range from {least} to "
                f"{most} (for an input of {sizes})"
            )
        return tuple(size - a for size, a in zip(wanted, least))


class ConvTranspose2d(ConvTranspose1d):
    _axes = 2


class ConvTranspose3d(ConvTranspose1d):
    _axes = 3


def _warn_lazy():
    warnings.warn(
        "Lazy modules are a new feature under heavy development so changes to the API or "
        "functionality can happen at any moment.",
        stacklevel=4,
    )


class _LazyConv:
    """A convolution from the first input on, which says how many channels it has."""

    def __init__(self, out_channels, kernel_size, *options, bias=True, **named):
        super().__init__(0, 0, kernel_size, *options, bias=False, **named)
        _warn_lazy()
        kind = {key: named.get(key) for key in ("device", "dtype")}
        self.out_channels = out_channels
        self.weight = UninitializedParameter(**kind)
        if bias:
            self.bias = UninitializedParameter(**kind)

    def has_uninitialized_params(self):
        return True

    def reset_parameters(self):
        """There are none yet."""

    def forward(self, input, *rest):
        n = self._axes
        if input.dim() not in (n + 1, n + 2):
            raise RuntimeError(
                f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to "
                f"{type(self).__name__}, but got input of size: {input.shape}"
            )
        self.in_channels = input.shape[-n - 1]
        if self.in_channels % self.groups:
            raise ValueError("in_channels must be divisible by groups")
        self.weight.materialize(self._shape())
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.__class__ = type(self).__mro__[2]
        self.reset_parameters()
        return self.forward(input, *rest)


class LazyConv1d(_LazyConv, Conv1d):
    pass


class LazyConv2d(_LazyConv, Conv2d):
    pass


class LazyConvTranspose2d(_LazyConv, ConvTranspose2d):
    pass


class _MaxPool(Module):
    _function = staticmethod(F.max_pool1d)

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        dilation=1,
        return_indices=False,
        ceil_mode=False,
    ):
        super().__init__()
        self.kernel_size, self.padding, self.dilation = kernel_size, padding, dilation
        self.stride = kernel_size if stride is None else stride
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def forward(self, input):
        return self._function(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )

    def extra_repr(self):
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    pass


class MaxPool2d(_MaxPool):
    _function = staticmethod(F.max_pool2d)


class MaxPool3d(_MaxPool):
    _function = staticmethod(F.max_pool3d)


class MaxUnpool1d(Module):
    _axes, _function = 1, staticmethod(F.max_unpool1d)

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        stride = kernel_size if stride is None else stride
        self.kernel_size, self.stride = (_tuple(x, self._axes) for x in (kernel_size, stride))
        self.padding = _tuple(padding, self._axes)

    def forward(self, input, indices, output_size=None):
        options = (self.kernel_size, self.stride, self.padding, output_size)
        return self._function(input, indices, *options)

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool2d(MaxUnpool1d):
    _axes, _function = 2, staticmethod(F.max_unpool2d)


class _BatchNorm(Module):
    _version = 2
    _ranks = (2, 3)

    def __init__(
        self,
        num_features,
        eps=1e-05,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        _check_device(device)
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        if affine:
            self.weight = Parameter(torch.ones(num_features, dtype=dtype))
            self.bias = Parameter(torch.zeros(num_features, dtype=dtype))
        else:
            self.register_parameter("weight", None)
            self.register_parameter("bias", None)
        tracked = track_running_stats
        self.register_buffer(
            "running_mean", torch.zeros(num_features, dtype=dtype) if tracked else None
        )
        self.register_buffer(
            "running_var", torch.ones(num_features, dtype=dtype) if tracked else None
        )
        self.register_buffer("num_batches_tracked", torch.tensor(0) if tracked else None)

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def forward(self, input):
        if input.dim() not in self._ranks:
            wanted = " or ".join(f"{rank}D" for rank in self._ranks)
            raise ValueError(f"expected {wanted} input (got {input.dim()}D input)")
        share = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                share = 1.0 / float(self.num_batches_tracked)
        return F.batch_norm(
            input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            share,
            self.eps,
        )

    def extra_repr(self):
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, "
            f"affine={self.affine}, track_running_stats={self.track_running_stats}"
        )


class BatchNorm1d(_BatchNorm):
    pass


class BatchNorm2d(_BatchNorm):
    _ranks = (4,)


class BatchNorm3d(_BatchNorm):
    _ranks = (5,)


class _LazyNorm:
    def __init__(
        self,
        eps=1e-05,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
    ):
        _warn_lazy()
        super().__init__(0, eps, momentum, False, False, device, dtype)
        self.affine, self.track_running_stats = affine, track_running_stats
        if affine:
            self.weight = UninitializedParameter(device=device, dtype=dtype)
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def has_uninitialized_params(self):
        return True

    def forward(self, input):
        kind, dtype = type(self).__mro__[2], None
        if self.affine:
            dtype = self.weight._later[1]
            for one, value in ((self.weight, 1.0), (self.bias, 0.0)):
                one.materialize((input.shape[1],))
                init.constant_(one, value)
        options = (input.shape[1], self.eps, self.momentum, False, self.track_running_stats)
        self._buffers.update(kind(*options, dtype=dtype)._buffers)
        self.num_features, self.__class__ = input.shape[1], kind
        return self.forward(input)


class LazyBatchNorm1d(_LazyNorm, BatchNorm1d):
    pass


class LazyBatchNorm2d(_LazyNorm, BatchNorm2d):
    pass


class _InstanceNorm(Module):
    _rank = 3

    def __init__(
        self,
        num_features,
        eps=1e-05,
        momentum=0.1,
        affine=False,
        track_running_stats=False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        _check_device(device)
        if track_running_stats:
            raise NotImplementedError(
                "track_running_stats= of InstanceNorm is not part of this lab's torch"
            )
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        for name, make in (("weight", torch.ones), ("bias", torch.zeros)):
            made = Parameter(make(num_features, dtype=dtype)) if affine else None
            self.register_parameter(name, made)
        for name in ("running_mean", "running_var", "num_batches_tracked"):
            self.register_buffer(name, None)

    def reset_parameters(self):
        if self.affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def forward(self, input):
        rank = self._rank
        if input.dim() not in (rank - 1, rank):
            raise ValueError(f"expected {rank - 1}D or {rank}D input (got {input.dim()}D input)")
        batch = input if input.dim() == rank else input.unsqueeze(0)
        out = F.instance_norm(batch, weight=self.weight, bias=self.bias, eps=self.eps)
        return out if input.dim() == rank else out.squeeze(0)

    extra_repr = _BatchNorm.extra_repr


class InstanceNorm1d(_InstanceNorm):
    pass


class InstanceNorm2d(_InstanceNorm):
    _rank = 4


class _AvgPool(Module):
    _function = staticmethod(F.avg_pool1d)

    def __init__(
        self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True
    ):
        super().__init__()
        self.kernel_size, self.padding = kernel_size, padding
        self.stride = kernel_size if stride is None else stride
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad

    _more = ()

    def forward(self, input):
        options = (self.padding, self.ceil_mode, self.count_include_pad, *self._more)
        return self._function(input, self.kernel_size, self.stride, *options)

    def extra_repr(self):
        sizes = (self.kernel_size, self.stride, self.padding)
        if type(self) is AvgPool1d:
            sizes = tuple(v if isinstance(v, tuple) else (v,) for v in sizes)
        return "kernel_size={}, stride={}, padding={}".format(*sizes)


class AvgPool1d(_AvgPool):
    pass


class AvgPool2d(_AvgPool):
    _function = staticmethod(F.avg_pool2d)
    _more = property(lambda self: (self.divisor_override,))

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        count_include_pad=True,
        divisor_override=None,
    ):
        super().__init__(kernel_size, stride, padding, ceil_mode, count_include_pad)
        self.divisor_override = divisor_override


class AvgPool3d(AvgPool2d):
    _function = staticmethod(F.avg_pool3d)


class AdaptiveAvgPool1d(Module):
    _function = staticmethod(F.adaptive_avg_pool1d)

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def forward(self, input):
        return self._function(input, self.output_size)

    def extra_repr(self):
        return f"output_size={self.output_size}"


class AdaptiveAvgPool2d(AdaptiveAvgPool1d):
    _function = staticmethod(F.adaptive_avg_pool2d)


class AdaptiveAvgPool3d(AdaptiveAvgPool1d):
    _function = staticmethod(F.adaptive_avg_pool3d)


class AdaptiveMaxPool1d(AdaptiveAvgPool1d):
    _function = staticmethod(F.adaptive_max_pool1d)

    def __init__(self, output_size, return_indices=False):
        super().__init__(output_size)
        self.return_indices = return_indices

    def forward(self, input):
        return self._function(input, self.output_size, self.return_indices)


class AdaptiveMaxPool2d(AdaptiveMaxPool1d):
    _function = staticmethod(F.adaptive_max_pool2d)


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-05, affine=True, device=None, dtype=None):
        super().__init__()
        _check_device(device)
        if num_channels % num_groups:
            raise ValueError("num_channels must be divisible by num_groups")
        self.num_groups, self.num_channels = num_groups, num_channels
        self.eps, self.affine = eps, affine
        if affine:
            self.weight = Parameter(torch.ones(num_channels, dtype=dtype))
            self.bias = Parameter(torch.zeros(num_channels, dtype=dtype))
        else:
            self.register_parameter("weight", None)
            self.register_parameter("bias", None)

    def reset_parameters(self):
        if self.affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"

"""For which integers, bools and complex numbers PyTorch has no kernel: there it raises an error."""

from torch._base import TensorBase

_SCALARS = {
    "b": "Bool",
    "j": "Byte Char Short Int",
    "i": "Byte Char Short Int Long",
    "c": "ComplexFloat ComplexDouble",
}

# kernel, types, functions; in place they ask for the same one
_TABLE = """
adaptive_avg_pool2d bic adaptive_avg_pool1d adaptive_avg_pool2d
adaptive_avg_pool3d_cpu bic adaptive_avg_pool3d
adaptive_max_pool2d bi adaptive_max_pool1d adaptive_max_pool2d
addcmul_cpu_out b addcmul
avg_pool2d bj avg_pool1d avg_pool2d
avg_pool2d c avg_pool1d avg_pool2d
batch_norm bic batch_norm
bernoulli_scalar_cpu_ c bernoulli_
bernoulli_tensor_cpu_self_ c bernoulli
bincount_cpu b bincount
binary_cross_entropy i binary_cross_entropy
col2im_out_cpu bi fold
elu_cpu bi celu elu selu
glu_cpu bi glu
hardshrink_cpu bic hardshrink
hardsigmoid_cpu bi hardsigmoid
hardswish_cpu bi hardswish
histogram_cpu i histc
huber_cpu bic huber_loss
hypot_cpu bi hypot
kthvalue_cpu bc kthvalue
leaky_relu_cpu bi leaky_relu
log_sigmoid_cpu i logsigmoid
max_pool1d_impl bi max_pool1d
max_pool2d bi max_pool2d
median_cpu b median nanmedian
mish_cpu bi mish
mse_cpu bic mse_loss
multi_margin_loss_cpu_kernel bi multi_margin_loss
nll_loss_out_frame ic nll_loss
prelu_cpu bi prelu
searchsorted_out_cpu bc searchsorted bucketize
silu_cpu i silu
smooth_l1_cpu bic smooth_l1_loss
softplus_cpu bi softplus
softshrink_cpu bic softshrink
threshold_cpu b threshold
topk_cpu bc topk
trace b trace
unique c unique unique_consecutive
xlogy_cpu c xlogy
"""
_OF_OTHER_TYPES = ("batch_norm", "multi_margin_loss", "nll_loss")  # what else they take
_KERNELS = {}  # name -> scalar -> kernel
for _line in _TABLE.strip().split("\n"):
    _kernel, _kinds, *_names = _line.split()
    for _name in _names:
        _scalars = " ".join(_SCALARS[_kind] for _kind in _kinds).split()
        _KERNELS.setdefault(_name, {}).update(dict.fromkeys(_scalars, _kernel))


def guarded(function):
    """A function that asks first whether there is a kernel; itself where there always is one."""
    name = function.__name__
    kernels = _KERNELS.get(name)
    is_guarded = function.__code__.co_qualname == "guarded.<locals>.checking"
    if is_guarded or not kernels or function.__module__.startswith("numpy"):
        return function

    def checking(*args, **names):
        x = args[0] if args else names.get("input")
        if isinstance(x, TensorBase) and not x._is_array and names.get("dtype") is None:
            scalar = x.dtype._scalar
            others = [one for one in (*args, *names.values()) if isinstance(one, TensorBase)]
            is_alike = name in _OF_OTHER_TYPES or all(
                one.dtype._scalar in kernels for one in others
            )
            if scalar in kernels and is_alike:
                if name not in _OF_OTHER_TYPES:
                    scalar = max(others, key=lambda one: one.dtype.itemsize).dtype._scalar
                raise RuntimeError(f"\"{kernels[scalar]}\" not implemented for '{scalar}'")
        return function(*args, **names)

    checking.__module__ = function.__module__
    checking.__name__ = checking.__qualname__ = name
    return checking

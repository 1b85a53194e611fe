"""For which types of elements PyTorch has no kernel on the CPU: there it raises an error."""

import sys

from torch._base import TensorBase

_SCALARS = {
    "h": "Half",
    "f": "BFloat16",
    "b": "Bool",
    "j": "Byte Char Short Int",
    "i": "Byte Char Short Int Long",
    "c": "ComplexFloat ComplexDouble",
}

# kernel, types, functions; without functions: that of its name. In place they ask for the same one.
_TABLE = """
GeluKernelImpl h gelu
GroupNormKernelImpl h group_norm
LayerNormKernelImpl h layer_norm
addcdiv_cpu_out h addcdiv
addcmul_cpu_out hb addcmul
addmm_impl_cpu_ h addmm corrcoef cov mm
addmv_impl_cpu h mv
aminmax_cpu h aminmax histc
avg_pool2d hbj avg_pool1d avg_pool2d
avg_pool2d c avg_pool1d avg_pool2d
baddbmm h baddbmm
batch_norm h batch_norm
bernoulli_scalar_cpu_ hc bernoulli_
bernoulli_tensor_cpu_self_ hc bernoulli
bincount_cpu b bincount
binary_cross_entropy i binary_cross_entropy
bmm h bmm
cdist hf cdist
clamp_max_scalar_cpu h clamp_max
clamp_min_cpu h binary_cross_entropy_with_logits clamp_min cosine_similarity gaussian_nll_loss
clamp_min_cpu h hinge_embedding_loss margin_ranking_loss normalize relu triplet_margin_loss
clamp_scalar_cpu h hardtanh relu6
cumprod_out_cpu h cumprod
cumsum_out_cpu h cumsum
diag h diag
dot h dot vdot
elu_cpu hbi celu elu selu
exp_vml_cpu h logsumexp
glu_cpu hbi glu
hardsigmoid_cpu hbi hardsigmoid
hardswish_cpu hbi hardswish
histogram_cpu i histc
huber_cpu c huber_loss
hypot_cpu hbi hypot
isin_default_cpu h isin
kthvalue_cpu hbc kthvalue
leaky_relu_cpu hbi leaky_relu
log_sigmoid_cpu hi logsigmoid
log_softmax_lastdim_kernel_impl h cross_entropy
log_vml_cpu h gumbel_softmax
logaddexp2_cpu h logaddexp2
logaddexp_cpu h logaddexp
logcumsumexp_out_cpu h logcumsumexp
max_pool1d_impl hbi max_pool1d
max_pool2d hbi max_pool2d
median_cpu hb median nanmedian
mish_cpu hf mish
mish_cpu bi mish
mse_cpu fc mse_loss
nll_loss_out_frame hic nll_loss
polar_cpu h polar
prelu_cpu hbi prelu
prod_cpu hf prod
rsqrt_cpu h rsqrt
searchsorted_out_cpu bc searchsorted bucketize
sigmoid_cpu h sigmoid
silu_cpu hi silu
slow_conv2d_cpu h conv1d conv2d
smooth_l1_cpu c smooth_l1_loss
softplus_cpu hbi softplus
sqrt_vml_cpu h cosine_embedding_loss
tanh_vml_cpu h tanhshrink
topk_cpu hbc topk
trace hfb trace
unique hc unique unique_consecutive
xlogy_cpu c xlogy
"""
_VML = """
    exp log sqrt sin cos tan tanh floor ceil round trunc log1p expm1 log2 log10 erf erfc erfinv asin
    acos atan""".split()
_OF_ONE = "sinh cosh asinh acosh atanh sinc logit atan2 cummax cummin".split()


def _kernels():
    """Name -> the lines of the table that are about it."""
    found = {}
    for line in _TABLE.strip().split("\n"):
        for name in line.split()[2:]:
            found[name] = f"{found[name]}\n{line}" if name in found else line
    return found | dict.fromkeys(_VML, "vml") | dict.fromkeys(_OF_ONE, "one")


def _kernel(name, scalar):
    lines = _KERNELS.get(name, "")
    if lines in ("vml", "one"):
        end = "vml_cpu" if lines == "vml" else "cpu"
        return f"{name}_{end}" if scalar == "Half" else None
    for line in lines.split("\n") if lines else ():
        kernel, kinds = line.split()[:2]
        if any(scalar in _SCALARS[kind].split() for kind in kinds):
            return kernel
    return None


def _softmax(name, x, args, names):
    dim = names.get("dim", args[0] if args else None)
    is_last = not isinstance(dim, int) or dim % max(x.ndim, 1) == max(x.ndim, 1) - 1
    return f"{name}_lastdim_kernel_impl" if is_last else "softmax_kernel_impl"


def _clamp(name, x, args, names):
    low, high = (*args, None, None)[:2]
    low, high = names.get("min", low), names.get("max", high)
    if isinstance(low, TensorBase) or isinstance(high, TensorBase):
        return None
    return f"clamp_{'min' if high is None else 'max_scalar' if low is None else 'scalar'}_cpu"


def _lerp(name, x, args, names):
    weight = names.get("weight", args[-1] if args else None)
    return f"lerp_kernel_{'tensor' if isinstance(weight, TensorBase) else 'scalar'}"


def _matmul(name, x, args, names):
    other = names.get("other", args[0] if args else None)
    if not isinstance(other, TensorBase):
        return None
    ranks = x.ndim, other.ndim
    if ranks == (1, 1):
        return "dot"
    if max(ranks) > 2:
        return "addmm_impl_cpu_" if ranks[1] == 2 else "bmm"
    return "addmv_impl_cpu" if 1 in ranks else "addmm_impl_cpu_"


_KERNELS = _kernels()
_CHOSEN = {
    "softmax": _softmax,
    "log_softmax": _softmax,
    "clamp": _clamp,
    "clip": _clamp,
    "lerp": _lerp,
    "matmul": _matmul,
    "linear": _matmul,
    "inner": _matmul,
}


def check_kernel(name, x, args=(), names={}):
    """Raises an error where PyTorch has no kernel for elements of the type of all these tensors."""
    if x._is_array:
        return
    scalar = x.dtype._scalar
    if scalar in ("Float", "Double"):
        return
    kernel = _kernel(name, scalar)
    if name in _CHOSEN and scalar == "Half":
        kernel = _CHOSEN[name](name, x, args, names)
    if kernel is None or names.get("dtype") is not None:
        return
    others = [one for one in (*args, *names.values()) if isinstance(one, TensorBase)]
    if all(one.dtype is x.dtype for one in others) or name in ("nll_loss", "cross_entropy"):
        if not _is_asked_by_numpy():
            raise RuntimeError(f"\"{kernel}\" not implemented for '{scalar}'")


def _is_asked_by_numpy():
    """numpy has functions for half precision, which are made of those here."""
    frame = sys._getframe(1)
    while frame and frame.f_globals.get("__name__", "").startswith("torch"):
        frame = frame.f_back
    return frame is not None and frame.f_globals.get("__name__", "").startswith("numpy")


def guarded(function):
    """A function that asks first whether there is a kernel; itself where there always is one."""
    name = function.__name__
    is_here = name in _KERNELS or name in _CHOSEN
    is_guarded = function.__code__.co_qualname == "guarded.<locals>.checking"
    if is_guarded or not is_here or function.__module__.startswith("numpy"):
        return function

    def checking(*args, **names):
        x = args[0] if args else names.get("input")
        if isinstance(x, TensorBase):
            check_kernel(name, x, args[1:], names)
        return function(*args, **names)

    checking.__module__ = function.__module__
    checking.__name__ = checking.__qualname__ = name
    return checking

"""Gradients beside differences of the function's own values."""

import warnings
from itertools import product

import torch


class GradcheckError(RuntimeError):
    __module__ = "torch.autograd.gradcheck"


def _outputs(func, inputs):
    made = func(*inputs)
    made = made if isinstance(made, (tuple, list)) else (made,)
    return [one for one in made if isinstance(one, torch.Tensor) and one.is_floating_point()]


def _numerical(func, inputs, k, number, eps):
    """Of output `number` by input k: a row for each element of the input."""
    rows, x = [], inputs[k].data
    if 0 in (step for step, n in zip(x.stride(), x.shape) if n > 1):
        raise RuntimeError(
            f"The {k}th input has a dimension with stride 0. gradcheck only supports inputs that "
            "are non-overlapping to be able to compute the numerical gradients correctly. You "
            "should call .contiguous on the input before passing it to gradcheck."
        )
    for at in product(*map(range, x.shape)):
        was = x[at].item()
        ends = []
        for value in (was + eps, was - eps):
            x[at] = value
            with torch.no_grad():
                ends.append(_outputs(func, inputs)[number].detach().clone().flatten())
        x[at] = was
        rows.append((ends[0] - ends[1]) / (2 * eps))
    return torch.stack(rows) if rows else torch.zeros(0, 0)


def _analytical(output, x):
    columns = []
    for at in range(output.numel()):
        one = torch.zeros(output.numel(), dtype=output.dtype)
        one[at] = 1.0
        g = torch.autograd.grad(
            output, x, one.view(output.shape), retain_graph=True, allow_unused=True
        )[0]
        columns.append(torch.zeros(x.numel(), dtype=x.dtype) if g is None else g.flatten())
    return torch.stack(columns, 1)


def gradcheck(
    func,
    inputs,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    raise_exception=True,
    check_sparse_nnz=False,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    check_batched_grad=False,
    check_batched_forward_grad=False,
    check_forward_ad=False,
    check_backward_ad=True,
    fast_mode=False,
):
    refused = {
        "check_sparse_nnz": check_sparse_nnz,
        "nondet_tol": nondet_tol,
        "check_undefined_grad": not check_undefined_grad,
        "check_grad_dtypes": check_grad_dtypes,
        "check_batched_grad": check_batched_grad,
        "check_batched_forward_grad": check_batched_forward_grad,
        "check_forward_ad": check_forward_ad,
        "check_backward_ad": not check_backward_ad,
        "fast_mode": fast_mode,
    }
    for name, value in refused.items():
        if value:
            raise NotImplementedError(f"{name}= of gradcheck() is not part of this lab's torch")
    inputs = (inputs,) if isinstance(inputs, torch.Tensor) else tuple(inputs)
    checked = [k for k, x in enumerate(inputs) if isinstance(x, torch.Tensor) and x.requires_grad]
    if not checked:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of the them "
            "have requires_grad=True."
        )
    for k in checked:
        if inputs[k].dtype is not torch.float64:
            warnings.warn(
                f"Input #{k} requires gradient and is not a double precision floating point or "
                "complex. This check will likely fail if all the inputs are not of double "
                "precision floating point or complex. ",
                stacklevel=2,
            )
    try:
        _compare(func, inputs, checked, eps, atol, rtol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def _compare(func, inputs, checked, eps, atol, rtol):
    for number, output in enumerate(_outputs(func, inputs)):
        for k in checked:
            wanted = _numerical(func, inputs, k, number, eps)
            if output.requires_grad:
                got = _analytical(output, inputs[k])
            else:
                got = torch.zeros_like(wanted)
            if not torch.allclose(got.to(wanted.dtype), wanted, rtol, atol):
                raise GradcheckError(
                    f"Jacobian mismatch for output {number} with respect to input {k},\n"
                    f"numerical:{wanted}\nanalytical:{got}\n"
                )

import warnings

import torch
import torch.nn.functional as F
from torch import nn

warnings.simplefilter("ignore")


def attempt(name, function):
    try:
        made = function()
    except Exception as error:  # its type is what is compared
        print(name, type(error).__name__)
    else:
        print(name, made)


x = torch.tensor([[1.0, -2.0, 0.5, 3.0], [2.0, 0.25, -1.0, 4.0], [0.5, 1.5, 2.5, -3.5]], requires_grad=True)
w = torch.tensor([0.5, -1.0, 2.0, 0.3], requires_grad=True)
first, half = torch.tensor([0]), x[:2]
steps = {
    "narrow": lambda: x.narrow(1, 0, 2),
    "tensor_split": lambda: x.tensor_split(2, 1)[0],
    "hsplit": lambda: x.hsplit(2)[0],
    "floor_divide": lambda: x // 2,
    "index_add": lambda: x.index_add(0, first, w[None]),
    "index_fill": lambda: x.index_fill(0, first, 2),
    "index_fill of a tensor": lambda: x.index_fill(0, first, w[0]),
    "masked_fill of a tensor": lambda: x.masked_fill(x > 0, w[0]),
    "matrix_norm": lambda: torch.linalg.matrix_norm(x, ord=1),
    "median": lambda: x.median(1)[0],
    "nanmedian": lambda: x.nanmedian(),
    "rot90": lambda: x.rot90(),
    "diag": lambda: torch.diag(w),
    "kron": lambda: torch.kron(x[:1], x[1:2]),
    "trapz": lambda: torch.trapz(x),
    "ravel": lambda: torch.ravel(x),
    "reshape": lambda: x.t().reshape(-1),
    "contiguous": lambda: x.t().contiguous(),
    "t_": lambda: x.clone().t_(),
    "squeeze_": lambda: x.clone().squeeze_(),
    "real": lambda: torch.complex(x, x).real,
    "aminmax": lambda: x.aminmax()[0],
    "heaviside": lambda: torch.heaviside(x.detach(), w),
    "vector by matrix": lambda: w @ x.t(),
}
for name, step in steps.items():
    made = step()
    print(name, made.grad_fn.name(), made)
for name, step in {
    "mean of an axis": lambda: x.mean(0),
    "einsum": lambda: torch.einsum("ij,kj->ik", x, x),
    "matmul of a batch": lambda: x[None] @ x.t(),
    "remainder": lambda: x % w,
    "frac": lambda: x.frac(),
    "trunc": lambda: x.trunc(),
    "part": lambda: x[...],
    "split": lambda: x.split([1, 3], 1)[0],
    "diff": lambda: x.diff(),
    "floor_divide": lambda: x // w,
    "heaviside": lambda: torch.heaviside(x, x.detach()),
}.items():
    made = step()
    attempt(f"{name}: once", lambda: made.sum().backward())
    attempt(f"{name}: again", lambda: (made * 2).sum().backward())

print("a tensor's number that fills")
for write in (
    lambda b: b.fill_(w[0]),
    lambda b: b[1:].fill_(w[1] * 2),
    lambda b: b.fill_(torch.tensor(2.0)),
):
    w.grad, b = None, torch.zeros(2, 3)
    write(b)
    print(b)
    if b.requires_grad:
        (b * b).sum().backward()
        print(w.grad)
attempt("full", lambda: torch.full((2,), w[0]))
attempt("full_like", lambda: torch.full_like(x, w[0]))
for place in (slice(None), (slice(None), slice(1, 2)), (0, 1), 0):
    b = torch.zeros(3, 4, dtype=torch.int64)
    b[place] = x[1, 3]
    print(b)

print("complex numbers")
z = torch.tensor([1 + 2j, 0.5j, 3.0])
for power in (-3, -2, -1, 2, 3, 0.5):
    print(power, z**power)
z **= -3
print(z)
z = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
for step in (lambda: z * 1j, lambda: z / (1 + 1j), lambda: (2 + 1j) * z, lambda: 1j - z):
    z.grad = None
    step().imag.sum().backward()
    print(z.grad)
attempt("pow", lambda: torch.pow(False, 1 + 2j))
for kind in (torch.float32, torch.int64, torch.bool, torch.complex64):
    attempt("full", lambda: torch.full((2,), 1j, dtype=kind))
    attempt("fill_", lambda: torch.zeros(2, dtype=kind).fill_(1j))
    attempt("masked_fill", lambda: torch.zeros(2, dtype=kind).masked_fill(torch.tensor([True, False]), 1j))
attempt("alpha", lambda: torch.add(torch.ones(2), 2, alpha=1j))
attempt("angle", lambda: torch.autograd.grad((2 / x.angle()).sum(), x))

print("hooks")
y = x * 2
y.retain_grad()
y.register_hook(lambda g: g * 3)
y.sum().backward()
print(y.grad)
print(torch.autograd.gradcheck(lambda t: t.sin(), (torch.rand(2, 3).double().t().requires_grad_(),)))

print("bfloat16")
torch.manual_seed(3)
a, b = torch.randn(2, 5, 4).bfloat16(), torch.randn(2, 6, 4).bfloat16()
print(a @ b.mT, torch.bmm(a, b.mT), torch.einsum("bqd,bkd->bqk", a, b))
print(torch.randn(2, 2, 40).bfloat16().softmax(1)[:, :, ::7])
print(torch.var_mean(torch.randn(4, 5, 4).bfloat16(), (2, 0)), torch.std_mean(a[:, ::2].transpose(0, 1), 0))
v = torch.rand(3, 4).bfloat16().requires_grad_()
for step in (
    lambda: F.layer_norm(v, (4,), a[0, 0], a[0, 1]),
    lambda: v.std(1),
    lambda: v.var(0),
    lambda: F.logsigmoid(v),
    lambda: 3.0 / v,
    lambda: 2**v,
    lambda: F.cosine_embedding_loss(v, b[0, :3], torch.tensor([1.0, -1.0, 1.0]).bfloat16()),
):
    v.grad = None
    made = step()
    made.backward(torch.rand(made.shape).bfloat16())
    print(made, v.grad)
m = torch.rand(3, 4).bfloat16()
attempt("binary_cross_entropy", lambda: F.binary_cross_entropy(m.double(), m))
x.grad = None
F.binary_cross_entropy_with_logits(x, m).backward()
print(x.grad)
print(F.prelu(m, torch.tensor([0.25])))
for kind in (torch.float64, torch.bfloat16):
    attempt("prelu", lambda: F.prelu(x.detach(), torch.tensor([0.25], dtype=kind)))
attempt("mse_loss", lambda: F.mse_loss(x, x.detach().double()).backward())
attempt("huber_loss", lambda: F.huber_loss(x, x.detach().double()).backward())
attempt("lerp", lambda: torch.lerp(x, x.double(), 0.5))

print("arguments")
t, i = torch.tensor([True]), torch.tensor([2, 1])
print(torch.add(t, t, alpha=2), torch.linspace(-2, 3, 7, dtype=torch.uint8))
print(torch.linspace(0.5, 3.7, 5, dtype=torch.int32), torch.linspace(-2, 3, 7, dtype=torch.float16))
print(torch.tensordot(torch.ones(2, 3), torch.ones(3, 2), ([1], [0])))
for name, function in {
    "sort": lambda: torch.sort(i, 0, stable=True),
    "argsort": lambda: torch.argsort(i, stable=True),
    "meshgrid": lambda: torch.meshgrid(i, x[0], indexing="ij"),
    "cross": lambda: torch.cross(torch.ones(3), torch.ones(3).double()),
    "scatter_reduce": lambda: torch.zeros(3).scatter_reduce(0, first, torch.ones(1).double(), "sum"),
    "round": lambda: torch.round(i, decimals=1),
    "linspace": lambda: torch.linspace(0, 1, 3, dtype=torch.bool),
    "eq": lambda: torch.eq(1, i),
    "fmod": lambda: torch.fmod(2, i),
    "maximum": lambda: torch.maximum(2, i),
    "lerp": lambda: torch.lerp(i, i, 0.5),
    "logaddexp2": lambda: torch.logaddexp2(i, i),
    "alpha": lambda: torch.add(i, i, alpha=True),
    "aminmax": lambda: torch.aminmax(x, dim=(0, 1)),
    "sub": lambda: torch.sub(w, True, alpha=2),
    "cummax": lambda: z.detach().cummax(0),
    "mode": lambda: z.detach().mode(0),
    "pad": lambda: F.pad(torch.ones(2).byte(), (1, 1), value=-2.5),
    "write": lambda: torch.zeros(2).__setitem__(slice(None), z.detach()[0]),
    "without axes": lambda: w[0].kthvalue(1)[0],
}.items():
    attempt(name, function)
torch.manual_seed(1)
for layer in (nn.GRU, nn.LSTM):
    print(layer(2, 3, batch_first=True)(torch.ones(1, 2, 2))[0])

# whole numbers take of a factor what is whole, or refuse it
whole, row, batch = torch.arange(4).view(2, 2), torch.arange(2), torch.arange(8).view(2, 2, 2)
for alpha, beta in ((1.7, 2.5), (-1.7, 1), (2, 0.5), (True, 1)):
    attempt("addmm", lambda: torch.addmm(whole, whole, whole, alpha=alpha, beta=beta))
    attempt("baddbmm", lambda: torch.baddbmm(batch, batch, batch, alpha=alpha, beta=beta))
    attempt("addcmul", lambda: torch.addcmul(whole, whole, whole, value=alpha))
    attempt("addr", lambda: torch.addr(whole, row, row, alpha=alpha, beta=beta))
    attempt("add", lambda: torch.add(whole, whole, alpha=alpha))

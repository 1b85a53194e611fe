import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(0)


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, power):
        ctx.save_for_backward(x)
        ctx.power = power
        return x**power

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        if x.dtype is torch.float32:
            print(ctx.needs_input_grad)
        return g * ctx.power * x ** (ctx.power - 1), None


class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a * b

    @staticmethod
    def backward(ctx, by_sum, by_product):
        a, b = ctx.saved_tensors
        return by_sum + by_product * b, by_sum + by_product * a


x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = Cube.apply(x, 3)
print(y, y.grad_fn.name())
y.sum().backward()
print(x.grad)
a, b = torch.randn(3, requires_grad=True), torch.randn(3, requires_grad=True)
total, product = Both.apply(a, b)
(total * 2 + product.exp()).sum().backward()
print(a.grad, b.grad)
a.grad = None
Both.apply(a, b)[1].sum().backward()
print(a.grad)
double = torch.randn(2, 3, dtype=torch.float64, requires_grad=True)
print(torch.autograd.gradcheck(lambda t: t.sin() * t, (double,)))
print(torch.autograd.gradcheck(Cube.apply, (double, 3)))


class Wrong(Cube):
    @staticmethod
    def backward(ctx, g):
        return g, None


try:
    torch.autograd.gradcheck(Wrong.apply, (double, 3))
except RuntimeError as error:
    print(type(error).__name__, str(error).split("\n")[0])
print(torch.autograd.gradcheck(Wrong.apply, (double, 3), raise_exception=False))
# modes
with torch.no_grad():
    print((x * 2).requires_grad, torch.is_grad_enabled())
    with torch.enable_grad():
        print((x * 2).requires_grad)
with torch.inference_mode():
    print((x * 2).requires_grad)


@torch.inference_mode()
def inferred(t):
    return t * 2


@torch.no_grad()
def plain(t):
    return t * 2


print(inferred(x).requires_grad, plain(x).requires_grad, type(torch.set_grad_enabled(False)), (x * 1).requires_grad)
torch.set_grad_enabled(True)
# leaves, detach, requires_grad
z = x.detach()
print(z.requires_grad, z.is_leaf, x.is_leaf, (x * 2).is_leaf, z.data_ptr() == x.data_ptr())
p = nn.Parameter(torch.ones(2))
(p * 3).sum().backward()
p.requires_grad_(False)
print(p.grad, p.requires_grad)
p.requires_grad_(True)
print(p.grad, p.requires_grad)
y = x * 2
y.retain_grad()
y.sum().backward()
print(y.grad, y.retains_grad, x.grad)
for line in (
    "y.requires_grad_(False)", "x.numpy()", "torch.ones(2).backward()", "(x * 2).backward()", "y.sum().backward(torch.ones(2))",
    "torch.tensor([1, 2], requires_grad=True)", "torch.ones(2).register_hook(print)", "torch.ones(2).retain_grad()",
    "torch.autograd.grad(x.sum(), a)", "torch.autograd.grad(x.sum(), torch.ones(2))", "float(x)", "x.tolist()", "x.sum().item()",
    "torch.tensor(x)[0]", "x.grad.requires_grad", "setattr(x, 'grad', torch.ones(2))", "setattr(x, 'grad', 1)",
):
    try:
        print(line, eval(line))
    except Exception as error:
        print(line, type(error).__name__, error)
# hooks
x.grad = None
handle = x.register_hook(lambda g: g * 10)
(x * 3).sum().backward()
print(x.grad)
handle.remove()
x.grad = None
(x * 3).sum().backward()
print(x.grad)
layer = nn.Linear(3, 2)
heard = []
handles = [
    layer.register_forward_pre_hook(lambda m, args: heard.append(("before", len(args)))),
    layer.register_forward_hook(lambda m, args, out: out * 2),
    layer.register_full_backward_hook(lambda m, gi, go: heard.append((gi[0], go[0]))),
]
rows = torch.ones(1, 3, requires_grad=True)
layer(rows).sum().backward()
print(heard, rows.grad)
for one in handles:
    one.remove()
print(layer(rows).shape, len(heard))
# accumulation, several backward passes
w = torch.ones(2, requires_grad=True)
loss = (w * w).sum()
loss.backward(retain_graph=True)
loss.backward()
print(w.grad)
try:
    loss.backward()
except RuntimeError as error:
    print(str(error)[:60])
print(torch.autograd.grad((w**3).sum(), w, retain_graph=True), torch.autograd.grad([w.sum(), (w * 2).sum()], [w]))
print(torch.autograd.grad(w * 3, w, torch.tensor([1.0, 2.0])), torch.autograd.grad(w.sum(), [w, x], allow_unused=True))
v = torch.ones(2, requires_grad=True)
(w * v).sum().backward(inputs=[v])
print(v.grad, w.grad)
torch.autograd.backward([w.sum(), v.sum()], [None, torch.tensor(2.0)])
print(w.grad, v.grad)
# a penalty on the gradient
q = torch.tensor([0.5, 1.5], requires_grad=True)
g = torch.autograd.grad((q**4).sum(), q, create_graph=True)[0]
(g.norm() + 1).backward()
print(q.grad, g)
print(x.grad_fn, (x * 2).grad_fn.next_functions[0][0].name())

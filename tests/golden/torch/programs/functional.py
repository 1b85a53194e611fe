# Jacobians, Hessians and their products, and sums with products.
import torch
from torch.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp

x, y = torch.tensor([0.5, -1.0, 2.0]), torch.tensor([1.0, 0.25, -0.5])


def show(name, run):
    try:
        print(name, run())
    except Exception as error:
        print(name, type(error).__name__, error)


ones = torch.ones(3)
show("jacobian", lambda: jacobian(lambda x: torch.stack([x[0] * x[1], x[2].sin()]), x))
show("of two", lambda: jacobian(lambda x, y: x * y, (x, y)))
show("two of them", lambda: jacobian(lambda x: (x * 2, x.sum()), x))
show("of none", lambda: jacobian(lambda x: torch.ones(2), x))
show("of a matrix", lambda: jacobian(lambda m: m @ x, torch.ones(2, 3)).shape)
show("of one", lambda: jacobian(torch.exp, torch.tensor(1.0)))
show("further", lambda: jacobian(lambda x: x**3, x.clone().requires_grad_(), create_graph=True).requires_grad)
show("vectorised", lambda: jacobian(lambda x: x.softmax(0), x, vectorize=True))
show("hessian", lambda: hessian(lambda x: (x**3).sum() + x[0] * x[1], x))
show("hessian of two", lambda: hessian(lambda x, y: (x * x * y).sum(), (x, y)))
show("hessian of a softmax", lambda: hessian(lambda x: x.logsumexp(0), x))
show("hessian of many", lambda: hessian(lambda x: x * 2, x))
show("vjp", lambda: vjp(lambda x: x * x, x, ones))
show("vjp of one number", lambda: vjp(lambda x: (x * x).sum(), x))
show("vjp without", lambda: vjp(lambda x: x * x, x))
show("vjp of another shape", lambda: vjp(lambda x: x * x, x, torch.ones(2)))
show("jvp", lambda: jvp(lambda x: x * x, x, ones))
show("jvp of two", lambda: jvp(lambda x, y: x * y, (x, y), (ones, 2 * ones)))
show("jvp without", lambda: jvp(lambda x: x * x, x))
show("hvp", lambda: hvp(lambda x: (x**3).sum(), x, ones))
show("vhp", lambda: vhp(lambda x, y: (x**3 * y).sum(), (x, y), (ones, ones)))
show("no tensor", lambda: jacobian(lambda x: x, [1.0]))
show("no tensor made", lambda: jacobian(lambda x: 1.0, x))

torch.manual_seed(0)
a, b, c = torch.randn(2, 3), torch.randn(3), torch.randn(2)
many, others = torch.randn(4, 2, 3), torch.randn(4, 3, 2)
show("addmv", lambda: torch.addmv(c, a, b))
show("addmv weighted", lambda: c.addmv(a, b, beta=0.5, alpha=2.0))
show("addmv_", lambda: c.clone().addmv_(a, b))
show("addbmm", lambda: torch.addbmm(torch.ones(2, 2), many, others, beta=2, alpha=0.5))
show("addmm_", lambda: torch.ones(2, 2).addmm_(a, a.T, alpha=2))
show("baddbmm_", lambda: torch.ones(4, 2, 2).baddbmm_(many, others)[0])
show("without the first", lambda: torch.addmm(torch.full((2, 2), torch.nan), a, a.T, beta=0))
w = a.clone().requires_grad_()
torch.addmv(c, w, b).pow(2).sum().backward()
print(w.grad, torch.addmv(c, w, b).grad_fn.name(), torch.addbmm(torch.ones(2, 2), many * w, others).grad_fn.name())
w = torch.full((2, 2), torch.nan, requires_grad=True)
made = torch.addmm(w, a, a.T, beta=0)
made.sum().backward()
print(made, w.grad)

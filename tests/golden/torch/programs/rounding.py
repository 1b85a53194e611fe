# Gradients of bfloat16: where PyTorch rounds on the way is seen in each of them.
import torch
import torch.nn.functional as F

short = torch.bfloat16
torch.manual_seed(3)
x, t = torch.randn(6, 8).to(short), torch.rand(6, 8).to(short)
w, classes = torch.rand(8).to(short), torch.tensor([1, 2, 3, 0, 1, 5])
print(torch.randn(18, dtype=short), torch.randn(5, dtype=short))
steps = {
    "tanh": torch.tanh,
    "sigmoid": torch.sigmoid,
    "silu": F.silu,
    "glu": F.glu,
    "softplus": F.softplus,
    "softmax": lambda x: x.softmax(-1) * t,
    "log_softmax": lambda x: x.log_softmax(-1) * t,
    "log_softmax of columns": lambda x: x.log_softmax(0) * t,
    "length": lambda x: x.norm(dim=1),
    "BCE": lambda x: F.binary_cross_entropy_with_logits(x, t),
    "BCE with weights": lambda x: F.binary_cross_entropy_with_logits(x, t, w, pos_weight=w),
    "BCE of each": lambda x: F.binary_cross_entropy_with_logits(x, t, reduction="none"),
    "cross entropy": lambda x: F.cross_entropy(x, classes, reduction="none"),
    "smooth L1": lambda x: F.smooth_l1_loss(x, t),
    "convolution": lambda x: F.conv1d(x[None], t[:, :3][None] / 3),
}
for name, step in steps.items():
    leaf = x.clone().requires_grad_()
    made = step(leaf)
    (made * 1.5).sum().backward()
    print(name, made.tolist(), leaf.grad.tolist())

# A gradient that is no number stays where it belongs.
nan = float("nan")
g = torch.tensor([nan, 1.0, nan, 2.0])


def passed_back(step):
    a, b = torch.tensor([[1.0, -2.0, 3.0, -4.0], [0.5, 0.0, -1.0, 2.0]]).requires_grad_().unbind()
    a, b = a.detach().requires_grad_(), b.detach().requires_grad_()
    step(a, b).backward(g)
    return a.grad, b.grad


def written(a, b):
    made = a * 1
    made[:2] = b[:2]
    return made


def masked(a, b):
    made = a * 1
    made[torch.tensor([True, False, True, False])] = b[:2]
    return made


print(passed_back(lambda a, b: torch.where(a > 0, a, b)))
print(passed_back(lambda a, b: torch.where(a > 100, b.mean(), a)))
print(passed_back(lambda a, b: a.relu() + b.floor()))
print(passed_back(written), passed_back(masked))
print(passed_back(lambda a, b: (a * 1).copy_(b)))
print(passed_back(lambda a, b: (a * 1).masked_fill_(b > 0, 2) + b))

# Sums that start from a term, and means over windows.
a, b, c = (torch.randn(2, *shape).to(short) for shape in ((3, 4), (4, 5), (3, 5)))
wide = [torch.randn(20, 20).to(short) for _ in range(3)]
print(torch.addmm(c[0], a[0], b[0]), torch.baddbmm(c, a, b), torch.addmm(*wide, beta=0.5))
image, weight = torch.randn(1, 4, 6, 6).to(short), torch.rand(4).to(short)
print(F.avg_pool2d(image, 3, padding=1), F.avg_pool1d(image[0], 2), F.adaptive_avg_pool2d(image, 2))
print(F.batch_norm(image, weight, weight, weight, weight))
print(image.softmax(2), image.softmax(-1))
leaves = [part.clone().requires_grad_() for part in (c[0], a[0], b[0])]
torch.addmm(*leaves).sum().backward()
print([leaf.grad for leaf in leaves])
rows, columns = (part.clone().requires_grad_() for part in (x[:, 0], t[0]))
torch.outer(rows, columns).backward(x)
print(rows.grad, columns.grad)
for step in (lambda x: x.var(1), lambda x: F.huber_loss(x, t), lambda x: F.huber_loss(x, t, "sum")):
    leaf = x.clone().requires_grad_()
    step(leaf).sum().backward()
    print(leaf.grad)

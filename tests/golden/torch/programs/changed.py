# What backward() says where a tensor that it needs was written to in between, and where it needs none.
import torch
import torch.nn as nn
import torch.nn.functional as F

W = torch.tensor([[1.0, 2, 3], [4, 5, 6]])
PLACES = torch.tensor([[0], [1]])


def outcome(run):
    torch.manual_seed(0)
    x = torch.tensor([[0.5, 1.5, -0.25], [0.75, 2.0, 0.1]], requires_grad=True)
    try:
        run(x).sum().backward()
        return [[round(v, 4) for v in row] for row in x.grad.tolist()]
    except RuntimeError as error:
        text = str(error)
        return text.partition("operation: ")[2].partition(" Hint")[0] or text


def show(name, step, other=None):
    """The input is doubled afterwards; the result is; and what else the step read."""

    def input_changed(x):
        h = x * 1.0
        y = step(h, other and other()) if other else step(h)
        h.mul_(2)
        return y

    def result_changed(x):
        y = step(x * 1.0, other()) if other else step(x * 1.0)
        return y.mul_(2)

    def other_changed(x):
        with_it = other()
        y = step(x * 1.0, with_it)
        with_it.fill_(1)
        return y

    print(name, "input:", outcome(input_changed))
    print(name, "result:", outcome(result_changed))
    if other:
        print(name, "other:", outcome(other_changed))


for name in "exp sqrt tanh sigmoid relu log sin abs square neg expm1 reciprocal rsqrt floor".split():
    show(name, lambda h: getattr(h.abs() * 0.4, name)())
    show(name + "_", lambda h: getattr(h.abs() * 0.4, name + "_")())

for name, step in {
    "* 2": lambda h: h * 2,
    "/ 2": lambda h: h / 2,
    "% 2": lambda h: h % 2,
    "** 2": lambda h: h**2,
    "2 **": lambda h: 2**h,
    "h * h": lambda h: h * h,
    "sum": lambda h: h.sum(-1),
    "mean": lambda h: h.mean(),
    "mean of rows": lambda h: h.mean(-1),
    "var": lambda h: h.var(-1),
    "std": lambda h: h.std(-1),
    "cumsum": lambda h: h.cumsum(-1),
    "amax": lambda h: h.amax(-1),
    "topk": lambda h: h.topk(2)[0],
    "logcumsumexp": lambda h: h.logcumsumexp(-1),
    "softplus": F.softplus,
    "logsigmoid": F.logsigmoid,
    "leaky": lambda h: F.leaky_relu(h, 0.2),
    "leaky_": lambda h: F.leaky_relu(h, 0.2, inplace=True),
    "elu_": lambda h: F.elu(h, inplace=True),
    "silu_": lambda h: F.silu(h, inplace=True),
    "mish_": lambda h: F.mish(h, inplace=True),
    "relu6": F.relu6,
    "hardsigmoid": F.hardsigmoid,
    "softshrink": F.softshrink,
    "threshold": lambda h: F.threshold(h, 0.3, 0.0),
    "glu": lambda h: F.glu(torch.cat([h, h], -1)),
    "reflect": lambda h: F.pad(h[None], (1, 1), mode="reflect"),
    "max_pool2d": lambda h: F.max_pool2d(h[None, None], 2),
    "avg_pool2d": lambda h: F.avg_pool2d(h[None, None], 2),
    "unfold": lambda h: F.unfold(h[None, None], 2),
    "det": lambda h: (h @ h.T).det(),
    "inverse": lambda h: (h @ h.T).inverse(),
    "nansum": lambda h: h.nansum(),
    "nan_to_num": lambda h: h.nan_to_num(),
    "dist": lambda h: torch.dist(h, W),
}.items():
    show(name, step)

for name, step in {
    "mul": torch.mul,
    "div": torch.div,
    "sub": torch.sub,
    "pow": lambda h, w: h.abs() ** w,
    "fmod": torch.fmod,
    "maximum": torch.maximum,
    "addcmul": lambda h, w: torch.addcmul(W, h, w),
    "mse": F.mse_loss,
    "l1": F.l1_loss,
    "smooth l1": F.smooth_l1_loss,
    "huber": F.huber_loss,
    "bce": F.binary_cross_entropy_with_logits,
    "cdist": torch.cdist,
}.items():
    show(name, step, lambda: W.clone())

for name, step in {
    "gather": lambda h, at: h.gather(1, at),
    "scatter": lambda h, at: h.scatter(1, at, W),
    "scatter_add": lambda h, at: h.scatter_add(1, at, W),
    "take": torch.take,
    "nll": lambda h, at: F.nll_loss(h, at[:, 0]),
    "embedding": lambda h, at: F.embedding(at, h),
    "chosen": lambda h, at: h[at[:, 0]],
    "index_select": lambda h, at: h.index_select(0, at[:, 0]),
    "index_add": lambda h, at: h.index_add(0, at[:, 0], W),
    "index_copy": lambda h, at: h.index_copy(0, at[:, 0], W),
    "index_fill": lambda h, at: h.index_fill(0, at[:, 0], 2.0),
    "masked_fill": lambda h, at: h.masked_fill(at > 0, 2.0),
    "targets": lambda h, at: F.cross_entropy(h.clone(), at[:, 0]),
}.items():
    show(name, step, lambda: PLACES.clone())

show("masked_select", torch.masked_select, lambda: torch.tensor([True, False, True]))
show("conv2d", lambda h, w: F.conv2d(h[None, None], w), lambda: torch.ones(1, 1, 2, 2))
show("batch_norm", lambda h, m: F.batch_norm(h, m, torch.ones(3)), lambda: torch.ones(3))
show("add_", lambda h, w: h.add_(w), lambda: W.clone())
show("mul_", lambda h, w: h.mul_(w), lambda: W.clone())
show("div_", lambda h, w: h.div_(w), lambda: W.clone())


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g


show("a step of one's own", Square.apply)


def residual(x):
    h = F.relu(x * 2.0, inplace=True)
    h += x
    return h


def scaled(x):
    scores = x @ W.T
    scores *= 0.5
    scores.masked_fill_(torch.eye(2).bool(), -1e9)
    return scores.softmax(-1) * W[:, :2]


def stable_softmax(x):
    h = x * 2.0
    h -= h.max(-1, keepdim=True)[0]
    h.exp_()
    h /= h.sum(-1, keepdim=True)
    return h


def recurrent(x):
    h = torch.zeros(2, 3)
    for k in range(2):
        h[k] = torch.tanh(x[k] + h[k - 1])
    return h


def cached(x):
    cache, total = torch.zeros(2, 3), 0.0
    for k in range(2):
        cache[k] = x[k]
        total = total + (W @ cache.T).sum()
    return total


def part_written(x):
    out = torch.zeros(2, 3).scatter_(1, PLACES, x * W)
    return out.exp()


def stepped(kind):
    def run(x):
        w = W.clone().requires_grad_()
        y = x @ w
        w.grad = torch.ones(2, 3)
        kind([w], lr=0.1).step()
        return y

    return lambda x: run(x[:, :2])


for run in (residual, scaled, stable_softmax, recurrent, cached, part_written):
    print(run.__name__, outcome(run))
for kind in (torch.optim.SGD, torch.optim.RMSprop):
    print(kind.__name__, outcome(stepped(kind)))

for layer in (
    nn.LeakyReLU(0.2, True), nn.SiLU(True), nn.ELU(inplace=True), nn.ReLU6(True), nn.Hardswish(True), nn.SELU(True),
    nn.CELU(inplace=True), nn.Hardtanh(inplace=True), nn.Mish(True), nn.Hardsigmoid(True), nn.Threshold(0.1, 0.2, True),
):  # fmt: skip
    print(type(layer).__name__, outcome(lambda x: layer(x * 4 - 3)))

# ==== in-float-32
# The differences are computed in the type of x. In float32 they have no digits left.
# change: dtype=torch.float64 -> dtype=torch.float32


# ==== one-sided
# The difference is one-sided: it is wrong by a multiple of eps, not of its square.


def numeric_gradient(f, x, eps=1e-6):
    y = torch.empty(x.shape, dtype=torch.float64).copy_(x)
    gradient, flat, here = torch.zeros_like(y), y.view(-1), f(y)
    for k in range(y.numel()):
        kept = flat[k].item()
        flat[k] = kept + eps
        gradient.view(-1)[k] = (f(y) - here) / eps
        flat[k] = kept
    return gradient


# ==== not-halved
# The difference is divided by eps. It spans 2 eps.
# change: (2 * eps) -> eps


# ==== not-put-back
# The elements are not put back as they were: the later differences are taken at another
# place.


def numeric_gradient(f, x, eps=1e-6):
    y = torch.empty(x.shape, dtype=torch.float64).copy_(x)
    gradient, flat = torch.zeros_like(y), y.view(-1)
    for k in range(y.numel()):
        flat[k] += eps
        above = f(y)
        flat[k] -= 2 * eps
        gradient.view(-1)[k] = (above - f(y)) / (2 * eps)
        flat[k] = 0
    return gradient


# ==== all-at-once
# All elements are moved together: that is one slope, not a gradient.


def numeric_gradient(f, x, eps=1e-6):
    y = x.double()
    return torch.full_like(y, ((f(y + eps) - f(y - eps)) / (2 * eps)).item())


# ==== eps-ignored
# eps is not used.
# change: flat[k] = kept + eps -> eps, flat[k] = 1e-2, kept + 1e-2


# ==== mean-error
# The error is a mean. One wrong element among many would not be noticed: take the largest.
# change: (a - b).abs().max() -> (a - b).abs().mean()


# ==== error-by-b-alone
# The error is divided by the largest of b alone.
# change: max(a.abs().max().item(), b.abs().max().item(), 1e-8) -> b.abs().max().item()


# ==== written-into
# A float64 x is changed: double() gives back the same tensor then, and what is written into it is
# written into x. Take a clone().


def numeric_gradient(f, x, eps=1e-6):
    y = x.double()
    gradient = torch.zeros_like(y)
    for at in map(tuple, torch.ones_like(y).nonzero().tolist()):
        y[at] += eps
        above = f(y)
        y[at] -= 2 * eps
        gradient[at] = (above - f(y)) / (2 * eps)
    return gradient


# ==== one-sided-below
# The difference is one-sided, to below: it is wrong by a multiple of eps, not of its square.
# change: flat[k] = kept + eps -> flat[k] = kept
# change: / (2 * eps) -> / eps


# ==== error-element-by-element
# Each difference is divided by its own element: one that is nearly 0 decides then. The largest of
# all elements is the measure.


def relative_error(a, b):
    return ((a - b).abs() / torch.maximum(a.abs(), b.abs())).max().item()


# ==== error-of-norms
# The error is one of norms. Take the largest difference and the largest element.
# change: .abs().max().item() -> .norm().item()


# ==== error-by-both
# The error is divided by the largest of a plus the largest of b. The larger of the two is the
# measure.
# change: item(), b.abs() -> item() + b.abs()


# ==== error-by-a-alone
# The error is divided by the largest of a alone.
# change: max(a.abs().max().item(), b.abs().max().item(), 1e-8) -> a.abs().max().item()


# ==== signs-kept
# The error is divided by the largest number. Sizes count: abs() comes before max().
# change: max(a.abs().max().item(), b.abs().max() -> max(a.max().item(), b.max()


# ==== small-number-added
# 1e-8 is added to the size. It is the least that it can be.
# change: b.abs().max().item(), 1e-8) -> b.abs().max().item()) + 1e-8


# ==== called-in-float-32
# f is called with float32: the differences have no digits left.
# change: above = f(y) -> above = f(y.float())
# change: (above - f(y)) -> (above - f(y.float()))


# ==== difference-with-sign
# The difference keeps its sign: where b is larger it is below 0. Sizes count: abs() comes before
# max().
# change: (a - b).abs().max() -> (a - b).max()


# ==== not-relative
# The largest difference is not divided by the largest number.
# change: .item() / size -> .item()

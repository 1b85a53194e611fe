# What is met at the ends: limits that are no number, ties, singular matrices, nothing at all.
import torch
import torch.nn.functional as F

nan, inf = float("nan"), float("inf")
x = torch.tensor([1.0, -2.0, nan, inf])
print(x.clamp(min=nan), x.clamp(max=nan), x.clamp(0, nan), torch.clamp_min(x, nan), x.clone().clamp_(nan))
print(torch.tensor([1, 2]).clamp(min=nan), x.clamp(torch.tensor(nan)))


def slopes(function, *values):
    inputs = [torch.tensor(value, requires_grad=True) for value in values]
    function(*inputs).sum().backward()
    return [one.grad for one in inputs]


v, low, high = [1.0, -2.0, 3.0, 0.0, nan, 2.0], [0.0, -2.0, 4.0, 1.0, 0.0, nan], [1.0, 0.0, 3.0, 0.0, 1.0, 5.0]
for function in (
    lambda x: x.clamp(0, 2),
    lambda x: x.clamp(min=nan),
    lambda x: x.clamp(0, nan),
    lambda x: x.clone().clamp_(0, 2),
    lambda x: x.clamp(torch.tensor(0), torch.tensor(2)),
    lambda x: x.clone().clamp_min_(torch.tensor(1.0)),
):
    print(slopes(function, v))
print(slopes(lambda x, a, b: x.clamp(a, b), v, low, high), slopes(lambda x, a: x.clamp(min=a), v, low))
print(slopes(lambda x, a: x.clamp(max=a), v, high), slopes(torch.clamp_min, v, low), slopes(torch.clamp_max, v, high))
print(slopes(lambda x, a: x.clamp(a, torch.tensor(2.0)), v, 1.0), slopes(lambda x, a: x.clamp(a), v, [[1.0], [2.0]]))
others = [1.0, 2.0, 3.0, -1.0, 0.0, nan]
print(slopes(torch.maximum, v, others), slopes(torch.minimum, v, others))
print(slopes(lambda x: x.median(), [1.0, 1.0, 0.0, 0.0]), slopes(lambda x: x.median(), [1.0, nan, 0.0, nan]))
print(slopes(lambda x: x.var(), 1.0), slopes(lambda x: x.var(0, correction=2), 1.0), slopes(lambda x: x.std(), 1.0))
print(torch.var(torch.ones(0), 0, correction=-1), torch.std(torch.ones(2, 0), -1, correction=-1))
print(slopes(lambda x: x.pow(0), [0.0, 1.0, -1.0]), slopes(lambda x: x.norm(0), [3.0, 0.0]))
print(slopes(lambda x: x.norm(0.5), [0.0, 4.0]), slopes(lambda x: F.normalize(x, 0.5, 0), [0.0, 4.0]))
points = [[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [0.0, 4.0]]
print(*(slopes(lambda x, y: torch.cdist(x, y, p), *points) for p in (0.0, 0.5, inf)))
print(slopes(F.silu, [88.0, -88.0, 0.0]), slopes(torch.logit, [0.0, 1.0, -1.0, 0.25]), slopes(F.elu, [0.0, -1.0, nan]))
print(slopes(lambda x: F.smooth_l1_loss(x, torch.zeros(3)), [nan, inf, 0.5]))
print(slopes(lambda x: F.huber_loss(x, torch.zeros(3)), [nan, inf, 0.5]))
ends = [0.0, 1.0, 0.5, 0.25]
for wanted in ([0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 0.5, 0.25]):
    print(slopes(lambda x: F.binary_cross_entropy(x, torch.tensor(wanted)), ends))
print(slopes(lambda x, y: F.binary_cross_entropy(x, y, torch.tensor([1.0, 2.0])), [0.2, 0.7], [0.0, 1.0]))
print(torch.tensor([inf, -inf, 1.0]).logsumexp(0), torch.tensor([-inf, inf]).logcumsumexp(0))

for dtype in (torch.half, torch.bfloat16):
    h = torch.tensor([[0.1, 2.5, -1.25], [3, 4, 0.001]], dtype=dtype)
    for p in (0.3, 0.5, 0.25, 1.5, 1.7, 3, -1, -0.5):
        print(torch.norm(h, p), torch.norm(h, p, 1), torch.linalg.vector_norm(h, p))

for rows in ([[1.0, 1.0], [1.0, 1.0]], [[0.0, 0.0], [0.0, 0.0]], [[2.0, 0.0], [0.0, 1.0]]):
    matrix = torch.tensor(rows)
    print(*(torch.linalg.cond(matrix, p) for p in (None, 2, -2, "fro", "nuc", 1, -1, inf)))
try:
    torch.linalg.inv(torch.tensor([[1.0, 2.0], [2.0, 4.0]]))
except RuntimeError as error:
    print(error)

table = torch.tensor([1 + 2j, 3 - 1j, 0.5j, 2 + 0j]).view(2, 2)
print(F.embedding(torch.tensor([[1, 0], [1, 1]]), table))
try:
    F.embedding(torch.tensor([1]), table.requires_grad_())
except RuntimeError as error:
    print(error)
z = torch.tensor([1 + 2j, 3 - 1j])
print(z + inf, z - inf, inf - z, z.clone().sub_(inf), z + complex(0, inf), torch.sub(z, torch.tensor([1.0, inf])))

truths = torch.tensor([[True, False], [True, False], [False, True]])
for one in (truths, truths.int(), truths.double()):
    for dim in (None, 0, 1):
        print(torch.unique(one, dim=dim, return_inverse=True, return_counts=True))
        print(torch.unique_consecutive(one, dim=dim, return_inverse=True, return_counts=True))
leaf = torch.tensor([[1.0, 2.0, 2.0]], requires_grad=True)
for function in (torch.unique, torch.unique_consecutive, lambda x: torch.unique(x, dim=1)):
    try:
        print(function(leaf.clone()).detach())
        function(leaf.clone()).sum().backward()
    except NotImplementedError as error:
        print(error)
try:
    F.batch_norm(torch.ones(2, 3), None, None)
except RuntimeError as error:
    print(error)
try:
    torch.cdist(torch.ones(2, 2), torch.ones(2, 2), -1.0)
except RuntimeError as error:
    print(error)

# Gradients follow the type of a parameter that was converted.
for dtype in (torch.float64, torch.bfloat16):
    model = torch.nn.Linear(2, 2).to(dtype)
    model(torch.ones(1, 2, dtype=dtype)).sum().backward()
    print(model.weight.grad.clone(), model.to(torch.float32).weight.grad.dtype)
parameter = torch.nn.Parameter(torch.ones(2))
parameter.data = torch.ones(3, dtype=torch.float64)
(parameter * 2).sum().backward()
print(parameter.grad, F.soft_margin_loss(torch.ones(3), torch.ones(3, dtype=torch.float64)))
places = torch.tensor([[0, 1], [1, 1]]).nonzero()
print(places, places.stride(), places.is_contiguous(), torch.ones(3).nonzero(as_tuple=True)[0].stride())
torch.manual_seed(0)
print(torch.dropout(torch.ones(6), 0.5, train=True), torch.dropout(torch.ones(2), 0.5, False))

import warnings

import torch
import torch.nn.functional as F
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(0)
x = torch.randn(3, 4, requires_grad=True)
i = torch.tensor([[0, 2], [1, 1], [3, 0]])
w = torch.tensor([1.0, 0.0, 2.0, 0.0], requires_grad=True)
c = torch.randn(3, 2, requires_grad=True)
LINES = """x.prod()|x.prod(1)|w.prod()|w[:2].prod(0)|x.max()|x.max(1)[0]|x.min(0)[0]|x.max(1, True).values
x.sort(1)[0]|x.sort(0, True)[0]|x.topk(2)[0]|x.topk(2, 0, largest=False)[0]|x.gather(1, i)|x.median()|x.median(1)[0]
x.scatter(1, i, c)|x.scatter_add(1, i, c)|x.cumsum(0)|x.cumprod(1)|w.cumprod(0)|x.norm(1)|x.norm(3, 1)|x.norm(float('inf'))
x.logsumexp(1)|x.logsumexp((0, 1))|F.pad(x, (1, 2))|F.pad(x, (1, -1, 0, 2), value=3.0)|F.pad(x, (1, 1), 'replicate')
torch.einsum('ij,kj->ik', x, x)|torch.einsum('ij,j->i', x, w)|torch.einsum('ij->j', x)|torch.einsum('ij,ik->', x, x)
torch.einsum('...j,j->...', x, w)|torch.einsum('bi,bj->bij', x, x)|torch.einsum('ij,ij->i', x, x)|x.unfold(1, 2, 1)
x.index_select(1, i[0])|x[i[:, 0] % 3]|x[x > 0]|x.masked_fill(x > 0, 0)|x.masked_select(x > 0)|x.take(i)|x.diff()
x.repeat(2, 3)|x.repeat_interleave(torch.tensor([1, 0, 2]), 0)|x.flip(0)|x.roll(1)|x.roll((1, 2), (0, 1))|x.rot90()
x.triu(1)|x.tril()|x.diagonal()|w.diag()|torch.diag(x @ x.t())|x.trace()|x.remainder(0.7)|x.fmod(0.7)|x.floor_divide(0.3)
x.clamp(-0.5)|x.clamp(min=torch.zeros(4))|x.lerp(w, 0.3)|torch.addcmul(x, x, x, value=2)|x.addmm(x, torch.eye(4))
torch.baddbmm(x[None], x[None], torch.eye(4)[None], beta=2)|x.matmul(w)|w @ w|x[0] @ x.t()|torch.outer(w, x[0])|x.inner(w)
torch.cdist(x, x[:2])|F.cosine_similarity(x, w, 1)|F.normalize(x, dim=0)|x.std()|x.var(1, False)|x.softmax(0)|x.std(0)
x.atan2(x + 3)|torch.hypot(x, x + 1)|x.expm1()|x.erfinv().nan_to_num()|x.nan_to_num()|torch.where(x > 0, x, x * 2)
torch.stack([x[0], w])|torch.cat([x, x], 1)|torch.vstack([x, w])|x.split([1, 3], 1)[1]|x.chunk(3)[2]|x.unbind(1)[2]
x.movedim(0, 1)|x.unflatten(1, (2, 2))|x.expand(2, 3, 4)|x.view(-1)|x.t().reshape(2, 6)|x.squeeze()|x[None, :, 1:3]
torch.view_as_complex(x.view(3, 2, 2)).abs().pow(2) if 0 else x|F.rms_norm(x, (4,), w) if hasattr(F, 'rms_norm') and 0 else x
F.embedding(i, x.t(), padding_idx=1)|F.embedding(i, x.t(), scale_grad_by_freq=True)|F.one_hot(i[0], 4) * w|x.sum((0, 1), True)
x.pow(2.5).nan_to_num()|2 ** x|x ** 2|(x + 5) ** w|x.reciprocal()|x / w.add(1)|1 / (x + 9)|x.amax((0, 1))|x.argmax() * w
x.tile(2)|x.swapaxes(0, 1)|x.broadcast_to(2, 3, 4)|torch.meshgrid(w, w, indexing='ij')[1]|torch.polar(x.abs(), x).real
torch.view_as_real(torch.view_as_complex(x.view(3, 2, 2)) * torch.polar(torch.ones(2), torch.tensor([0.3, 2.0])))
(torch.complex(x, x + 1) * torch.complex(x, w)).imag|torch.dist(x, w) if 0 else x|x.to(torch.float64).exp().float()|x.half().float()"""
for line in LINES.replace("\n", "|").split("|"):
    for leaf in (x, w, c):
        leaf.grad = None
    try:
        made = eval(line)
        by = torch.arange(1.0 * made.numel()).view(made.shape).cos() + 0.3
        made.mul(by.to(made.dtype)).sum().backward()
        print(line, *(g.grad for g in (x, w, c) if g.grad is not None))
    except Exception as error:
        print(line, type(error).__name__, str(error).split("\n")[0])
print("second gradients")
for line in """x.pow(3)|x.exp()|x.tanh()|x.sigmoid()|x.softmax(1)|x.log_softmax(0)|x.sin() * x|x @ x.t()|F.layer_norm(x, (4,))
F.gelu(x)|x.norm()|x.prod(1)|x.logsumexp(1)|x.std()|F.linear(x, x)|x.cumsum(1) ** 2|x[:, 1:] ** 2|x.view(4, 3).t() ** 3
F.cross_entropy(x, torch.tensor([0, 1, 3]))|(x * w).max(1)[0] ** 2|F.softplus(x)|F.silu(x)|x.sort(1)[0] ** 2
torch.einsum('ij,kj->ik', x, x)|F.embedding(i, x.t()) ** 2|1 / x|x.sqrt().nan_to_num()|x.var(0)|torch.cat([x, x ** 2])""".replace(
    "\n", "|"
).split("|"):
    made = eval(line)
    by = torch.arange(1.0 * made.numel()).view(made.shape).cos() + 0.3
    g = torch.autograd.grad((made * by).sum(), x, create_graph=True)[0]
    second = torch.autograd.grad((g * g.detach().cos()).sum(), x, allow_unused=True)
    print(line, g.detach(), second)
x.grad = None
y = (x**3).sum()
y.backward(create_graph=True)
print(x.grad, (x.grad * 2).sum().requires_grad)
print("in place")
for line in """y = x * 2; y[0] = 0|y = x * 2; y[:, 1] *= 3|y = x * 2; y += x|y = x.exp(); y.add_(1)|y = x * 2; y[1].mul_(x[0])
y = torch.zeros(3, 4); y[:, 0] = x[:, 1]|y = torch.zeros(3, 4); y[1].copy_(x[0])|y = x * 1; y[y > 0] = 0|y = x * 1; y.relu_()
y = x * 1; y.masked_fill_(x > 0, 2)|y = x.clone(); y.t()[0] = w[:3]|y = x + 0; y.clamp_(-0.5, 0.5)|y = x + 0; y.zero_()
y = x * 1; v = y.view(-1); y.mul_(2); y = v * 3|y = x + 0; y.scatter_(1, i, c)|y = x + 0; y.scatter_add_(1, i, c)
y = x + 0; y[i[:, 0] % 3] = w|y = F.relu(x + 0, inplace=True)|y = x * 2; y.sigmoid_()|y = x * 2; y.mul_(y)|y = x * 2; y.div_(w + 3)
y = x.exp(); y.mul_(2)|y = x.sigmoid(); y += 1|y = x * w; w.data += 1|x.add_(1)|x[0] = 1|x.view(-1)[0] = 1|y = x * 2; y.unbind(0)[0].add_(1)
y = x * x; z = x.detach(); z += 1|y = (x * 2).relu(); y -= 1|y = x * 2; z = y.sin(); y += 1; y = z
with torch.no_grad(): x.add_(0.0); y = x * 1|y = x * 2; y.copy_(w)|y = x * 2; y[..., 0] = w[1]|y = x * 1; y[0, 1] = 5.0|y = x * 1; y[0, 1] = w[2]
y = x * 1; y.normal_()|y = x * 1; y.fill_(3)|y = x * 1; y.pow_(2)|y = x * 1; y.exp_()|y = torch.ones(3, 4); y *= x""".replace(
    "\n", "|"
).split("|"):
    x.grad = w.grad = c.grad = None
    try:
        exec(line)
        print(line, y.grad_fn.name() if y.grad_fn else None)
        (y * torch.arange(y.numel()).view(y.shape).cos()).sum().backward()
        print(*(g.grad for g in (x, w, c) if g.grad is not None))
    except Exception as error:
        print(line, type(error).__name__, str(error)[:110] + str(error)[-130:])
print("names")
for line in """x + 1|x * w|x / 2|x - 1|-x|x ** 2|2 ** x|x @ w|x @ x.t()|x[None] @ x.t()[None]|x[0]|x[1:]|x[:, 0]|x[i[:, 0] % 3]|x.t()|x.T
x.transpose(0, 1)|x.permute(1, 0)|x.view(-1)|x.unsqueeze(0)|x.squeeze()|x.squeeze(0)|x.sum()|x.sum(0)|x.mean()|x.mean(1)|x.max()
x.max(0)[0]|x.min(0)[0]|x.amax(0)|x.prod()|x.prod(1)|x.std()|x.var(1)|x.norm()|x.exp()|x.relu()|x.softmax(0)|x.log_softmax(0)
x.clone()|x.double()|x.expand(2, 3, 4)|x.flip(0)|x.cumsum(0)|x.clamp(0)|x.masked_fill(x > 0, 0)|torch.where(x > 0, x, w)|x.abs()
torch.cat([x, x])|torch.stack([x, x])|x.gather(1, i)|x.sort()[0]|x.topk(2)[0]|x.split(1)[0]|x.chunk(2)[0]|x.unbind()[0]|x.logsumexp(0)
x.repeat(2, 1)|x.roll(1)|x.triu()|x.tril()|x.diagonal()|F.linear(x, x)|F.linear(x, x, c[:, 0])|F.linear(x[None], x)|F.linear(x[None], x, c[:, 0])
F.gelu(x)|F.layer_norm(x, (4,))|F.embedding(i % 3, x)|F.cross_entropy(x, i[:, 0])|F.mse_loss(x, w.expand(3, 4))|F.silu(x)|F.softplus(x)
F.dropout(x, 0.5)|F.pad(x, (1, 1))|x.log()|x.sqrt()|x.sigmoid()|x.tanh()|torch.bmm(x[None], x.t()[None])|w.dot(w)|torch.outer(w, w)
nn.Linear(4, 2)(x)|nn.Sequential(nn.Linear(4, 2), nn.ReLU())(x)|F.nll_loss(x, i[:, 0])|F.leaky_relu(x)|torch.maximum(x, w)|x.index_select(0, i[0])""".replace(
    "\n", "|"
).split("|"):
    print(line, eval(line).grad_fn.name())

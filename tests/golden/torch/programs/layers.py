import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
for layer in (
    nn.Linear(3, 4), nn.Linear(3, 2, bias=False), nn.Embedding(5, 3), nn.Embedding(5, 20, padding_idx=1),
    nn.LayerNorm(4), nn.Conv1d(2, 3, 2), nn.Conv2d(2, 4, (2, 3), groups=2, bias=False),
    nn.MultiheadAttention(4, 2), nn.MultiheadAttention(4, 2, kdim=3, vdim=5, add_bias_kv=True),
    nn.TransformerEncoderLayer(4, 2, 8), nn.BatchNorm1d(3), nn.GroupNorm(2, 4),
):
    print(layer)
    for name, value in layer.state_dict().items():
        print(name, value)
for make in (
    "xavier_uniform_", "xavier_normal_", "kaiming_uniform_", "kaiming_normal_", "normal_", "uniform_",
    "trunc_normal_", "ones_", "zeros_", "eye_",
):
    print(make, getattr(nn.init, make)(torch.empty(5, 4)))
print(nn.init.kaiming_normal_(torch.empty(3, 2, 4), mode="fan_out", nonlinearity="relu"))
print(nn.init.xavier_uniform_(torch.empty(3, 2), gain=nn.init.calculate_gain("tanh")))
x = torch.randn(2, 6, 8)
print(nn.Dropout(0.3)(x), nn.Dropout(0.3).eval()(x)[0, 0], F.dropout(x.transpose(1, 2), 0.5)[0])
for layer in (
    nn.GELU(), nn.GELU("tanh"), nn.ReLU(), nn.SiLU(), nn.Mish(), nn.LeakyReLU(0.2), nn.ELU(0.5), nn.Softplus(2),
    nn.GLU(), nn.Sigmoid(), nn.LogSigmoid(), nn.Tanh(), nn.Softmax(-1), nn.LogSoftmax(1), nn.Flatten(),
    nn.Unflatten(2, (2, 4)), nn.MaxPool1d(2), nn.MaxPool1d(3, 1, 1), nn.BatchNorm1d(6), nn.GroupNorm(3, 6),
    nn.Conv1d(6, 4, 3), nn.Conv1d(6, 6, 3, padding="same", groups=3), nn.Conv1d(6, 4, 2, 2, 1, 3),
    nn.Conv1d(6, 2, 3, padding=2, padding_mode="circular"), nn.Conv1d(6, 2, 3, padding=2, padding_mode="reflect"),
):
    x = torch.randn(2, 6, 8, requires_grad=True)
    made = layer(x)
    (made * torch.arange(made.numel()).view(made.shape).cos()).sum().backward()
    print(layer, made.shape, made.flatten()[:5], x.grad.flatten()[:5], sum(x.grad.abs().flatten()).item())
    for name, p in layer.named_parameters():
        print(name, p.grad.flatten()[:4])
image = torch.randn(2, 4, 6, 5, requires_grad=True)
for layer in (
    nn.Conv2d(4, 3, 3), nn.Conv2d(4, 4, (3, 2), stride=2, padding=(1, 0), groups=2), nn.MaxPool2d(2),
    nn.MaxPool2d((3, 2), stride=1, padding=1), nn.BatchNorm2d(4),
):
    made = layer(image)
    print(layer, made.shape, made.flatten()[:6])
    print(torch.autograd.grad((made**2).sum(), image)[0].flatten()[:6])
norm = nn.BatchNorm1d(3)
for _ in range(3):
    norm(torch.randn(5, 3))
print(norm.running_mean, norm.running_var, norm.num_batches_tracked, norm.eval()(torch.ones(2, 3)))
for line in (
    "nn.Linear(3, 2)(torch.ones(2, 4))", "nn.Conv1d(2, 3, 3)(torch.ones(1, 4, 5))",
    "nn.Conv2d(2, 3, 3)(torch.ones(1, 2, 2, 2))", "nn.Conv1d(3, 4, 3, groups=2)", "nn.Dropout(2.0)",
    "nn.Conv2d(2, 3, 3)(torch.ones(5, 2))", "nn.BatchNorm1d(3)(torch.ones(2, 3, 4, 5))",
    "nn.BatchNorm1d(3)(torch.ones(1, 3))", "nn.GLU()(torch.ones(3))", "nn.GroupNorm(3, 4)",
    "nn.MultiheadAttention(5, 2)", "nn.Embedding(3, 2)(torch.tensor([3]))", "nn.Embedding(3, 2, padding_idx=7)",
    "nn.init.kaiming_uniform_(torch.ones(3))", "nn.init.calculate_gain('swish')",
):
    try:
        eval(line)
        print("nothing")
    except Exception as error:
        print(type(error).__name__, error)

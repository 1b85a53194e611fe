import torch
from torch import nn, optim

x = torch.linspace(-1, 1, 40).view(20, 2)
y = (x[:, :1] * 2 - x[:, 1:] ** 2 + 0.3).sin()


def trained(make, steps=6, **settings):
    torch.manual_seed(3)
    model = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
    optimiser = make(model.parameters(), **settings)
    losses = []
    for _ in range(steps):
        loss = nn.functional.mse_loss(model(x), y)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(f"{loss.item():.6f}")
    print(make.__name__, settings, *losses)
    return model, optimiser


for settings in (
    {}, {"momentum": 0.9}, {"momentum": 0.9, "nesterov": True}, {"weight_decay": 0.1},
    {"momentum": 0.8, "dampening": 0.2, "weight_decay": 0.01}, {"maximize": True},
):
    trained(optim.SGD, lr=0.1, **settings)
for settings in (
    {}, {"lr": 0.01}, {"betas": (0.8, 0.9)}, {"weight_decay": 0.1}, {"amsgrad": True}, {"eps": 1e-3},
    {"maximize": True},
):
    trained(optim.Adam, **settings)
    trained(optim.AdamW, **settings)
for settings in (
    {}, {"momentum": 0.9}, {"centered": True}, {"alpha": 0.9, "weight_decay": 0.1}, {"maximize": True},
):
    trained(optim.RMSprop, **settings)
trained(optim.Adagrad, lr=0.1, lr_decay=0.01, weight_decay=0.01)
model, optimiser = trained(optim.AdamW, lr=0.02)
print(optimiser)
state = optimiser.state_dict()
print(state["param_groups"], state["state"][3]["step"], state["state"][3]["exp_avg"])
other = optim.AdamW(model.parameters(), lr=1.0)
other.load_state_dict(state)
print(other.param_groups[0]["lr"], other.state[model[0].weight]["exp_avg_sq"][0])
groups = optim.SGD(
    [{"params": model[0].parameters()}, {"params": model[2].parameters(), "lr": 1e-3}], lr=0.1, momentum=0.5
)
print(groups)
print([len(group["params"]) for group in groups.param_groups], groups.state_dict()["param_groups"][1]["params"])
model(x).sum().backward()
groups.step()
print(groups.state_dict()["state"][0]["momentum_buffer"])
groups.zero_grad(set_to_none=True)
print([p.grad for p in model.parameters()])


def closure():
    groups.zero_grad()
    loss = (model(x) - y).pow(2).mean()
    loss.backward()
    return loss


print(f"{groups.step(closure).item():.5f}")
for line in (
    "optim.SGD(model.parameters())",
    "optim.SGD([], lr=0.1)",
    "optim.Adam(model.parameters(), lr=-1)",
    "optim.Adam(model.parameters(), betas=(1.0, 0.9))",
    "optim.Adam(x)",
    "optim.Adam([x * model[0].weight[0]])",
    "optim.SGD(model.parameters(), lr=0.1, nesterov=True)",
    "optim.SGD([1, 2], lr=0.1)",
    "optim.Adam(model.parameters(), learning_rate=1)",
    "other.load_state_dict(groups.state_dict())",
    "optim.SGD([{'params': model[0].weight}, {'params': model[0].weight}], lr=0.1)",
    "optim.RMSprop(model.parameters(), alpha=-1)",
):
    try:
        eval(line)
        print("nothing")
    except Exception as error:
        print(type(error).__name__, error)

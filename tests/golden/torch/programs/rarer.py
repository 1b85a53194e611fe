# Optimisers and schedules that are met less often, step by step.
import torch
import torch.nn as nn
from torch.optim import SGD, Adadelta, Adam, Adamax, NAdam, RAdam, lr_scheduler


def trained(make, steps=8):
    torch.manual_seed(0)
    model, x, y = nn.Linear(3, 2), torch.randn(8, 3), torch.randn(8, 2)
    optimizer = make(model.parameters())
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.6f}", [[round(w, 5) for w in row] for row in model.weight.tolist()])
    print(sorted(optimizer.state_dict()["state"][0]), optimizer)


for make in (
    Adadelta,
    lambda p: Adadelta(p, lr=0.5, rho=0.8, weight_decay=0.1, maximize=True),
    Adamax,
    lambda p: Adamax(p, lr=0.1, betas=(0.8, 0.9), weight_decay=0.1),
    NAdam,
    lambda p: NAdam(p, lr=0.1, weight_decay=0.1, momentum_decay=0.01),
    RAdam,
    lambda p: RAdam(p, lr=0.1, betas=(0.9, 0.9), weight_decay=0.1),
    lambda p: RAdam(p, betas=(1.0, 0.9)),
    lambda p: NAdam(p, momentum_decay=-1),
    lambda p: Adadelta(p, rho=2),
    lambda p: Adamax(p, lr=-1),
):
    try:
        trained(make)
    except ValueError as error:
        print(error)


def followed(make, kind=SGD):
    weight = nn.Parameter(torch.ones(1))
    optimizer = kind([weight], lr=0.1, **({"momentum": 0.9} if kind is SGD else {}))
    schedule, rates = make(optimizer), []
    for _ in range(12):
        weight.grad = torch.ones(1)
        optimizer.step()
        group = optimizer.param_groups[0]
        rates.append((round(group["lr"], 6), round(group.get("momentum", 0.0), 4)))
        schedule.step()
    print(rates, schedule.get_last_lr())


for make in (
    lambda o: lr_scheduler.CyclicLR(o, 0.01, 0.1, step_size_up=3),
    lambda o: lr_scheduler.CyclicLR(o, 0.01, 0.1, 3, 2, mode="triangular2"),
    lambda o: lr_scheduler.CyclicLR(o, 0.01, 0.1, step_size_up=3, mode="exp_range", gamma=0.9),
    lambda o: lr_scheduler.CyclicLR(o, 0.01, 0.1, 2, scale_fn=lambda n: 0.5**n, cycle_momentum=False),
    lambda o: lr_scheduler.ChainedScheduler(
        [lr_scheduler.ConstantLR(o, 0.5, 3), lr_scheduler.ExponentialLR(o, 0.9)]
    ),
    lambda o: lr_scheduler.CyclicLR(o, 0.01, 0.1, mode="square"),
):
    try:
        followed(make)
    except ValueError as error:
        print(error)
try:
    followed(lambda o: lr_scheduler.CyclicLR(o, 0.01, 0.1), Adam)
except ValueError as error:
    print(error)

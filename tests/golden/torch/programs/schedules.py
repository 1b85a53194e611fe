import warnings

import torch
from torch import nn
from torch.optim import SGD, Adam
from torch.optim import lr_scheduler as s

warnings.simplefilter("ignore")


def rates(make, n=12, optimiser=SGD, **settings):
    w = nn.Parameter(torch.ones(1))
    own = optimiser([w], lr=0.1)
    schedule = make(own, **settings)
    found = []
    for k in range(n):
        found.append(f"{own.param_groups[0]['lr']:.8f}")
        own.step()
        schedule.step(*([k % 5] if make is s.ReduceLROnPlateau else []))
    print(make.__name__, *found)
    return own, schedule


rates(s.StepLR, step_size=3, gamma=0.5)
rates(s.MultiStepLR, milestones=[2, 5, 5], gamma=0.3)
rates(s.ExponentialLR, gamma=0.9)
rates(s.CosineAnnealingLR, T_max=5, eta_min=0.01)
rates(s.CosineAnnealingWarmRestarts, T_0=3, T_mult=2)
rates(s.LambdaLR, lr_lambda=lambda epoch: 0.95**epoch)
rates(s.MultiplicativeLR, lr_lambda=lambda epoch: 0.95)
rates(s.LinearLR, start_factor=0.25, total_iters=4)
rates(s.ConstantLR, factor=0.5, total_iters=3)
rates(s.PolynomialLR, total_iters=4, power=2.0)
rates(s.OneCycleLR, max_lr=0.5, total_steps=14, cycle_momentum=False)
own, _ = rates(s.OneCycleLR, optimiser=Adam, max_lr=0.5, epochs=4, steps_per_epoch=5, three_phase=True)
print(own.param_groups[0]["betas"])
rates(s.OneCycleLR, optimiser=Adam, max_lr=0.5, total_steps=20, anneal_strategy="linear", pct_start=0.25)
rates(s.ReduceLROnPlateau, patience=2, factor=0.5)
rates(s.ReduceLROnPlateau, mode="max", patience=0, factor=0.5, cooldown=1, threshold_mode="abs", threshold=0.5)
own, schedule = rates(s.StepLR, step_size=2)
print(schedule.get_last_lr(), {k: v for k, v in schedule.state_dict().items()})
other = s.StepLR(SGD([nn.Parameter(torch.ones(1))], lr=1), 5)
other.load_state_dict(schedule.state_dict())
print(other.last_epoch, other.step_size)
own = SGD([nn.Parameter(torch.ones(1))], lr=1.0)
chained = s.SequentialLR(
    own, [s.LinearLR(own, 0.1, total_iters=3), s.ExponentialLR(own, 0.5)], milestones=[3]
)
for _ in range(6):
    print(f"{own.param_groups[0]['lr']:.6f}", end=" ")
    own.step()
    chained.step()
print()
own = SGD([nn.Parameter(torch.ones(1))], lr=1.0)
loud = s.StepLR(own, 1, verbose=True)
own.step()
loud.step()
for line in (
    "s.StepLR(own)",
    "s.StepLR(model, 2)",
    "s.LinearLR(own, start_factor=2.0)",
    "s.OneCycleLR(own, 0.1)",
    "s.OneCycleLR(own, 0.1, total_steps=-1)",
    "s.OneCycleLR(own, 0.1, total_steps=5, anneal_strategy='log')",
    "s.LambdaLR(own, [abs, abs])",
    "s.ReduceLROnPlateau(own, factor=2.0)",
    "s.ReduceLROnPlateau(own, mode='most')",
    "s.ExponentialLR(own, 0.5, last_epoch=3)",
    "s.CosineAnnealingWarmRestarts(own, 0)",
):
    model = nn.Linear(1, 1)
    try:
        eval(line)
        print("nothing")
    except Exception as error:
        print(type(error).__name__, error)

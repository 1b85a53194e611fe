import warnings

import torch
import torch.nn.functional as F
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(0)
logits = torch.randn(4, 5, requires_grad=True)
target = torch.tensor([1, 0, -100, 4])
weight = torch.tensor([1.0, 2.0, 0.5, 1.0, 3.0])
soft = torch.randn(4, 5).softmax(1)
binary = torch.tensor([[1.0, 0, 1, 0, 1]] * 4)
numbers = torch.randn(4, 5)
lines = []
for reduction in ("mean", "sum", "none"):
    for settings in ("", ", weight=weight", ", label_smoothing=0.2", ", weight=weight, label_smoothing=0.1"):
        lines.append(f"nn.CrossEntropyLoss(reduction='{reduction}'{settings})(logits, target)")
        lines.append(f"nn.CrossEntropyLoss(reduction='{reduction}'{settings})(logits, soft)")
    lines += [
        f"nn.CrossEntropyLoss(ignore_index=1, reduction='{reduction}')(logits, target.abs() % 5)",
        f"nn.NLLLoss(reduction='{reduction}')(logits.log_softmax(1), target)",
        f"nn.NLLLoss(weight, ignore_index=0, reduction='{reduction}')(logits.log_softmax(1), target.abs() % 5)",
        f"nn.CrossEntropyLoss(reduction='{reduction}')(logits.view(2, 5, 2), target.view(2, 2))",
        f"nn.CrossEntropyLoss(reduction='{reduction}')(logits[0], target[0])",
        f"nn.MSELoss(reduction='{reduction}')(logits, numbers)",
        f"nn.L1Loss(reduction='{reduction}')(logits, numbers)",
        f"nn.SmoothL1Loss(reduction='{reduction}', beta=0.7)(logits, numbers)",
        f"nn.HuberLoss(reduction='{reduction}', delta=0.7)(logits, numbers)",
        f"nn.BCEWithLogitsLoss(reduction='{reduction}')(logits, binary)",
        f"nn.BCEWithLogitsLoss(weight, pos_weight=weight, reduction='{reduction}')(logits, binary)",
        f"nn.BCELoss(reduction='{reduction}')(logits.sigmoid(), binary)",
        f"nn.BCELoss(weight, reduction='{reduction}')(logits.sigmoid(), binary)",
        f"nn.KLDivLoss(reduction='{reduction}')(logits.log_softmax(1), soft)",
        f"nn.KLDivLoss(reduction='{reduction}', log_target=True)(logits.log_softmax(1), soft.log())",
    ]
lines += [
    "nn.KLDivLoss(reduction='batchmean')(logits.log_softmax(1), soft)",
    "F.mse_loss(logits, numbers[0])",
    "F.mse_loss(logits, numbers, size_average=False)",
    "F.cross_entropy(logits, target, reduce=False)",
    "F.cross_entropy(logits, torch.tensor([1, 2, 5, 0]))",
    "F.cross_entropy(logits, target[:3])",
    "F.cross_entropy(logits, target.float())",
    "F.cross_entropy(logits, target.int())",
    "F.cross_entropy(logits, target, reduction='all')",
    "F.cross_entropy(logits, target, label_smoothing=2.0)",
    "F.cross_entropy(logits.view(2, 5, 2), target)",
    "F.nll_loss(logits, target, weight=weight[:2])",
    "F.binary_cross_entropy(logits, binary)",
    "F.binary_cross_entropy_with_logits(logits, binary[0])",
    "nn.MSELoss(reduction='all')(logits, numbers)",
]
for line in lines:
    logits.grad = None
    try:
        loss = eval(line)
        loss.sum().backward()
        print(line, loss, logits.grad.flatten()[:7])
    except Exception as error:
        print(line, type(error).__name__, str(error).split("\n")[0])

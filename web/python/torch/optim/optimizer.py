"""Where PyTorch keeps Optimizer."""

from torch.optim import _optimizer

Optimizer = _optimizer.Optimizer

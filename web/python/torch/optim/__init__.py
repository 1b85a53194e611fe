"""Optimisers, and the schedules of their learning rates."""

from torch._missing import getattr_of
from torch.optim import lr_scheduler
from torch.optim._kinds import SGD, Adagrad, Adam, AdamW, RMSprop
from torch.optim._lbfgs import LBFGS
from torch.optim._optimizer import Optimizer
from torch.optim._other_kinds import ASGD, Adadelta, Adamax, NAdam, RAdam, Rprop

__getattr__ = getattr_of("torch.optim")

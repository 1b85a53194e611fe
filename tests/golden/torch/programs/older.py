"""What code of earlier years writes: Variable, types by the names of classes, devices by name."""

import torch
from torch import nn
from torch.autograd import Variable
from torch.optim.optimizer import Optimizer

x = torch.arange(3)
print(x.type(), x.type("torch.FloatTensor"), x.type(torch.DoubleTensor), x.type(torch.Tensor))
print(x.type("torch.LongTensor") is x, x.float().type(x.type()), torch.ones(1).type(torch.BoolTensor))
print(x.type(dtype=torch.float16), x.type(torch.HalfTensor).dtype, torch.ByteTensor([1, 2]))
for kind in ("float32", "FloatTensor", "torch.foo", float, 3):
    try:
        print(x.type(kind))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
torch.set_default_tensor_type("torch.DoubleTensor")
print(torch.ones(1), torch.get_default_dtype())
torch.set_default_tensor_type(torch.FloatTensor)
print(torch.ones(1))

v = Variable(torch.ones(2), requires_grad=True)
(v * v).sum().backward()
print(v, v.grad, v.data, isinstance(x, Variable), Variable(v).requires_grad)
print(Variable(v * 2).is_leaf, Variable(x).data_ptr() == x.data_ptr())
try:
    Variable([1.0])
except TypeError as error:
    print(error)
print(Optimizer is torch.optim.Optimizer)

cpu = torch.device("cpu")
print(torch.device(device="cpu"), torch.device(type="cpu", index=0), repr(torch.device("cpu:0")))
print(torch.device("cpu:0"), torch.device("cpu", 0) == cpu, torch.device(cpu) == cpu, cpu.index)

# what follows a convolution may view it: its elements lie in their order
torch.manual_seed(0)
image = torch.randn(2, 3, 8, 8)
for conv in (nn.Conv2d(3, 4, 3), nn.Conv2d(3, 4, 4, stride=4), nn.Conv2d(3, 6, 3, groups=3)):
    made = torch.relu(conv(image))
    print(made.stride(), made.view(2, -1).shape, made.flatten(2).transpose(1, 2).is_contiguous())
print(nn.Conv1d(8, 4, 3)(image[:, 0]).stride())
swapped = image.transpose(1, 2)
print(nn.functional.gelu(swapped).stride(), swapped.masked_fill(swapped > 0, 0).stride())

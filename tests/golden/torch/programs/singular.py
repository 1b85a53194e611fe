"""Determinants and inverses of matrices that are singular, or are but for rounding."""

import torch

draws = torch.Generator().manual_seed(0)


def refusal(function):
    try:
        function()
    except RuntimeError as error:
        return "singular" in str(error)
    return False


for k in range(40):
    n = 2 + k % 4
    m = torch.randint(-5, 9, (n, n), generator=draws).float()
    if k % 2:
        m[-1] = m[0] * 2 - m[-2]
    m = m / 10 if k % 5 == 0 else m
    m = m.T if k % 7 == 0 else m
    both = [repr(torch.det(x).item()) for x in (m, m.double())]
    print(n, *both, *torch.slogdet(m))
for m in (torch.arange(1.0, 10).view(3, 3), torch.arange(1.0, 17).view(4, 4)):
    print(repr(m.det().item()), repr(m.double().det().item()), torch.linalg.slogdet(m))
    print(refusal(m.inverse), refusal(lambda m=m: torch.linalg.solve(m, m[0])))
print(torch.linalg.det(torch.zeros(0, 0)), torch.linalg.det(torch.zeros(2, 0, 0)), torch.linalg.det(torch.zeros(0, 2, 2)))
x = torch.tensor([[2.0, 1.0], [1.0, 3.0]], requires_grad=True)
d = x.det()
d.backward()
print(d, x.grad)

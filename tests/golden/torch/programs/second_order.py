# L-BFGS, with and without a search along its line, beside each of its settings.
import torch

F64 = torch.float64


def rosenbrock(p, q):
    return (1 - p[0]) ** 2 + 5 * (p[1] - p[0] ** 2) ** 2 + (q.square() * 3).sum()


def quartic(p, q):
    return (p**4).sum() + (p[0] - 1) ** 2 * 3 + (q - p[1] * p[0]).square().sum()


def run(function, **settings):
    p = torch.tensor([-1.2, 1.0], dtype=F64, requires_grad=True)
    q = torch.tensor([[0.3, -0.7]], dtype=F64, requires_grad=True)
    optimizer = torch.optim.LBFGS([p, q], **settings)
    calls = []

    def closure():
        optimizer.zero_grad()
        loss = function(p, q)
        loss.backward()
        calls.append(loss.item())
        return loss

    losses = [optimizer.step(closure).item() for _ in range(2)]
    state = optimizer.state[p]
    print(settings, len(calls), state["n_iter"], state["func_evals"])
    print([f"{loss:.6g}" for loss in losses], [f"{loss:.4g}" for loss in calls[:9]])


for function in (rosenbrock, quartic):
    for search in (None, "strong_wolfe"):
        run(function, line_search_fn=search, max_iter=6)
        run(function, line_search_fn=search, lr=0.1, max_iter=8)
        run(function, line_search_fn=search, max_iter=9, history_size=2)
        run(function, line_search_fn=search, max_iter=9, max_eval=3)
        run(function, line_search_fn=search, tolerance_grad=2.0)
        run(function, line_search_fn=search, tolerance_change=0.5)
for wrong in ("armijo",):
    try:
        run(quartic, line_search_fn=wrong)
    except RuntimeError as error:
        print(error)
w = torch.zeros(1, requires_grad=True)
try:
    torch.optim.LBFGS([{"params": [w]}, {"params": [torch.ones(1, requires_grad=True)]}])
except ValueError as error:
    print(error)
print(torch.optim.LBFGS([w]))

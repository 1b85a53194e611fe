import torch


def train(x, targets, weight, bias, lr, n_steps, momentum=0.0):
    w, b = (t.detach().clone().requires_grad_() for t in (weight, bias))
    opt = torch.optim.SGD([w, b], lr=lr, momentum=momentum)
    losses = []
    for _ in range(n_steps):
        opt.zero_grad()
        loss = torch.nn.functional.cross_entropy(x @ w.T + b, targets)
        loss.backward()
        losses.append(loss.item())
        opt.step()
    return w.detach(), b.detach(), losses

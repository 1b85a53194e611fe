"""L-BFGS: a step of Newton's, with a curvature from the last gradients and steps."""

import torch
from torch.optim._optimizer import Optimizer


class LBFGS(Optimizer):
    def __init__(
        self,
        params,
        lr=1,
        max_iter=20,
        max_eval=None,
        tolerance_grad=1e-7,
        tolerance_change=1e-9,
        history_size=100,
        line_search_fn=None,
    ):
        settings = {
            "lr": lr,
            "max_iter": max_iter,
            "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad,
            "tolerance_change": tolerance_change,
            "history_size": history_size,
            "line_search_fn": line_search_fn,
        }
        super().__init__(params, settings)
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def _gradient(self):
        parts = [torch.zeros_like(p) if p.grad is None else p.grad for p in self._params]
        return torch.cat([part.reshape(-1) for part in parts])

    def _move(self, by, direction):
        at = 0
        for one in self._params:
            one.add_(direction[at : at + one.numel()].view_as(one), alpha=by)
            at += one.numel()

    def step(self, closure):
        with torch.no_grad():
            return self._step(torch.enable_grad()(closure))

    def _step(self, closure):
        group = self.param_groups[0]
        search = group["line_search_fn"]
        if search not in (None, "strong_wolfe"):
            raise RuntimeError("only 'strong_wolfe' is supported")
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first = closure()
        loss, gradient, evaluations = float(first), self._gradient(), 1
        state["func_evals"] += 1
        if bool(gradient.abs().max() <= group["tolerance_grad"]):
            return first
        d, by = state.get("d"), state.get("t")
        for count in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            d = self._direction(state, d, by, gradient, group["history_size"])
            state["prev_flat_grad"] = gradient.clone(memory_format=torch.contiguous_format)
            old_loss = loss
            is_first = state["n_iter"] == 1
            by = min(1.0, 1.0 / gradient.abs().sum()) * group["lr"] if is_first else group["lr"]
            slope = gradient.dot(d)
            if slope > -group["tolerance_change"]:
                break
            used = 0
            if search:
                before = [p.clone(memory_format=torch.contiguous_format) for p in self._params]

                def at(by, d=d, before=before):
                    self._move(by, d)
                    found = float(closure()), self._gradient()
                    for one, old in zip(self._params, before):
                        one.copy_(old)
                    return found

                loss, gradient, by, used = _strong_wolfe(at, by, d, loss, gradient, slope)
                self._move(by, d)
                is_done = bool(gradient.abs().max() <= group["tolerance_grad"])
            else:
                self._move(by, d)
                is_done = False
                if count != group["max_iter"]:
                    loss, gradient, used = float(closure()), self._gradient(), 1
                    is_done = bool(gradient.abs().max() <= group["tolerance_grad"])
            evaluations += used
            state["func_evals"] += used
            if count == group["max_iter"] or evaluations >= group["max_eval"] or is_done:
                break
            if bool(d.mul(by).abs().max() <= group["tolerance_change"]):
                break
            if abs(loss - old_loss) < group["tolerance_change"]:
                break
        state.update(d=d, t=by, prev_loss=old_loss)
        return first

    def _direction(self, state, d, by, gradient, most):
        if state["n_iter"] == 1:
            state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1, al=None)
            return gradient.neg()
        change, step = gradient.sub(state["prev_flat_grad"]), d.mul(by)
        curved = change.dot(step)
        if curved > 1e-10:
            if len(state["old_dirs"]) == most:
                for key in ("old_dirs", "old_stps", "ro"):
                    state[key].pop(0)
            state["old_dirs"].append(change)
            state["old_stps"].append(step)
            state["ro"].append(1.0 / curved)
            state["H_diag"] = curved / change.dot(change)
        if state["al"] is None:
            state["al"] = [None] * most
        q, shares = gradient.neg(), state["al"]
        past = list(zip(state["old_dirs"], state["old_stps"], state["ro"]))
        for k in reversed(range(len(past))):
            change, step, ro = past[k]
            shares[k] = step.dot(q) * ro
            q.add_(change, alpha=-shares[k])
        r = torch.mul(q, state["H_diag"])
        for k, (change, step, ro) in enumerate(past):
            r.add_(step, alpha=shares[k] - change.dot(r) * ro)
        return r


def _cubic_least(x1, f1, g1, x2, f2, g2, bounds=None):
    """Where the cubic of two values and slopes is least, within bounds."""
    low, high = bounds or ((x1, x2) if x1 <= x2 else (x2, x1))
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1**2 - g1 * g2
    if square < 0:
        return (low + high) / 2.0
    d2 = square.sqrt()
    if x1 <= x2:
        least = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
    else:
        least = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(least, low), high)


def _strong_wolfe(at, t, d, f, g, slope, c1=1e-4, c2=0.9, least=1e-9, most=25):
    """A length of the step at which the loss is less and the slope flatter.

    at(t): loss and gradient there. -> loss, gradient, length, how many losses were computed
    """
    size = d.abs().max()
    g = g.clone(memory_format=torch.contiguous_format)
    # First out, until two lengths have such a one between them.
    new_f, new_g = at(t)
    asked, new_slope = 1, new_g.dot(d)
    before = (0, f, g, slope)
    is_done, tries, bracket = False, 0, None
    while tries < most:
        now = (t, new_f, new_g.clone(memory_format=torch.contiguous_format), new_slope)
        if new_f > f + c1 * t * slope or (tries > 1 and new_f >= before[1]):
            bracket = [before, now]
            break
        if abs(new_slope) <= -c2 * slope:
            bracket, is_done = [now], True
            break
        if new_slope >= 0:
            bracket = [before, now]
            break
        bounds = (t + 0.01 * (t - before[0]), t * 10)
        old = t
        t = _cubic_least(before[0], before[1], before[3], t, new_f, new_slope, bounds)
        before = (old, new_f, now[2], new_slope)
        new_f, new_g = at(t)
        asked += 1
        new_slope = new_g.dot(d)
        tries += 1
    if tries == most:
        bracket = [(0, f, g, slope), (t, new_f, new_g, new_slope)]
    # Then between them.
    is_slow = False
    low = 0 if bracket[0][1] <= bracket[-1][1] else 1
    while not is_done and tries < most:
        high = 1 - low
        if abs(bracket[1][0] - bracket[0][0]) * size < least:
            break
        (a, fa, _, sa), (b, fb, _, sb) = bracket
        t = _cubic_least(a, fa, sa, b, fb, sb)
        left, right = min(a, b), max(a, b)
        edge = 0.1 * (right - left)
        if min(right - t, t - left) < edge:
            if is_slow or t >= right or t <= left:
                t = right - edge if abs(t - right) < abs(t - left) else left + edge
                is_slow = False
            else:
                is_slow = True
        else:
            is_slow = False
        new_f, new_g = at(t)
        asked += 1
        new_slope = new_g.dot(d)
        tries += 1
        now = (t, new_f, new_g.clone(memory_format=torch.contiguous_format), new_slope)
        if new_f > f + c1 * t * slope or new_f >= bracket[low][1]:
            bracket[high] = now
            low = 0 if bracket[0][1] <= bracket[1][1] else 1
            continue
        if abs(new_slope) <= -c2 * slope:
            is_done = True
        elif new_slope * (bracket[high][0] - bracket[low][0]) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = now
    length, loss, gradient, _ = bracket[low if len(bracket) > 1 else 0]
    return loss, gradient, length, asked
